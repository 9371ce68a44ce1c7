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
    exceeded.isEmpty && saturatingProduct(canvas.area, frameCount) <= mostPixels
  }
}

/// Pixels of all frames that are collected: 120 frames of the largest sticker, and a third more.
private let mostPixels = 64_000_000
