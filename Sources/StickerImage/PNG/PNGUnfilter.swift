/// Undoes the filters of scanlines in place: `height` rows of `rowBytes`, a filter byte before each.
///
/// - Parameter step: bytes of a pixel, at least 1.
/// - Returns: the first filter type that does not exist, with its row; nil where all do.
/// - Source: PNG specification, third edition, section 9.
func unfilter(
  _ scanlines: UnsafeMutableBufferPointer<UInt8>, rowBytes: Int, height: Int, step: Int
) -> (filter: UInt8, row: Int)? {
  guard let start = scanlines.baseAddress else { return nil }
  let stride = rowBytes + 1
  for y in 0..<height {
    let row = unsafe start + y * stride + 1
    let above = y == 0 ? nil : unsafe row - stride
    switch unsafe (row[-1], above) {
    case (0, _): break
    case (1, _): unsafe undoSub(row, rowBytes, step)
    case (2, nil): break
    case (2, let above?): unsafe undoUp(row, above, rowBytes)
    case (3, _): unsafe undoAverage(row, above, rowBytes, step)
    // Without a row above, Paeth's predictor is the byte to the left.
    case (4, nil): unsafe undoSub(row, rowBytes, step)
    case (4, let above?):
      switch step {
      case 4: unsafe undoPaeth4(row, above, rowBytes)
      case 3: unsafe undoPaeth3(row, above, rowBytes)
      default: unsafe undoPaeth(row, above, rowBytes, step)
      }
    default: return unsafe (row[-1], y)
    }
  }
  return nil
}

private func undoSub(_ row: UnsafeMutablePointer<UInt8>, _ count: Int, _ step: Int) {
  if step == 4 {
    let raw = UnsafeMutableRawPointer(row)
    var left = SIMD4<UInt8>.zero
    for at in stride(from: 0, to: count, by: 4) {
      left &+= unsafe raw.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt8>.self)
      unsafe raw.storeBytes(of: left, toByteOffset: at, as: SIMD4<UInt8>.self)
    }
    return
  }
  var at = step
  while at < count {
    unsafe row[at] &+= row[at - step]
    at += 1
  }
}

private func undoUp(_ row: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>, _ count: Int) {
  let (raw, rawAbove) = (UnsafeMutableRawPointer(row), UnsafeRawPointer(above))
  var at = 0
  while at + 16 <= count {
    let sum =
      unsafe raw.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
      &+ rawAbove.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
    unsafe raw.storeBytes(of: sum, toByteOffset: at, as: SIMD16<UInt8>.self)
    at += 16
  }
  while at < count {
    unsafe row[at] &+= above[at]
    at += 1
  }
}

private func undoAverage(
  _ row: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>?, _ count: Int, _ step: Int
) {
  if step == 4, let above = unsafe above {
    let (raw, rawAbove) = (UnsafeMutableRawPointer(row), UnsafeRawPointer(above))
    var left = SIMD4<UInt8>.zero
    for at in stride(from: 0, to: count, by: 4) {
      let up = unsafe rawAbove.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt8>.self)
      // The mean of two bytes, rounded down, without a ninth bit.
      let mean = (left & up) &+ ((left ^ up) &>> 1)
      left = unsafe raw.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt8>.self) &+ mean
      unsafe raw.storeBytes(of: left, toByteOffset: at, as: SIMD4<UInt8>.self)
    }
    return
  }
  for at in 0..<count {
    let left = at >= step ? unsafe Int(row[at - step]) : 0
    let up = unsafe above.map { unsafe Int($0[at]) } ?? 0
    unsafe row[at] &+= UInt8(truncatingIfNeeded: (left + up) / 2)
  }
}

private func undoPaeth(
  _ row: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>, _ count: Int, _ step: Int
) {
  for at in 0..<min(step, count) { unsafe row[at] &+= above[at] }
  var at = step
  while at < count {
    let (a, b, c) = unsafe (Int(row[at - step]), Int(above[at]), Int(above[at - step]))
    let (pa, pb, pc) = (abs(b - c), abs(a - c), abs(a + b - c - c))
    let predictor = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
    unsafe row[at] &+= UInt8(truncatingIfNeeded: predictor)
    at += 1
  }
}

/// Paeth's predictor for four samples at once.
@inline(__always)
private func predict(_ a: SIMD4<Int16>, _ b: SIMD4<Int16>, _ c: SIMD4<Int16>) -> SIMD4<Int16> {
  let (toA, toB) = (b &- c, a &- c)
  let toC = toA &+ toB
  let pa = pointwiseMax(toA, 0 &- toA)
  let pb = pointwiseMax(toB, 0 &- toB)
  let pc = pointwiseMax(toC, 0 &- toC)
  let least = pointwiseMin(pa, pointwiseMin(pb, pc))
  return c.replacing(with: b, where: pb .== least).replacing(with: a, where: pa .== least)
}

private func undoPaeth4(
  _ row: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>, _ count: Int
) {
  let (raw, rawAbove) = (UnsafeMutableRawPointer(row), UnsafeRawPointer(above))
  var (a, c) = (SIMD4<Int16>.zero, SIMD4<Int16>.zero)
  for at in stride(from: 0, to: count, by: 4) {
    let b = unsafe SIMD4<Int16>(
      truncatingIfNeeded: rawAbove.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt8>.self))
    let stored = unsafe raw.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt8>.self)
    let pixel = stored &+ SIMD4<UInt8>(truncatingIfNeeded: predict(a, b, c))
    unsafe raw.storeBytes(of: pixel, toByteOffset: at, as: SIMD4<UInt8>.self)
    a = SIMD4<Int16>(truncatingIfNeeded: pixel)
    c = b
  }
}

private func undoPaeth3(
  _ row: UnsafeMutablePointer<UInt8>, _ above: UnsafeMutablePointer<UInt8>, _ count: Int
) {
  var (a, c) = (SIMD4<Int16>.zero, SIMD4<Int16>.zero)
  for at in stride(from: 0, to: count, by: 3) {
    let b = unsafe SIMD4<Int16>(Int16(above[at]), Int16(above[at + 1]), Int16(above[at + 2]), 0)
    let stored = unsafe SIMD4<Int16>(Int16(row[at]), Int16(row[at + 1]), Int16(row[at + 2]), 0)
    let pixel = (stored &+ predict(a, b, c)) & 0xFF
    unsafe row[at] = UInt8(truncatingIfNeeded: pixel.x)
    unsafe row[at + 1] = UInt8(truncatingIfNeeded: pixel.y)
    unsafe row[at + 2] = UInt8(truncatingIfNeeded: pixel.z)
    (a, c) = (pixel, b)
  }
}
