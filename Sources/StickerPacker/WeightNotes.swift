import StickerImage
import StickerModel

/// What is said of a sticker's sizes by what they weigh: which are too heavy, which are heavier than a larger
/// one and why, and which gave up colors so as not to be.
func weightNotes(_ built: BuiltSticker) -> [String] {
  // Nobody has weighed an animation that was put together; all other art was checked.
  let made = built.sticker.sequence == nil ? built.variants.dropFirst() : built.variants[...]
  let tooHeavy = made.filter { $0.bytes.count >= heaviestSticker }.map { variant in
    "\(path(of: variant, built.sticker.id)) weighs \(grouped(variant.bytes.count)) bytes, and Messages "
      + "takes less than \(grouped(heaviestSticker)); art with fewer colors or frames gives lighter sizes"
  }
  let pairs = zip(built.variants, built.variants.dropFirst())
  return tooHeavy
    + pairs.compactMap { larger, smaller in
      let name = path(of: smaller, built.sticker.id)
      if smaller.bytes.count > larger.bytes.count {
        return "\(name) weighs \(grouped(smaller.bytes.count)) bytes, more than the "
          + "\(grouped(larger.bytes.count)) of \(larger.scale.suffix): \(reason(of: smaller.format))"
      }
      guard let similarity = smaller.similarity else { return nil }
      return "\(name) has fewer colors than scaling gave it (SSIM \(similarity.written)): with all of "
        + "them it would weigh more than \(larger.scale.suffix)"
    }
}

private func reason(of format: ImageFormat) -> String {
  format == .jpeg
    ? "the art is a JPEG of lower quality, and another loss would be seen"
    : "scaling mixes the art's colors into more of them, and fewer would be seen"
}

extension Similarity {
  /// `0.9997`.
  fileprivate var written: String {
    let digits = String(tenThousandths % 10_000)
    return "\(tenThousandths / 10_000)." + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
