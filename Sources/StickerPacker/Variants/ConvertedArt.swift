import StickerImage
import StickerModel

/// Art of a format that a catalog cannot hold, as a PNG or APNG.
struct ConvertedArt {
  let bytes: [UInt8]
  let container: Container
  /// Whether colors were given up to get below the limit of bytes.
  let isLossy: Bool
}

/// Makes a PNG or APNG of a WebP: the same pixels and timing, upright.
///
/// - Parameter fault: makes the error of a reason and the rule that says more.
/// - Throws: a fault for art that cannot be decoded, or becomes too heavy where nothing may be given up.
func convertedArt(
  _ bytes: [UInt8], _ container: Container, _ options: PackOptions, _ gate: MemoryGate,
  _ fault: (String, String) -> SourceFault
) async throws -> ConvertedArt {
  guard container.isSmallEnoughToCollect else {
    throw fault(container.tooManyPixels, RuleID.resourceLimit)
  }
  // The frames as they are, upright, cleared and compared.
  let frameBytes = container.canvas.area * container.frameCount * 4
  let held = await gate.enter(container.decodingBytes(file: bytes.count) + 4 * frameBytes)
  let result = Result { try convertedArt(bytes, container, options, fault) }
  await gate.leave(held)
  return try result.get()
}

private func convertedArt(
  _ bytes: [UInt8], _ container: Container, _ options: PackOptions,
  _ fault: (String, String) -> SourceFault
) throws -> ConvertedArt {
  var frames: [Frame]
  do { frames = try Image(decoding: bytes, budget: .unlimited).frames } catch let damage as Damage {
    throw fault("\(damage.reason) (\(damage.place))", RuleID.corruptImage)
  }
  if let turned = container.orientation, turned > 1 {
    frames = frames.map { Frame($0.bitmap.oriented(by: turned), delay: $0.delay) }
  }
  if container.animation != nil { frames = frames.map(\.writingShownDelay) }
  let (chunks, plays) = (container.colorChunks(of: bytes), container.animation?.plays)
  var made =
    if let plays {
      try encodedAPNG(frames, plays: plays, colorChunks: chunks, options.smallest)
    } else {
      try encodedPNG(frames[0].bitmap, colorChunks: chunks, options.smallest)
    }
  var isLossy = false
  if made.count >= options.limits.bytes {
    guard let lighter = options.lighten?(frames, plays, chunks, options.limits.bytes - 1) else {
      throw fault(
        "as \(plays == nil ? "a PNG" : "an APNG") it takes \(grouped(made.count)) bytes, and fewer than "
          + "\(grouped(options.limits.bytes)) are allowed", RuleID.fileSize)
    }
    (made, isLossy) = (lighter.bytes, true)
  }
  guard let read = Container(of: made, budget: .unlimited), read.damage.isEmpty else {
    throw EncodingDefect("what a WebP became cannot be read")
  }
  return ConvertedArt(bytes: made, container: read, isLossy: isLossy)
}
