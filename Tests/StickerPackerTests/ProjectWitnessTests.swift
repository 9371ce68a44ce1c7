import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPacker

/// Projects as two parsers see them that are not ours: pbxproj, and openstep-plist.
@Suite(.enabled(if: Witness.hasProjectParsers, "skipped: no pbxproj or openstep-plist"))
struct ProjectWitnessTests {
  private struct Seen: Decodable {
    struct Target: Decodable {
      let name: String
      let phases: [[Phase]]
      let settings: [String: [String: String]]
      let same: Bool
      let depends: [String]
      let information: Information
    }
    enum Phase: Decodable, Equatable {
      case kind(String)
      case files([String])

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let kind = try? container.decode(String.self) {
          self = .kind(kind)
        } else {
          self = .files(try container.decode([String].self))
        }
      }
    }
    struct Information: Decodable {
      let CFBundleDisplayName: String
      let UILaunchStoryboardName: String?
      let LSRequiresIPhoneOS: Bool?
      let NSExtension: [String: String]?
    }
    let faults: [String]
    let targets: [String: Target]
    let ids: [String]
    let project: [String: [String: String]]
    let copies: [[String]]
    let attributes: [[String: [String]]]
    let catalogs: [String]
    let version: [String]
  }

  private static let hostile = [
    "\"Quotes\" and \\ and 'more'", "Line\nend", "$(HOME) ${X} $", "猿 😀", "</string><!--", "a /* b */ // c",
    "",
    "../../x", "e\u{301}", "; } = {", "\u{202E}gnihton",
  ]

  private func seen(_ descriptions: [ProjectDescription]) throws -> [Seen] {
    try Witness.withFolder { folder in
      let folders = descriptions.indices.map { folder.appendingPathComponent("\($0)") }
      for (description, folder) in zip(descriptions, folders) {
        let tree = xcodeProject(description).tree
        let catalog = folder.appendingPathComponent("Stickers.xcstickers")
        try FileManager.default.createDirectory(at: catalog, withIntermediateDirectories: true)
        for path in tree.paths {
          let file = folder.appendingPathComponent(path)
          try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
          try Data(tree[path] ?? []).write(to: file)
        }
      }
      let input = folders.map(\.path).joined(separator: "\n")
      let answer = try Witness.run(try #require(Witness.python), [Witness.script("project")], input: input)
      try #require(answer.status == 0, "\(answer.output)")
      let byFolder = try JSONDecoder().decode([String: Seen].self, from: Data(answer.output.utf8))
      return try folders.map { try #require(byFolder[$0.path]) }
    }
  }

  @Test("both parsers read the same, and every reference leads to a file")
  func readable() throws {
    let names = ["Monkey Business"] + Self.hostile
    let all = try seen(names.map { ProjectDescription(name: $0) })
    for (project, name) in zip(all, names) {
      #expect(project.faults == [], "\(name)")
      #expect(project.ids.count == 29 && project.catalogs.count == 1)
      for target in project.targets.values {
        #expect(
          target.same
            && target.information.CFBundleDisplayName == name.replacingOccurrences(of: "$", with: "$$"))
      }
    }
    #expect(Set(all.flatMap(\.ids)).count == 29 * names.count)
  }

  @Test("app and extension have the phases and settings that Messages wants")
  func targets() throws {
    let description = ProjectDescription(
      name: "Monkey Business", bundleIdentifier: "org.art.monkey", deploymentTarget: "16.4", version: "2.1",
      build: "7", languages: ["fr-CA"])
    let project = try seen([description])[0]
    let app = try #require(project.targets["com.apple.product-type.application.messages"])
    let pack = try #require(project.targets["com.apple.product-type.app-extension.messages-sticker-pack"])
    let catalog = [Seen.Phase.kind("PBXResourcesBuildPhase"), .files(["Stickers.xcstickers"])]
    let product = "MonkeyBusiness StickerPackExtension.appex"
    #expect(app.phases == [catalog, [.kind("PBXCopyFilesBuildPhase"), .files([product])]])
    #expect(pack.phases == [catalog])
    #expect(app.depends == [pack.name] && pack.depends == [])
    #expect(project.copies == [["Embed Foundation Extensions", "13", ""]])
    #expect(project.attributes == [["ATTRIBUTES": ["RemoveHeadersOnCopy"]]])
    #expect(project.version == ["56", "Xcode 14.0", "fr-CA"])
    var expected = [
      "ASSETCATALOG_COMPILER_APPICON_NAME": "iMessage App Icon", "PRODUCT_NAME": "$(TARGET_NAME)",
      "PRODUCT_BUNDLE_IDENTIFIER": "org.art.monkey", "INFOPLIST_FILE": "MonkeyBusiness/Info.plist",
      "GENERATE_INFOPLIST_FILE": "YES", "MARKETING_VERSION": "2.1", "CURRENT_PROJECT_VERSION": "7",
      "CODE_SIGN_STYLE": "Automatic", "TARGETED_DEVICE_FAMILY": "1,2",
    ]
    #expect(app.settings == ["Debug": expected, "Release": expected])
    expected["PRODUCT_BUNDLE_IDENTIFIER"] = "org.art.monkey.StickerPackExtension"
    expected["INFOPLIST_FILE"] = "MonkeyBusiness StickerPackExtension/Info.plist"
    expected["SKIP_INSTALL"] = "YES"
    expected["INFOPLIST_KEY_NSStickerSharingLevel"] = "OS"
    #expect(pack.settings == ["Debug": expected, "Release": expected])
    for settings in project.project.values {
      #expect(settings["SDKROOT"] == "iphoneos" && settings["IPHONEOS_DEPLOYMENT_TARGET"] == "16.4")
    }
    #expect(Set(project.project.keys) == ["Debug", "Release"])
    #expect(
      pack.information.NSExtension == [
        "NSExtensionPointIdentifier": "com.apple.message-payload-provider",
        "NSExtensionPrincipalClass": "StickerBrowserViewController",
      ])
    #expect(app.information.LSRequiresIPhoneOS == true && app.information.NSExtension == nil)
    #expect(app.information.UILaunchStoryboardName == "LaunchScreen")
  }
}

extension Witness {
  fileprivate static let hasProjectParsers =
    python.flatMap { try? run($0, ["-c", "import pbxproj, openstep_plist"]).status } == 0
}
