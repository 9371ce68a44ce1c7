/// A WebM that fits within a limit, and its similarity to the original.
package struct FittingWebM: Sendable {
  /// The file.
  package let bytes: [UInt8]
  /// The quality, 0...100. Lower values lose more detail.
  package let qualityOutOf100: Double
  /// The decoded frames with their times.
  package let decodedFrames: [Frame]
  /// The similarity of these frames to the originals that they show.
  package let similarity: FrameSimilarity
}

/// Searches for the least lossy WebM that fits within a limit.
package struct WebMQualitySearch {
  private let encoder: WebMEncoder
  private let timelineOriginals: [Bitmap]
  private let maxBytes: Int
  private let effort: OptimizingEffort
  /// The smallest size in bytes of all attempts.
  package private(set) var smallestAttemptBytes: Int?

  /// - Parameter frames: At least one, all of the same size.
  /// - Parameter limit: The maximum file size in bytes.
  /// - Parameter maxMilliseconds: The maximum duration. A longer animation is played faster.
  /// - Throws: `InternalError` if the frames can't be stored in a WebM.
  package init(
    _ frames: [Frame], maxBytes limit: Int, spedUpToFitMilliseconds maxMilliseconds: Int?,
    effort: OptimizingEffort = .normal
  ) throws(InternalError) {
    encoder = try WebMEncoder(frames, spedUpToFitMilliseconds: maxMilliseconds)
    timelineOriginals = encoder.timeline.entries.map { frames[$0.originalFrameIndex].bitmap }
    maxBytes = limit
    self.effort = effort
  }

  /// Returns the best file that fits, or nil if none fits.
  ///
  /// Tries at most six levels. The size falls by about the same factor with each level, so the next level
  /// follows from the sizes of the nearest levels on both sides of the limit.
  package mutating func bestFit() throws(InternalError) -> FittingWebM? {
    // The highest level whose file is too large and the lowest level whose file fits, with the logarithms of
    // the sizes.
    var (large, fitting) = ((level: -1, size: 0.0), (level: maxCQLevel + 1, size: 0.0))
    var best: (file: [UInt8], level: Int)?
    var level = firstCQLevel
    let goal = approximateLog2(max(maxBytes, 1))
    for _ in 0..<maxWebMSearchSteps {
      let file = try encoder.encode(cqLevel: level, effort)
      smallestAttemptBytes = min(smallestAttemptBytes ?? .max, file.count)
      let size = approximateLog2(file.count)
      if file.count <= maxBytes {
        (fitting, best) = ((level, size), (file, level))
        if Double(file.count) >= Double(maxBytes) * sufficientLimitShare || level <= lowestUsefulCQLevel {
          break
        }
      } else {
        large = (level, size)
      }
      if fitting.level - large.level <= 1 { break }
      let isBracketed = large.level >= 0 && fitting.level <= maxCQLevel
      let slope =
        isBracketed
        ? max((large.size - fitting.size) / Double(fitting.level - large.level), 0.001) : typicalLog2SizeSlope
      let base = large.level >= 0 ? large : fitting
      let next = Double(base.level) + (base.size - goal) / slope
      level = min(max(Int(next.rounded(.up)), large.level + 1, lowestUsefulCQLevel), fitting.level - 1)
    }
    if best == nil, large.level < maxCQLevel {
      let file = try encoder.encode(cqLevel: maxCQLevel, effort)
      smallestAttemptBytes = min(smallestAttemptBytes ?? .max, file.count)
      if file.count <= maxBytes { best = (file, maxCQLevel) }
    }
    guard let best else { return nil }
    let shown = try encoder.decodedAndVerifiedFrames(in: best.file)
    let frames = shown.enumerated().map { number, bitmap in
      Frame(bitmap, delay: ExactSeconds(encoder.timeline.durationMilliseconds(ofEntry: number), 1000))
    }
    return FittingWebM(
      bytes: best.file, qualityOutOf100: Double(maxCQLevel - best.level) * 100 / Double(maxCQLevel),
      decodedFrames: frames,
      similarity: FrameSimilarity(timelineOriginals, shown))
  }
}

/// The lossiest level.
private let maxCQLevel = 63
private let firstCQLevel = 26
/// Below this level, files grow without a visible difference (SSIM above 0.999).
private let lowestUsefulCQLevel = 8
private let maxWebMSearchSteps = 6
/// The search ends at a file that takes up at least this share of the limit.
private let sufficientLimitShare = 0.975
/// How much the logarithm of the size falls from one level to the next, if nothing else is known.
private let typicalLog2SizeSlope = 0.085

/// The base-2 logarithm, with an error of at most 0.09. It is the same on every machine, unlike the C
/// library's.
private func approximateLog2(_ number: Int) -> Double {
  let value = Double(number)
  return Double(value.exponent) + value.significand - 1
}
