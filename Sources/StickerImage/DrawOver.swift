/// Lays a row of straight RGBA over another.
///
/// - Source: PNG specification, third edition, section 13.16 (alpha compositing), in whole numbers, rounded
///   once.
func drawOver(_ below: UnsafeMutablePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ count: Int) {
  let (target, source) = unsafe (UnsafeMutableRawPointer(below), UnsafeRawPointer(above))
  var x = 0
  while x &+ 4 <= count {
    let four = unsafe source.loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<UInt32>.self)
    let (lowest, highest) = (four.min(), four.max())  // alpha is the top byte
    if lowest >= 255 << 24 {
      unsafe target.storeBytes(of: four, toByteOffset: x &* 4, as: SIMD4<UInt32>.self)
    } else if highest >= 1 << 24 {
      for place in x..<x &+ 4 { unsafe drawOver(below + place &* 4, above + place &* 4) }
    }
    x &+= 4
  }
  while x < count {
    unsafe drawOver(below + x &* 4, above + x &* 4)
    x &+= 1
  }
}

/// Lays one pixel over another.
@inline(__always)
private func drawOver(_ to: UnsafeMutablePointer<UInt8>, _ from: UnsafePointer<UInt8>) {
  let (alpha, alphaBelow) = unsafe (UInt32(from[3]), UInt32(to[3]))
  if alpha == 0 { return }
  if alpha == 255 || alphaBelow == 0 {  // both are what the formula gives
    unsafe to.update(from: from, count: 4)
  } else if alphaBelow == 255 {
    for sample in 0..<3 {
      let sum = unsafe UInt32(from[sample]) &* alpha &+ UInt32(to[sample]) &* (255 &- alpha)
      unsafe to[sample] = UInt8(truncatingIfNeeded: dividedBy255(sum))
    }
  } else {
    let (u, v) = (alpha &* 255, (255 &- alpha) &* alphaBelow)
    let s = u &+ v
    for sample in 0..<3 {
      let sum = unsafe UInt32(from[sample]) &* u &+ UInt32(to[sample]) &* v
      unsafe to[sample] = UInt8(truncatingIfNeeded: (2 &* sum &+ s) / (2 &* s))
    }
    unsafe to[3] = UInt8(truncatingIfNeeded: (2 &* s &+ 255) / 510)
  }
}

/// `value / 255`, rounded, for values up to 255 × 255.
@inline(__always)
func dividedBy255(_ value: UInt32) -> UInt32 {
  let more = value &+ 128
  return (more &+ more &>> 8) &>> 8
}
