extension Bitmap {
  /// Whether a shadow is left that nothing throws any more: it fades away on one side and breaks off on the
  /// other, where art of the background's own color went along with the background.
  ///
  /// A shadow on the floor, below somebody who jumps, fades all around.
  ///
  /// - Parameter depth: of every pixel, 0 where it is shadow or nothing at all; more in art.
  /// - Parameter noise: how far samples of the background lie apart.
  func hasTornShadow(_ depth: [UInt8], noise: Int) -> Bool {
    var masks = AlphaMasks()
    masks.read(self)
    let groups = MaskGroups(masks.visible)
    var edges = [ShadowEdge](repeating: ShadowEdge(noise), count: groups.sizes.count)
    let least = max(ShadowEdge.leastEdge, size.area / ShadowEdge.specksOfCanvas)
    for (run, group) in zip(groups.runs, groups.groups) where groups.sizes[group] >= least {
      for x in run.columns { edges[group].take(self, depth, x, run.row) }
    }
    return zip(edges, groups.sizes).contains { $0.isTorn(pixels: $1) }
  }

  /// Whether removing the background would tear a shadow of another hue.
  func hasTornTint(_ background: FlatBackground, _ flood: BackgroundFlood) -> Bool {
    guard let tint = ShadowTint(of: PaleSlope(flood), self, background) else { return false }
    let shadow = BackgroundShadow(self, background, flood, tint: tint, isSloping: true)
    guard !shadow.alpha.isEmpty else { return false }
    var shade = Bitmap(transparent: size)
    var depth = [UInt8](repeating: 0, count: size.area)
    for pixel in depth.indices {
      let alpha = shadow.alpha[pixel]
      depth[pixel] = flood.isBackground[pixel] || alpha > 0 ? 0 : 1
      shade.pixels[pixel &* 4 &+ 3] = depth[pixel] > 0 ? 255 : alpha < 5 ? 0 : alpha
    }
    return shade.hasTornShadow(depth, noise: background.noise)
  }

  fileprivate func alpha(_ pixel: Int) -> UInt8 { pixels[pixel &* 4 &+ 3] }
}

/// How a shadow ends, and how much art hangs together with it.
private struct ShadowEdge {
  /// Pixels of art that lie among art: of a smoothed edge a line of single ones is left beside a shadow.
  private var art = 0
  /// Pixels of clear shadow that are next to nothing at all, and faint ones where it ends little by little.
  private var (abrupt, faint) = (0, 0)
  /// Alpha from which shadow is clearly seen, and no noise.
  private let clear: UInt8

  /// Shorter than this, in px, either edge may be chance.
  static let leastEdge = 24
  /// So many specks cover the canvas; what is no larger is one, of whatever kind.
  static let specksOfCanvas = 500

  init(_ noise: Int) { clear = UInt8(clamping: 16 + 3 * noise) }

  mutating func take(_ bitmap: Bitmap, _ depth: [UInt8], _ x: Int, _ y: Int) {
    let pixel = y &* bitmap.width &+ x
    if depth[pixel] > 0 {
      if Self.isAmongArt(depth, bitmap.size, x, y) { art += 1 }
      return
    }
    let alpha = bitmap.alpha(pixel)
    var (isAbrupt, isFaint) = (false, false)
    for (across, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
      func there(_ steps: Int) -> UInt8? {
        let (column, row) = (x + steps * across, y + steps * down)
        guard 0..<bitmap.width ~= column, 0..<bitmap.height ~= row else { return nil }
        return bitmap.alpha(row &* bitmap.width &+ column)
      }
      let inward = Int(there(-2) ?? 0)
      // Of what fades, twice as far from nothing there is twice as much.
      if alpha >= clear, there(1) == 0 || there(2) == 0, inward * 2 <= Int(alpha) * 3 { isAbrupt = true }
      // An antialiased edge of a flat area is one pixel wide.
      let next = Int(there(-1) ?? 0)
      let isFlat = next >= clear && Int(there(-3) ?? 0) * 2 <= next * 3
      if alpha < clear, there(1) == 0, inward < 3 * Int(clear), !isFlat { isFaint = true }
    }
    if isAbrupt { abrupt += 1 }
    if isFaint { faint += 1 }
  }

  private static func isAmongArt(_ depth: [UInt8], _ size: PixelSize, _ x: Int, _ y: Int) -> Bool {
    guard x > 0, y > 0, x + 1 < size.width, y + 1 < size.height else { return true }
    let pixel = y &* size.width &+ x
    return depth[pixel - 1] > 0 && depth[pixel + 1] > 0 && depth[pixel - size.width] > 0
      && depth[pixel + size.width] > 0
  }

  func isTorn(pixels: Int) -> Bool {
    art * 5 < pixels && abrupt >= Self.leastEdge && faint >= Self.leastEdge
  }
}
