import Foundation

@testable import TemplateLogic

/// Returns the bytes of a sticker. The code reads only the header of an image, so any bytes may follow.
func sampleBytes(_ name: String, count: Int = 300) -> Data {
  let head = pngHead(408, 408)
  let seed = name.utf8.reduce(7) { $0 &* 33 &+ Int($1) }
  return head + Data((0..<count - head.count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) })
}

/// Returns the signature of a PNG and its chunk IHDR, up to the checksum.
func pngHead(_ width: Int, _ height: Int) -> Data {
  func big(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
  let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
  return Data(start + big(width) + big(height) + [8, 6, 0, 0, 0])
}

/// Returns a sticker whose bytes are `sampleBytes(contents)`.
func sample(_ id: String, contents: String? = nil, ending: String = "png") -> StickerIndex.Sticker {
  let data = sampleBytes(contents ?? id)
  return StickerIndex.Sticker(
    id: id, file: "\(id).\(ending)", bytes: data.count, sha256: sha256(data),
    pixels: PixelSize(width: 408, height: 408), descriptions: ["en": id])
}

/// Returns an index with the name of a release, so that two releases with the same stickers differ.
func sampleIndex(_ stickers: [StickerIndex.Sticker], name: String = "Monkey") throws -> StickerIndex {
  try StickerIndex(name: name, stickers: stickers)
}

/// Returns the URL of a temporary folder that does not exist yet.
func temporaryFolderURL() -> URL {
  FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
}

/// A generator that produces the same numbers in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64 (Steele, Lea, Flood 2014).
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
