/// One limit of a `Budget`: what it bounds, what it is unless somebody sets it, and how far it can be raised.
///
/// Flags, configuration, findings and documentation all name a limit by its `name`.
public struct Limit: Hashable, Sendable {
  /// The name of the limit in kebab case: `canvas-pixels`.
  public let name: String
  /// What it counts: `px`, `bytes`, `frames`.
  public let unit: String
  /// The most that it can be raised to: beyond it memory, or a number, would not suffice.
  public let largest: Int
  /// What it bounds, in a few words: `of a file`.
  public let bounds: String
  /// The property of a budget that holds the value.
  let value: any WritableKeyPath<Budget, Int> & Sendable

  /// The value in force unless somebody sets another.
  public var standard: Int { Budget.standard[self] }
}

extension Limit {
  /// Every limit, in the order of documentation.
  public static let all: [Limit] = [
    .fileBytes, .sidePixels, .canvasPixels, .frames, .allFramesPixels, .chunkBytes, .parts, .scans, .work,
  ]

  /// The length of a file. A pack is read back from the disk whole, and one file may be a quarter of it.
  public static let fileBytes = Limit("file-bytes", "bytes", 1 << 28, "of a file", \.fileBytes)
  /// The longer side of a canvas or a patch.
  ///
  /// - Source: PNG specification, third edition, section 7.1: the largest number that a PNG holds.
  public static let sidePixels = Limit("side-pixels", "px", 0x7FFF_FFFF, "of the longer side", \.sidePixels)
  /// The area of a canvas or a patch. At the most that it can be raised to a canvas takes 1 GiB.
  public static let canvasPixels = Limit("canvas-pixels", "pixels", 1 << 28, "of the canvas", \.canvasPixels)
  /// The frames of an animation.
  public static let frames = Limit("frames", "frames", 10_000_000, "of an animation", \.frames)
  /// The pixels of all frames together, as they are shown or as they are stored, whatever is more.
  public static let allFramesPixels = Limit(
    "all-frames-pixels", "pixels", 1_000_000_000_000, "of all frames together", \.allFramesPixels)
  /// What one compressed text or ICC profile inflates to.
  public static let chunkBytes = Limit(
    "chunk-bytes", "bytes", 1 << 28, "of one text or ICC profile, inflated", \.chunkBytes)
  /// Chunks, blocks or segments: each is listed.
  public static let parts = Limit(
    "parts", "parts", 10_000_000, "of a file: chunks, blocks, segments", \.parts)
  /// The scans of a JPEG.
  public static let scans = Limit("scans", "scans", 1_000_000, "of a JPEG", \.scans)
  /// The most units of `Work` that decoding may take.
  public static let work = Limit(
    "work", "units", 1_000_000_000_000,
    "of pixels composited, bytes inflated and JPEG blocks in scans (arithmetic: 32 a coefficient)",
    \.work)

  private init(
    _ name: String, _ unit: String, _ largest: Int, _ bounds: String,
    _ value: any WritableKeyPath<Budget, Int> & Sendable
  ) {
    (self.name, self.unit, self.largest, self.bounds, self.value) = (name, unit, largest, bounds, value)
  }

  /// The limit of a name; nil where there is none.
  public init?(named name: String) {
    guard let known = Limit.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }
}

extension Budget {
  /// A limit's value.
  public subscript(limit: Limit) -> Int {
    get { self[keyPath: limit.value] }
    set { self[keyPath: limit.value] = newValue }
  }

  /// Compares a figure with its limit.
  ///
  /// - Returns: what is exceeded; nil up to and including the limit.
  func exceeded(_ limit: Limit, by measured: Int) -> LimitExceeded? {
    guard measured > self[limit] else { return nil }
    return LimitExceeded(limit, measured: measured, self)
  }
}
