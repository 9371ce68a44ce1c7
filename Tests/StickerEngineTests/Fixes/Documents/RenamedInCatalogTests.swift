import Corpus
import Testing

@testable import StickerEngine

@Suite struct RenamedInCatalogTests {
  private func renaming(_ text: String, _ old: String, _ new: String, ignoringCase: Bool = false) -> String? {
    StickerEngine.catalogDocument(Array(text.utf8), renaming: old, to: new, ignoringCase: ignoringCase)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "wherever a document names a file, only that text changes",
    arguments: [
      (#"{"properties":{"filename":"a.gif"}}"#, #"{"properties":{"filename":"a.png"}}"#),
      (
        #"{ "stickers" : [ {"filename":"b"},{ "filename" :"a.gif" } ] }"#,
        #"{ "stickers" : [ {"filename":"b"},{ "filename" :"a.png" } ] }"#
      ),
      (
        #"{"frames":[{"filename":"a.gif"},{"filename":"a.gif","x":[1]}],"y":"a.gif"}"#,
        #"{"frames":[{"filename":"a.png"},{"filename":"a.png","x":[1]}],"y":"a.gif"}"#
      ),
      (
        #"{"images":[{"idiom":"a.gif","filename":"a.gif"}]}"#,
        #"{"images":[{"idiom":"a.gif","filename":"a.png"}]}"#
      ),
      (
        "\u{FEFF}{\r\n\t\"properties\":{\"filename\":\"a.gif\"}}\r\n",
        "\u{FEFF}{\r\n\t\"properties\":{\"filename\":\"a.png\"}}\r\n"
      ),
      (#"{"properties":{"filename":"\u0061\u002egif"}}"#, #"{"properties":{"filename":"a.png"}}"#),
    ])
  func places(_ before: String, _ after: String) {
    #expect(renaming(before, "a.gif", "a.png") == after)
  }

  @Test(
    "text that does not name the file stays, and so do files that are not JSON",
    arguments: [
      #"{"properties":{"filename":"A.gif"}}"#, #"{"properties":{"filename":"x/a.gif"}}"#,
      #"{"properties":{"filename":"a.gif2"}}"#, #"{"a.gif":{"filename":"a.gif"}}"#,
      #"{"stickers":["a.gif"]}"#, #"{"filename":"a.gif"}"#, #"{"properties":{"filename":"a.gif"}"#, "",
      "a.gif",
    ])
  func strangers(_ text: String) { #expect(renaming(text, "a.gif", "a.png") == nil) }

  @Test("a new name is escaped for JSON")
  func escapes() throws {
    let text = #"{"properties":{"filename":"a"}}"#
    let new = try #require(renaming(text, "a", "q\"b\\s/\n\u{1}é😀"))
    #expect(new == #"{"properties":{"filename":"q\"b\\s/\n\u0001é😀"}}"#)
  }

  @Test("case is ignored on request, and é matches in composed and decomposed form")
  func sameNames() {
    #expect(
      renaming(#"{"properties":{"filename":"A.GIF"}}"#, "a.gif", "a.png", ignoringCase: true)
        == #"{"properties":{"filename":"a.png"}}"#)
    #expect(
      renaming("{\"properties\":{\"filename\":\"e\u{301}.gif\"}}", "\u{E9}.gif", "b.png")
        == #"{"properties":{"filename":"b.png"}}"#)
  }

  @Test(
    "renaming and renaming back gives the same bytes, whatever the new name",
    .enabled(if: Corpus.isPresent, "skipped: no corpus"), arguments: CorpusFile.documents)
  func thereAndBack(_ file: CorpusFile) throws {
    let bytes = try Corpus.bytes(of: file.path)
    let names = fileNames(in: try JSON(parsing: bytes, maxBytes: 1 << 20))
    guard !names.isEmpty else { return }
    for (index, hostile) in hostileNames(200, seed: UInt64(bytes.count)).enumerated()
    where !names.contains(hostile) {
      let name = names[index % names.count]
      let there = try #require(catalogDocument(bytes, renaming: name, to: hostile))
      let now = fileNames(in: try JSON(parsing: there, maxBytes: 1 << 20))
      #expect(now == names.map { $0 == name ? hostile : $0 })
      #expect(catalogDocument(there, renaming: hostile, to: name) == bytes)
    }
  }
}

extension CorpusFile {
  /// All documents of catalogs in the corpus.
  fileprivate static let documents = all("a document") { $0.path.hasSuffix("/Contents.json") }
}

/// The file names in a document, found in a different way than by the code under test.
private func fileNames(in json: JSON) -> [String] {
  switch json {
  case .object(let members):
    members.sorted { $0.key < $1.key }.flatMap { key, value -> [String] in
      if key == "filename", case .string(let name) = value { return [name] }
      return fileNames(in: value)
    }
  case .array(let elements): elements.flatMap(fileNames)
  default: []
  }
}

/// Unlikely file names, without slashes and null bytes.
///
/// - Parameter length: the maximum number of characters, without the extension.
/// - Parameter anyCharacter: whether to also use arbitrary characters, not only those that often cause
///   trouble.
func hostileNames(
  _ count: Int, seed: UInt64, atMost length: Int = 24, anyCharacter: Bool = true
) -> [String] {
  var state = seed &* 2 &+ 1
  func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
  let favorites = Array(
    "\"\\'{}[]:,#&*!|>%@`-?=~ \t\n\r\u{1}\u{7F}\u{85}\u{2028}\u{FEFF}é\u{301}ß😀\u{202E}.".unicodeScalars)
  return (0..<count).map { _ in
    var name = String.UnicodeScalarView()
    for _ in 0..<(1 + next(length)) {
      let scalar =
        anyCharacter && next(3) == 0
        ? Unicode.Scalar(UInt32(1 + next(0x2FFFF))) : favorites[next(favorites.count)]
      name.append(next(4) == 0 ? "a" : scalar.flatMap { $0 == "/" ? nil : $0 } ?? "b")
    }
    return String(name) + ".png"
  }
}
