import Foundation
import Testing

@testable import TemplateLogic

/// Returns an index as a server would send it.
private func json(_ stickers: [String], schema: String = "1", more: String = "") -> Data {
  Data(
    #"{"schema":\#(schema),"name":"Monkey","stickers":[\#(stickers.joined(separator: ","))]\#(more)}"#.utf8)
}

private func sticker(
  id: String = "wave", file: String = "wave.png", bytes: String = "12345",
  digest: String = String(repeating: "0f", count: 32), width: String = "408", height: String = "300"
) -> String {
  let pixels = #""pixels":{"width":\#(width),"height":\#(height)}"#
  let names = #""id":"\#(id)","file":"\#(file)","descriptions":{"en":"A monkey waves"}"#
  return #"{\#(names),"bytes":\#(bytes),"sha256":"\#(digest)",\#(pixels)}"#
}

private func failure(_ data: Data) -> StickerIndexError? {
  do throws(StickerIndexError) {
    _ = try StickerIndex(json: data)
    return nil
  } catch { return error }
}

@Suite struct StickerIndexTests {
  @Test("A valid index is read, and unknown keys are ignored")
  func sound() throws {
    let index = try StickerIndex(json: json([sticker()], more: #","later":{"a":[1]}"#))
    let expected = StickerIndex.Sticker(
      id: "wave", file: "wave.png", bytes: 12345, sha256: String(repeating: "0f", count: 32),
      pixels: PixelSize(width: 408, height: 300), descriptions: ["en": "A monkey waves"])
    #expect(index.name == "Monkey")
    #expect(index.stickers == [expected])
  }

  @Test("Encoding and decoding an index returns an equal index and the same bytes")
  func roundTrip() throws {
    let index = try StickerIndex(json: json([sticker(), sticker(id: "ü/\\\"", file: "Ä b.gif")]))
    #expect(try StickerIndex(json: index.json()) == index)
    #expect(try StickerIndex(json: index.json()).json() == index.json())
  }

  @Test(
    "Text that is not JSON or has the wrong keys or types is malformed",
    arguments: [
      "", "{", "[]", "null", #"{"schema":1}"#, #"{"schema":"1","name":"","stickers":[]}"#,
      #"{"schema":1,"name":1,"stickers":[]}"#, String(repeating: "[", count: 100_000),
    ])
  func malformed(_ text: String) {
    guard case .malformed = failure(Data(text.utf8)) else {
      Issue.record("\(String(describing: failure(Data(text.utf8))))")
      return
    }
  }

  @Test("A number that does not fit into an integer is malformed, and does not trap")
  func hugeNumbers() {
    guard case .malformed = failure(json([sticker(bytes: "1e400")])) else {
      Issue.record("accepted")
      return
    }
  }

  @Test("A different schema version is rejected, whatever else the index contains", arguments: [0, 2, -1])
  func schema(_ schema: Int) {
    #expect(failure(Data(#"{"schema":\#(schema),"packs":7}"#.utf8)) == .unsupportedSchema(schema))
  }

  @Test("An index of 1 MiB is accepted, and one more byte is rejected")
  func tooLarge() {
    let padding = 1_048_576 - json([sticker()]).count
    let full = json([sticker()]) + Data(repeating: 0x20, count: padding)
    #expect(full.count == 1_048_576)
    #expect(failure(full) == nil)
    #expect(failure(full + Data([0x20])) == .tooLarge(bytes: 1_048_577))
  }

  @Test("An index can have a thousand stickers, but not more")
  func tooMany() {
    let thousand = (0..<1_000).map { sticker(id: "\($0)", file: "\($0).png") }
    #expect(failure(json(thousand)) == nil)
    #expect(failure(json(thousand + [sticker()])) == .tooManyStickers(1_001))
  }

  @Test(
    "File names with a path, a wrong extension or special characters are rejected",
    arguments: [
      "../wave.png", "a/wave.png", "a\\\\wave.png", ".wave.png", "..", "", "wave", "wave.apng", "wave.svg",
      "c:wave.png", "wave\\n.png", "wave\\u2028.png", "wave.png\\u0000.png", "/wave.png",
      String(repeating: "a", count: 252) + ".png",
    ])
  func fileNames(_ name: String) {
    guard case .unusableFileName = failure(json([sticker(file: name)])) else {
      Issue.record("accepted")
      return
    }
  }

  @Test(
    "The four file extensions are accepted in uppercase and lowercase",
    arguments: ["a.PNG", "a.gif", "a.JPG", "a b.jpeg", "a.b.png"])
  func endings(_ name: String) {
    #expect(failure(json([sticker(file: name)])) == nil)
  }

  @Test("Identifiers must exist and be unique, and file names must differ in more than case")
  func unique() {
    #expect(failure(json([sticker(id: "")])) == .emptyIdentifier(file: "wave.png"))
    #expect(
      failure(json([sticker(), sticker(file: "b.png")])) == .duplicateIdentifier("wave"))
    #expect(
      failure(json([sticker(), sticker(id: "b", file: "Wave.PNG")])) == .duplicateFile("Wave.PNG"))
  }

  @Test("A sticker's file size and dimensions must be within Apple's limits")
  func limits() {
    for bytes in [1, 499_999] { #expect(failure(json([sticker(bytes: "\(bytes)")])) == nil) }
    for bytes in [0, -1, 500_000] {
      #expect(failure(json([sticker(bytes: "\(bytes)")])) == .unusableSize(id: "wave", bytes: bytes))
    }
    for side in [300, 618] { #expect(failure(json([sticker(width: "\(side)")])) == nil) }
    for side in [299, 619, 0, -300] {
      let size = PixelSize(width: 408, height: side)
      #expect(failure(json([sticker(height: "\(side)")])) == .unusablePixels(id: "wave", size))
    }
  }

  @Test(
    "A digest is 64 lowercase hexadecimal digits",
    arguments: [
      "", String(repeating: "0", count: 63), String(repeating: "0", count: 65),
      String(repeating: "AB", count: 32),
      String(repeating: "g", count: 64), String(repeating: "\u{FF10}", count: 64),
    ])
  func digests(_ digest: String) {
    #expect(failure(json([sticker(digest: digest)])) == .unusableDigest(id: "wave"))
  }

  @Test("Reading a truncated or changed index returns a valid index or an error, and never traps")
  func mutations() {
    let sound = json([sticker(), sticker(id: "b", file: "b.gif")])
    for end in sound.indices { #expect(failure(sound[..<end]) != nil) }
    for position in sound.indices {
      for byte in [0x00, 0x22, 0x2D, 0x39, 0x5B, 0x7D, 0xFF] as [UInt8] {
        var changed = sound
        changed[position] = byte
        _ = failure(changed)
      }
    }
  }
}
