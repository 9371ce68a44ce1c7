import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPacker

/// Reads projects with two third-party parsers: pbxproj, and openstep-plist.
@Suite(.enabled(if: ExternalProgram.hasProjectParsers, "skipped: no pbxproj or openstep-plist"))
struct ProjectWitnessTests {
  private struct ParsedProject: Decodable {
    struct Target: Decodable {
      let id: String
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
      let CFBundleLocalizations: [String]?
      let UILaunchStoryboardName: String?
      let LSRequiresIPhoneOS: Bool?
      let NSExtension: [String: String]?
      let ITSAppUsesNonExemptEncryption: Bool?
      let MSSupportedPresentationContexts: [String]?
      let NSStickerSharingLevel: String?
    }
    struct Scheme: Decodable {
      let name: String
      let built: [[String]]
      let upgrade: String
      let tested: [[String]]
      let runsIn: String?
      let isForExtension: Bool
    }
    struct Privacy: Decodable, Equatable {
      var NSPrivacyAccessedAPITypes: [String] = []
      var NSPrivacyCollectedDataTypes: [String] = []
      var NSPrivacyTracking = false
      var NSPrivacyTrackingDomains: [String] = []
    }
    /// A translated string, or the state and the text of an untranslated one.
    enum Text: Decodable, Equatable {
      case translated(String)
      case other([String])

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
          self = .translated(text)
        } else {
          self = .other(try container.decode([String].self))
        }
      }
    }
    let faults: [String]
    let targets: [String: Target]
    let ids: [String]
    let project: [String: [String: String]]
    let copies: [[String]]
    let attributes: [[String: [String]]]
    let catalogs: [String]
    let version: [String]
    let regions: [String]
    let upgrade: String
    let schemes: [Scheme]
    let texts: [String: [String: [String: Text]]]
    let privacy: [String: Privacy]
    let beside: [String]
  }

  private static let hostile = [
    "\"Quotes\" and \\ and 'more'", "Line\nend", "$(HOME) ${X} $", "猿 😀", "</string><!--", "a /* b */ // c",
    "",
    "../../x", "e\u{301}", "; } = {", "\u{202E}gnihton",
  ]

  private func seen(_ projectInputs: [XcodeProjectInput]) throws -> [ParsedProject] {
    try ExternalProgram.withTemporaryFolder { folder in
      let folders = projectInputs.indices.map { folder.appendingPathComponent("\($0)") }
      for (projectInput, folder) in zip(projectInputs, folders) {
        let tree = xcodeProject(projectInput).tree
        let beside =
          projectInput.template.hasCode ? ["Stickers", "Assets.xcassets"] : ["Stickers.xcstickers"]
        for name in beside {
          try FileManager.default.createDirectory(
            at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        for path in tree.paths {
          let file = folder.appendingPathComponent(path)
          try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
          try Data(tree[path] ?? []).write(to: file)
        }
      }
      let input = folders.map(\.path).joined(separator: "\n")
      let answer = try ExternalProgram.run(
        try #require(ExternalProgram.python), [ExternalProgram.scriptPath("project")], input: input)
      try #require(answer.status == 0, "\(answer.output)")
      let byFolder = try JSONDecoder().decode([String: ParsedProject].self, from: Data(answer.output.utf8))
      return try folders.map { try #require(byFolder[$0.path]) }
    }
  }

  @Test("two parsers read the same project, and every file reference has a file")
  func readable() throws {
    let names = ["Monkey Business"] + Self.hostile
    let all = try seen(names.map { XcodeProjectInput(name: $0) })
    for (project, name) in zip(all, names) {
      #expect(project.faults == [], "\(name)")
      #expect(project.ids.count == 30 && project.catalogs.count == 1)
      for target in project.targets.values {
        #expect(
          target.same
            && target.information.CFBundleDisplayName == name.replacingOccurrences(of: "$", with: "$$"))
      }
    }
    #expect(Set(all.flatMap(\.ids)).count == 30 * names.count)
  }

  @Test("the app and the extension have the phases and settings that Messages requires")
  func targets() throws {
    let projectInput = XcodeProjectInput(
      name: "Monkey Business", bundleIdentifier: "org.art.monkey", deploymentTarget: "16.4",
      settings: AppBuildSettings(team: "A1B2C3D4E5", version: "2.1", build: "7"), languages: ["fr-CA"])
    let project = try seen([projectInput])[0]
    let app = try #require(project.targets["com.apple.product-type.application.messages"])
    let pack = try #require(project.targets["com.apple.product-type.app-extension.messages-sticker-pack"])
    let catalog = [ParsedProject.Phase.kind("PBXResourcesBuildPhase"), .files(["Stickers.xcstickers"])]
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
      "CODE_SIGN_STYLE": "Automatic", "DEVELOPMENT_TEAM": "A1B2C3D4E5", "TARGETED_DEVICE_FAMILY": "1,2",
    ]
    #expect(app.settings == ["Debug": expected, "Release": expected])
    expected["PRODUCT_BUNDLE_IDENTIFIER"] = "org.art.monkey.StickerPackExtension"
    expected["INFOPLIST_FILE"] = "MonkeyBusiness StickerPackExtension/Info.plist"
    expected["SKIP_INSTALL"] = "YES"
    expected["INFOPLIST_KEY_NSStickerSharingLevel"] = "OS"
    #expect(pack.settings == ["Debug": expected, "Release": expected])
    for settings in project.project.values {
      #expect(settings["SDKROOT"] == "iphoneos" && settings["IPHONEOS_DEPLOYMENT_TARGET"] == "16.4")
      #expect(settings["LOCALIZATION_PREFERS_STRING_CATALOGS"] == "YES")
    }
    #expect(Set(project.project.keys) == ["Debug", "Release"])
    #expect(
      pack.information.NSExtension == [
        "NSExtensionPointIdentifier": "com.apple.message-payload-provider",
        "NSExtensionPrincipalClass": "StickerBrowserViewController",
      ])
    #expect(app.information.LSRequiresIPhoneOS == true && app.information.NSExtension == nil)
    #expect(app.information.UILaunchStoryboardName == "LaunchScreen")
    #expect(app.information.ITSAppUsesNonExemptEncryption == false)
    #expect(pack.information.MSSupportedPresentationContexts == nil)
  }

  private static let templates: [ProjectTemplate] = [.stickerPack, .stickerBrowser, .interactiveMessage]

  @Test("every kind of project is for Xcode 26, with schemes for the app and the extension")
  func current() throws {
    let all = try seen(
      Self.templates.map { template in
        var projectInput = XcodeProjectInput(name: "Monkey")
        projectInput.template = template
        return projectInput
      })
    for (project, template) in zip(all, Self.templates) {
      #expect(project.faults == [] && project.upgrade == "2600" && project.version[0] == "56", "\(template)")
      #expect(project.beside == [".gitignore", "README.md"])
      let app = try #require(project.targets["com.apple.product-type.application.messages"])
      #expect(app.information.ITSAppUsesNonExemptEncryption == false)
      let own = try #require(project.targets.values.first { $0.id != app.id })
      let scheme = try #require(project.schemes.first { $0.name == "Monkey" })
      let ofExtension = try #require(project.schemes.first { $0.name == own.name })
      #expect(project.schemes.count == 2 && project.schemes.allSatisfy { $0.upgrade == "2600" })
      let appEntry = ["YES", app.id, "Monkey.app", "Monkey", "container:Monkey.xcodeproj"]
      let ownEntry = ["YES", own.id, "\(own.name).appex", own.name, "container:Monkey.xcodeproj"]
      #expect(scheme.built == [appEntry] && scheme.runsIn == nil && !scheme.isForExtension)
      #expect(ofExtension.built == [ownEntry, appEntry] && ofExtension.isForExtension)
      #expect(ofExtension.runsIn == "com.apple.MobileSMS")
      for scheme in project.schemes {
        #expect(
          scheme.tested == (template.hasCode ? [["MonkeyLogicTests", "container:MonkeyLogic"]] : []),
          "\(template)")
      }
      let folder = "Monkey MessagesExtension"
      #expect(
        project.privacy
          == (template.hasCode ? ["\(folder)/PrivacyInfo.xcprivacy": ParsedProject.Privacy()] : [:]))
      #expect(Array(project.texts.keys) == (template.hasCode ? ["\(folder)/Localizable.xcstrings"] : []))
    }
  }

  /// Apple's page about the system's Stickers app describes this.
  @Test(
    "a sticker browser is also for the Stickers app, and a message extension for Messages only",
    arguments: [
      (ProjectTemplate.stickerBrowser, ["Messages", "Media"], String?.some("OS")),
      (.interactiveMessage, ["Messages"], nil),
    ])
  func contexts(_ template: ProjectTemplate, _ contexts: [String], _ sharing: String?) throws {
    var projectInput = XcodeProjectInput(name: "Monkey")
    projectInput.template = template
    let pack = try #require(
      try seen([projectInput])[0].targets["com.apple.product-type.app-extension.messages"])
    #expect(
      pack.information.MSSupportedPresentationContexts
        == contexts.map { "MSMessagesAppPresentationContext\($0)" })
    #expect(pack.information.NSStickerSharingLevel == sharing)
  }

  @Test("the app has the languages that the project has text in", arguments: templates)
  func languages(_ template: ProjectTemplate) throws {
    var projectInput = XcodeProjectInput(name: "Cats", languages: ["en", "fr"])
    projectInput.template = template
    let app = try #require(try seen([projectInput])[0].targets.first { !$0.key.contains("extension") }?.value)
    #expect(app.information.CFBundleLocalizations == (template.hasCode ? ["en", "fr"] : ["en"]))
    projectInput.localizedNames = ["en": "Cats", "fr": "Chats"]
    let named = try #require(
      try seen([projectInput])[0].targets.first { !$0.key.contains("extension") }?.value)
    #expect(named.information.CFBundleLocalizations == ["en", "fr"])
  }

  @Test("a name in several languages is a resource of the app and of the extension", arguments: templates)
  func localizedName(_ template: ProjectTemplate) throws {
    var projectInput = XcodeProjectInput(name: "Cats $", languages: ["en", "fr"])
    projectInput.template = template
    projectInput.localizedNames = ["en": "Cats $", "fr": "Chats \"$(X)\"", "de": "Katzen"]
    let project = try seen([projectInput])[0]
    #expect(project.faults == [] && project.regions == ["en", "fr", "de", "Base"])
    let names = ["en": "Cats $", "fr": "Chats \"$(X)\"", "de": "Katzen"].mapValues(
      ParsedProject.Text.translated)
    let catalogs = project.texts.filter { $0.key.hasSuffix("/InfoPlist.xcstrings") }
    #expect(catalogs.count == 2)
    for catalog in catalogs.values { #expect(catalog == ["CFBundleDisplayName": names]) }
    for target in project.targets.values {
      #expect(target.information.CFBundleDisplayName == "Cats $$")
      #expect(target.phases.contains { $0.contains { "\($0)".contains("InfoPlist.xcstrings") } })
    }
  }
}

extension ExternalProgram {
  fileprivate static let hasProjectParsers =
    python.flatMap { try? run($0, ["-c", "import pbxproj, openstep_plist"]).status } == 0
}
