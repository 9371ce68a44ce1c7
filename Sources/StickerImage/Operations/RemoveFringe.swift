/// The color of a former background that is still mixed into the soft edge of the art.
public enum Matte: String, Hashable, Sendable, CaseIterable {
  /// Leaves a light halo on dark art.
  case white
  /// Leaves a dark rim on light art.
  case black

  /// The value of each of the background's samples.
  var sampleValue: Int32 { self == .white ? 255 : 0 }
}

extension Bitmap {
  /// Removes a matte from the soft edge, so that edge pixels have the color of the art next to them.
  ///
  /// Use it for images in which `Fringe` found this matte. By the matting equation, an edge pixel with
  /// coverage a is stored as C = aF + (1-a)B, where F is the color of the art and B is the matte. The pixel
  /// should have the color F, so C is replaced with F. Alpha is kept, because it was already correct. F is
  /// the color of the nearest solid pixel (alpha of at least 250, at most 12 px away) if C is a mixture of
  /// that color and the matte. Otherwise, as in a shadow, the equation is solved for F. Pixels that can't be
  /// a mixture aren't changed.
  ///
  /// - Parameter matte: The matte to remove.
  /// - Returns: The bitmap with unchanged alpha.
  /// - Complexity: O(pixels + 96 · translucent pixels).
  /// - Source: Smith and Blinn, "Blue Screen Matting", SIGGRAPH 1996.
  public func withoutFringe(of matte: Matte) -> Bitmap {
    var out = self
    for y in 0..<height {
      for x in 0..<width {
        let at = (y &* width &+ x) &* 4
        let alpha = Int32(pixels[at &+ 3])
        guard alpha > 0, alpha < 250 else { continue }
        let edge = samples(atByte: at)
        var beside: SIMD4<Int32>?
        if let solid = nearestSolidPixel(x, y) {
          beside = samples(atByte: (solid.y &* width &+ solid.x) &* 4)
        }
        guard
          let clean = beside.flatMap({ colorWithoutMatte(edge, alpha, $0, matte.sampleValue) })
            ?? solvedArtColor(edge, alpha, matte.sampleValue)
        else { continue }
        for channel in 0..<3 { out.pixels[at &+ channel] = UInt8(clamping: clean[channel]) }
      }
    }
    return out
  }
}

/// The color of an edge pixel without its matte, or nil if it isn't a mixture with the art next to it.
///
/// Deviations from the expected mixture are texture in the art or noise. They aren't changed, because
/// dividing them by a small alpha would amplify them.
private func colorWithoutMatte(
  _ edge: SIMD4<Int32>, _ alpha: Int32, _ art: SIMD4<Int32>, _ matte: Int32
) -> SIMD4<Int32>? {
  let mixed = (art &* alpha &+ SIMD4(repeating: matte &* (255 &- alpha)) &+ 127) / 255
  var rest = edge &- mixed
  rest.w = 0
  // The pixel already has the art's own color.
  var own = edge &- art
  own.w = 0
  let (apart, clean) = ((rest &* rest).wrappedSum(), (own &* own).wrappedSum())
  if clean <= apart { return edge }
  // `Fringe` allows a distance of 16 of 255 from the line between art and matte, and 0.08 (20 of 255) along
  // it.
  return apart <= 3 * (16 * 16 + 20 * 20) ? art &+ rest : nil
}

/// F = (C - (1-a)B) / a. Returns nil if no color gives that mixture, or if alpha is too low.
private func solvedArtColor(_ edge: SIMD4<Int32>, _ alpha: Int32, _ matte: Int32) -> SIMD4<Int32>? {
  guard alpha >= 16 else { return nil }
  let art = (edge &* 255 &- SIMD4(repeating: matte &* (255 &- alpha))) / alpha
  // The rounding error, scaled by the division.
  let rounding = 255 / alpha + 2
  for channel in 0..<3 where art[channel] < -rounding || art[channel] > 255 + rounding { return nil }
  return art
}

extension Bitmap {
  /// Red, green, blue and alpha of a pixel.
  @inline(__always)
  func samples(atByte: Int) -> SIMD4<Int32> {
    SIMD4(
      Int32(pixels[atByte]), Int32(pixels[atByte &+ 1]), Int32(pixels[atByte &+ 2]),
      Int32(pixels[atByte &+ 3]))
  }
}

extension Bitmap {
  /// Removes invisibly faint pixels: pixels with an alpha of 1...4 become transparent black.
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

extension Bitmap {
  /// Removes a pale rim, so that the outermost pixels have the color of the art inside them.
  ///
  /// Use it for images in which `PaleRim` found a rim. Near ridges on the outline, removes the white from the
  /// colors of the two outermost layers of pixels and of the translucent pixels outside them. Alpha is kept.
  ///
  /// - Complexity: O(pixels).
  package func withPaleRimRecolored() -> Bitmap {
    guard size.area > 0 else { return self }
    let search = RidgeSearch(self, masks(ofAlphaAtLeast: [51])[0])
    let ridges = search.judgedPixels(at: search.outline).ridges
    guard !ridges.isEmpty else { return self }
    // For each pixel, the nearest ridge and its distance.
    let reach = 3
    var nearest = [(distance: Int, ridge: Int)](repeating: (.max, 0), count: size.area)
    for (number, ridge) in ridges.enumerated() {
      for y in max(ridge.place.y - reach, 0)...min(ridge.place.y + reach, height - 1) {
        for x in max(ridge.place.x - reach, 0)...min(ridge.place.x + reach, width - 1) {
          let (across, down) = (x - ridge.place.x, y - ridge.place.y)
          let distance = across * across + down * down
          if distance < nearest[y * width + x].distance { nearest[y * width + x] = (distance, number) }
        }
      }
    }
    var out = self
    for pixel in 0..<size.area where nearest[pixel].distance < .max && pixels[pixel * 4 + 3] > 0 {
      let art = ridges[nearest[pixel].ridge].artColor
      let line = SIMD3<Float>(repeating: 255) - art
      let color = SIMD3(
        Float(pixels[pixel * 4]), Float(pixels[pixel * 4 + 1]), Float(pixels[pixel * 4 + 2]))
      let white = ((color - art) * line).sum() / (line * line).sum()
      let clean = color - line * white
      let rest = clean - art
      // A pixel that isn't a mixture is a part of the art, such as an eye near the outline.
      guard white > 0.04, (rest * rest).sum() <= 3 * 32 * 32 else { continue }
      for channel in 0..<3 {
        out.pixels[pixel * 4 + channel] = UInt8(clamping: Int(clean[channel].rounded()))
      }
    }
    return out
  }
}
