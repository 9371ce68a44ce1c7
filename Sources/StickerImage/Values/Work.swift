/// What decoding one file costs, counted from what the file stores and not timed: a busy machine, or a faster
/// decoder, gives the same findings.
///
/// The container readers count while they walk, from headers alone, so that the sum is known before a pixel
/// is decoded. No sum wraps: what does not fit is `Int.max`.
public struct Work: Hashable, Sendable {
  /// Pixels of stored pictures, and those that a disposal clears, saves or restores.
  public private(set) var pixels = 0
  /// Bytes that come out of compressed data: scanlines, color indices, texts, profiles.
  public private(set) var inflatedBytes = 0
  /// JPEG blocks of 8 × 8 samples, in each scan that holds them; coded arithmetically, each coefficient of a
  /// block counts as 32 blocks.
  public private(set) var blocks = 0

  /// No work yet.
  public init() {}

  /// The units of all work together: what `Budget.work` limits.
  public var units: Int { saturatingSum(saturatingSum(pixels, inflatedBytes), blocks) }

  mutating func add(pixels count: Int) { pixels = saturatingSum(pixels, count) }

  mutating func add(inflatedBytes count: Int) { inflatedBytes = saturatingSum(inflatedBytes, count) }

  mutating func add(blocks count: Int) { blocks = saturatingSum(blocks, count) }

  mutating func add(_ other: Work) {
    add(pixels: other.pixels)
    add(inflatedBytes: other.inflatedBytes)
    add(blocks: other.blocks)
  }

  /// A stored picture: its data is inflated, and each of its pixels is drawn once, also beside the canvas.
  mutating func add(picture size: PixelSize, inflatedBytes count: Int) {
    add(pixels: size.area)
    add(inflatedBytes: count)
  }

  /// What a frame's disposal touches of the canvas: once to clear it, twice to save and restore it.
  mutating func add(disposalOf frame: StoredFrame, on canvas: PixelSize) {
    let touched = frame.patch.intersection(PixelRect(canvas)).size.area
    switch frame.disposal {
    case .keep: break
    case .background: add(pixels: touched)
    case .previous: add(pixels: saturatingProduct(touched, 2))
    }
  }
}

/// A sum of counts; `Int.max` where it does not fit.
func saturatingSum(_ a: Int, _ b: Int) -> Int {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? .max : sum
}

/// A product of counts; `Int.max` where it does not fit.
func saturatingProduct(_ a: Int, _ b: Int) -> Int {
  let (product, overflow) = a.multipliedReportingOverflow(by: b)
  return overflow ? .max : product
}
