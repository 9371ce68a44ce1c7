/// The same PNG or APNG in fewer bytes: every visible pixel, color chunk, delay and the number of plays stay.
///
/// Where 16 bits a channel say more than 8 would, they stay too.
///
/// - Parameter file: the whole file.
/// - Parameter isKept: told the type of each chunk that is neither image nor color; what is not kept is gone.
/// - Returns: nil where nothing is gained; for other formats, for damaged files, and for more samples than
///   `Container.isSmallEnoughToOptimize` allows. The same bytes give the same bytes; what follows the image is
///   left out.
public func optimized(
  _ file: [UInt8], effort: OptimizingEffort = .normal, keeping isKept: (String) -> Bool = { _ in true }
) -> [UInt8]? {
  guard let container = Container(of: file, budget: .unlimited), container.isSoundPNG,
    container.isSmallEnoughToOptimize
  else { return nil }
  let chunks = CarriedChunks(of: file, container, keeping: isKept)
  let smaller =
    if container.isCollectable, container.hasEightBitSamples(in: file) {
      try? encoded(file, chunks, effort)
    } else {
      try? restreamed(file, container, chunks, effort)
    }
  return smaller.flatMap { $0.count < file.count ? $0 : nil }
}

private func encoded(
  _ file: [UInt8], _ chunks: CarriedChunks, _ effort: OptimizingEffort
) throws -> [UInt8]? {
  let image = try Image(decoding: file, budget: .unlimited)
  guard let animation = image.container.animation else {
    return try image.frames.first.map { try $0.bitmap.smallestPNG(chunks: chunks, effort: effort) }
  }
  return try image.frames.smallestAPNG(
    plays: animation.plays, hidden: image.container.hiddenDefaultImage(of: file), chunks: chunks,
    effort: effort)
}
