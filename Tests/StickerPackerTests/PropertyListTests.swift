import Testing

@testable import StickerEngine
@testable import StickerPacker

@Suite struct PropertyListTests {
  @Test("a string is written as Xcode writes it")
  func written() {
    let texts = [
      ("PBXGroup", "PBXGroup"), ("b c", "\"b c\""), ("", "\"\""), ("folder.stickers", "folder.stickers"),
      ("a-b", "\"a-b\""), ("http://a", "\"http://a\""), ("___a", "\"___a\""),
      ("a\"\\\n\t\u{1}é", "\"a\\\"\\\\\\n\\t\\U0001é\""),
    ]
    for (text, expected) in texts { #expect(encodedForProjectFile(text) == expected) }
  }

  @Test("a comment cannot end early", arguments: ProjectTemplate.allCases)
  func comments(_ template: ProjectTemplate) throws {
    var projectInput = XcodeProjectInput(name: "a */ = b; /* c", languages: ["en", "pt-BR"])
    projectInput.template = template
    let project = xcodeProject(projectInput)
    let bytes = try #require(project.tree["\(project.xcodeprojFolderName)/project.pbxproj"])
    let comments = try #require(String(validating: bytes, as: UTF8.self)).split(separator: "/* ").dropFirst()
    for comment in comments { #expect(comment.split(separator: " */").count == 2, "\(comment)") }
    #expect(try OldStylePropertyList(parsing: bytes)["objects"]?.members.isEmpty == false)
  }

  @Test("the chosen team and signing are read")
  func signing() throws {
    let tree = xcodeProject(XcodeProjectInput(name: "A")).tree
    let chosen = """
      CODE_SIGN_STYLE = Manual;
      \t\t\t\tDEVELOPMENT_TEAM = A1B2C3D4E5;
      \t\t\t\t"DEVELOPMENT_TEAM[sdk=iphoneos*]" = A1B2C3D4E5;
      \t\t\t\tPROVISIONING_PROFILE_SPECIFIER = "match AppStore org.art.a";
      """
    let text = String(decoding: try #require(tree["A.xcodeproj/project.pbxproj"]), as: UTF8.self)
      .replacing("CODE_SIGN_STYLE = Automatic;", with: chosen)
    let objects = try OldStylePropertyList(parsing: Array(text.utf8))["objects"]?.members.map(\.value) ?? []
    let settings = objects.compactMap { $0["buildSettings"] }.filter { $0["CODE_SIGN_STYLE"] != nil }
    #expect(settings.count == 4)
    for settings in settings {
      #expect(settings["CODE_SIGN_STYLE"]?.text == "Manual")
      #expect(settings["DEVELOPMENT_TEAM"]?.text == "A1B2C3D4E5")
      #expect(settings["DEVELOPMENT_TEAM[sdk=iphoneos*]"]?.text == "A1B2C3D4E5")
      #expect(settings["PROVISIONING_PROFILE_SPECIFIER"]?.text == "match AppStore org.art.a")
    }
  }

  @Test("a written property list is read back", arguments: 0..<300)
  func roundTrip(_ seed: Int) throws {
    var source = RandomPropertyLists(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1)
    let value = source.value(depth: 0)
    for space in [" ", "\n\t", " /* ; } */ ", " // ; }\n"] {
      #expect(try OldStylePropertyList(parsing: Array(written(value, space).utf8)) == value)
    }
  }

  /// Writes a value with white space or a comment between all of its parts.
  private func written(_ value: OldStylePropertyList, _ space: String) -> String {
    switch value {
    case .text(let text): encodedForProjectFile(text)
    case .list(let values):
      "(" + space + values.map { written($0, space) + space + "," + space }.joined() + ")"
    case .members(let members):
      "{" + space
        + members.map { member in
          [encodedForProjectFile(member.key), "=", written(member.value, space), ";", ""].joined(
            separator: space)
        }.joined() + "}"
    }
  }

  /// Generates values of hostile strings from a counter.
  private struct RandomPropertyLists {
    var state: UInt64

    mutating func next(_ most: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % most
    }

    mutating func text() -> String {
      let pieces = [
        "a", "Z9", "_", "/", "//", "/*", "*/", "\"", "'", "\\", "\n", "\t", "\r", "\u{0}", "\u{7F}", " ", ";",
        "=",
        "{", "(", ",", ")", "}", "$(HOME)", "é", "e\u{301}", "猿", "😀", "-", ":", "\\U0041", "___",
      ]
      return (0..<next(5)).map { _ in pieces[next(pieces.count)] }.joined()
    }

    mutating func value(depth: Int) -> OldStylePropertyList {
      switch next(depth < 4 ? 3 : 1) {
      case 0: return .text(text())
      case 1: return .list((0..<next(4)).map { _ in value(depth: depth + 1) })
      default:
        return .members(
          (0..<next(4)).map { number in .init(key: "\(number)" + text(), value: value(depth: depth + 1)) })
      }
    }
  }

  @Test("an invalid property list is an error with its line")
  func faults() {
    let cases: [(String, String, Int)] = [
      ("", "unexpected end", 1), ("{\n a = b\n}", "missing ;", 3), ("{ a b; }", "missing =", 1),
      ("(a b)", "missing )", 1), ("{ a = ; }", "missing value", 1), ("\"a", "a string is not terminated", 1),
      ("\"a\\", "a string is not terminated", 1), ("/* a", "a comment is not terminated", 1),
      ("{\n\na = b;\na = c; }", "duplicate key", 4), ("a b", "unexpected content after the end", 1),
      ("\"\\U12\"", "\\U must be followed by the four hexadecimal digits of a character", 1),
      ("\"\\UD800\"", "\\U must be followed by the four hexadecimal digits of a character", 1),
      ("\"\\q\"", "invalid escape after a backslash", 1),
      ("<0fbd77>", "missing value", 1),
      (String(repeating: "(", count: 40), "values are nested too deeply (limit: 32 levels)", 1),
    ]
    for (text, reason, line) in cases {
      #expect(throws: Diagnostic("\(reason)", line: line), "\(text)") {
        try OldStylePropertyList(parsing: Array(text.utf8))
      }
    }
    #expect(throws: Diagnostic("a string is not valid UTF-8", line: 1)) {
      try OldStylePropertyList(parsing: [0x22, 0xFF, 0x22])
    }
  }

  @Test("a truncated project file is an error and never a trap")
  func cut() {
    let tree = xcodeProject(XcodeProjectInput(name: "A")).tree
    let bytes = tree["A.xcodeproj/project.pbxproj"] ?? []
    #expect((try? OldStylePropertyList(parsing: bytes)) != nil)
    for end in stride(from: 0, to: bytes.count - 2, by: 7) {
      #expect((try? OldStylePropertyList(parsing: Array(bytes[..<end]))) == nil)
    }
  }
}
