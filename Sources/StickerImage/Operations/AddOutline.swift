extension Bitmap {
  /// Draws an outline with a soft edge around the art.
  ///
  /// The outline begins where the alpha of the art falls below 128, and is `thickness` px wide. The art is drawn
  /// over it. Parts of the outline beyond the canvas are cut off.
  ///
  /// - Parameter grayLevel: The value of the outline's red, green and blue, such as 255 for white.
  /// - Parameter thickness: The thickness in pixels, below 61.
  /// - Complexity: O(pixels), and O(thickness²) for each pixel of the outline's soft edge.
  package func outlined(grayLevel: UInt8, thickness: Int) -> Bitmap {
    let solid = masks(ofAlphaAtLeast: [128])[0]
    guard !solid.isEmpty else { return self }
    let near = solid.dilated(by: min(thickness + 3, 63))
    let distances = DistanceMap(to: solid)
    let edge = SoftOutlineEdge(of: self, solid, thickness)
    var out = self
    for y in 0..<height {
      near.visitRuns(ofRow: y) { columns in
        for x in columns {
          let at = (y * width + x) * 4
          let art = Int(pixels[at + 3])
          guard art < 255 else { continue }
          let distance = distances[x, y] - Float(thickness)
          let outline = (distance < -1 ? 255 : distance > 2.5 ? 0 : edge.alpha(x, y)) * (255 - art)
          let alpha = art * 255 + outline
          guard alpha > 0 else { continue }
          for channel in at..<at + 3 {
            let sum = Int(pixels[channel]) * art * 255 + Int(grayLevel) * outline
            out.pixels[channel] = UInt8((sum + alpha / 2) / alpha)
          }
          out.pixels[at + 3] = UInt8((alpha + 127) / 255)
        }
      }
    }
    return out
  }
}

/// The soft edge of an outline: the art's own soft edge, dilated by a disc.
private struct SoftOutlineEdge {
  /// The alpha of solid pixels and of those that touch them. All other pixels are 0, so that shadows get no
  /// outline.
  private let solidAndTouchingPixelAlphas: [UInt8]
  private let size: PixelSize
  /// The pixels of the disc, from the most covered to the least.
  private let discByDescendingCoverage: [(x: Int, y: Int, coverage: Int)]

  init(of art: Bitmap, _ solid: PixelMask, _ thickness: Int) {
    size = art.size
    var alphas = [UInt8](repeating: 0, count: art.size.area)
    let touching = solid.dilated(by: 1)
    for y in 0..<art.height {
      touching.visitRuns(ofRow: y) { columns in
        for x in columns { alphas[y * art.width + x] = art.pixels[(y * art.width + x) * 4 + 3] }
      }
    }
    self.solidAndTouchingPixelAlphas = alphas
    var disc: [(x: Int, y: Int, coverage: Int)] = []
    for y in -thickness - 1...thickness + 1 {
      for x in -thickness - 1...thickness + 1 {
        let distance = Double(x * x + y * y).squareRoot()
        let coverage = Int((min(max(Double(thickness) + 1 - distance, 0), 1) * 255).rounded())
        if coverage > 0 { disc.append((x, y, coverage)) }
      }
    }
    self.discByDescendingCoverage = disc.sorted { $0.coverage > $1.coverage }
  }

  /// The alpha of the outline at a pixel, 0...255.
  func alpha(_ x: Int, _ y: Int) -> Int {
    var best = 0
    for pixel in discByDescendingCoverage {
      if pixel.coverage <= best { break }
      let (column, row) = (x + pixel.x, y + pixel.y)
      guard column >= 0, column < size.width, row >= 0, row < size.height else { continue }
      best = max(
        best, (Int(solidAndTouchingPixelAlphas[row * size.width + column]) * pixel.coverage + 127) / 255)
    }
    return best
  }
}
