extension Canvas {
  /// Draws a frame of color numbers, in the order they are stored. `dispose` must follow before the next one.
  ///
  /// - Parameter indices: as many as the patch has pixels.
  mutating func draw(_ indices: UnsafeBufferPointer<UInt8>, _ colors: GIFColors, _ frame: GIFFrame) {
    let patch = frame.stored.patch.size
    unsafe colors.pixels.withUnsafeBufferPointer { colors in
      guard let source = indices.baseAddress, let colors = colors.baseAddress else { return }
      unsafe drawRows(frame.stored) { to, column, row, count in
        let stored = frame.isInterlaced ? interlacedPlace(of: row, height: patch.height) : row
        unsafe drawNumbers(to, source + stored * patch.width + column, count, colors)
      }
    }
  }
}

/// Where a row of an interlaced picture is stored: first every 8th, then those between, in three passes.
func interlacedPlace(of row: Int, height: Int) -> Int {
  let (first, second, third) = ((height + 7) / 8, (height + 3) / 8, (height + 1) / 4)
  return switch row % 8 {
  case 0: row / 8
  case 4: first + row / 8
  case 2, 6: first + second + row / 4
  default: first + second + third + row / 2
  }
}

/// Lays a row of color numbers over RGBA. A color that is 0 as a whole is the transparent one.
private func drawNumbers(
  _ to: UnsafeMutablePointer<UInt8>, _ from: UnsafePointer<UInt8>, _ count: Int,
  _ colors: UnsafePointer<UInt32>
) {
  let (target, source) = unsafe (UnsafeMutableRawPointer(to), UnsafeRawPointer(from))
  var x = 0
  while x &+ 8 <= count {
    let eight = unsafe UInt64(littleEndian: source.loadUnaligned(fromByteOffset: x, as: UInt64.self))
    if eight == (eight & 0xFF) &* 0x0101_0101_0101_0101 {  // most of a sticker is plain
      let color = unsafe colors[Int(eight & 0xFF)]
      if color != 0 {
        unsafe target.storeBytes(of: SIMD8(repeating: color), toByteOffset: x &* 4, as: SIMD8<UInt32>.self)
      }
    } else {
      for place in 0..<8 {
        unsafe drawNumber(Int(eight &>> UInt64(place &* 8) & 0xFF), target, x &+ place, colors)
      }
    }
    x &+= 8
  }
  while x < count {
    unsafe drawNumber(Int(from[x]), target, x, colors)
    x &+= 1
  }
}

@inline(__always)
private func drawNumber(
  _ number: Int, _ target: UnsafeMutableRawPointer, _ x: Int, _ colors: UnsafePointer<UInt32>
) {
  let color = unsafe colors[number]
  let below = unsafe target.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
  unsafe target.storeBytes(of: color == 0 ? below : color, toByteOffset: x &* 4, as: UInt32.self)
}
