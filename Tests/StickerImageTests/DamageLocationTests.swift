import Corpus
import Testing

@testable import StickerImage

private let faulty = CorpusFile.all("broken or doubtful") { [.reject, .warn].contains($0.expectation) }

/// Compares the reported locations of damage with the bytes of the file.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct DamageLocationTests {
  @Test(
    "all damage has a byte offset, and the name of the part that begins there unless the file ends there",
    arguments: faulty)
  func places(_ file: CorpusFile) throws {
    let bytes = try file.bytes()
    guard let container = ImageContainer(of: bytes) else { return }
    var hasher = FrameHasher()
    let pixelDamage = container.visitFrames(of: bytes, with: &hasher)
    for damage in container.damage + pixelDamage {
      let offset = try #require(damage.location.partStartOffset, "\(damage)")
      #expect(0...bytes.count ~= offset)
      guard let unit = damage.location.partName else {
        #expect(offset == bytes.count, "\(damage)")
        continue
      }
      #expect(bytes.begins(unit, at: offset, container.format), "\(damage)")
      if let position = damage.location.problemOffset {
        #expect(offset...bytes.count ~= position, "\(damage)")
      }
      let patch = damage.location.frameIndex.flatMap { number in
        container.animationOrGIFFrames.dropFirst(number).first?.patch
      }
      let height = patch?.height ?? container.canvas.height
      if let line = damage.location.scanLineIndex { #expect(0..<height ~= line, "\(damage)") }
      #expect(!damage.reason.isEmpty)
    }
    for damage in pixelDamage { try expectExact(damage, container) }
  }

  /// Damage to pixels has the most specific location: line and byte in a JPEG, the frame in an animation.
  private func expectExact(_ damage: Damage, _ container: ImageContainer) throws {
    switch container.format {
    case .jpeg:
      #expect(damage.location.scanLineIndex != nil && damage.location.problemOffset != nil, "\(damage)")
    case .png, .apng:
      // A hidden default image belongs to no frame.
      let isHidden = container.animation?.hidesDefaultImage ?? true
      #expect(
        damage.location.frameIndex != nil || (isHidden && damage.location.partName == "IDAT"), "\(damage)")
    case .webp, .webm:
      #expect(damage.location.partName != nil, "\(damage)")
    case .gif:
      #expect(damage.location.frameIndex != nil, "\(damage)")
      let isOfColor = damage.reason.hasPrefix("a pixel uses color index")
      #expect(
        (damage.location.scanLineIndex != nil && damage.location.problemOffset != nil) || isOfColor,
        "\(damage)")
    }
  }

  @Test("damaged JPEG data is reported with the wording of djpeg's warning")
  func words() throws {
    let mark = "djpeg says: "
    let warned = CorpusFile.all.filter { $0.format == "jpeg" && $0.notes?.contains(mark + "Corrupt") == true }
    #expect(warned.count > 10)
    for file in warned {
      let (bytes, notes) = (try file.bytes(), file.notes ?? "")
      let container = try #require(ImageContainer(of: bytes))
      var hasher = FrameHasher()
      let damage = try #require(container.visitFrames(of: bytes, with: &hasher).first, "\(file)")
      let start = try #require(notes.firstRange(of: mark)).upperBound
      let sentence = notes[start...].prefix { $0 != ";" }
      #expect(damage.reason == sentence || damage.reason.hasPrefix(sentence + " (and "), "\(file)")
    }
  }
}

extension [UInt8] {
  /// Whether a chunk, segment or block of this name begins at a byte, by the format's specification.
  fileprivate func begins(_ unit: String, at offset: Int, _ format: ImageFormat) -> Bool {
    switch (format, unit) {
    case (.webp, "chunk"), (.png, "chunk"), (.apng, "chunk"), (.gif, "block"), (.jpeg, "segment"):
      offset < count
    case (.png, _), (.apng, _):
      offset + 8 <= count && self[offset + 4..<offset + 8].elementsEqual(unit.utf8)
    case (.webp, _):
      offset + 8 <= count && self[offset..<offset + 4].elementsEqual((unit + " ").prefix(4).utf8)
    case (.webm, _): offset < count  // an element may begin with any byte but 0
    case (.gif, "image descriptor"): self[offset] == 0x2C
    case (.gif, "extension"): self[offset] == 0x21
    case (.gif, "trailer"): self[offset] == 0x3B
    case (.gif, "logical screen descriptor"): offset == 6
    case (.gif, "global color table"): offset == 13
    case (.gif, "local color table"): offset > 23 && self[offset - 10] == 0x2C
    case (.gif, _): false
    case (.jpeg, _): marker(at: offset).map { jpegName($0) == unit } ?? false
    }
  }

  /// The marker after any number of fill bytes.
  private func marker(at offset: Int) -> UInt8? {
    guard offset < count, self[offset] == 0xFF else { return nil }
    return self[offset...].first { $0 != 0xFF }
  }
}

/// ITU-T T.81, table B.1.
private func jpegName(_ marker: UInt8) -> String {
  let names: [UInt8: String] = [
    0xC4: "DHT", 0xC8: "JPG", 0xCC: "DAC", 0xD8: "SOI", 0xD9: "EOI", 0xDA: "SOS", 0xDB: "DQT", 0xDC: "DNL",
    0xDD: "DRI", 0xFE: "COM",
  ]
  if let name = names[marker] { return name }
  switch marker {
  case 0xC0...0xCF: return "SOF\(marker - 0xC0)"
  case 0xE0...0xEF: return "APP\(marker - 0xE0)"
  default: return "marker \(marker)"
  }
}
