import StickerImage
import StickerModel

/// Makes the file of one smaller size.
struct SizeEncoding {
  /// The sticker's @3x variant.
  let art: BuiltVariant
  /// What the art's container says.
  let container: Container
  /// The art's color chunks.
  let chunks: [[UInt8]]
  /// A sticker has fewer bytes.
  let limit: Int
  /// Bytes of the lightest of the larger sizes.
  let most: Int
  /// Whether there is the memory to make it lighter.
  let canLighten: Bool
  /// How much effort the fewest bytes are worth, as `PackOptions.smallest` has it.
  let smallest: OptimizingEffort?
  let lighten: (([Frame], Int?, [[UInt8]], Int) -> LighterSize?)?

  /// The variant of a size that was scaled.
  ///
  /// - Throws: `EncodingDefect` for a promise of ours that does not hold.
  func variant(of size: ScaledFrames.Size) throws(EncodingDefect) -> BuiltVariant {
    let file = try file(of: size.frames)
    // Its own figures may exceed limits that the art met: a palette is two chunks more.
    guard let made = Container(of: file.bytes, budget: .unlimited), made.damage.isEmpty else {
      throw EncodingDefect("it is no sound image")
    }
    return BuiltVariant(
      size.scale, file.bytes, made, fileExtension: container.format == .jpeg ? art.fileExtension : "png",
      isDecoded: true, similarity: file.similarity)
  }

  private func file(of frames: [Frame]) throws(EncodingDefect) -> LighterSize {
    guard let first = frames.first else { throw EncodingDefect("no frame") }
    if container.format == .jpeg {
      let bytes = try first.bitmap.encodedJPEG(quality: 90, profile: container.profile)
      return LighterSize(bytes: bytes, similarity: nil)
    }
    let plays = frames.count > 1 ? container.animation?.plays : nil
    var file = LighterSize(bytes: try encoded(frames, plays), similarity: nil)
    if file.bytes.count > most, canLighten {
      file = try lighterSize(
        frames, plays: plays, chunks: chunks, encoded: file.bytes, smallest: smallest, most: most)
    }
    let allowed = min(most, limit - 1)
    if file.bytes.count > allowed, let lighter = lighten?(frames, plays, chunks, allowed) {
      file = lighter
    }
    return file
  }

  private func encoded(_ frames: [Frame], _ plays: Int?) throws(EncodingDefect) -> [UInt8] {
    guard let plays else {
      // Hundreds of them are made at once, each twice.
      if smallest == nil { return try frames[0].bitmap.encodedPNG(colorChunks: chunks, isHasty: true) }
      return try encodedPNG(frames[0].bitmap, colorChunks: chunks, smallest)
    }
    return try encodedAPNG(frames, plays: plays, colorChunks: chunks, smallest)
  }
}
