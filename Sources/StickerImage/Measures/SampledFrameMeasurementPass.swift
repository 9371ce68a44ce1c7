import CImageCodecs

/// The measures that judge the outline and parts of the art as the eye sees them. They take longer than other
/// measures, so at most four frames are measured.
struct SampledFrameMeasurementPass {
  private(set) var displaySizeFrames: DisplaySizeFrames?
  private(set) var paleRim: PaleRim?
  private(set) var jaggedOutline: JaggedOutline?
  private let sampledFrames: SampledFrameIndices

  /// Returns nil if none of these measures is requested.
  ///
  /// - Parameter frameCount: The number of frames, or nil if it isn't known.
  init?(measuring needs: MeasureSet, frameCount: Int?) {
    sampledFrames = SampledFrameIndices(count: frameCount)
    if needs.isSuperset(of: .displaySizeFrames) { displaySizeFrames = DisplaySizeFrames() }
    if needs.isSuperset(of: .paleRim) { paleRim = PaleRim() }
    if needs.isSuperset(of: .jaggedOutline) { jaggedOutline = JaggedOutline() }
    if displaySizeFrames == nil, paleRim == nil, jaggedOutline == nil { return nil }
  }

  mutating func visit(_ bitmap: Bitmap, number: Int) {
    guard sampledFrames.contains(number), bitmap.size.area > 0 else { return }
    let masks = AlphaLevelMasks(bitmap)
    // Art with its own background has no outline and can't lose parts.
    guard !masks.fillsLargeRectangle else { return }
    displaySizeFrames?.addFrameIfChanged(bitmap, number: number)
    paleRim?.addFrame(bitmap, fifthOpaque: masks.fifthOpaque, number: number)
    jaggedOutline?.addFrame(bitmap, masks, number: number)
  }
}

/// Masks of the pixels whose alpha reaches certain limits.
struct AlphaLevelMasks {
  /// An alpha of at least 16, 128 or 240.
  private(set) var (atLeastFaint, solid, nearlyOpaque): (PixelMask, PixelMask, PixelMask)
  /// An alpha of at least 51, a fifth.
  private(set) var fifthOpaque: PixelMask
  private var alphaAtLeast250: PixelMask

  /// - Parameter bitmap: A bitmap with at least one pixel.
  init(_ bitmap: Bitmap) {
    let masks = bitmap.masks(ofAlphaAtLeast: [16, 51, 128, 240, 250])
    (atLeastFaint, fifthOpaque, solid, nearlyOpaque, alphaAtLeast250) = (
      masks[0], masks[1], masks[2], masks[3], masks[4]
    )
  }

  /// Whether the art fills a rectangle that covers at least 80% of the canvas: more than 97% of the rectangle
  /// or more than 95% of its border is opaque.
  var fillsLargeRectangle: Bool {
    var box: PixelRect?
    for row in 0..<solid.size.height {
      let words = solid.words[row * solid.wordsPerRow..<(row + 1) * solid.wordsPerRow]
      guard let first = words.firstIndex(where: { $0 != 0 }), let last = words.lastIndex(where: { $0 != 0 })
      else { continue }
      let left = (first - words.startIndex) * 64 + words[first].trailingZeroBitCount
      let right = (last - words.startIndex) * 64 + 63 - words[last].leadingZeroBitCount
      box = PixelRect(around: box, PixelRect(x: left, y: row, width: right + 1 - left, height: 1))
    }
    guard let box, box.size.area * 5 >= solid.size.area * 4 else { return false }
    let columns = box.x..<box.x + box.width
    func count(_ row: Int, _ columns: Range<Int>) -> Int {
      alphaAtLeast250.setBitCount(in: MaskRun(row: row, columns: columns))
    }
    let rows = box.y..<box.y + box.height
    let area = rows.reduce(0) { $0 + count($1, columns) }
    if area * 100 > box.size.area * 97 { return true }
    var border = count(rows.lowerBound, columns) + count(rows.upperBound - 1, columns)
    for row in rows {
      border += count(row, columns.prefix(1)) + count(row, columns.suffix(1))
    }
    return border * 20 > (box.width + box.height) * 2 * 19
  }
}

extension Bitmap {
  /// For each limit, the mask of the pixels with at least that alpha.
  func masks(ofAlphaAtLeast limits: [UInt8]) -> [PixelMask] {
    let stride = (width + 63) / 64
    let words = stride * height
    let bits = unsafe [UInt64](unsafeUninitializedCapacity: words * limits.count) { bits, count in
      let starts: [UnsafeMutablePointer<UInt64>?] = unsafe limits.indices.map { number in
        unsafe bits.baseAddress.map { unsafe $0 + number * words }
      }
      unsafe sl_alpha_at_least(pixels, width, height, limits, starts, limits.count)
      count = words * limits.count
    }
    return limits.indices.map { number in
      PixelMask(size, words: Array(bits[number * words..<(number + 1) * words]))
    }
  }
}

extension PixelMask {
  /// The mask without the outermost pixels of the canvas, because the canvas may cut off the art there.
  var withoutOutermostPixels: PixelMask {
    var mask = self
    guard size.width > 0, size.height > 0 else { return mask }
    mask.clear(MaskRun(row: 0, columns: 0..<size.width))
    mask.clear(MaskRun(row: size.height - 1, columns: 0..<size.width))
    let last = size.width - 1
    for first in stride(from: 0, to: words.count, by: wordsPerRow) {
      mask.words[first] &= ~1
      mask.words[first + last / 64] &= ~(1 << UInt64(last % 64))
    }
    return mask
  }

  /// The positions of all set bits, row by row.
  var positions: [PixelPoint] {
    var positions: [PixelPoint] = []
    for row in 0..<size.height {
      for word in 0..<wordsPerRow {
        var bits = words[row * wordsPerRow + word]
        while bits != 0 {
          positions.append(PixelPoint(x: word * 64 + bits.trailingZeroBitCount, y: row))
          bits &= bits - 1
        }
      }
    }
    return positions
  }
}

/// The direction in which alpha rises, which is inward at an outline. Computed with a Sobel operator after a
/// Gaussian blur of the alpha.
struct AlphaGradientOperator {
  /// Integer weights from the center outward, for smoothing along the outline and for differentiating across
  /// it.
  private let (smoothingWeights, slopeWeights): ([Float], [Float])

  /// A standard deviation of 1.5 px.
  static let fineScale = AlphaGradientOperator(
    smoothingWeights: [7847, 6564, 3831, 1548, 428, 80, 10, 1],
    slopeWeights: [0, 5132, 5799, 3334, 1146, 246, 34, 3])
  /// A standard deviation of 2.5 px.
  static let coarseScale = AlphaGradientOperator(
    smoothingWeights: [5028, 4670, 3742, 2585, 1540, 791, 350, 133, 44, 12, 3, 0],
    slopeWeights: [0, 1432, 2282, 2343, 1838, 1160, 604, 262, 96, 29, 8, 2])

  /// The approximate length of the gradient at a sharp, straight edge from transparent to opaque.
  static let sharpEdgeGradientLength = 8192.0 * 32_768 * 255

  private init(smoothingWeights: [Float], slopeWeights: [Float]) {
    self.smoothingWeights = smoothingWeights.dropFirst().reversed() + smoothingWeights
    self.slopeWeights = slopeWeights.dropFirst().reversed().map { -$0 } + slopeWeights
  }

  /// The gradients at the given positions. All values are exact integers.
  func gradients(of bitmap: Bitmap, at positions: [PixelPoint]) -> [SIMD2<Double>] {
    let places = positions.flatMap { [Int32(truncatingIfNeeded: $0.x), Int32(truncatingIfNeeded: $0.y)] }
    return unsafe [SIMD2<Double>](unsafeUninitializedCapacity: positions.count) { gradients, count in
      unsafe gradients.initialize(repeating: .zero)
      unsafe sl_alpha_gradients(
        bitmap.pixels, bitmap.width, bitmap.height, places, positions.count, smoothingWeights, slopeWeights,
        smoothingWeights.count,
        UnsafeMutableRawPointer(gradients.baseAddress)?.assumingMemoryBound(to: Double.self))
      count = positions.count
    }
  }
}
