/// What a picture takes in its file, and what it would take if it were encoded with care.
public struct Reencoding: Hashable, Sendable {
  /// Bytes of the file without metadata and without what follows the image.
  public let storedBytes: Int
  /// Bytes of the same pixels, colors and timing by `encodedPNG` or `encodedAPNG`, which compare what they
  /// wrote with what they were given.
  public let neededBytes: Int

  /// Encodes a PNG or APNG again.
  ///
  /// - Parameter container: what was read from the bytes.
  /// - Returns: nil for other formats; for damaged files; for more than 8 bits a channel and for a hidden
  ///   default image, since they would be lost; and for animations too large to be held as a whole.
  public init?(of bytes: [UInt8], _ container: Container) {
    guard container.canReencode, let image = try? Image(decoding: bytes, budget: .unlimited) else {
      return nil
    }
    let chunks = container.colorChunks(of: bytes)
    let encoded =
      if let animation = container.animation {
        try? image.frames.encodedAPNG(plays: animation.plays, colorChunks: chunks)
      } else {
        image.frames.first.flatMap { try? $0.bitmap.encodedPNG(colorChunks: chunks) }
      }
    guard let encoded else { return nil }
    storedBytes = container.endOffset - container.metadataBytes
    neededBytes = encoded.count
  }
}

extension Container {
  /// Bytes that encoding it again holds at once: its frames as they are, cleared, and as they are compared.
  public var reencodingBytes: Int {
    canReencode ? saturatingProduct(saturatingProduct(canvas.area, frameCount), 4 * 3) : 0
  }

  /// Whether its visible pixels and times are all that an encoder of 8 bits would need to know.
  fileprivate var canReencode: Bool { isCollectable && bitDepth <= 8 && animation?.hidesDefaultImage != true }

  /// Whether it is a sound PNG or APNG, small enough to be held as a whole.
  var isCollectable: Bool { isSoundPNG && isSmallEnoughToCollect }

  /// Whether this is a PNG or APNG that can be decoded completely: no damage, and no frames without an acTL.
  var isSoundPNG: Bool {
    (format == .png || format == .apng) && damage.isEmpty && exceeded.isEmpty && unannouncedFrames == 0
  }

  /// Whether all of its frames can be held at once.
  public var isSmallEnoughToCollect: Bool {
    exceeded.isEmpty
      && saturatingProduct(canvas.area, frameCount)
        <= (frameCount > 1 ? mostAnimationPixels : mostStillPixels)
  }

  /// Whether `optimized` works on a PNG or APNG of that many samples.
  public var isSmallEnoughToOptimize: Bool {
    sampleBytes <= mostSampleBytes
  }

  /// The most `sampleBytes` that `optimized` works on.
  public var mostSampleBytes: Int { frameCount > 1 ? 4 * mostAnimationPixels : mostOptimizedBytes }

  /// Bytes of the samples of all its frames as the file stores them, before deflating; 4 for each pixel of
  /// formats that store no samples.
  public var sampleBytes: Int {
    var pixels = saturatingProduct(canvas.area, max(frameCount, 1))
    guard case .png(let layout) = layout else { return saturatingProduct(pixels, 4) }
    if let animation {
      let patches = animation.frames.lazy.map(\.patch.size.area)
      pixels = patches.reduce(animation.hidesDefaultImage ? canvas.area : 0) { sum, area in
        let (sum, isWide) = sum.addingReportingOverflow(area)
        return isWide ? .max : sum
      }
    }
    return saturatingProduct(pixels, max(layout.header.pixelBits / 8, 1))
  }
}

/// The most bytes of samples of a still that are filtered and deflated again: 4096 x 4096 px in true color
/// with alpha.
private let mostOptimizedBytes = 68_000_000
/// The most pixels of a still that is held as a whole.
private let mostStillPixels = 64_000_000
/// The most pixels in all frames of an animation that is held as a whole: 3 seconds at 30 frames per second
/// and 512 x 512 px, or 62 frames of the largest sticker. Encoding it again takes about 9 bytes a pixel.
public let mostAnimationPixels = 24_000_000
