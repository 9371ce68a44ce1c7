/// The pixels that are connected to the edge of the canvas through transparent pixels or pixels of the
/// background color.
struct BackgroundFlood {
  let size: PixelSize
  /// For each pixel, the largest difference between one of its samples and the background's, 0...255.
  private(set) var differences: [UInt8]
  /// Whether each pixel is background. Areas that art encloses aren't.
  private(set) var isBackground: [Bool]

  /// Floods a bitmap from all of its outermost pixels. The flood spreads across sides but not corners, so a
  /// diagonal line one pixel wide stops it.
  ///
  /// - Parameter color: 0xRRGGBB.
  /// - Parameter tolerance: The maximum difference between a pixel's samples and the color's, 0...255.
  init(_ bitmap: Bitmap, color: UInt32, tolerance: Int) {
    let count = bitmap.size.area
    var apart = [UInt8](repeating: 0, count: count)
    for pixel in 0..<count {
      apart[pixel] = bitmap.maxVisibleSampleDifference(atByte: pixel &* 4, from: color)
    }
    self.init(bitmap.size, differences: apart, tolerance: tolerance)
  }

  /// Floods the background of a bitmap, including stray background pixels around the art.
  init(_ bitmap: Bitmap, on background: FlatBackground) {
    self.init(bitmap, color: background.rgb, tolerance: background.tolerance)
    if background.isNoisy {
      let band = JPEGArtifactBand(self)
      continueFlood(over: band, tolerance: background.toleranceNearArt)
      // Keep pale art that isn't a compression artifact, unless the whole background is equally noisy.
      let crumbs = min(2 * background.toleranceNearArt, Int(band.minArtDifference))
      addFaintIslands(withDifferenceBelow: max(2 * background.tolerance, crumbs))
    } else {
      // A dot just beyond the tolerance belongs to the background. If it were kept, it would be visible.
      addFaintIslands(withDifferenceBelow: 2 * background.tolerance, maxPixels: Self.maxStrayGroupPixels)
    }
    addSmallDiagonallyTouchingGroups(tolerance: background.tolerance)
  }

  /// Floods pixels within a tolerance, starting from the outermost ones.
  init(_ size: PixelSize, differences: [UInt8], tolerance: Int) {
    self.size = size
    self.differences = differences
    isBackground = [Bool](repeating: false, count: differences.count)
    fill(UInt8(clamping: tolerance))
  }

  private mutating func fill(_ tolerance: UInt8) {
    let (width, height) = (size.width, size.height)
    var open: [Int32] = []
    open.reserveCapacity(4 * (width + height))
    func enter(
      _ pixel: Int, _ apart: [UInt8], _ isBackground: inout [Bool], _ open: inout [Int32]
    ) {
      guard !isBackground[pixel], apart[pixel] <= tolerance else { return }
      isBackground[pixel] = true
      open.append(Int32(truncatingIfNeeded: pixel))
    }
    for x in 0..<width {
      enter(x, differences, &isBackground, &open)
      enter((height - 1) * width + x, differences, &isBackground, &open)
    }
    for y in 0..<height {
      enter(y * width, differences, &isBackground, &open)
      enter(y * width + width - 1, differences, &isBackground, &open)
    }
    while let next = open.popLast() {
      let pixel = Int(next)
      let x = pixel % width
      if x > 0 { enter(pixel &- 1, differences, &isBackground, &open) }
      if x &+ 1 < width { enter(pixel &+ 1, differences, &isBackground, &open) }
      if pixel >= width { enter(pixel &- width, differences, &isBackground, &open) }
      if pixel &+ width < differences.count { enter(pixel &+ width, differences, &isBackground, &open) }
    }
  }

  /// Continues the flood around art, where JPEG artifacts exceed the tolerance, but not into solid areas,
  /// which are pale art.
  mutating func continueFlood(over band: JPEGArtifactBand, tolerance: Int) {
    let (width, limit) = (size.width, min(UInt8(clamping: tolerance), band.minArtDifference))
    let isArea = solidAreaPixels(above: limit / 2)
    var open: [Int32] = []
    for pixel in differences.indices where isBackground[pixel] && band.isNearArt[pixel] {
      open.append(Int32(truncatingIfNeeded: pixel))
    }
    while let next = open.popLast() {
      let pixel = Int(next)
      let x = pixel % width
      for side in [
        x > 0 ? pixel &- 1 : pixel, x &+ 1 < width ? pixel &+ 1 : pixel, pixel &- width, pixel &+ width,
      ] where side >= 0 && side < differences.count {
        guard !isBackground[side], !isArea[side], band.isNearArt[side], differences[side] <= limit else {
          continue
        }
        isBackground[side] = true
        open.append(Int32(truncatingIfNeeded: side))
      }
    }
  }

  /// The pixels of squares in which the difference of every pixel exceeds the limit.
  private func solidAreaPixels(above limit: UInt8) -> [Bool] {
    // Ringing oscillates, so it crosses the background color within half a block.
    let reach = 4
    var isThin = differences.map { $0 <= limit }
    isThin.dilate(size, by: reach)
    var isArea = isThin.map { !$0 }
    isArea.dilate(size, by: reach)
    return isArea
  }

  /// Marks more pixels as background.
  mutating func markAsBackground(_ pixels: [Bool]) {
    for pixel in pixels.indices where pixels[pixel] { isBackground[pixel] = true }
  }

  /// Adds isolated groups of pixels in which every pixel differs little from the background, such as JPEG
  /// artifacts around art.
  ///
  /// - Parameter limit: A group whose largest difference is at least this much is art.
  /// - Parameter maxPixels: A larger group is art, too.
  mutating func addFaintIslands(withDifferenceBelow limit: Int, maxPixels: Int = .max) {
    let width = size.width
    var seen = isBackground
    var island: [Int32] = []
    for start in seen.indices where !seen[start] {
      var largest: UInt8 = 0
      island.removeAll(keepingCapacity: true)
      island.append(Int32(truncatingIfNeeded: start))
      seen[start] = true
      var next = 0
      while next < island.count {
        let pixel = Int(island[next])
        next &+= 1
        largest = max(largest, differences[pixel])
        let x = pixel % width
        let (left, right) = (x > 0 ? -1 : 0, x &+ 1 < width ? 1 : 0)
        for row in [pixel &- width, pixel, pixel &+ width] where row >= 0 && row < seen.count {
          for other in row &+ left...row &+ right where !seen[other] {
            seen[other] = true
            island.append(Int32(truncatingIfNeeded: other))
          }
        }
      }
      guard Int(largest) < limit, island.count <= maxPixels else { continue }
      for pixel in island { isBackground[Int(pixel)] = true }
    }
  }

  /// Adds small groups of background-colored pixels that touch the background only at a corner, because lines
  /// of art, such as two whiskers, cut them off. These groups are too small to be areas that art encloses.
  mutating func addSmallDiagonallyTouchingGroups(tolerance: Int) {
    let (width, height) = (size.width, size.height)
    let limit = UInt8(clamping: tolerance)
    var seen = isBackground
    for start in seen.indices where !seen[start] && differences[start] <= limit {
      var (region, next, touches) = ([start], 0, false)
      seen[start] = true
      while next < region.count {
        let (x, y) = (region[next] % width, region[next] / width)
        next &+= 1
        for row in max(y &- 1, 0)...min(y &+ 1, height &- 1) {
          for column in max(x &- 1, 0)...min(x &+ 1, width &- 1) {
            let other = row &* width &+ column
            touches = touches || isBackground[other]
            guard row == y || column == x, !seen[other], differences[other] <= limit else { continue }
            seen[other] = true
            region.append(other)
          }
        }
      }
      guard touches, region.count <= Self.maxStrayGroupPixels else { continue }
      for pixel in region { isBackground[pixel] = true }
    }
  }

  /// The maximum number of pixels in a group that counts as unintended.
  static let maxStrayGroupPixels = 8

  /// The number of flooded pixels that would be enclosed by art if gaps of up to an eighth of the art's
  /// shorter side were closed.
  func nearlyEnclosedPixelCount() -> Int {
    var (left, top, right, bottom) = (size.width, size.height, -1, -1)
    for pixel in isBackground.indices where !isBackground[pixel] {
      let (x, y) = (pixel % size.width, pixel / size.width)
      (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
    }
    guard right >= left else { return 0 }
    let reach = min(right - left + 1, bottom - top + 1) / 16
    var closed = isBackground.map { !$0 }
    closed.dilate(size, by: reach)
    var outside = BackgroundFlood(size, differences: closed.map { $0 ? 1 : 0 }, tolerance: 0).isBackground
    outside.dilate(size, by: reach)
    return isBackground.indices.count { isBackground[$0] && !outside[$0] }
  }
}
