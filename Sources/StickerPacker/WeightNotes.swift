import StickerImage
import StickerModel

/// What is said of a sticker's sizes by what they weigh: which are too heavy, which are heavier than a larger
/// one and why, and which gave up colors so as not to be.
///
/// - Parameter limit: a sticker has fewer bytes.
func weightNotes(_ built: BuiltSticker, limit: Int) -> [String] {
  // Nobody has weighed an animation that was put together; all other art was checked.
  let made = built.sticker.sequence == nil ? built.variants.dropFirst() : built.variants[...]
  let tooHeavy = made.filter { $0.bytes.count >= limit }.map { variant in
    "\(path(of: variant, built.sticker.id)) weighs \(grouped(variant.bytes.count)) bytes, and Messages "
      + "takes less than \(grouped(limit)); art with fewer colors or frames gives "
      + "lighter sizes"
  }
  let compared = built.variants.indices.dropFirst().compactMap { index in
    built.variants[..<index].min { $0.bytes.count < $1.bytes.count }.flatMap {
      note(on: built.variants[index], lightest: $0, built.sticker.id, limit)
    }
  }
  return tooHeavy + compared
}

/// - Parameter lightest: the lightest of all larger sizes.
private func note(on size: BuiltVariant, lightest: BuiltVariant, _ id: String, _ limit: Int) -> String? {
  let name = path(of: size, id)
  if size.bytes.count > lightest.bytes.count {
    return "\(name) weighs \(grouped(size.bytes.count)) bytes, more than the "
      + "\(grouped(lightest.bytes.count)) of \(lightest.scale.suffix): \(reason(of: size.format))"
  }
  guard let similarity = size.similarity else { return nil }
  let bound = lightest.bytes.count < limit ? lightest.scale.suffix : "Messages takes"
  return "\(name) has fewer colors than scaling gave it (SSIM \(similarity.written)): with all of them it "
    + "would weigh more than \(bound)"
}

private func reason(of format: ImageFormat) -> String {
  format == .jpeg
    ? "the art is a JPEG of lower quality, and another loss would be seen"
    : "scaling mixes the art's colors into more of them, and no fewer were found that look the same"
}
