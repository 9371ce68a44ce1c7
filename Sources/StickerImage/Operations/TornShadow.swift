extension Bitmap {
  /// Whether a part of it is a shadow that nothing throws any more: it fades away on one side and breaks off
  /// on the other, where art of the background's own color went along with the background.
  ///
  /// A shadow on the floor, below somebody who jumps, fades all around.
  var hasTornShadow: Bool {
    var visible = PixelMask(size)
    for row in 0..<height {
      for x in 0..<width where alpha(x, row) > 0 {
        visible.words[row * visible.stride + x / 64] |= 1 << (x % 64)
      }
    }
    let groups = MaskGroups(visible)
    var edges = [ShadowEdge](repeating: ShadowEdge(), count: groups.sizes.count)
    let least = max(ShadowEdge.leastLength, size.area / ShadowEdge.leastShare)
    for (run, group) in zip(groups.runs, groups.groups) where groups.sizes[group] >= least {
      for x in run.columns { edges[group].take(self, x, run.row) }
    }
    return zip(edges, groups.sizes).contains { $0.isTorn(pixels: $1) }
  }

  fileprivate func alpha(_ x: Int, _ y: Int) -> UInt8 { pixels[(y &* width &+ x) &* 4 &+ 3] }
}

/// How what hangs together ends.
private struct ShadowEdge {
  /// Pixels that are more art than shadow: where an edge was smoothed, some are left beside the shadow.
  private var dense = 0
  /// Pixels of clear shadow that are next to nothing at all, and faint ones that are near no clear shadow.
  private var (abrupt, faint) = (0, 0)

  /// Alpha from which shadow is clearly seen.
  private static let clear: UInt8 = 16
  /// Shorter than this, in px, either edge may be chance.
  static let leastLength = 24
  /// What is less than a 500th of the canvas is a speck, of whatever kind.
  static let leastShare = 500

  mutating func take(_ bitmap: Bitmap, _ x: Int, _ y: Int) {
    let alpha = bitmap.alpha(x, y)
    if alpha >= 128 { dense += 1 }
    var (isBesideNothing, isNearNothing, isNearShadow) = (false, false, false)
    for (across, down) in [(1, 0), (2, 0), (-1, 0), (-2, 0), (0, 1), (0, 2), (0, -1), (0, -2)] {
      let (column, row) = (x + across, y + down)
      guard 0..<bitmap.width ~= column, 0..<bitmap.height ~= row else { continue }
      let other = bitmap.alpha(column, row)
      isNearNothing = isNearNothing || other == 0
      isBesideNothing = isBesideNothing || other == 0 && abs(across + down) == 1
      isNearShadow = isNearShadow || other >= Self.clear
    }
    if alpha >= Self.clear, isNearNothing { abrupt += 1 }
    if alpha < Self.clear, isBesideNothing, !isNearShadow { faint += 1 }
  }

  func isTorn(pixels: Int) -> Bool {
    dense * 5 < pixels && abrupt >= Self.leastLength && faint >= Self.leastLength
  }
}
