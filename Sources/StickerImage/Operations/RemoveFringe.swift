/// A background that art was cut out of, and of which something stayed in its soft edge.
public enum Matte: String, Hashable, Sendable, CaseIterable {
  /// A light halo on dark art.
  case white
  /// A dark rim on light art.
  case black

  /// The value of each of the background's samples, 0...255.
  var sample: Int32 { self == .white ? 255 : 0 }
}

extension Bitmap {
  /// The bitmap with the soft edge in the color of the art beside it, instead of that color mixed with a
  /// matte.
  ///
  /// For pictures in which `Fringe` found that matte. By the matting equation an edge pixel of coverage a is
  /// stored as C = aF + (1-a)B where it should be F. So C becomes F, and alpha stays: it was right already. F
  /// is the nearest solid pixel (alpha of at least 250, at most 12 px away) where C is a mixture of it, and
  /// elsewhere, as in a shadow, what the equation gives. A pixel that cannot be a mixture stays as it is.
  ///
  /// - Returns: alpha as it was.
  /// - Complexity: O(pixels + 96 · translucent pixels).
  /// - Source: Smith and Blinn, "Blue Screen Matting", SIGGRAPH 1996.
  public func withoutFringe(of matte: Matte) -> Bitmap {
    var out = self
    for y in 0..<height {
      for x in 0..<width {
        let at = (y &* width &+ x) &* 4
        let alpha = Int32(pixels[at &+ 3])
        guard alpha > 0, alpha < 250 else { continue }
        let edge = sample(at: at)
        var beside: SIMD4<Int32>?
        if let solid = nearestSolid(x, y) {
          beside = sample(at: (solid.y &* width &+ solid.x) &* 4)
        }
        guard
          let clean = beside.flatMap({ unmixed(edge, alpha, $0, matte.sample) })
            ?? solved(edge, alpha, matte.sample)
        else { continue }
        for channel in 0..<3 { out.pixels[at &+ channel] = UInt8(clamping: clean[channel]) }
      }
    }
    return out
  }
}

/// The color of an edge pixel without its matte; nil where it is no mixture with the art beside it.
///
/// What differs from the expected mixture is the art's own texture, or noise: it is kept as it is, since
/// dividing it by a small alpha would make it loud.
private func unmixed(
  _ edge: SIMD4<Int32>, _ alpha: Int32, _ art: SIMD4<Int32>, _ matte: Int32
) -> SIMD4<Int32>? {
  let mixed = (art &* alpha &+ SIMD4(repeating: matte &* (255 &- alpha)) &+ 127) / 255
  var rest = edge &- mixed
  rest.w = 0
  // In the art's own color already: there is nothing to take away.
  var own = edge &- art
  own.w = 0
  let (apart, clean) = ((rest &* rest).wrappedSum(), (own &* own).wrappedSum())
  if clean <= apart { return edge }
  // `Fringe` allows 16 of 255 beside the line and 0.08 along it, which is 20.
  return apart <= 3 * (16 * 16 + 20 * 20) ? art &+ rest : nil
}

/// F = (C - (1-a)B) / a; nil where no color makes that mixture, and where alpha is too low to tell.
private func solved(_ edge: SIMD4<Int32>, _ alpha: Int32, _ matte: Int32) -> SIMD4<Int32>? {
  guard alpha >= 16 else { return nil }
  let art = (edge &* 255 &- SIMD4(repeating: matte &* (255 &- alpha))) / alpha
  // Rounding, times what it is divided by.
  let rounding = 255 / alpha + 2
  for channel in 0..<3 where art[channel] < -rounding || art[channel] > 255 + rounding { return nil }
  return art
}

extension Bitmap {
  /// Red, green, blue; the fourth lane is alpha.
  @inline(__always)
  func sample(at: Int) -> SIMD4<Int32> {
    SIMD4(Int32(pixels[at]), Int32(pixels[at &+ 1]), Int32(pixels[at &+ 2]), Int32(pixels[at &+ 3]))
  }
}

extension Bitmap {
  /// The bitmap without what is too faint to be seen: pixels with alpha 1...4 become transparent black.
  ///
  /// - Complexity: O(pixels).
  public func withoutHaze() -> Bitmap {
    var out = self
    for at in stride(from: 0, to: out.pixels.count, by: 4) where out.pixels[at &+ 3] < 5 {
      (out.pixels[at], out.pixels[at &+ 1], out.pixels[at &+ 2], out.pixels[at &+ 3]) = (0, 0, 0, 0)
    }
    return out
  }
}
