/// The same PNG or APNG in fewer bytes: every visible pixel, color chunk, delay and the number of plays stay.
///
/// - Parameter file: the whole file.
/// - Parameter isKept: told the type of each chunk that is neither image nor color; what is not kept is gone.
/// - Returns: nil where nothing is gained; for other formats; for damaged files; for more than 8 bits a
///   channel and for a hidden default image, since they would be lost; and for animations too large to be
///   held as a whole. The same bytes give the same bytes; what follows the image is left out.
public func optimized(
  _ file: [UInt8], effort: OptimizingEffort = .normal, keeping isKept: (String) -> Bool = { _ in true }
) -> [UInt8]? {
  guard let container = readContainer(file, budget: .unlimited), container.canReencode else { return nil }
  guard let image = try? collectImage(file, budget: .unlimited) else { return nil }
  let chunks = CarriedChunks(of: file, container, keeping: isKept)
  let smaller =
    if let animation = container.animation {
      try? smallestAPNG(image.frames, plays: animation.plays, chunks: chunks, effort: effort)
    } else {
      image.frames.first.flatMap { try? smallestPNG($0.bitmap, chunks: chunks, effort: effort) }
    }
  return smaller.flatMap { $0.count < file.count ? $0 : nil }
}
