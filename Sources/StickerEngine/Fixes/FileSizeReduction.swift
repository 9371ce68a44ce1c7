package import StickerImage

extension FileSizeReducer {
  /// The byte limit, and the reductions that are allowed to reach it.
  package struct Options: Hashable, Sendable {
    /// The maximum file size in bytes.
    package var maxBytes: Int
    /// The minimum length of the shorter side, in pixels.
    var minShorterSide: Int
    /// The lengths of the longer side at which stickers are shown, in pixels. Stickers are scaled down to
    /// these sizes.
    var gridSides: [Int]
    /// What must not change.
    var keptProperties: Set<KeptImageProperty>
    /// The effort for encoding the result.
    var effort: OptimizingEffort
    /// Whether visible changes are allowed.
    var allowsLoss: Bool
    /// The minimum delay of a frame in a format that rounds delays, in milliseconds.
    var minWebPFrameMilliseconds = 0
    /// The maximum duration in milliseconds, or nil.
    var maxWebMDurationMilliseconds: Int?
    /// Whether the image comes from another format. If it fits without loss, normal effort is lowered to moderate.
    var isConversion = false

    /// Creates options. The default sides are Apple's, in pixels at @3x.
    package init(
      maxBytes: Int, minSide: Int = AppleLimits.sidePixelRange.lowerBound,
      gridSides: [Int] = GridSides.apple.descending, keptProperties: Set<KeptImageProperty> = [],
      effort: OptimizingEffort = .normal, allowsLoss: Bool = true
    ) {
      self.maxBytes = maxBytes
      self.minShorterSide = minSide
      self.gridSides = gridSides
      self.keptProperties = keptProperties
      self.effort = effort
      self.allowsLoss = allowsLoss
    }
  }

  /// The result of a search.
  package struct Outcome: Sendable {
    /// The best image that fits, or nil.
    package let bestFit: ReducedImage?
    /// The smallest file size of each stage that was tried, in order. Each stage builds on the stages before
    /// it.
    let smallestBytesByStage: [(stage: FileSizeReductionStage, bytes: Int)]
    /// Whether the search stopped at its work limit.
    var hasReachedWorkLimit = false
    /// The encoding work, in pixels and bytes of samples; zero for WebP and WebM, for which it is not
    /// measured.
    package var pngOrGIFEncodingWork = 0
  }
}

/// An image whose file fits a limit.
package struct ReducedImage: Sendable {
  /// The image as it is stored in the file.
  let image: EditableImage
  /// The bytes of the file.
  package let bytes: [UInt8]
  /// The reductions, in the order in which they were applied.
  package let steps: [FileSizeReduction]
  /// The similarity to the source: each source frame is compared with the frame that is shown at the same
  /// time, scaled to the source size.
  package let similarity: FrameSimilarity
}

/// Counts encoded pixels and sample bytes. For efforts above `fast`, each byte counts three times.
final class EncodingWorkCounter {
  private(set) var amount = 0

  func add(_ image: EditableImage, file: [UInt8], effort: OptimizingEffort) {
    amount += image.totalPixelCount + (effort == .fast ? 1 : 3) * uncompressedSampleBytes(of: file)
  }

  /// Adds the cost of estimating the size of a still.
  func addSizeEstimationWork(ofStill image: EditableImage) { amount += 5 * image.totalPixelCount }
}

extension EditableImage {
  /// The total number of pixels in all frames.
  var totalPixelCount: Int { size.area * frames.count }

  /// Estimates the file size in bytes.
  func estimatedFileBytes(countingIn work: EncodingWorkCounter) throws(InternalError) -> Int {
    guard playsOrZeroForever == nil, frames.count == 1 else {
      let file = try unverifiedPNGOrGIF(.fast)
      work.add(self, file: file, effort: .fast)
      return file.count
    }
    work.addSizeEstimationWork(ofStill: self)
    return try frames[0].bitmap.estimatedSmallestPNGBytes(chunks: ancillaryChunks)
  }
}

/// Returns the uncompressed size of the samples of all stored frames, in bytes.
func uncompressedSampleBytes(of file: [UInt8]) -> Int {
  ImageContainer(of: file, budget: .unlimited)?.uncompressedSampleBytes ?? 0
}

/// What must not change when the file size is reduced.
package enum KeptImageProperty: String, CaseIterable, Hashable, Sendable {
  /// The dimensions: nothing is scaled down.
  case dimensions = "size"
  /// The frames: no frames are dropped.
  case frames
  /// The colors: no colors change, except through scaling.
  case colors
}

/// The stages of reducing the file size, in the order in which they are tried.
package enum FileSizeReductionStage: String, CaseIterable, Hashable, Sendable {
  case reencode
  case nearLossless
  case palette
  case quality
  case downscale
  case dropFrames

  /// The name in reports.
  package var name: String {
    switch self {
    case .reencode: "lossless encoding"
    case .nearLossless: "near-lossless colors"
    case .palette: "a palette"
    case .quality: "a lower quality"
    case .downscale: "fewer pixels"
    case .dropFrames: "fewer frames"
    }
  }
}

/// One reduction of an image.
package enum FileSizeReduction: Hashable, Sendable {
  /// Encoded with more effort, without visible changes.
  case reencoded
  /// Red, green and blue changed by at most half of `quantizationStep` (out of 255). In a WebP, alpha changes too.
  case nearLossless(quantizationStep: Int)
  /// Reduced to a number of colors shared by all frames, with an error diffusion strength in 0...1.
  case palette(colors: Int, dithering: Float)
  /// Encoded with a color quality and an alpha quality, each in 0...100. At 100, alpha is exact.
  case loweredQuality(color: Double, alpha: Int = 100)
  /// Every frame scaled down.
  case downscaled(from: PixelSize, to: PixelSize)
  /// Some frames dropped. The frame before a dropped frame is shown longer.
  case droppedFrames(from: Int, to: Int)

  var stage: FileSizeReductionStage {
    switch self {
    case .reencoded: .reencode
    case .nearLossless: .nearLossless
    case .palette: .palette
    case .loweredQuality: .quality
    case .downscaled: .downscale
    case .droppedFrames: .dropFrames
    }
  }
}

extension FileSizeReduction {
  /// Returns a description with numbers, in imperative form.
  ///
  /// - Parameter inPalette: whether reduced colors are stored in a palette.
  func description(inPalette: Bool) -> String {
    switch self {
    case .reencoded: "encode it with more effort"
    case .nearLossless: "slightly reduce the colors"
    case .palette(_, let dithering):
      "store fewer colors\(inPalette ? " in a palette" : "")\(dithering > 0 ? ", with dithering" : "")"
    case .loweredQuality(let quality, 100): "lower the quality to \(Int(quality.rounded())) out of 100"
    case .loweredQuality(let quality, let alpha):
      "lower the color quality to \(Int(quality.rounded())) out of 100, and the soft-edge quality to \(alpha)"
    case .downscaled(let from, let to): "scale the art down from \(from) to \(to)"
    case .droppedFrames(let from, let to):
      "keep \(numberText(to)) of \(countText(from, "frame")), with the same duration"
    }
  }

  /// Whether the change may be visible.
  var isLossy: Bool { self != .reencoded }
}

extension ReducedImage {
  /// Returns the image with its similarity to a source that has a different size or different frames.
  func measuringSimilarity(to source: EditableImage) -> ReducedImage {
    var shown = image.frames.map(\.bitmap)
    if image.size != source.size {
      let resampler = Resampler(from: image.size, to: source.size)
      shown = shown.map(resampler.resample)
    }
    let pairs = simultaneousReducedFrameIndices(for: source.frames).map { shown[$0] }
    return ReducedImage(
      image: image, bytes: bytes, steps: steps,
      similarity: FrameSimilarity(source.frames.map(\.bitmap), pairs))
  }

  /// Returns, for each source frame, the index of the frame that is shown at the same time.
  private func simultaneousReducedFrameIndices(for frames: [Frame]) -> [Int] {
    var (number, shownUntil) = (0, image.frames[0].shownDelay)
    var time = ExactSeconds.zero
    return frames.map { frame in
      let current = number
      time = time.adding(frame.shownDelay) ?? time
      // A GIF rounds times to hundredths of a second.
      let isOver =
        image.outputFormat == .gifOrStillPNG
        ? time.roundedHundredthsOfSecond ?? .max >= shownUntil.roundedHundredthsOfSecond ?? .max
        : time.isSameTime(as: shownUntil)
      if isOver, number + 1 < image.frames.count {
        number += 1
        shownUntil = shownUntil.adding(image.frames[number].shownDelay) ?? shownUntil
      }
      return current
    }
  }
}

/// Caches the encodings of images from one source, so that several messengers can share them.
///
/// Not thread-safe: only one thread at a time works on a source.
final class EncodingCache {
  /// Everything that determines the encoded file.
  private struct Key: Hashable {
    let size: PixelSize
    let pixels: [XXH3Digest]
    let delays: [ExactSeconds]
    let plays: Int?
    let chunks: PreservedChunks
    let outputFormat: EditableImage.OutputFormat
    let allowsAPNGPalette: Bool
    let effort: OptimizingEffort?

    init(_ image: EditableImage, _ effort: OptimizingEffort?) {
      (size, delays, plays) = (image.size, image.frames.map(\.delay), image.playsOrZeroForever)
      pixels = image.allBitmaps.map { XXH3Digest(of: $0.pixels) }
      (chunks, outputFormat, self.effort) = (image.ancillaryChunks, image.outputFormat, effort)
      allowsAPNGPalette = image.allowsAPNGPalette
    }
  }

  private var pngAndAPNGFiles: [Key: [UInt8]] = [:]
  private var gifs: [Key: EncodedGIF] = [:]

  /// Returns the PNG or APNG of an image, without verifying it.
  func unverifiedPNGOrAPNG(of image: EditableImage, effort: OptimizingEffort) throws(InternalError) -> [UInt8]
  {
    let key = Key(image, effort)
    if let known = pngAndAPNGFiles[key] { return known }
    let made = try image.unverifiedPNGOrGIF(effort)
    pngAndAPNGFiles[key] = made
    return made
  }

  /// Returns the GIF of an image.
  func gif(of image: EditableImage, plays: Int) throws(InternalError) -> EncodedGIF {
    let key = Key(image, nil)
    if let known = gifs[key] { return known }
    let made = try image.frames.encodedGIF(plays: plays)
    gifs[key] = made
    return made
  }
}
