import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPacker

/// Projects whose extension has code.
@Suite struct CodeProjectTests {
  static let templates: [ProjectTemplate] = [.stickerBrowser, .interactiveMessage]
  static let hostile = [
    "Monkey Business", "\"; exit(1) //", "\\(name)", "Line\nend", "</script><!--", "猿 😀", "", "3 Monkeys",
    "class",
    "«base-url»", "TemplateLogic", "$(HOME)", "../../x", "*/", "\u{202E}gnihton",
  ]

  static func projectInput(_ template: ProjectTemplate, name: String = "Monkey Business") -> XcodeProjectInput
  {
    var projectInput = XcodeProjectInput(name: name, languages: ["en", "fr", "cs"])
    (projectInput.template, projectInput.gridSize) = (template, .large)
    (projectInput.browserBackgroundColor, projectInput.stickerDownloadBaseURL) = (
      0xFFD54F, "https://example.com/stickers"
    )
    guard template == .interactiveMessage else { return projectInput }
    projectInput.message = InteractiveMessage(
      baseURL: "https://example.com/vote",
      texts: [
        .caption: ["en": "{question} \"now\"", "fr": "{question} \\ maintenant"],
        .trailingCaption: ["und": "{votes}"],
      ], image: Path("art/Vote Now.PNG"))
    return projectInput
  }

  /// The project with the files that a build puts next to it.
  static func treeWithBuildOutput(_ projectInput: XcodeProjectInput) -> FileTree {
    var tree = xcodeProject(projectInput).tree
    tree["Stickers/index.json"] = []
    tree["Assets.xcassets/Contents.json"] = []
    if let image = projectInput.message?.image {
      tree["Message/\(ExtensionBundleFolders.messageImageName(image))"] = []
    }
    return tree
  }

  private static func text(_ tree: FileTree, _ path: String) throws -> String {
    String(decoding: try #require(tree[path], "\(path)"), as: UTF8.self)
  }

  @Test("every file reference has a file, and all code is compiled", arguments: templates)
  func sound(_ template: ProjectTemplate) {
    for name in Self.hostile {
      #expect(
        projectFaults(Self.treeWithBuildOutput(Self.projectInput(template, name: name))) == [], "\(name)")
    }
  }

  @Test("every file of the extension is in the project file", arguments: templates)
  func complete(_ template: ProjectTemplate) throws {
    let tree = xcodeProject(Self.projectInput(template)).tree
    let project = try Self.text(tree, "MonkeyBusiness.xcodeproj/project.pbxproj")
    let own = tree.paths.filter { $0.hasPrefix("MonkeyBusiness MessagesExtension/") }
    #expect(own.count > 10)
    for path in own {
      #expect(project.contains("/* \(path.split(separator: "/").last ?? "") */"), "\(path)")
    }
  }

  @Test("no placeholder is left, whatever the name", arguments: ProjectTemplate.allCases)
  func filled(_ template: ProjectTemplate) {
    let gaps = [
      "«", "»", "TemplateLogic", "TemplateName", "TemplateSource", "TemplateLanguage", "TemplateTexts",
      "TemplateRegion", "TemplateMessage", "TemplateLanding", "TemplateNames", "TemplateTeam",
    ]
    for name in Self.hostile where !name.contains("«") && name != "TemplateLogic" {
      let tree = xcodeProject(Self.projectInput(template, name: name)).tree
      for path in tree.paths {
        let text = String(decoding: tree[path] ?? [], as: UTF8.self)
        let words = gaps.filter { (path + text).contains($0) }
        #expect(words == [], "\(path)")
      }
    }
  }

  @Test(
    "the same input gives the same bytes, and another name shares no object identifier",
    arguments: templates)
  func deterministic(_ template: ProjectTemplate) {
    let (one, other) = (Self.projectInput(template), Self.projectInput(template, name: "Tiger"))
    #expect(xcodeProject(one).tree == xcodeProject(one).tree)
    #expect(Self.ids(one).isDisjoint(with: Self.ids(other)))
  }

  private static func ids(_ projectInput: XcodeProjectInput) -> Set<String> {
    let project = xcodeProject(projectInput)
    let bytes = project.tree["\(project.xcodeprojFolderName)/project.pbxproj"] ?? []
    return Set((try? OldStylePropertyList(parsing: bytes))?["objects"]?.members.map(\.key) ?? [])
  }

  @Test("a missing file, uncompiled code and a missing package are reported")
  func faults() {
    var tree = Self.treeWithBuildOutput(Self.projectInput(.stickerBrowser))
    let place = "MonkeyBusiness.xcodeproj/project.pbxproj"
    tree["MonkeyBusiness MessagesExtension/Forgotten.swift"] = []
    tree["MonkeyBusiness MessagesExtension/Settings.swift"] = nil
    tree["MonkeyBusinessLogic/Package.swift"] = nil
    tree["Stickers/index.json"] = nil
    let own = "MonkeyBusiness MessagesExtension"
    #expect(
      Set(projectFaults(tree)) == [
        "\(place): \(own)/Forgotten.swift is not compiled", "\(place): \(own)/Settings.swift is not there",
        "\(place): there is no package MonkeyBusinessLogic", "\(place): Stickers is not there",
      ])
  }

  @Test(
    "each language has its strings, with English for review if there is no translation"
  )
  func languages() throws {
    let tree = xcodeProject(Self.projectInput(.interactiveMessage)).tree
    let catalog = try JSONDecoder().decode(
      ParsedStringCatalog.self,
      from: Data(try Self.text(tree, "MonkeyBusiness MessagesExtension/Localizable.xcstrings").utf8))
    #expect(catalog.sourceLanguage == "en" && catalog.version == "1.0")
    #expect(catalog.strings.count == 61, "59 strings from the template, and two from the message")
    func unit(_ key: String, _ language: String) -> ParsedStringCatalog.Unit? {
      catalog.strings[key]?.localizations[language]?.stringUnit
    }
    for (key, entry) in catalog.strings {
      #expect(Set(entry.localizations.keys) == ["en", "fr", "cs"], "\(key)")
      #expect(entry.extractionState == "manual" && entry.comment.isEmpty == false, "\(key)")
      let isOwn = key.hasPrefix("layout.")
      #expect(unit(key, "en")?.state == "translated" && unit(key, "fr")?.state == "translated", "\(key)")
      #expect(unit(key, "cs")?.state == (isOwn ? "translated" : "needs_review"), "\(key)")
      #expect(unit(key, "cs")?.value == unit(key, "en")?.value, "\(key)")
    }
    #expect(unit("start.text", "en")?.value != unit("start.text", "fr")?.value)
    #expect(unit("layout.caption", "en")?.value == "{question} \"now\"")
    #expect(unit("layout.caption", "fr")?.value == "{question} \\ maintenant")
    for language in ["en", "fr", "cs"] {
      #expect(unit("layout.trailingCaption", language)?.value == "{votes}")
    }
    #expect(!tree.paths.contains { $0.contains(".lproj/") })
  }

  /// A string catalog as Foundation decodes it.
  private struct ParsedStringCatalog: Decodable {
    struct Unit: Decodable {
      let state: String
      let value: String
    }
    struct Localization: Decodable { let stringUnit: Unit }
    struct Entry: Decodable {
      let comment: String
      let extractionState: String
      let localizations: [String: Localization]
    }
    let sourceLanguage: String
    let strings: [String: Entry]
    let version: String
  }

  @Test("the landing page has the pack's name in every language, as JSON inside an attribute")
  func landingNames() throws {
    var projectInput = Self.projectInput(.interactiveMessage)
    projectInput.localizedNames = ["en": "Cats", "fr": "Chats \"&\" </title>", "pt-BR": "Gatos"]
    let page = try Self.text(xcodeProject(projectInput).tree, "landing/index.html")
    let start = try #require(page.range(of: "data-names=\""))
    let attribute = page[start.upperBound...].prefix { $0 != "\"" }
    #expect(!attribute.contains { "<>".contains($0) })
    let json = attribute.replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    let names = try JSONDecoder().decode([[String]].self, from: Data(json.utf8))
    #expect(names == [["en", "Cats"], ["fr", "Chats \"&\" </title>"], ["pt-br", "Gatos"]])
  }

  @Test("imports are sorted, whatever the pack's name", arguments: templates)
  func imports(_ template: ProjectTemplate) throws {
    for name in ["Ants", "Monkey Business", "Zebras"] {
      let tree = xcodeProject(Self.projectInput(template, name: name)).tree
      for path in tree.paths where path.hasSuffix(".swift") {
        let imports = try Self.text(tree, path).split(separator: "\n").filter { $0.hasPrefix("import ") }
        #expect(imports == imports.sorted(), "\(path)")
      }
    }
  }

  @Test("a string has the same comment in code and in the catalog")
  func comments() throws {
    let tree = xcodeProject(Self.projectInput(.stickerBrowser)).tree
    let folder = "MonkeyBusiness MessagesExtension/"
    let catalog = try JSONDecoder().decode(
      ParsedStringCatalog.self, from: Data(try Self.text(tree, "\(folder)Localizable.xcstrings").utf8))
    let call = #/NSLocalizedString\(\s*"([\w.]+)",\s*comment:\s*"([^"]*)"/#
    let code = try tree.paths.filter { $0.hasPrefix(folder) && $0.hasSuffix(".swift") }.map {
      try Self.text(tree, $0)
    }.joined()
    let calls = code.matches(of: call)
    #expect(Set(calls.map { String($0.1) }) == Set(catalog.strings.keys))
    for call in calls { #expect(catalog.strings[String(call.1)]?.comment == String(call.2), "\(call.1)") }
  }

  @Test("every string has its own comment", arguments: templates)
  func ownComments(_ template: ProjectTemplate) throws {
    let tree = xcodeProject(Self.projectInput(template)).tree
    let path = "MonkeyBusiness MessagesExtension/Localizable.xcstrings"
    let catalog = try JSONDecoder().decode(
      ParsedStringCatalog.self, from: Data(try Self.text(tree, path).utf8))
    let comments = catalog.strings.filter { !$0.key.hasPrefix("layout.") }.map(\.value.comment)
    #expect(Set(comments).count == comments.count)
  }

  @Test("screens show the name that Messages shows", arguments: templates)
  func displayName(_ template: ProjectTemplate) throws {
    let tree = xcodeProject(Self.projectInput(template)).tree
    let own = tree.paths.filter {
      $0.hasPrefix("MonkeyBusiness MessagesExtension/") && $0.hasSuffix(".swift")
    }
    for path in own { #expect(!(try Self.text(tree, path)).contains("Monkey Business"), "\(path)") }
    let settings = try Self.text(tree, "MonkeyBusiness MessagesExtension/Settings.swift")
    #expect(settings.contains("forInfoDictionaryKey: \"CFBundleDisplayName\""))
  }

  @Test(
    "Settings.swift has the name, the background, the URL, and the grid size or image", arguments: templates)
  func settings(_ template: ProjectTemplate) throws {
    let tree = xcodeProject(Self.projectInput(template)).tree
    let text = try Self.text(tree, "MonkeyBusiness MessagesExtension/Settings.swift")
    let url = template == .stickerBrowser ? "https://example.com/stickers" : "https://example.com/vote"
    let size = "static let gridSize: GridSize = .large\n"
    for value in [
      "\"#FFD54F\"", "\"\(url)\"", "static let languages = [\"en\", \"fr\", \"cs\"]\n",
      template == .stickerBrowser ? size : "\"picture.png\"",
    ] {
      #expect(text.contains(value), "\(value)")
    }
  }
}
