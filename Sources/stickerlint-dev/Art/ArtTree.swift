import StickerImage
import StickerModel

/// Pixels of the pack's stickers; the regular grid size.
let packSide = 408

/// The house's pack and its faulty neighbors: `pack/cat-waving.png`, `faulty/too-small.png`.
///
/// - Throws: `EncodingDefect`.
func artTree() throws -> FileTree {
  var tree = FileTree()
  for artwork in Artwork.all { tree["pack/\(artwork.name).png"] = try artwork.file(side: packSide) }
  for fault in Fault.all { tree["faulty/\(fault.fileName)"] = try fault.make(packSide) }
  return tree
}

/// Many stickers that differ: shapes in turn, each turned, scaled and recolored; the same ones for the same
/// count.
///
/// - Parameter count: files.
/// - Throws: `EncodingDefect`.
func manyArtTree(_ count: Int) throws -> FileTree {
  var tree = FileTree()
  var random = Dice(seed: 2026)
  let stills = Artwork.all.filter { $0.frameCount == 1 }
  for number in 0..<count {
    let artwork = stills[number % stills.count]
    let place = Placement(
      turns: random.next(in: -0.04...0.04), scale: random.next(in: 0.84...0.98), hue: random.next(in: 0...1))
    let varied = 300 + 3 * Int(random.next(in: 60...106))  // 480 to 618 px, in whole points
    let bitmap = artwork.frames(side: varied, place)[0].bitmap
    let digits = String(number + 1)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    tree["\(artwork.name)-\(padded).png"] = try bitmap.encodedPNG()
  }
  return tree
}

extension Artwork {
  /// The sticker as a file: PNG for a still, APNG for an animation without end.
  ///
  /// - Throws: `EncodingDefect`.
  func file(side: Int) throws -> [UInt8] {
    let frames = frames(side: side)
    return frameCount == 1 ? try frames[0].bitmap.encodedPNG() : try frames.encodedAPNG(plays: 0)
  }
}

/// Numbers without a pattern, the same ones on every machine (the generator of Knuth's MMIX).
struct Dice {
  private var state: UInt64

  /// Starts a sequence.
  init(seed: UInt64) { state = seed }

  /// The next number of the sequence, evenly spread.
  mutating func next(in range: ClosedRange<Double>) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound + Double(state >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
  }
}
