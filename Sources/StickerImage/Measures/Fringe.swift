/// Counts the translucent edge pixels that contain a matte: the color of the white or black background that
/// the art was once on.
///
/// By the matting equation (Smith and Blinn, "Blue Screen Matting", SIGGRAPH 1996), art of color F and
/// coverage a over a matte B is C = aF + (1-a)B. If the stored color of an edge pixel is C instead of F, the
/// file was exported with the matte baked in. Here a is the pixel's own alpha, F is the color of the nearest
/// solid pixel (alpha of at least 250, at most 12 px away in one of eight directions), and B is white or
/// black. C - F, projected onto B - F, gives the share t of the matte. This share must be within 0.08 of 1-a,
/// and C must be at most 16 of 255 (root mean square) away from that line. A pixel contains no matte if its F
/// is nearly B (less than 48 apart), or if it is too opaque to show a difference of 10.
///
/// Only pixels with an alpha of 64...191 are checked. For a fainter pixel, t = 1 would also be close to 1-a,
/// and a black shadow would look like a black matte. For a more opaque pixel, t = 0 (the art's own color)
/// would be close to 1-a.
///
/// At most 128 pixels per frame are checked, spread evenly over the words of the mask that aren't 0.
public struct Fringe: Hashable, Sendable {
  /// The pixels that contain one kind of matte.
  public struct MattePixels: Hashable, Sendable {
    /// The number of pixels that contain the matte, over all frames.
    public fileprivate(set) var pixelCount = 0
    /// The positions of such pixels in the first frame that has any.
    public fileprivate(set) var positions: [PixelPoint] = []
    /// The index of the first frame with such pixels, starting at 0, or nil if there are none.
    public fileprivate(set) var firstFrameIndex: Int?
    fileprivate var matteColorSums = SIMD3<Double>.zero
    /// The sums of the stored colors and of their squares.
    private var (storedColorSums, storedColorSquareSums) = (SIMD3<Double>.zero, SIMD3<Double>.zero)

    /// Adds an edge pixel if it contains the matte.
    ///
    /// - Parameter edge: C.
    /// - Parameter inside: F.
    /// - Parameter matte: Each sample of B.
    /// - Parameter clear: 1-a.
    /// - Returns: Whether it contains the matte.
    fileprivate mutating func addIfMixed(
      _ edge: SIMD3<Double>, beside inside: SIMD3<Double>, matte: Double, _ clear: Double
    ) -> Bool {
      let (line, shift) = (SIMD3(repeating: matte) - inside, edge - inside)
      let length = (line * line).sum()
      guard length >= 3 * 48 * 48, clear * clear * length >= 3 * 10 * 10 else { return false }
      let share = (shift * line).sum() / length
      let aside = shift - line * share
      guard (share - clear).magnitude <= 0.08, (aside * aside).sum() <= 3 * 16 * 16 else {
        return false
      }
      pixelCount += 1
      matteColorSums += inside + shift / clear  // C - F = (1-a)(B - F)
      storedColorSums += edge
      storedColorSquareSums += edge * edge
      return true
    }

    /// Records the position of a pixel with the matte, in the first frame that has any.
    fileprivate mutating func recordFirstFramePosition(_ x: Int, _ y: Int, _ number: Int) {
      if firstFrameIndex == nil { firstFrameIndex = number }
      if firstFrameIndex == number { positions.append(PixelPoint(x: x, y: y)) }
    }

    /// The standard deviation of the stored colors, averaged over red, green and blue. The more transparent a
    /// pixel is, the more matte it contains, so the colors of a matte vary. An intended edge, such as a bevel
    /// or a metal bezel, has one color.
    package var storedColorStandardDeviation: Double {
      guard pixelCount > 0 else { return 0 }
      let mean = storedColorSums / Double(pixelCount)
      let variance = (storedColorSquareSums / Double(pixelCount) - mean * mean).clamped(
        lowerBound: .zero, upperBound: SIMD3(repeating: .greatestFiniteMagnitude))
      return variance.squareRoot().sum() / 3
    }

    /// The mean color of the matte (0xRRGGBB), computed by solving the equation. Nil if no pixel contains one.
    public var meanMatteColor: UInt32? {
      guard pixelCount > 0 else { return nil }
      let mean = (matteColorSums / Double(pixelCount)).clamped(
        lowerBound: .zero, upperBound: SIMD3(repeating: 255))
      let samples = mean.rounded(.toNearestOrAwayFromZero)
      return UInt32(samples.x) << 16 | UInt32(samples.y) << 8 | UInt32(samples.z)
    }
  }

  /// The number of translucent pixels (alpha of 64...191) that were checked, over all frames.
  public private(set) var checkedEdgePixels = 0
  /// The pixels that contain a white matte.
  public private(set) var white = MattePixels()
  /// The pixels that contain a black matte.
  public private(set) var black = MattePixels()

  private static let maxCheckedPixelsPerFrame = 128

  init() {}

  /// - Parameter frame: The index of the frame, starting at 0.
  mutating func addFrame(_ bitmap: Bitmap, _ masks: AlphaMasks, frame: Int) {
    let (words, mask) = (masks.midAlphaWordIndices, masks.midAlpha)
    let step = (words.count + Self.maxCheckedPixelsPerFrame - 1) / Self.maxCheckedPixelsPerFrame
    guard step > 0 else { return }
    for (turn, at) in stride(from: step / 2, to: words.count, by: step).enumerated() {
      let (word, bits) = (words[at], mask.words[words[at]])
      // Selects a different pixel of the word each time, because the outermost one would always be the
      // faintest pixel of a soft edge.
      let bit = bits.index(ofSetBit: turn % bits.nonzeroBitCount)
      checkedEdgePixels += 1
      checkPixel(bitmap, x: word % mask.wordsPerRow * 64 + bit, y: word / mask.wordsPerRow, frame)
    }
  }

  private mutating func checkPixel(_ bitmap: Bitmap, x: Int, y: Int, _ frame: Int) {
    guard let place = bitmap.nearestSolidPixel(x, y) else { return }
    let (edge, inside) = (bitmap.color(x, y), bitmap.color(place.x, place.y))
    let clear = Double(255 - bitmap.alpha(x, y)) / 255
    if white.addIfMixed(edge, beside: inside, matte: 255, clear) {
      white.recordFirstFramePosition(x, y, frame)
    }
    if black.addIfMixed(edge, beside: inside, matte: 0, clear) { black.recordFirstFramePosition(x, y, frame) }
  }
}

extension UInt64 {
  /// The index of the set bit that has `count` set bits below it. It must exist.
  fileprivate func index(ofSetBit count: Int) -> Int {
    var rest = self
    for _ in 0..<count { rest &= rest &- 1 }
    return rest.trailingZeroBitCount
  }
}

extension Bitmap {
  /// The nearest solid pixel (alpha of at least 250) in one of eight directions, at most 12 px away.
  func nearestSolidPixel(_ x: Int, _ y: Int) -> (x: Int, y: Int)? {
    // Straight directions come first, because their pixels are nearer than diagonal ones at the same step.
    // The directions are vectors, because every access to a stored table checks whether it is initialized.
    let right = SIMD8<Int32>(0, -1, 1, 0, -1, 1, -1, 1)
    let down = SIMD8<Int32>(-1, 0, 0, 1, -1, -1, 1, 1)
    var (columns, rows) = (SIMD8(repeating: Int32(x)), SIMD8(repeating: Int32(y)))
    return unsafe pixels.withUnsafeBufferPointer { pixels in
      for _ in 1...12 {
        (columns, rows) = (columns &+ right, rows &+ down)
        for number in 0..<8 {
          let (column, row) = (Int(columns[number]), Int(rows[number]))
          guard column >= 0, row >= 0, column < width, row < height else { continue }
          if unsafe pixels[(row &* width &+ column) &* 4 &+ 3] >= 250 { return (column, row) }
        }
      }
      return nil
    }
  }

  fileprivate func alpha(_ x: Int, _ y: Int) -> UInt8 { pixels[(y * width + x) * 4 + 3] }

  fileprivate func color(_ x: Int, _ y: Int) -> SIMD3<Double> {
    let at = (y * width + x) * 4
    return SIMD3(Double(pixels[at]), Double(pixels[at + 1]), Double(pixels[at + 2]))
  }
}
