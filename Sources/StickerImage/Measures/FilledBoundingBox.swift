/// Detects art that fills its own bounding box in every frame: a rectangular background, regardless of its
/// margin.
///
/// The box is the bounding box of the solid pixels (alpha of at least 128), and covers at least 60% of the
/// canvas. It is filled if more than 95% of its outermost ring or more than 97% of its pixels are opaque
/// (alpha of at least 250).
public struct FilledBoundingBox: Hashable, Sendable {
  /// The box of the first frame, or nil if some frame's box isn't filled.
  public var firstFrameBox: PixelRect? { hasUnfilledFrame ? nil : firstBox }
  /// The outermost ring of the boxes in all frames.
  public private(set) var ring = BorderRing()

  private var firstBox: PixelRect?
  private var hasUnfilledFrame = false

  private static let minCanvasShare = 0.6
  private static let sufficientOpaqueRingShare = 0.95
  private static let sufficientOpaqueShare = 0.97
  private static let opaqueAlpha: UInt8 = 250

  init() {}

  mutating func addFrame(_ bitmap: Bitmap, _ masks: AlphaMasks, canvasRing: BorderRing) {
    guard !hasUnfilledFrame else { return }
    let canvas = PixelRect(bitmap.size)
    guard let box = masks.countsAndBounds.isOpaque ? canvas : masks.halfOpaque.boundingBox,
      Double(box.size.area) >= Self.minCanvasShare * Double(bitmap.size.area)
    else {
      hasUnfilledFrame = true
      return
    }
    let ring = box == canvas ? canvasRing : BorderRing(of: bitmap, around: box)
    guard hasOpaqueRingOrArea(box, ring, bitmap, masks) else {
      hasUnfilledFrame = true
      return
    }
    if firstBox == nil { firstBox = box }
    self.ring.add(ring)
  }

  private func hasOpaqueRingOrArea(
    _ box: PixelRect, _ ring: BorderRing, _ bitmap: Bitmap, _ masks: AlphaMasks
  ) -> Bool {
    if Double(ring.solidPixels) > Self.sufficientOpaqueRingShare * Double(ring.ringPixels) { return true }
    let least = Self.sufficientOpaqueShare * Double(box.size.area)
    // A fast check first: opaque pixels are also solid, so there must be enough solid ones.
    guard Double(masks.halfOpaque.setBitCount) > least else { return false }
    var opaque = 0
    for row in box.y..<box.y + box.height {
      for column in box.x..<box.x + box.width
      where bitmap.pixels[(row &* bitmap.width &+ column) &* 4 &+ 3] >= Self.opaqueAlpha {
        opaque += 1
      }
    }
    return Double(opaque) > least
  }
}

extension PixelMask {
  /// The bounding box of the set bits, or nil if there are none.
  fileprivate var boundingBox: PixelRect? {
    var columns = [UInt64](repeating: 0, count: wordsPerRow)
    var (top, bottom) = (-1, -1)
    for row in 0..<size.height {
      var isSet = false
      for word in 0..<wordsPerRow {
        let bits = words[row &* wordsPerRow &+ word]
        columns[word] |= bits
        isSet = isSet || bits != 0
      }
      if isSet { (top, bottom) = (top < 0 ? row : top, row) }
    }
    guard top >= 0, let first = columns.firstIndex(where: { $0 != 0 }),
      let last = columns.lastIndex(where: { $0 != 0 })
    else { return nil }
    let left = first * 64 + columns[first].trailingZeroBitCount
    let right = last * 64 + 63 - columns[last].leadingZeroBitCount
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}
