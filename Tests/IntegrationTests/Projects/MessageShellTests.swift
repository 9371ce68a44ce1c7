import Foundation
import Testing

private let shell = BuildProducts.projectFile("Templates/InteractiveMessage/Extension")

@Suite("the code around an interactive message") struct MessageShellTests {
  private let sources: [String: String]

  init() throws {
    let files = try FileManager.default.contentsOfDirectory(at: shell, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
    try #require(files.count > 10)
    sources = try Dictionary(
      uniqueKeysWithValues: files.map {
        ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
      })
  }

  @Test(
    "every language has the same strings as English, with the same placeholders",
    arguments: ["de", "fr", "es"])
  func languages(_ language: String) throws {
    let (english, texts) = (try localizedStrings("en"), try localizedStrings(language))
    #expect(Set(texts.keys) == Set(english.keys))
    for (key, text) in texts {
      #expect(placeholders(in: text) == placeholders(in: english[key] ?? ""), "\(language): \(key)")
    }
  }

  @Test("every requested string exists, and none is unused")
  func texts() throws {
    let all = sources.values.joined()
    let asked = Set(captures(#"(?:localized|showAlert)\(\s*"([A-Za-z.]+)""#, in: all))
    let chosen =
      captures(#"\? "([a-z]+\.[a-z]+)" :"#, in: all) + captures(#": "([a-z]+\.[a-z]+)"\)"#, in: all)
    let notices = captures(#"case (waiting, .*)"#, in: all).flatMap { $0.components(separatedBy: ", ") }
    let ofNotices = notices.flatMap { ["notice.\($0).title", "notice.\($0).text"] }
    let layout = captures(#"= text\("(\w+)"\)"#, in: all).map { "default.layout.\($0)" }
    #expect(notices.count == 4 && layout.count == 8)
    let keys = Set(try localizedStrings("en").keys)
    let needed = asked.union(chosen).union(ofNotices)
    #expect(needed.subtracting(keys) == [])
    // A layout has defaults for only some of its text.
    #expect(keys.subtracting(needed).subtracting(layout) == [])
  }

  @Test("all placeholders are in Settings.swift, and each is a whole literal")
  func gaps() {
    for (file, source) in sources where file != "Settings.swift" { #expect(!source.contains("«"), "\(file)") }
    let settings = sources["Settings.swift"] ?? ""
    let gaps = captures(#"(?:"|/\*)«([a-z-]+)»(?:"|\*/)"#, in: settings)
    #expect(gaps.sorted() == ["background", "base-url", "grid-size", "languages", "media", "picture"])
    #expect(settings.filter { $0 == "«" }.count == gaps.count)
  }

  @Test("Apple's participant identifiers occur only in Participants.swift")
  func identifiers() {
    let files = sources.filter { $0.value.contains("ParticipantIdentifier") }.keys
    #expect(Array(files) == ["Participants.swift"])
  }

  @Test(
    "the code has no send call, `fatalError` or forced try, cast or unwrap",
    arguments: [
      #"\.send\("#, #"\.sendText\("#, #"\.sendAttachment\("#, "try!", "as!", "fatalError",
      #"[\w)\]]![\s.,)\]]"#,
    ])
  func forbidden(_ pattern: String) {
    for (file, source) in sources {
      #expect(source.range(of: pattern, options: .regularExpression) == nil, "\(file)")
    }
  }

  private func localizedStrings(_ language: String) throws -> [String: String] {
    let file = shell.appendingPathComponent("Localizable.xcstrings")
    let catalog = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let strings = try #require(catalog?["strings"] as? [String: [String: Any]])
    return strings.compactMapValues { entry in
      let localizations = entry["localizations"] as? [String: [String: [String: String]]]
      return localizations?[language]?["stringUnit"]?["value"]
    }
  }

  private func placeholders(in text: String) -> [String] {
    captures(#"(%\d\$@|%|\{\w+\})"#, in: text).sorted()
  }

  private func captures(_ pattern: String, in text: String) -> [String] {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]) }
    }
  }
}
