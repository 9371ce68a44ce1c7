/// Undoes the filters of truecolor rows, 8 bits a sample, straight into the frame.
///
/// - Parameter scanlines: `height` rows of `width × step` bytes with a filter byte before each, and one byte
///   more behind the last.
/// - Parameter step: bytes of a stored pixel: 4, or 3 where there is no alpha channel; then alpha is 255.
/// - Parameter frame: `height × width × 4` bytes.
/// - Returns: the first filter type that does not exist, with its row; nil where all do.
/// - Source: PNG specification, third edition, section 9.
func unfilterColor(
  _ scanlines: UnsafePointer<UInt8>, step: Int, _ size: PixelSize, into frame: UnsafeMutablePointer<UInt8>
) -> (filter: UInt8, row: Int)? {
  let (stored, shown) = (size.width * step + 1, size.width * 4)
  let nothing = [UInt8](repeating: 0, count: shown)  // what lies above the first row
  return unsafe nothing.withUnsafeBytes { nothing in
    guard let nothing = nothing.baseAddress else { return nil }
    var y = 0
    while y < size.height {
      let source = unsafe scanlines + y * stored
      let target = unsafe UnsafeMutableRawPointer(frame + y * shown)
      let row = unsafe ColorRow(
        source: UnsafeRawPointer(source + 1), above: y == 0 ? nothing : UnsafeRawPointer(target - shown),
        target: target, width: size.width, step: step)
      let filter = unsafe source[0]
      switch filter {
      case 0: row.copy()
      case 1: row.undoSub()
      case 2: row.undoUp()
      case 3: row.undoAverage()
      case 4 where unsafe y + 1 < size.height && source[stored] == 4:
        row.undoTwoPaeth()
        y += 1
      case 4: row.undoPaeth()
      default: return (filter, y)
      }
      y += 1
    }
    return nil
  }
}

/// One row of truecolor: where it is stored, where it is shown, and the row above, as shown. Whoever makes
/// one vouches for `width` pixels at each.
@safe private struct ColorRow {
  let source: UnsafeRawPointer
  let above: UnsafeRawPointer
  let target: UnsafeMutableRawPointer
  let width: Int
  let step: Int

  /// What is laid over each shown pixel: 255 for the alpha that is not stored.
  var opaque: SIMD4<UInt8> { step == 3 ? SIMD4(0, 0, 0, 255) : .zero }

  /// The stored pixel; of three bytes, a fourth that means nothing behind them.
  @inline(__always)
  func stored(_ x: Int) -> SIMD4<UInt8> {
    unsafe source.loadUnaligned(fromByteOffset: x &* step, as: SIMD4<UInt8>.self)
  }

  @inline(__always)
  func above(_ x: Int) -> SIMD4<UInt8> {
    unsafe above.loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<UInt8>.self)
  }

  @inline(__always)
  func show(_ pixel: SIMD4<UInt8>, _ x: Int, _ opaque: SIMD4<UInt8>) {
    unsafe target.storeBytes(of: pixel | opaque, toByteOffset: x &* 4, as: SIMD4<UInt8>.self)
  }

  func copy() {
    if step == 4 { return unsafe target.copyMemory(from: source, byteCount: width &* 4) }
    let opaque = opaque
    for x in 0..<width { show(stored(x), x, opaque) }
  }

  func undoSub() {
    let opaque = opaque
    var left = SIMD4<UInt8>.zero
    var x = 0
    while x < width {
      if storesNothing(x) {
        unsafe showFour(unsafeBitCast(left, to: UInt32.self), x)
        x &+= 4
        continue
      }
      left &+= stored(x)
      show(left, x, opaque)
      x &+= 1
    }
  }

  func undoUp() {
    let opaque = opaque
    var x = 0
    while step == 4, x &+ 4 <= width {
      let sum =
        unsafe source.loadUnaligned(fromByteOffset: x &* 4, as: SIMD16<UInt8>.self)
        &+ above.loadUnaligned(fromByteOffset: x &* 4, as: SIMD16<UInt8>.self)
      unsafe target.storeBytes(of: sum, toByteOffset: x &* 4, as: SIMD16<UInt8>.self)
      x &+= 4
    }
    for x in x..<width { show(stored(x) &+ above(x), x, opaque) }
  }

  /// The mean of left and above is rounded down: it is the complement of their complements' mean, rounded up,
  /// which processors have an instruction for.
  func undoAverage() {
    let opaque = opaque
    var inverse = SIMD4<UInt8>(repeating: 255)  // of the pixel to the left
    var x = 0
    while x < width {
      let left = unsafe unsafeBitCast(~inverse, to: UInt32.self)
      if storesNothing(x), isAbove(left, x) {
        showFour(left, x)
        x &+= 4
        continue
      }
      let up = SIMD4<UInt16>(truncatingIfNeeded: ~above(x))
      let mean = (SIMD4<UInt16>(truncatingIfNeeded: inverse) &+ up &+ 1) &>> 1
      inverse = SIMD4<UInt8>(truncatingIfNeeded: mean) &- stored(x)
      show(~inverse, x, opaque)
      x &+= 1
    }
  }
}

/// Art has large areas of one color, and transparent ones: there filters leave nothing to store, and a pixel
/// is what is beside it. Four are done at once then. What is stored in three bytes a pixel is mostly a photo.
extension ColorRow {
  /// Whether four pixels are stored as 0.
  @inline(__always)
  func storesNothing(_ x: Int) -> Bool {
    guard step == 4, x &+ 4 <= width,
      unsafe source.loadUnaligned(fromByteOffset: x &* 4, as: UInt64.self) == 0
    else { return false }
    return unsafe source.loadUnaligned(fromByteOffset: x &* 4 &+ 8, as: UInt64.self) == 0
  }

  /// Whether the four pixels above are all of one color.
  @inline(__always)
  func isAbove(_ color: UInt32, _ x: Int) -> Bool {
    unsafe above.loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<UInt32>.self).isAll(color)
  }

  @inline(__always)
  func showFour(_ color: UInt32, _ x: Int) {
    unsafe target.storeBytes(
      of: SIMD4(repeating: color), toByteOffset: x &* 4, as: SIMD4<UInt32>.self)
  }
}

extension ColorRow {
  func undoPaeth() {
    let opaque = opaque
    var (a, c) = (SIMD4<Int16>.zero, SIMD4<Int16>.zero)
    var x = 0
    while x < width {
      if storesNothing(x), unsafe unsafeBitCast(a, to: UInt64.self) == unsafeBitCast(c, to: UInt64.self) {
        let left = unsafe unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: a), to: UInt32.self)
        if isAbove(left, x) {
          showFour(left, x)
          x &+= 4
          continue
        }
      }
      let b = SIMD4<Int16>(truncatingIfNeeded: above(x))
      let raw = SIMD4<Int16>(truncatingIfNeeded: stored(x))
      let (high, low) = (pointwiseMax(a, b), pointwiseMin(a, b))
      let turn = c &+ c &+ c &- b &- a
      let (notLow, notHigh) = ((turn &- high) &>> 15, (low &- turn) &>> 15)
      a = ((raw &+ c) & notLow & notHigh) | ((raw &+ high) & (notLow & ~notHigh)) | ((raw &+ low) & ~notLow)
      a &= 0xFF
      show(SIMD4(truncatingIfNeeded: a), x, opaque)
      c = b
      x &+= 1
    }
  }

  /// Undoes this row and the one below, both Paeth's, at once: the lower one pixel behind the upper, each in
  /// one half of a vector. Each pixel waits for the one to its left, so two rows take the time of one.
  func undoTwoPaeth() {
    let opaque = SIMD8<UInt8>(lowHalf: opaque, highHalf: opaque)
    let below = unsafe ColorRow(
      source: source + width * step + 1, above: UnsafeRawPointer(target), target: target + width * 4,
      width: width, step: step)
    // Left of the first pixel there is nothing: then the predictor is the pixel above.
    let first = stored(0) &+ above(0)
    show(first, 0, opaque.lowHalf)
    var pixels = SIMD8<Int16>(lowHalf: SIMD4(truncatingIfNeeded: first), highHalf: .zero)
    var aboveLeft = SIMD8<Int16>(lowHalf: SIMD4(truncatingIfNeeded: above(0)), highHalf: .zero)
    var x = 1
    while x < width {
      if storesNothing(x), below.storesNothing(x &- 1), let color = one(pixels, aboveLeft), isAbove(color, x)
      {
        showFour(color, x)
        below.showFour(color, x &- 1)
        x &+= 4
        continue
      }
      let raw = SIMD8<Int16>(
        lowHalf: SIMD4(truncatingIfNeeded: stored(x)),
        highHalf: SIMD4(truncatingIfNeeded: below.stored(x &- 1)))
      let up = SIMD8<Int16>(
        lowHalf: SIMD4(truncatingIfNeeded: above(x)), highHalf: pixels.lowHalf)
      pixels = refine(raw, left: pixels, above: up, aboveLeft)
      aboveLeft = up
      let shown = unsafe unsafeBitCast(pixels, to: SIMD16<UInt8>.self).evenHalf | opaque
      let words = unsafe unsafeBitCast(shown, to: SIMD2<UInt32>.self)
      unsafe target.storeBytes(of: words.x, toByteOffset: x &* 4, as: UInt32.self)
      unsafe below.target.storeBytes(of: words.y, toByteOffset: x &* 4 &- 4, as: UInt32.self)
      x &+= 1
    }
    let raw = SIMD8<Int16>(
      lowHalf: .zero, highHalf: SIMD4(truncatingIfNeeded: below.stored(width - 1)))
    let up = SIMD8<Int16>(lowHalf: .zero, highHalf: pixels.lowHalf)
    pixels = refine(raw, left: pixels, above: up, aboveLeft)
    below.show(SIMD4(truncatingIfNeeded: pixels.highHalf), width - 1, opaque.lowHalf)
  }
}

/// The color of four pixels, two by two; nil where they differ.
@inline(__always)
private func one(_ pixels: SIMD8<Int16>, _ others: SIMD8<Int16>) -> UInt32? {
  let (one, other) = unsafe (
    unsafeBitCast(pixels, to: SIMD2<UInt64>.self), unsafeBitCast(others, to: SIMD2<UInt64>.self)
  )
  guard (one.x ^ one.y) | (one.x ^ other.x) | (one.x ^ other.y) == 0 else { return nil }
  return unsafe unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: pixels.lowHalf), to: UInt32.self)
}

/// Adds Paeth's predictor to stored samples, two pixels at once.
///
/// Of the three neighbors it takes that which is nearest to left + above - aboveLeft. That is the lower of
/// left and above where 3 × aboveLeft - left - above is no less than the higher, the higher where it is no
/// more than the lower, and aboveLeft between. Comparisons are made of a difference's sign, since masks of
/// booleans are taken apart by the compiler.
@inline(__always)
private func refine(
  _ raw: SIMD8<Int16>, left: SIMD8<Int16>, above: SIMD8<Int16>, _ aboveLeft: SIMD8<Int16>
) -> SIMD8<Int16> {
  let (high, low) = (pointwiseMax(left, above), pointwiseMin(left, above))
  let turn = aboveLeft &+ aboveLeft &+ aboveLeft &- above &- left
  let (notLow, notHigh) = ((turn &- high) &>> 15, (low &- turn) &>> 15)
  let sums =
    ((raw &+ aboveLeft) & notLow & notHigh) | ((raw &+ high) & (notLow & ~notHigh))
    | ((raw &+ low) & ~notLow)
  return sums & 0xFF
}
