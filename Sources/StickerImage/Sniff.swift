/// A format that is none of ours, named as far as its first bytes tell.
public struct ForeignFormat: Hashable, Sendable {
  /// `WebP`, `HEIC`; nil where no signature is known.
  public let name: String?
  /// Whether it moves, in a format that Messages does not animate.
  public let isAnimated: Bool

  /// A foreign format.
  public init(_ name: String?, isAnimated: Bool = false) {
    self.name = name
    self.isAnimated = isAnimated
  }
}

/// What the first bytes of a file say it is.
public enum Sniffed: Hashable, Sendable {
  /// One of ours; an APNG is told from a PNG by its chunks only, so it is `.png` here.
  case image(ImageFormat)
  /// Anything else.
  case foreign(ForeignFormat)
}

/// Names what bytes are by their signature.
public func sniff(_ bytes: [UInt8]) -> Sniffed {
  .foreign(ForeignFormat(nil))
}
