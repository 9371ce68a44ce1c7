import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPacker

/// Projects whose settings a user changed in Xcode, and that are then rebuilt.
@Suite struct KeepBuildSettingsTests {
  private static let file = "Monkey.xcodeproj/project.pbxproj"
  private static let templates: [ProjectTemplate] = [.stickerPack, .stickerBrowser]

  private static func buildPack(
    _ template: ProjectTemplate, chosenTarget: String? = nil,
    _ change: @Sendable (inout Pack) -> Void = { _ in }
  ) async throws -> PackInMemory {
    let art = ArtFolder(files: ["a.png": try still(300, 300)])
    let files = art.files
    var pack = art.pack()
    change(&pack)
    var options = PackOptions(
      variants: .none, toolVersion: "0.0.1", deploymentTarget: chosenTarget ?? "15.0")
    options.template = template
    options.hasChosenDeploymentTarget = chosenTarget != nil
    return try await buildPackInMemory(pack, options) { path in
      path.text.flatMap { files[$0] }.map(ReadOutcome.bytes) ?? .unreadable("it is not there")
    }
  }

  /// Replaces text in the project file, as Xcode would when a person edits the project.
  private static func edited(_ tree: FileTree, _ edits: (String, String)...) throws -> FileTree {
    var (tree, text) = (tree, String(decoding: try #require(tree[file]), as: UTF8.self))
    for (part, other) in edits {
      #expect(text.contains(part), "\(part)")
      text = text.replacing(part, with: other)
    }
    tree[file] = Array(text.utf8)
    return tree
  }

  /// The values of a setting in all build configurations of the project, without duplicates.
  private static func values(_ setting: String, _ tree: FileTree) throws -> Set<String> {
    let objects = try OldStylePropertyList(parsing: try #require(tree[file]))["objects"]?.members ?? []
    return Set(objects.compactMap { $0.value["buildSettings"]?[setting]?.text })
  }

  private static let style = "CODE_SIGN_STYLE = Automatic;"
  private static let team = (style, "CODE_SIGN_STYLE = Manual;\n\t\t\t\tDEVELOPMENT_TEAM = AAAAAAAAAA;")

  @Test(
    "a team chosen in Xcode stays, and the rest of the project is still updated", arguments: templates)
  func team(_ template: ProjectTemplate) async throws {
    let old = try Self.edited(try await Self.buildPack(template).tree, Self.team)
    let next = try await Self.buildPack(template) { pack in
      pack.appBuildSettings.version = "2.0"
      pack.metadata.localizedNames = ["en": "Monkey", "fr": "Singe"]
    }
    let kept = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(try Self.values("DEVELOPMENT_TEAM", kept.tree) == ["AAAAAAAAAA"])
    #expect(try Self.values("CODE_SIGN_STYLE", kept.tree) == ["Manual"])
    #expect(try Self.values("MARKETING_VERSION", kept.tree) == ["2.0"])
    #expect(String(decoding: kept.tree[Self.file] ?? [], as: UTF8.self).contains("InfoPlist.xcstrings"))
    #expect(kept.notes.last?.text.hasSuffix("Monkey.xcodeproj: CODE_SIGN_STYLE and DEVELOPMENT_TEAM") == true)
    // Only the settings differ from the new project.
    for path in next.tree.paths where path != Self.file {
      #expect(kept.tree[path] == next.tree[path], "\(path)")
    }
    #expect(
      try Self.edited(
        kept.tree, ("CODE_SIGN_STYLE = Manual;", Self.style), ("\t\t\t\tDEVELOPMENT_TEAM = AAAAAAAAAA;\n", "")
      )
        == next.tree)
    #expect(
      await verifyPack(
        kept.tree, fullyDecodedFiles: kept.hashedDecodableFiles, preservedFiles: kept.preservedFiles) == [])
    // The next build keeps these settings, too, and a forced one does not.
    let again = next.mergingProject(of: PreviousBuild(kept.tree), replacingUserChanges: false)
    #expect(again.tree == kept.tree)
    #expect(next.mergingProject(of: PreviousBuild(kept.tree), replacingUserChanges: true).tree == next.tree)
  }

  @Test("the pack file overrides Xcode, and unset values stay as in Xcode")
  func chosen() async throws {
    let old = try Self.edited(
      try await Self.buildPack(.stickerPack).tree, Self.team,
      ("MARKETING_VERSION = 1.0;", "MARKETING_VERSION = 3.1;"),
      ("CURRENT_PROJECT_VERSION = 1;", "CURRENT_PROJECT_VERSION = 41;"),
      ("IPHONEOS_DEPLOYMENT_TARGET = 15.0;", "IPHONEOS_DEPLOYMENT_TARGET = 17.0;"),
      ("com.example.monkey", "org.mine.monkey"),
      ("TARGETED_DEVICE_FAMILY = \"1,2\";", "TARGETED_DEVICE_FAMILY = 1;"))
    let silent = try await Self.buildPack(.stickerPack)
    let kept = silent.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(try Self.values("MARKETING_VERSION", kept.tree) == ["3.1"])
    #expect(try Self.values("CURRENT_PROJECT_VERSION", kept.tree) == ["41"])
    #expect(try Self.values("IPHONEOS_DEPLOYMENT_TARGET", kept.tree) == ["17.0"])
    #expect(try Self.values("TARGETED_DEVICE_FAMILY", kept.tree) == ["1"])
    let own: Set = ["org.mine.monkey", "org.mine.monkey.StickerPackExtension"]
    #expect(try Self.values("PRODUCT_BUNDLE_IDENTIFIER", kept.tree) == own)
    #expect(kept.manifest.project?.bundleIdentifier == "org.mine.monkey")
    #expect(
      PreviousBuild(kept.tree).changes(
        to: silent.mergingProject(of: PreviousBuild(kept.tree), replacingUserChanges: false))?
        .changedBuildOptions
        == [])
    #expect(!kept.projectNotes.contains { $0.text.contains("com.example.monkey") })
    let loud = try await Self.buildPack(.stickerPack, chosenTarget: "16.0") { pack in
      pack.appBuildSettings = AppBuildSettings(team: "BBBBBBBBBB", version: "4.0", build: "42")
      pack.bundleIdentifier = "org.art.monkey"
    }
    let updated = loud.mergingProject(of: PreviousBuild(kept.tree), replacingUserChanges: false)
    #expect(try Self.values("DEVELOPMENT_TEAM", updated.tree) == ["BBBBBBBBBB"])
    #expect(try Self.values("MARKETING_VERSION", updated.tree) == ["4.0"])
    #expect(try Self.values("CURRENT_PROJECT_VERSION", updated.tree) == ["42"])
    #expect(try Self.values("IPHONEOS_DEPLOYMENT_TARGET", updated.tree) == ["16.0"])
    let given: Set = ["org.art.monkey", "org.art.monkey.StickerPackExtension"]
    #expect(try Self.values("PRODUCT_BUNDLE_IDENTIFIER", updated.tree) == given)
    #expect(
      try Self.values("CODE_SIGN_STYLE", updated.tree) == ["Manual"], "the pack file does not set it")
    #expect(projectFaults(updated.tree) == [])
  }

  @Test("a build setting that was removed in Xcode stays removed, unless another version made the project")
  func removedSetting() async throws {
    let plan = try await Self.buildPack(.stickerPack)
    let line = "\t\t\t\tTARGETED_DEVICE_FAMILY = \"1,2\";\n"
    let old = try Self.edited(plan.tree, (line, ""))
    let kept = plan.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(try Self.values("TARGETED_DEVICE_FAMILY", kept.tree) == [])
    #expect(kept.notes.last?.text.hasSuffix("Monkey.xcodeproj: TARGETED_DEVICE_FAMILY") == true)
    var made = old
    made[Manifest.fileName] = Array(
      String(decoding: try #require(old[Manifest.fileName]), as: UTF8.self)
        .replacing("\"0.0.1\"", with: "\"0.0.0\"").utf8)
    #expect(made != old)
    let updated = plan.mergingProject(of: PreviousBuild(made), replacingUserChanges: false)
    #expect(try Self.values("TARGETED_DEVICE_FAMILY", updated.tree) == ["1,2"])
  }

  @Test("languages that were added in Xcode stay, and versions never go back", arguments: templates)
  func projectAttributes(_ template: ProjectTemplate) async throws {
    let plan = try await Self.buildPack(template)
    let old = try Self.edited(
      plan.tree, ("\t\t\t\tBase,\n", "\t\t\t\tBase,\n\t\t\t\tde,\n"),
      ("LastUpgradeCheck = 2600;", "LastUpgradeCheck = 2630;"),
      ("objectVersion = 56;", "objectVersion = 77;"),
      ("\t\t\tcompatibilityVersion = \"Xcode 14.0\";\n", ""),
      ("\t\t\tproductRefGroup = ", "\t\t\tpreferredProjectObjectVersion = 77;\n\t\t\tproductRefGroup = "))
    #expect(plan.mergingProject(of: PreviousBuild(old), replacingUserChanges: false).tree == old)
    let next = try await Self.buildPack(template) { $0.metadata.languages = ["en", "fr"] }
    let kept = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    let project = try OldStylePropertyList(parsing: try #require(kept.tree[Self.file]))
    let attributes = project["objects"]?.members.first { $0.value["isa"]?.text == "PBXProject" }?.value
    let regions = Set(attributes?["knownRegions"]?.texts ?? [])
    #expect(regions.isSuperset(of: ["Base", "de", "en", "fr"]))
    #expect(attributes?["attributes"]?["LastUpgradeCheck"]?.text == "2630")
    #expect(project["objectVersion"]?.text == "77")
    #expect(projectFaults(kept.tree) == [])
    // A language that left the pack leaves the project, too.
    let last = plan.mergingProject(of: PreviousBuild(kept.tree), replacingUserChanges: false)
    let text = String(decoding: try #require(last.tree[Self.file]), as: UTF8.self)
    #expect(text.contains("\t\t\t\tde,\n") && !text.contains("\t\t\t\tfr,\n"))
  }

  @Test("a kept project with an old name gets the new display name")
  func displayName() async throws {
    let old = try Self.edited(try await Self.buildPack(.stickerPack).tree, Self.team)
    let next = try await Self.buildPack(.stickerPack) { $0.name = "Cats" }
    let kept = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(try Self.values("DEVELOPMENT_TEAM", kept.tree) == ["AAAAAAAAAA"])
    #expect(try Self.values("PRODUCT_BUNDLE_IDENTIFIER", kept.tree).contains("com.example.monkey"))
    for folder in ["Monkey", "Monkey StickerPackExtension"] {
      let plist = String(decoding: try #require(kept.tree["\(folder)/Info.plist"]), as: UTF8.self)
      #expect(plist.contains("<string>Cats</string>") && !plist.contains("Monkey"), "\(folder)")
    }
    #expect(
      kept.notes.last?.text.hasPrefix("kept the name Monkey.xcodeproj, because someone changed \(Self.file)")
        == true)
    #expect(
      await verifyPack(
        kept.tree, fullyDecodedFiles: kept.hashedDecodableFiles, preservedFiles: kept.preservedFiles) == [])
    // The new display name is not a change of the user.
    let again = next.mergingProject(of: PreviousBuild(kept.tree), replacingUserChanges: false)
    #expect(again.tree == kept.tree)
    // Neither is the old name, if the pack gets it back while a changed file keeps the project.
    let back = try await Self.buildPack(.stickerPack)
    var own = kept.tree
    own["Monkey/Info.plist"] = Array("<!-- mine -->".utf8)
    let mixed = back.mergingProject(of: PreviousBuild(own), replacingUserChanges: false)
    #expect(mixed.tree["Monkey/Info.plist"] == own["Monkey/Info.plist"])
    let plist = "Monkey StickerPackExtension/Info.plist"
    #expect(mixed.tree[plist] == back.tree[plist])
  }

  @Test("the schemes of a project file that was kept refer to its targets, and new files are listed")
  func schemes() async throws {
    let end = "/* End PBXFileReference section */"
    let own = "\t\t0123456789ABCDEF01234567 = {isa = PBXFileReference; path = a; sourceTree = SDKROOT; };\n"
    let old = try Self.edited(try await Self.buildPack(.stickerBrowser).tree, (end, own + end))
    let next = try await Self.buildPack(.stickerBrowser) { pack in
      pack.bundleIdentifier = "org.art.monkey"
      pack.metadata.localizedNames = ["en": "Monkey", "fr": "Singe"]
    }
    let kept = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    let project = String(decoding: try #require(kept.tree[Self.file]), as: UTF8.self)
    #expect(
      project
        == String(decoding: old[Self.file] ?? [], as: UTF8.self)
        .replacing("com.example.monkey", with: "org.art.monkey"))
    let schemes = kept.tree.paths.filter { $0.hasSuffix(".xcscheme") }
    #expect(schemes.count == 2)
    for scheme in schemes {
      let text = String(decoding: try #require(kept.tree[scheme]), as: UTF8.self)
      let ids = text.matches(of: /BlueprintIdentifier = "([0-9A-F]{24})"/).map { String($0.1) }
      #expect(!ids.isEmpty && ids.allSatisfy(project.contains), "\(scheme)")
    }
    #expect(kept.manifest.project?.bundleIdentifier == "org.art.monkey")
    let unlisted =
      "Monkey.xcodeproj was kept and does not list Monkey MessagesExtension/InfoPlist.xcstrings and "
      + "Monkey/InfoPlist.xcstrings. Add what the app needs in Xcode."
    #expect(
      kept.notes.map(\.text).suffix(2) == [
        "only PRODUCT_BUNDLE_IDENTIFIER was updated in Monkey.xcodeproj", unlisted,
      ])
    // The next build changes nothing, but the file is still missing from the project.
    let again = next.mergingProject(of: PreviousBuild(kept.tree), replacingUserChanges: false)
    #expect(again.tree == kept.tree && again.notes.last?.text == unlisted)
  }

  @Test("schemes still refer to the targets after the bundle identifier changed", arguments: templates)
  func objectIDs(_ template: ProjectTemplate) async throws {
    var old = try await Self.buildPack(template).tree
    let scheme = try #require(old.paths.first { $0.hasSuffix("/Monkey.xcscheme") })
    let own = scheme.replacing("Monkey.xcscheme", with: "Beta.xcscheme")
    old[own] = old[scheme]
    let next = try await Self.buildPack(template) { $0.bundleIdentifier = "org.art.monkey" }
    #expect(next.tree[scheme] != old[scheme])
    let kept = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(kept.tree[own] == old[own] && kept.tree[scheme] == old[scheme])
    let project = String(decoding: try #require(kept.tree[Self.file]), as: UTF8.self)
    let text = String(decoding: try #require(kept.tree[own]), as: UTF8.self)
    let ids = text.matches(of: /BlueprintIdentifier = "([0-9A-F]{24})"/).map { String($0.1) }
    #expect(!ids.isEmpty && ids.allSatisfy(project.contains))
    #expect(project.contains("org.art.monkey"))
    #expect(try Manifest(parsing: kept.manifest.encoded()) == kept.manifest)
    #expect(await verifyPack(kept.tree, preservedFiles: kept.preservedFiles) == [])
    let again = next.mergingProject(of: PreviousBuild(kept.tree), replacingUserChanges: false)
    #expect(again.tree == kept.tree)
    #expect(
      next.mergingProject(of: PreviousBuild(kept.tree), replacingUserChanges: true).tree[scheme]
        == next.tree[scheme])
  }

  @Test(
    "a scheme that a person changed or deleted does not keep the rest of the project", arguments: templates)
  func changedScheme(_ template: ProjectTemplate) async throws {
    var old = try await Self.buildPack(template).tree
    let schemes = old.paths.filter { $0.hasSuffix(".xcscheme") }
    let text = String(decoding: try #require(old[schemes[0]]), as: UTF8.self)
    old[schemes[0]] = Array(text.replacing("\"2600\"", with: "\"2630\"").utf8)
    let edited = try #require(old[schemes[0]])
    let next = try await Self.buildPack(template) { $0.appBuildSettings.version = "2.0" }
    let kept = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(kept.tree[Self.file] == next.tree[Self.file] && kept.tree[schemes[0]] == edited)
    #expect(kept.notes.last?.text.hasPrefix("kept \(schemes[0]), because someone changed it") == true)
    #expect(await verifyPack(kept.tree, preservedFiles: kept.preservedFiles) == [])
    old[schemes[1]] = nil
    let without = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(without.tree[Self.file] == next.tree[Self.file] && without.tree[schemes[1]] == nil)
    #expect(await verifyPack(without.tree, preservedFiles: without.preservedFiles) == [])
  }

  @Test(
    "a kept project file gets the numbers and the team of the pack file, and nothing else",
    arguments: templates)
  func chosenSettingsInKeptProject(_ template: ProjectTemplate) async throws {
    let end = "/* End PBXFileReference section */"
    let own = "\t\t0123456789ABCDEF01234567 = {isa = PBXFileReference; path = a; sourceTree = SDKROOT; };\n"
    let old = try Self.edited(
      try await Self.buildPack(template).tree, (end, own + end),
      ("TARGETED_DEVICE_FAMILY = \"1,2\";", "TARGETED_DEVICE_FAMILY = 1;"))
    let next = try await Self.buildPack(template) { pack in
      pack.appBuildSettings = AppBuildSettings(team: "BBBBBBBBBB", version: "4.0", build: "42")
    }
    let kept = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(try Self.values("DEVELOPMENT_TEAM", kept.tree) == ["BBBBBBBBBB"])
    #expect(try Self.values("MARKETING_VERSION", kept.tree) == ["4.0"])
    #expect(try Self.values("CURRENT_PROJECT_VERSION", kept.tree) == ["42"])
    #expect(
      try Self.edited(
        kept.tree, ("MARKETING_VERSION = 4.0;", "MARKETING_VERSION = 1.0;"),
        ("CURRENT_PROJECT_VERSION = 42;", "CURRENT_PROJECT_VERSION = 1;"),
        ("\t\t\t\tDEVELOPMENT_TEAM = BBBBBBBBBB;\n", ""))[Self.file] == old[Self.file])
    let note =
      "only CURRENT_PROJECT_VERSION, DEVELOPMENT_TEAM and MARKETING_VERSION were updated in Monkey.xcodeproj"
    #expect(kept.notes.contains { $0.text == note })
    #expect(await verifyPack(kept.tree, preservedFiles: kept.preservedFiles) == [])
    let again = next.mergingProject(of: PreviousBuild(kept.tree), replacingUserChanges: false)
    #expect(again.tree == kept.tree && !again.notes.contains { $0.text == note })
  }

  @Test("chosen values reach configurations that a person added, and replace values for single platforms")
  func addedConfiguration() async throws {
    let plan = try await Self.buildPack(.stickerPack)
    let text = String(decoding: try #require(plan.tree[Self.file]), as: UTF8.self)
    let release = try #require(
      text.firstMatch(
        of:
          /\t\t([0-9A-F]{24}) \/\* Release \*\/ = \{(?:(?!\n\t\t\};)[\s\S])*Monkey\/Info.plist(?:(?!\n\t\t\};)[\s\S])*\n\t\t\};\n/
      ))
    let id = String(release.output.1)
    let staging = String(release.output.0)
      .replacing(id, with: "0123456789ABCDEF01234567").replacing("name = Release;", with: "name = Staging;")
      .replacing(
        "\tINFOPLIST_FILE",
        with: "\t\"DEVELOPMENT_TEAM[sdk=iphoneos*]\" = AAAAAAAAAA;\n\t\t\t\tINFOPLIST_FILE")
    let old = try Self.edited(
      plan.tree, (String(release.output.0), String(release.output.0) + staging),
      (
        "\t\t\t\t\(id) /* Release */,\n",
        "\t\t\t\t\(id) /* Release */,\n\t\t\t\t0123456789ABCDEF01234567 /* Staging */,\n"
      ))
    let next = try await Self.buildPack(.stickerPack) { pack in
      pack.appBuildSettings = AppBuildSettings(team: "BBBBBBBBBB", version: "4.0", build: "42")
    }
    let kept = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(String(decoding: kept.tree[Self.file] ?? [], as: UTF8.self).contains("name = Staging;"))
    #expect(try Self.values("CURRENT_PROJECT_VERSION", kept.tree) == ["42"])
    #expect(try Self.values("DEVELOPMENT_TEAM", kept.tree) == ["BBBBBBBBBB"])
    #expect(try Self.values("DEVELOPMENT_TEAM[sdk=iphoneos*]", kept.tree) == [])
  }

  @Test("new languages reach a project with a team and an old name")
  func renamedWithTeam() async throws {
    let old = try Self.edited(try await Self.buildPack(.stickerBrowser).tree, Self.team)
    let next = try await Self.buildPack(.stickerBrowser) { pack in
      pack.name = "Cats"
      pack.metadata.languages = ["en", "de"]
      pack.metadata.browserBackgroundColor = 0x112233
    }
    let kept = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(try Self.values("DEVELOPMENT_TEAM", kept.tree) == ["AAAAAAAAAA"])
    let project = String(decoding: try #require(kept.tree[Self.file]), as: UTF8.self)
    #expect(project.contains("\t\t\t\tde,\n"))
    let settings = try #require(kept.tree["Monkey MessagesExtension/Settings.swift"])
    #expect(String(decoding: settings, as: UTF8.self).contains("112233"))
    #expect(projectFaults(kept.tree) == [])
    let again = next.mergingProject(of: PreviousBuild(kept.tree), replacingUserChanges: false)
    #expect(again.tree == kept.tree)
  }

  @Test(
    "anything but settings that a person changed in the project file stays",
    arguments: [
      (
        "BuildIndependentTargetsInParallel = 1;",
        "BuildIndependentTargetsInParallel = 1;\n\t\t\t\tORGANIZATIONNAME = Mine;"
      ),
      ("name = Debug;", "name = Development;"), ("developmentRegion = en;", "developmentRegion = fr;"),
    ])
  func otherChanges(_ part: String, _ other: String) async throws {
    let old = try Self.edited(try await Self.buildPack(.stickerPack).tree, (part, other))
    let next = try await Self.buildPack(.stickerPack) { $0.metadata.languages = ["en", "fr"] }
    let kept = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(kept.tree[Self.file] == old[Self.file])
  }

  @Test("a file that a person renamed in the package with the logic does not come back")
  func renamedLogic() async throws {
    let plan = try await Self.buildPack(.stickerBrowser)
    var old = plan.tree
    let file = "MonkeyLogic/Sources/MonkeyLogic/HexColor.swift"
    old["MonkeyLogic/Sources/MonkeyLogic/Colors.swift"] = old[file]
    old[file] = nil
    let kept = plan.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(kept.tree[file] == nil && kept.tree["MonkeyLogic/Sources/MonkeyLogic/Colors.swift"] != nil)
    #expect(await verifyPack(kept.tree, preservedFiles: kept.preservedFiles) == [])
  }

  @Test("a team that an old version of Xcode stored as an attribute of the targets stays")
  func attributes() async throws {
    let version = "CreatedOnToolsVersion = 26.0;"
    let lines =
      "\(version)\n\t\t\t\t\t\tDevelopmentTeam = AAAAAAAAAA;\n\t\t\t\t\t\tProvisioningStyle = Manual;"
    let plan = try await Self.buildPack(.stickerPack)
    let old = try Self.edited(plan.tree, (version, lines))
    #expect(plan.mergingProject(of: PreviousBuild(old), replacingUserChanges: false).tree == old)
  }

  @Test(
    "a project with changes to anything but settings is kept unchanged",
    arguments: [
      (
        "/* End PBXFileReference section */",
        "\t\t0123456789ABCDEF01234567 = {isa = PBXFileReference; path = a; sourceTree = \"<group>\"; };\n/* End PBXFileReference section */"
      ),
      ("remoteInfo = \"Monkey StickerPackExtension\"", "remoteInfo = Other"),
      ("isa = PBXTargetDependency;", "isa = PBXOther;"),
      ("/* Begin XCBuildConfiguration section */", "{"),
    ])
  func structure(_ part: String, _ other: String) async throws {
    let old = try Self.edited(try await Self.buildPack(.stickerPack).tree, (part, other), Self.team)
    let next = try await Self.buildPack(.stickerPack) {
      $0.metadata.localizedNames = ["en": "Monkey", "fr": "Singe"]
    }
    let kept = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(kept.tree[Self.file] == old[Self.file])
    #expect(kept.notes.contains { $0.text.hasPrefix("kept \(Self.file), because someone changed it") })
  }

  @Test("an extension file that was removed from the project does not come back")
  func removed() async throws {
    let plan = try await Self.buildPack(.stickerBrowser)
    var old = plan.tree
    let lines = String(decoding: try #require(old[Self.file]), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    old[Self.file] = Array(lines.filter { !$0.contains("StickerBar.swift") }.joined(separator: "\n").utf8)
    old["Monkey MessagesExtension/StickerBar.swift"] = nil
    let kept = plan.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(kept.tree[Self.file] == old[Self.file])
    #expect(kept.tree["Monkey MessagesExtension/StickerBar.swift"] == nil)
  }

  @Test("an edited README or .gitignore stays, and the project is still updated", arguments: templates)
  func beside(_ template: ProjectTemplate) async throws {
    var old = try await Self.buildPack(template).tree
    old["README.md"] = [1]
    old[".gitignore"] = [2]
    let next = try await Self.buildPack(template) { $0.appBuildSettings.version = "2.0" }
    let kept = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(kept.tree["README.md"] == [1] && kept.tree[".gitignore"] == [2])
    #expect(kept.tree[Self.file] == next.tree[Self.file])
    #expect(
      await verifyPack(
        kept.tree, fullyDecodedFiles: kept.hashedDecodableFiles, preservedFiles: kept.preservedFiles) == [])
  }

  /// The library pbxproj writes files in its own way, as Xcode does.
  @Test(
    "settings that another program wrote stay",
    .enabled(if: ExternalProgram.hasProjectWriter, "skipped: no pbxproj"), arguments: templates)
  func otherWriter(_ template: ProjectTemplate) async throws {
    var old = try await Self.buildPack(template).tree
    old[Self.file] = try ExternalProgram.withTemporaryFolder { folder in
      let project = folder.appendingPathComponent("Monkey.xcodeproj")
      try FileManager.default.createDirectory(at: project, withIntermediateDirectories: true)
      let file = project.appendingPathComponent("project.pbxproj")
      try Data(try #require(old[Self.file])).write(to: file)
      let script = """
        import sys
        from pbxproj import XcodeProject
        project = XcodeProject.load(sys.argv[1])
        project.set_flags("DEVELOPMENT_TEAM", "AAAAAAAAAA")
        project.set_flags("CODE_SIGN_IDENTITY[sdk=iphoneos*]", "iPhone Developer")
        project.save()
        """
      let answer = try ExternalProgram.run(try #require(ExternalProgram.python), ["-c", script, file.path])
      try #require(answer.status == 0, "\(answer.output)")
      return Array(try Data(contentsOf: file))
    }
    let next = try await Self.buildPack(template) { $0.appBuildSettings.buildNumber = "2" }
    let kept = next.mergingProject(of: PreviousBuild(old), replacingUserChanges: false)
    #expect(try Self.values("DEVELOPMENT_TEAM", kept.tree) == ["AAAAAAAAAA"])
    #expect(try Self.values("CODE_SIGN_IDENTITY[sdk=iphoneos*]", kept.tree) == ["iPhone Developer"])
    #expect(try Self.values("CURRENT_PROJECT_VERSION", kept.tree) == ["2"])
    #expect(projectFaults(kept.tree) == [])
  }
}

extension ExternalProgram {
  fileprivate static let hasProjectWriter =
    python.flatMap { try? run($0, ["-c", "import pbxproj"]).status } == 0
}
