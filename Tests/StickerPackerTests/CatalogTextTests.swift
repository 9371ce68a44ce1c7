import Testing

@testable import StickerEngine
@testable import StickerPacker

/// The text of a catalog in several languages, and the languages of a project.
@Suite struct CatalogTextTests {
  private let project = "Monkey.xcodeproj/project.pbxproj"
  private let folder = "Monkey StickerPackExtension"

  private func projectInput(_ languages: [String], texts: [(String, [String: String])]) -> XcodeProjectInput {
    var projectInput = XcodeProjectInput(name: "Monkey", languages: languages)
    projectInput.localizedCatalogDescriptions = texts.map { name, texts in
      CatalogImageDescriptions(
        CatalogSticker(
          id: name, accessibilityLabel: nil, art: .image(CatalogImageFile(nameUniqueInPack: name, bytes: []))),
        texts)
    }
    return projectInput
  }

  private func object(_ tree: FileTree, _ isa: String) throws -> [OldStylePropertyList] {
    let objects = try OldStylePropertyList(parsing: try #require(tree[project]))["objects"]?.members ?? []
    return objects.map(\.value).filter { $0["isa"]?.text == isa }
  }

  @Test(
    "every language of a pack is in its project, with and without code",
    arguments: [ProjectTemplate.stickerPack, .stickerBrowser])
  func regions(_ template: ProjectTemplate) throws {
    var projectInput = XcodeProjectInput(name: "Monkey", languages: ["fr", "en", "zh-Hant"])
    projectInput.template = template
    let found = try object(xcodeProject(projectInput).tree, "PBXProject")
    #expect(found.first?["knownRegions"]?.texts == ["fr", "en", "zh-Hant", "Base"])
    #expect(found.first?["developmentRegion"]?.text == "fr")
  }

  @Test("each language that has text gets a strings file keyed by image name")
  func files() throws {
    let made = xcodeProject(
      projectInput(
        ["fr", "en", "de"],
        texts: [
          ("wave.png", ["en": "A \"monkey\" waves\\", "fr": "Un singe\nsalue"]), ("hop.gif", ["en": "Hop"]),
        ]))
    // As in Apple's String Resources: quotation marks, backslashes and line breaks are escaped with a
    // backslash.
    #expect(
      made.tree["\(folder)/en.lproj/Sticker Pack.strings"].map { String(decoding: $0, as: UTF8.self) } == """
        "wave.png.accessibilityLabel" = "A \\"monkey\\" waves\\\\";
        "hop.gif.accessibilityLabel" = "Hop";

        """)
    #expect(
      made.tree["\(folder)/fr.lproj/Sticker Pack.strings"].map { String(decoding: $0, as: UTF8.self) } == """
        "wave.png.accessibilityLabel" = "Un singe\\nsalue";

        """)
    #expect(!made.tree.paths.contains { $0.contains("de.lproj") })
    #expect(made.notes.count { $0.contains("untested") } == 1)
  }

  @Test("the strings files are one group in the project, a resource of only the extension")
  func group() throws {
    var tree = xcodeProject(projectInput(["en", "fr"], texts: [("a.png", ["en": "A", "fr": "B"])])).tree
    let groups = try object(tree, "PBXVariantGroup")
    #expect(groups.map { $0["name"]?.text } == ["Sticker Pack.strings"])
    #expect(groups[0]["children"]?.texts.count == 2)
    let phases = try object(tree, "PBXResourcesBuildPhase").map { $0["files"]?.texts.count ?? 0 }.sorted()
    #expect(phases == [1, 2])
    tree["Stickers.xcstickers/Contents.json"] = []
    #expect(projectFaults(tree) == [])
    tree["\(folder)/fr.lproj/Sticker Pack.strings"] = nil
    #expect(projectFaults(tree).count == 1)
  }

  @Test("without text in several languages, the project is unchanged")
  func none() {
    let bare = XcodeProjectInput(name: "Monkey", languages: ["en", "fr"])
    #expect(xcodeProject(projectInput(["en", "fr"], texts: [])) == xcodeProject(bare))
    #expect(!xcodeProject(bare).tree.paths.contains { $0.contains(".lproj") })
  }
}
