/// Compares the size of an image in its file with the size that this library's encoder achieves.
public struct StoredAndReencodedSizes: Hashable, Sendable {
  /// The size of the file in bytes, without metadata and without data after the image.
  public let storedBytesWithoutMetadata: Int
  /// The size in bytes of the same pixels, colors and timing as encoded by `encodedPNG` or `encodedAPNG`. The
  /// result is discarded, so it isn't decoded for comparison.
  public let reencodedBytes: Int

  /// Encodes a PNG or APNG again and measures the result.
  ///
  /// - Parameter bytes: The whole file.
  /// - Parameter container: The container parsed from the bytes.
  /// - Parameter frames: The decoded frames, or nil to decode them.
  /// - Returns: nil for other formats and damaged files, for files with more than 8 bits per channel or a
  ///   hidden default image (which would be lost), and for animations that are too large to hold in memory.
  public init?(of bytes: [UInt8], _ container: ImageContainer, frames: [Frame]? = nil) {
    guard container.canReencodePNGLosslessly,
      let frames = frames ?? (try? Image(decoding: bytes, budget: .unlimited))?.frames
    else { return nil }
    let chunks = container.colorChunks(of: bytes)
    let encoded =
      if let animation = container.animation {
        try? frames.encodedAPNG(plays: animation.plays, colorChunks: chunks, verifies: false)
      } else {
        frames.first.flatMap {
          try? $0.bitmap.encodedPNG(colorChunks: chunks, isFast: false, verifies: false)
        }
      }
    guard let encoded else { return nil }
    storedBytesWithoutMetadata = container.endOffset - container.metadataBytes
    reencodedBytes = encoded.count
  }
}

extension ImageContainer {
  /// The memory in bytes needed to encode the image again: three copies of all frames, or 0 if the image
  /// can't be encoded again.
  public var pngReencodingMemoryBytes: Int {
    canReencodePNGLosslessly ? saturatingProduct(saturatingProduct(canvas.area, frameCount), 4 * 3) : 0
  }

  /// Whether an 8-bit encoder preserves everything that is visible in the file.
  fileprivate var canReencodePNGLosslessly: Bool {
    isDecodablePNGFittingMemory && bitDepth <= 8 && animation?.hidesDefaultImage != true
  }

  /// Whether this is an undamaged PNG or APNG that is small enough to hold in memory.
  var isDecodablePNGFittingMemory: Bool { isFullyDecodablePNG && framesFitInMemory }

  /// Whether this is a PNG or APNG that can be decoded completely: it has no damage, exceeds no limit, and
  /// has no frames without an acTL.
  var isFullyDecodablePNG: Bool {
    (format == .png || format == .apng) && damage.isEmpty && exceededLimits.isEmpty
      && ignoredFdATFrameCount == 0
  }

  /// Whether all frames can be held in memory at once.
  public var framesFitInMemory: Bool {
    exceededLimits.isEmpty
      && saturatingProduct(canvas.area, frameCount)
        <= (frameCount > 1 ? maxInMemoryAnimationPixels : maxInMemoryStillPixels)
  }

  /// Whether `optimizedPNGIfSmaller` accepts a PNG or APNG with samples of this total size.
  public var isSmallEnoughToOptimize: Bool {
    uncompressedSampleBytes <= maxOptimizableUncompressedBytes
  }

  /// The largest `uncompressedSampleBytes` that `optimizedPNGIfSmaller` accepts.
  public var maxOptimizableUncompressedBytes: Int {
    frameCount > 1 ? 4 * maxInMemoryAnimationPixels : maxOptimizableStillSampleBytes
  }

  /// The size in bytes of the samples of all frames as the file stores them, before deflating. For formats
  /// that don't store samples, 4 bytes per pixel.
  public var uncompressedSampleBytes: Int {
    var pixels = saturatingProduct(canvas.area, max(frameCount, 1))
    guard case .png(let layout) = dataPositions else { return saturatingProduct(pixels, 4) }
    if let animation {
      let patches = animation.frames.lazy.map(\.patch.size.area)
      pixels = patches.reduce(animation.hidesDefaultImage ? canvas.area : 0) { sum, area in
        let (sum, overflows) = sum.addingReportingOverflow(area)
        return overflows ? .max : sum
      }
    }
    return saturatingProduct(pixels, max(layout.header.bitsPerPixel / 8, 1))
  }
}

/// The maximum size in bytes of the samples of a still that is filtered and deflated again: 4096 × 4096 px in
/// truecolor with alpha.
private let maxOptimizableStillSampleBytes = 68_000_000
/// The maximum number of pixels in a still that is held in memory.
private let maxInMemoryStillPixels = 64_000_000
/// The maximum number of pixels in all frames of an animation that is held in memory: 3 seconds at 30 frames
/// per second and 512 × 512 px, or 62 frames of the largest sticker. Encoding an animation again takes about
/// 9 bytes per pixel.
public let maxInMemoryAnimationPixels = 24_000_000
