import Testing

@testable import StickerEngine

@Suite("hostile YAML") struct HostileYAMLTests {
  @Test("a document of 10 MB is refused because of its size before it is read")
  func tooLong() {
    let text = [UInt8](repeating: UInt8(ascii: "["), count: 10_000_000)
    #expect(faults(text) == ["f:1:1: the file is too large: 10,000,000 bytes (limit: 1 MiB)"])
  }

  @Test("every anchor and alias of a document with multiplying aliases is refused")
  func laughs() {
    var text = "a: &a [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
    for (name, before) in zip("bcdefghi", "abcdefgh") {
      text += "\(name): &\(name) [\(Array(repeating: "*\(before)", count: 9).joined(separator: ", "))]\n"
    }
    let found = faults(Array(text.utf8))
    #expect(found.count == 9 + 8 * 9)
    #expect(found.first == "f:1:4: anchors (&name) are not supported. Remove the anchor.")
  }

  @Test(
    "more than 32 nested lists or mappings are refused",
    arguments: [("[", "]"), ("{a: ", "}"), ("- ", "")])
  func depth(_ opening: String, _ closing: String) throws {
    let within = 32
    _ = try YAMLParser.parse(text(opening, "1", closing, count: within))
    let found = faults(text(opening, "1", closing, count: within + 1))
    #expect(
      found.count == 1 && found[0].hasSuffix("lists and mappings are nested too deeply (limit: 32 levels)"))
    #expect(faults(text(opening, "1", closing, count: 20_000)).count == 1)
  }

  @Test("more than 65,536 keys and values are refused")
  func nodes() throws {
    // The list counts as a value too.
    _ = try YAMLParser.parse(Array("[\(Array(repeating: "1", count: 65_535).joined(separator: ","))]".utf8))
    let found = faults(Array("[\(Array(repeating: "1", count: 65_537).joined(separator: ","))]".utf8))
    #expect(found == ["f:1:131074: too many keys and values (limit: 65,536)"])
  }

  @Test(
    "256 KB of any one construct gives an error or a value",
    arguments: [
      "[", "{", "-", "- ", "?", "? ", "a: ", "*a ", "&a ", "%TAG ! a\n", "\"", "'", "|", "!a ", "a\n",
      "a: b\n", "[\n", "{a: \n",
      "#", " ", "\n", "---\n", "...\n", ",", ":", "- - ", "[a, ", "a:\n ", "\"\\", "!<", "[[]:",
    ])
  func repeated(_ unit: String) {
    let count = (1 << 18) / unit.utf8.count
    let bytes = Array(String(repeating: unit, count: count).utf8)
    for bytes in [bytes, Array("a: ".utf8) + bytes.dropLast(3)] {
      do { _ = try YAMLParser.parse(bytes) } catch { #expect(!error.allDiagnostics.isEmpty) }
    }
  }

  @Test("text in a file cannot control the terminal that shows it")
  func harmless() {
    let found = faults(Array("\"\\e[31m\\u202Ea\": 1\n\"\\e[31m\\u202Ea\": 2\n".utf8))
    #expect(found == ["f:2:1: the key \\u{1B}[31m\\u{202E}a is used twice, first on line 1"])
  }

  @Test("text in a message is truncated")
  func cut() {
    let key = String(repeating: "k", count: 5000)
    #expect(faults(Array("? \(key)\n: 1\n? \(key)\n: 2\n".utf8))[0].utf8.count < 200)
  }

  private func text(_ opening: String, _ value: String, _ closing: String, count: Int) -> [UInt8] {
    Array((String(repeating: opening, count: count) + value + String(repeating: closing, count: count)).utf8)
  }

  private func faults(_ bytes: [UInt8]) -> [String] {
    do {
      _ = try YAMLParser.parse(bytes)
      return []
    } catch {
      return error.allDiagnostics.map { $0.messageLine(in: "f") }
    }
  }
}
