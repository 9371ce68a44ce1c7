/// Detects faint, thin groups of pixels away from the art: the remains of an erased line, or a shadow whose
/// art was removed.
///
/// A group is 8-connected. An arc is smaller than art, at least 3% of the canvas and 8 px long, and on
/// average at most 2.5 px wide. It has no solid square of 3 × 3 px, has a mean alpha below 60%, is
/// translucent along at least half of its center line, and is at least 4 px and 1% of the canvas away from
/// art. The search starts only at tips (the first pixels of runs with nothing above them) that have no solid
/// square nearby, so it costs little for ordinary art. The work is bounded by the number of pixels.
package struct FaintArcRemnants: Hashable, Sendable {
  package struct Arc: Hashable, Sendable {
    /// The bounding box.
    package let boundingBox: PixelRect
    /// The sum of the arc's alpha, in units of opaque pixels.
    package let alphaArea: Double
    /// The mean of the arc's alpha, 0...1.
    package let meanOpacity: Double
    let points: [PixelPoint]

    /// The longer side of `boundingBox`.
    package var boundingBoxLongerSide: Int { max(boundingBox.width, boundingBox.height) }
  }

  /// The arcs that all frames share, from top to bottom. Arcs that appear and disappear are intended motion.
  package private(set) var commonArcs: [Arc] = []
  private var frameCount = 0

  init() {}

  /// Whether the next frame can still change the result.
  var needsTopRunStarts: Bool { frameCount == 0 || !commonArcs.isEmpty }

  /// Reads the next frame.
  ///
  /// - Parameter topRunStarts: The first pixels (x, y) of the frame's runs with nothing above them, from
  ///   `Specks`. Not used unless `needsTopRunStarts` is true.
  mutating func addFrame(_ bitmap: Bitmap, _ masks: AlphaMasks, topRunStarts: [SIMD2<Int32>]) {
    defer { frameCount += 1 }
    guard needsTopRunStarts else { return }
    let arcs = masks.countsAndBounds.isOpaque ? [] : ArcSearch.arcs(in: bitmap, masks, topRunStarts)
    commonArcs =
      frameCount == 0 ? arcs : commonArcs.filter { old in arcs.contains { $0.points == old.points } }
  }

  /// The side of a regular sticker in device pixels: 136 pt at @3x.
  static let regularStickerSideDevicePixels = 408.0
}

extension PixelSize {
  /// Converts a length from canvas pixels to device pixels of a regular sticker.
  package func regularStickerDeviceLength(ofCanvasLength pixels: Double) -> Double {
    pixels * FaintArcRemnants.regularStickerSideDevicePixels / Double(max(longerSide, 1))
  }

  /// Converts an area from canvas pixels to device pixels of a regular sticker.
  func regularStickerDeviceArea(ofCanvasArea pixels: Double) -> Double {
    let scale = FaintArcRemnants.regularStickerSideDevicePixels / Double(max(longerSide, 1))
    return pixels * scale * scale
  }

  /// Whether an area in canvas pixels covers at least one device pixel of a regular sticker. Smaller areas
  /// are invisible.
  package func isVisibleOnDevice(canvasArea pixels: Double) -> Bool {
    regularStickerDeviceArea(ofCanvasArea: pixels) >= 1
  }
}

/// The search for arcs in one frame.
private struct ArcSearch {
  private let bitmap: Bitmap
  private let visible: PixelMask
  private let halfOpaque: PixelMask
  /// A group with at least this many pixels is art.
  private let minGroupPixelsForArt: Int
  /// The pixels visited so far, and those that belong to art.
  private var (visited, artMask): (PixelMask, PixelMask)
  /// The number of pixels that the search may still visit.
  private var remainingVisitCount: Int

  private static let lowestArtPixelThreshold = 64
  /// Fainter pixels don't count as part of an arc.
  private static let minCountedAlpha = 8
  private static let maxArcs = 64
  /// On a small canvas, 3% is only a dot.
  private static let minLength = 8
  /// The minimum alpha at the center of an intended line.
  private static let minDrawnAlpha: UInt8 = 192

  static func arcs(in bitmap: Bitmap, _ masks: AlphaMasks, _ tips: [SIMD2<Int32>]) -> [FaintArcRemnants.Arc] {
    guard masks.countsAndBounds.visiblePixelCount >= lowestArtPixelThreshold else { return [] }
    var search: ArcSearch?
    var arcs: [FaintArcRemnants.Arc] = []
    for tip in tips {
      let point = PixelPoint(x: Int(tip.x), y: Int(tip.y))
      if masks.halfOpaque.hasNearbySolidSquare(below: point.x, point.y) { continue }
      if search == nil { search = ArcSearch(bitmap, masks) }
      if let arc = search?.arc(from: point) { arcs.append(arc) }
      if arcs.count == maxArcs { break }
      // Once no more pixels may be visited, every group counts as art.
      if let search, search.remainingVisitCount <= 0 { break }
    }
    return arcs
  }

  private init(_ bitmap: Bitmap, _ masks: AlphaMasks) {
    self.bitmap = bitmap
    visible = masks.visible
    halfOpaque = masks.halfOpaque
    minGroupPixelsForArt = max(Self.lowestArtPixelThreshold, masks.countsAndBounds.visiblePixelCount / 200)
    (visited, artMask) = (PixelMask(visible.size), PixelMask(visible.size))
    remainingVisitCount = 4 * visible.size.area + 4096
  }

  /// The arc that contains a tip, or nil if its group isn't an arc.
  private mutating func arc(from tip: PixelPoint) -> FaintArcRemnants.Arc? {
    guard !visited.uncheckedContains(tip.x, tip.y), let points = groupUnlessArt(of: tip) else { return nil }
    var (sum, pixels, box) = (0, 0, (left: Int.max, top: Int.max, right: -1, bottom: -1))
    for point in points {
      let alpha = Int(bitmap.pixels[(point.y &* bitmap.width &+ point.x) &* 4 &+ 3])
      guard alpha >= Self.minCountedAlpha else { continue }
      (sum, pixels) = (sum + alpha, pixels + 1)
      (box.left, box.top) = (min(box.left, point.x), min(box.top, point.y))
      (box.right, box.bottom) = (max(box.right, point.x), max(box.bottom, point.y))
    }
    guard pixels > 0 else { return nil }
    let (width, height, side) = (box.right - box.left + 1, box.bottom - box.top + 1, visible.size.longerSide)
    let length = max(width, height)
    guard length >= Self.minLength, length * 100 >= side * 3, pixels * 2 <= length * 5,
      sum * 5 < pixels * 255 * 3,
      !isOpaqueAlongHalfItsLength(points, isHorizontal: width >= height), !isNearArt(points)
    else { return nil }
    return FaintArcRemnants.Arc(
      boundingBox: PixelRect(x: box.left, y: box.top, width: width, height: height),
      alphaArea: Double(sum) / 255,
      meanOpacity: Double(sum) / Double(255 * pixels),
      points: points.sorted { ($0.y, $0.x) < ($1.y, $1.x) })
  }

  /// The group of an unvisited pixel, or nil if the group is art.
  private mutating func groupUnlessArt(of start: PixelPoint) -> [PixelPoint]? {
    var (points, next, isArt) = ([start], 0, false)
    visited.insert(start.x, start.y)
    while next < points.count, !isArt {
      let point = points[next]
      next += 1
      for y in max(point.y - 1, 0)...min(point.y + 1, visible.size.height - 1) {
        for x in max(point.x - 1, 0)...min(point.x + 1, visible.size.width - 1)
        where visible.uncheckedContains(x, y) {
          isArt = isArt || artMask.uncheckedContains(x, y)
          guard !visited.uncheckedContains(x, y) else { continue }
          visited.insert(x, y)
          points.append(PixelPoint(x: x, y: y))
        }
      }
      remainingVisitCount -= 1
      isArt =
        isArt || points.count >= minGroupPixelsForArt || remainingVisitCount <= 0
        || halfOpaque.isSolidSquare(around: point)
    }
    guard isArt else { return points }
    for point in points { artMask.insert(point.x, point.y) }
    return nil
  }

  /// Whether at least half of the length is opaque at the center, as in a thin line with smooth edges.
  private func isOpaqueAlongHalfItsLength(_ points: [PixelPoint], isHorizontal rows: Bool) -> Bool {
    var (all, opaque) = (Set<Int>(), Set<Int>())
    for point in points {
      let step = rows ? point.x : point.y
      all.insert(step)
      if bitmap.pixels[(point.y &* bitmap.width &+ point.x) &* 4 &+ 3] >= Self.minDrawnAlpha {
        opaque.insert(step)
      }
    }
    return opaque.count * 2 >= all.count
  }

  /// Whether art is within 4 px or 1% of the canvas.
  private mutating func isNearArt(_ points: [PixelPoint]) -> Bool {
    let own = Set(points)
    let near = max(4, Double(visible.size.longerSide) / 100)
    let reach = Int(near.rounded(.up)) - 1
    var small = Set<PixelPoint>()
    for point in points {
      remainingVisitCount -= (2 * reach + 1) * (2 * reach + 1)
      guard remainingVisitCount > 0 else { return true }
      for y in max(point.y - reach, 0)...min(point.y + reach, visible.size.height - 1) {
        for x in max(point.x - reach, 0)...min(point.x + reach, visible.size.width - 1)
        where visible.uncheckedContains(x, y) {
          let other = PixelPoint(x: x, y: y)
          let (across, down) = (Double(x - point.x), Double(y - point.y))
          guard across * across + down * down < near * near, !own.contains(other), !small.contains(other)
          else { continue }
          if artMask.uncheckedContains(x, y) { return true }
          small.insert(other)
          if !visited.uncheckedContains(x, y), groupUnlessArt(of: other) == nil { return true }
        }
      }
    }
    return false
  }
}

extension PixelMask {
  fileprivate func uncheckedContains(_ x: Int, _ y: Int) -> Bool {
    words[y &* wordsPerRow &+ x >> 6] &>> UInt64(x & 63) & 1 == 1
  }

  fileprivate mutating func insert(_ x: Int, _ y: Int) {
    words[y &* wordsPerRow &+ x >> 6] |= 1 &<< UInt64(x & 63)
  }

  /// Whether there is a square of 3 × 3 set pixels within three columns and four rows of a tip.
  fileprivate func hasNearbySolidSquare(below column: Int, _ row: Int) -> Bool {
    let near: UInt64 = 0b111_1111 &<< 28
    var (above, here) = (
      rowBits(around: column, row: row) & near, rowBits(around: column, row: row + 1) & near
    )
    for below in row + 2...row + 4 {
      let next = rowBits(around: column, row: below) & near
      let all = above & here & next
      if all & all &<< 1 & all &<< 2 != 0 { return true }
      (above, here) = (here, next)
    }
    return false
  }

  /// Whether all nine pixels around a point are set.
  fileprivate func isSolidSquare(around point: PixelPoint) -> Bool {
    (-1...1).allSatisfy { rowBits(around: point.x, row: point.y + $0) &>> 30 & 0b111 == 0b111 }
  }
}
