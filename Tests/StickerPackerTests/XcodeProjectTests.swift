import Testing

@testable import StickerEngine
@testable import StickerPacker

@Suite struct XcodeProjectTests {
  @Test("an identifier is derived from the name, and no two names share one")
  func identifiers() {
    func identifier(_ name: String) -> String {
      xcodeProject(XcodeProjectInput(name: name)).bundleIdentifier
    }
    #expect(identifier("Monkey Business") == "com.example.monkey-business")
    #expect(identifier("3 Monkeys") == "com.example.3-monkeys")
    // The digits of `printf 'monkey business' | sha256sum`, and so on.
    #expect(identifier("monkey business") == "com.example.monkey-business-2578a179")
    #expect(identifier("") == "com.example.stickers-e3b0c442")
    let names = [
      "Monkey", "monkey", "MONKEY", "Monkey ", " Monkey", "Mon Key", "Mon-Key", "Mon  Key", "MonKey", "猿",
      "😀", "",
      "Mönkey", "Mo\u{308}nkey", "Monkey!", "Monkey?", String(repeating: "Monkey", count: 30),
      String(repeating: "Monkey", count: 31), "$(HOME)", "\"", "\n",
    ]
    let identifiers = names.map(identifier)
    #expect(Set(identifiers.map { $0.lowercased() }).count == names.count)
    for identifier in identifiers { #expect(fault(ofBundleIdentifier: identifier) == nil) }
  }

  @Test("a given identifier is used without a note")
  func given() throws {
    let project = xcodeProject(XcodeProjectInput(name: "Monkey", bundleIdentifier: "org.art.monkey"))
    #expect(project.bundleIdentifier == "org.art.monkey" && project.notes == [])
    let text = String(
      decoding: try #require(project.tree["Monkey.xcodeproj/project.pbxproj"]), as: UTF8.self)
    #expect(text.contains("PRODUCT_BUNDLE_IDENTIFIER = org.art.monkey;"))
    #expect(text.contains("PRODUCT_BUNDLE_IDENTIFIER = org.art.monkey.StickerPackExtension;"))
    #expect(!text.contains("DEVELOPMENT_TEAM"))
  }

  @Test("names of folders and targets contain only letters and digits, and are never reserved")
  func names() {
    func name(_ name: String) -> String { xcodeProject(XcodeProjectInput(name: name)).name }
    #expect(name("Monkey Business") == "MonkeyBusiness")
    #expect(name("monkey-business_2") == "MonkeyBusiness2")
    #expect(name("3 Monkeys") == "StickerPack3Monkeys")
    #expect(name("猿") == "StickerPack")
    #expect(name("../../etc/passwd") == "EtcPasswd")
    #expect(name("con") == "StickerPackCon" && name("LPT1") == "StickerPackLPT1")
    #expect(name("variants") == "StickerPackVariants" && name("Stickers") == "StickerPackStickers")
    #expect(name(String(repeating: "a", count: 500)).count == 40)
  }

  @Test("two packs share no object identifier, and one pack always has the same ones")
  func ids() {
    func ids(_ name: String) -> Set<String> {
      let project = xcodeProject(XcodeProjectInput(name: name))
      let bytes = project.tree["\(project.xcodeprojFolderName)/project.pbxproj"] ?? []
      let objects = (try? OldStylePropertyList(parsing: bytes))?["objects"]?.members ?? []
      return Set(objects.map(\.key))
    }
    let (monkey, other) = (ids("Monkey"), ids("monkey"))
    #expect(monkey.count == 30 && other.count == 30 && monkey.isDisjoint(with: other))
    let projectInput = XcodeProjectInput(name: "Monkey")
    #expect(xcodeProject(projectInput) == xcodeProject(projectInput))
  }

  @Test("teams and versions that Apple would reject are reported")
  func appSettings() {
    for good in ["A1B2C3D4E5", "0123456789"] { #expect(fault(ofTeamID: good) == nil) }
    for bad in ["", "A1B2C3D4E", "A1B2C3D4E56", "a1b2c3d4e5", "A1B2C3D4É5", "A1B2 3D4E5"] {
      #expect(fault(ofTeamID: bad) != nil, "\(bad)")
    }
    for good in ["1", "1.0", "2.10.3", "20261128"] { #expect(fault(ofVersionOrBuildNumber: good) == nil) }
    for bad in ["", "1.", ".1", "1.2.3.4", "1.0b", "v1", "-1", "١", "1234567890.12345678.1"] {
      #expect(fault(ofVersionOrBuildNumber: bad) != nil, "\(bad)")
    }
  }

  @Test("identifiers and deployment targets that Xcode would reject are reported")
  func complaints() {
    for good in ["com.example.a", "a.b", "org.art-2.M"] {
      #expect(fault(ofBundleIdentifier: good) == nil)
    }
    for bad in [
      "", "a", "a.", ".a", "a..b", "a.b c", "a.b_c", "a.$(B)", "a.é",
      "a." + String(repeating: "b", count: 119),
    ] {
      #expect(fault(ofBundleIdentifier: bad) != nil, "\(bad)")
    }
    for good in ["15.0", "10.0", "17", "16.4.1"] { #expect(fault(ofDeploymentTarget: good) == nil) }
    for bad in ["", "9.3", "15.", "15.0.0.0", "iOS 15", "1 5", "١٥.0", "9999.0"] {
      #expect(fault(ofDeploymentTarget: bad) != nil, "\(bad)")
    }
  }
}

@Suite struct ProjectFaultTests {
  private let project = "Monkey.xcodeproj/project.pbxproj"

  /// The errors in a pack with a project after a change.
  private func faults(_ change: (inout FileTree) -> Void = { _ in }) -> [String] {
    var tree = xcodeProject(XcodeProjectInput(name: "Monkey")).tree
    tree["Stickers.xcstickers/Contents.json"] = []
    change(&tree)
    return projectFaults(tree)
  }

  private func replaced(_ part: String, _ other: String) -> [String] {
    faults { tree in
      let text = String(decoding: tree[project] ?? [], as: UTF8.self)
      let pieces = text.split(separator: part, omittingEmptySubsequences: false)
      #expect(pieces.count > 1)
      tree[project] = Array(pieces.joined(separator: other).utf8)
    }
  }

  @Test("generated projects have no errors, wherever they are")
  func sound() {
    #expect(faults() == [])
    var below = FileTree()
    var tree = xcodeProject(XcodeProjectInput(name: "Monkey")).tree
    tree["Stickers.xcstickers/Contents.json"] = []
    below.add(tree, below: "art/packs")
    #expect(projectFaults(below) == [])
    #expect(projectFaults(FileTree()) == [])
  }

  @Test("dangling references are reported")
  func lost() {
    #expect(
      faults { $0["Stickers.xcstickers/Contents.json"] = nil } == [
        "\(project): Stickers.xcstickers is not there"
      ])
    // The file itself, and the setting in two configurations.
    #expect(
      faults { $0["Monkey/Info.plist"] = nil }
        == Array(repeating: "\(project): Monkey/Info.plist is not there", count: 3))
    #expect(faults { $0[project] = Array("{".utf8) } == ["\(project), line 1: unexpected end"])
    #expect(faults { $0[project] = Array("{}".utf8) } == ["\(project): it has no project object"])
    #expect(
      replaced("path = Stickers.xcstickers", "path = \"../\\U001bStickers.xcstickers\"") == [
        "\(project): ../\\u{1B}Stickers.xcstickers is not there"
      ])
  }

  @Test("a build file is in exactly one phase")
  func strays() throws {
    let found = replaced("isa = PBXResourcesBuildPhase", "isa = PBXResources")
    #expect(found.count == 3)  // two files, and no catalog
    #expect(found[0].hasSuffix(" is a build file in 0 phases, not in exactly one"))
  }

  @Test("a target without the catalog, and an app without its extension, are reported")
  func targets() {
    #expect(
      replaced("folder.stickers", "folder.assetcatalog") == [
        "\(project): the app and the extension have different catalogs"
      ])
    #expect(
      replaced("isa = PBXCopyFilesBuildPhase", "isa = PBXCopyOtherBuildPhase") == [
        "\(project): the app does not embed the extension"
      ])
    #expect(
      replaced("com.apple.product-type.app-extension.messages-sticker-pack", "x") == [
        "\(project): it does not have exactly one Messages app and one Messages extension"
      ])
    #expect(
      replaced("isa = PBXTargetDependency", "isa = PBXTargetDependency; other = 0123456789ABCDEF01234567")
        .count == 1)
    #expect(
      replaced("target = ", "goal = ") == ["\(project): the app does not depend on the extension"])
  }
}
