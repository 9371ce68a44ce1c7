extension Bitmap {
  /// Draws an outline with a soft edge around the art.
  ///
  /// The outline begins where the alpha of the art falls below 128, and covers what is at most `thickness` px
  /// away from there. The art is drawn over it. Parts of the outline beyond the canvas are cut off.
  ///
  /// - Parameter sample: The value of the outline's samples, such as 255 for white.
  /// - Parameter thickness: The thickness in pixels, below 63.
  /// - Complexity: O(pixels).
  package func outlined(sample: UInt8, thickness: Int) -> Bitmap {
    let solid = masks(ofAlphaAtLeast: [128])[0]
    guard !solid.isEmpty else { return self }
    let near = solid.grown(by: min(thickness + 1, 63))
    let distances = DistanceMap(to: solid, in: near)
    var out = self
    for y in 0..<height {
      near.visitRuns(ofRow: y) { columns in
        for x in columns {
          let at = (y * width + x) * 4
          let art = Int(pixels[at + 3])
          // The neighbor of a solid pixel is 1 px away and touches it.
          let covered = min(max(Float(thickness) + 1 - distances[x, y], 0), 1)
          let outline = Int((covered * 255).rounded()) * (255 - art)
          let alpha = art * 255 + outline
          guard art < 255, alpha > 0 else { continue }
          for channel in at..<at + 3 {
            let sum = Int(pixels[channel]) * art * 255 + Int(sample) * outline
            out.pixels[channel] = UInt8((sum + alpha / 2) / alpha)
          }
          out.pixels[at + 3] = UInt8((alpha + 127) / 255)
        }
      }
    }
    return out
  }
}
