/// Small groups of visible pixels (alpha of at least 5) that are isolated from everything else in their
/// frame.
///
/// A group is 8-connected. Its distance is the number of pixels by which it would have to move (possibly
/// diagonally) to overlap the nearest other visible pixel. Only runs with nothing above them are checked,
/// each in a window of 64 columns, so the search costs almost nothing for ordinary art.
public struct Specks: Hashable, Sendable {
  /// A group of pixels.
  public struct Speck: Hashable, Sendable {
    /// The bounding box of the group.
    public let boundingBox: PixelRect
    /// The index of the first frame that has the speck, starting at 0.
    public let frame: Int
    /// The number of pixels in the group, 1...15.
    public let pixelCount: Int
    /// The distance in pixels to the nearest other visible pixel, 4...16. A value of 16 also represents
    /// larger distances.
    public let distanceToNearestPixel: Int
    /// The sum of the alpha in `boundingBox`, in units of opaque pixels.
    package var alphaArea = 0.0
  }

  /// The specks, in reading order within each frame. There are at most 256 for each distance, because more
  /// would add nothing in an image that consists of dust. Counting by distance keeps the texture of art from
  /// using up the space for isolated specks.
  public private(set) var foundSpecks: [Speck] = []
  private var boundingBoxes: Set<PixelRect> = []
  private var countsByDistance = [Int](repeating: 0, count: maxMeasuredDistance + 1)
  /// The number of runs that may still be checked, so that images that consist only of dots don't take
  /// forever. Every frame gets a minimum, regardless of how many earlier frames used.
  private var remainingRunChecks = 65_536
  /// The first pixels (x, y) of those runs in the last frame that have no visible pixel above them, at most
  /// 65,536.
  private(set) var latestTopRunStarts: [SIMD2<Int32>] = []

  /// Larger groups are art.
  static let maxPixels = 15
  /// Groups that are closer to something belong to it.
  static let minIsolationDistance = 4
  /// The largest distance in pixels that is measured. It also represents larger distances.
  static let maxMeasuredDistance = 16
  /// The area of a dot that is clearly visible, in device pixels of a regular sticker.
  fileprivate static let minNearbyLeftoverDeviceArea = 16.0
  private static let maxSpecksPerDistance = 256
  private static let minRunChecksPerFrame = 4096
  private static let maxTopRunStarts = 65_536

  init() {}

  /// - Parameter frame: The index of the frame, starting at 0.
  /// - Parameter collectsTopRunStarts: Whether to collect `latestTopRunStarts`.
  /// - Returns: All specks in this frame, including those already found in earlier frames, or nil if this
  ///   frame has too many runs to check.
  @discardableResult
  mutating func addFrame(_ mask: PixelMask, frame: Int, collectsTopRunStarts: Bool = false)
    -> [PixelRect]?
  {
    remainingRunChecks = max(remainingRunChecks, Self.minRunChecksPerFrame)
    latestTopRunStarts.removeAll(keepingCapacity: true)
    var frameSpecks: [PixelRect] = []
    for row in 0..<mask.size.height {
      for word in 0..<mask.wordsPerRow {
        let bare = mask.bitsWithoutNeighborsAbove(word, row: row)
        if bare == 0 { continue }
        for speck in specksStartingInWord(
          mask, bare, word, row, frame: frame, collectsTopRunStarts: collectsTopRunStarts)
        {
          frameSpecks.append(speck.boundingBox)
          addSpeckIfNew(speck)
        }
      }
    }
    return remainingRunChecks > 0 ? frameSpecks : nil
  }

  private mutating func addSpeckIfNew(_ speck: Speck) {
    guard countsByDistance[speck.distanceToNearestPixel] < Self.maxSpecksPerDistance,
      boundingBoxes.insert(speck.boundingBox).inserted
    else { return }
    countsByDistance[speck.distanceToNearestPixel] += 1
    foundSpecks.append(speck)
  }

  /// Clears `latestTopRunStarts`, but keeps the memory for the next frame.
  mutating func removeTopRunStarts() { latestTopRunStarts.removeAll(keepingCapacity: true) }

  /// Sums the alpha of each speck of a frame.
  mutating func measureSpeckAlphaAreas(_ bitmap: Bitmap, frame: Int) {
    for at in foundSpecks.indices where foundSpecks[at].frame == frame {
      let place = foundSpecks[at].boundingBox
      var sum = 0
      for y in place.y..<place.y + place.height {
        for x in place.x..<place.x + place.width {
          sum += Int(bitmap.pixels[(y &* bitmap.width &+ x) &* 4 &+ 3])
        }
      }
      foundSpecks[at].alphaArea = Double(sum) / 255
    }
  }

  /// Removes specks that are art.
  mutating func remove(where isArt: (Speck) -> Bool) { foundSpecks.removeAll(where: isArt) }

  /// Checks the runs that begin in a word.
  ///
  /// - Parameter bare: The pixels of the word that have no visible pixels above them.
  private mutating func specksStartingInWord(
    _ mask: PixelMask, _ bare: UInt64, _ word: Int, _ row: Int, frame: Int,
    collectsTopRunStarts: Bool
  ) -> [Speck] {
    var specks: [Speck] = []
    let bits = mask.word(word, row: row)
    var starts = bare & ~(bits &<< 1 | mask.word(word - 1, row: row) &>> 63)
    while starts != 0 {
      let start = starts.trailingZeroBitCount
      starts &= starts &- 1
      if collectsTopRunStarts, latestTopRunStarts.count < Self.maxTopRunStarts {
        latestTopRunStarts.append(
          SIMD2(Int32(truncatingIfNeeded: word * 64 + start), Int32(truncatingIfNeeded: row)))
      }
      // A run that is partly below other pixels is a slope of a larger shape.
      let end = start + (~(bare &>> UInt64(start))).trailingZeroBitCount
      if end - start > Self.maxPixels || end < 64 && bits &>> UInt64(end) & 1 == 1 { continue }
      guard remainingRunChecks > 0 else { break }
      remainingRunChecks -= 1
      let window = SpeckWindow(mask, column: word * 64 + start, row: row)
      if let speck = window.speck(frame: frame) { specks.append(speck) }
    }
    return specks
  }
}

extension [Specks.Speck] {
  /// The specks that count as leftovers.
  ///
  /// On a canvas smaller than a regular sticker, every pixel is enlarged, so specks at a smaller distance
  /// count, too, but only if they are clearly visible dots. If at least three others in the frame have the
  /// same size, the dots are a pattern and don't count.
  ///
  /// - Parameter smallerThanPixels: Only groups with fewer pixels count.
  /// - Parameter minDistance: The minimum distance from everything else in px, for a regular sticker.
  package func leftovers(
    smallerThanPixels: Int, minDistanceOnRegularSticker minDistance: Int, on canvas: PixelSize
  ) -> [Specks.Speck] {
    let scaled = Double(minDistance * canvas.longerSide) / FaintArcRemnants.regularStickerSideDevicePixels
    let nearDistance = Swift.max(Specks.minIsolationDistance, Int(scaled.rounded(.up)))
    let small = filter { $0.pixelCount < smallerThanPixels }
    guard nearDistance < minDistance else { return small.filter { $0.distanceToNearestPixel >= minDistance } }
    let near = small.filter { nearDistance..<minDistance ~= $0.distanceToNearestPixel }
    return small.filter { speck in
      if speck.distanceToNearestPixel >= minDistance { return true }
      return speck.distanceToNearestPixel >= nearDistance
        && canvas.regularStickerDeviceArea(ofCanvasArea: speck.alphaArea)
          >= Specks.minNearbyLeftoverDeviceArea
        && near.count { $0.frame == speck.frame && $0.hasAboutSameDimensions(as: speck) } <= 3
    }
  }
}

extension Specks.Speck {
  fileprivate func hasAboutSameDimensions(as other: Specks.Speck) -> Bool {
    abs(boundingBox.width - other.boundingBox.width) <= 1
      && abs(boundingBox.height - other.boundingBox.height) <= 1
  }
}

extension PixelMask {
  /// The pixels of a word that have no set pixels directly or diagonally above them.
  @inline(__always)
  fileprivate func bitsWithoutNeighborsAbove(_ word: Int, row: Int) -> UInt64 {
    let at = row &* wordsPerRow &+ word
    let bits = words[at]
    guard row > 0, bits != 0 else { return bits }
    let above = words[at &- wordsPerRow]
    if above == .max { return 0 }
    var covered = above | above &<< 1 | above &>> 1
    if word > 0 { covered |= words[at &- wordsPerRow &- 1] &>> 63 }
    if word &+ 1 < wordsPerRow { covered |= words[at &- wordsPerRow &+ 1] &<< 63 }
    return bits & ~covered
  }
}

/// The surroundings of one pixel in a mask: 64 columns with the pixel in bit 31, and as many rows as a speck
/// and its distance can cover.
struct SpeckWindow {
  private let mask: PixelMask
  private let column: Int
  private let row: Int
  /// The maximum number of rows by which a speck can extend in either direction.
  private static let maxGroupRowOffset = Specks.maxPixels - 1

  init(_ mask: PixelMask, column: Int, row: Int) {
    self.mask = mask
    self.column = column
    self.row = row
  }

  /// The group of visible pixels around the window's pixel, or nil if it is too large or too close to other
  /// pixels.
  func speck(frame: Int) -> Specks.Speck? {
    guard let group = connectedGroup() else { return nil }
    let (rows, top, bottom) = (group.rows, group.extent.lowerBound, group.extent.upperBound)
    let distance = cappedDistance(around: rows, group.extent)
    guard distance >= Specks.minIsolationDistance else { return nil }
    let columns = group.extent.reduce(0) { $0 | rows[$1] }
    let (left, right) = (columns.trailingZeroBitCount, 63 - columns.leadingZeroBitCount)
    let place = PixelRect(
      x: column - 31 + left, y: row - Self.maxGroupRowOffset + top, width: right - left + 1,
      height: bottom - top + 1)
    return Specks.Speck(
      boundingBox: place, frame: frame, pixelCount: group.pixels, distanceToNearestPixel: distance)
  }

  /// The bits of the row at an offset from the pixel's row.
  private func bits(_ offset: Int) -> UInt64 { mask.rowBits(around: column, row: row + offset) }

  /// The connected group that contains the window's pixel, row by row from `-maxGroupRowOffset`, or nil if it
  /// is too large.
  private func connectedGroup() -> (rows: SIMD32<UInt64>, extent: ClosedRange<Int>, pixels: Int)? {
    var rows = SIMD32<UInt64>.zero  // on the stack, because this runs for most tips in art
    rows[Self.maxGroupRowOffset] = 1 &<< 31
    var (top, bottom, pixels) = (Self.maxGroupRowOffset, Self.maxGroupRowOffset, 1)
    while true {
      var grown = 0
      for at in max(0, top - 1)...min(2 * Self.maxGroupRowOffset, bottom + 1) {
        let near = rows[at] | (at > 0 ? rows[at - 1] : 0) | rows[at + 1]
        if near == 0 { continue }
        rows[at] = (near | near &<< 1 | near &>> 1) & bits(at - Self.maxGroupRowOffset)
        grown += rows[at].nonzeroBitCount
        if rows[at] != 0 { (top, bottom) = (min(top, at), max(bottom, at)) }
      }
      if grown > Specks.maxPixels { return nil }
      if grown == pixels { return (rows, top...bottom, pixels) }
      pixels = grown
    }
  }

  /// The distance in pixels to the nearest pixel outside the group, at most `Specks.maxMeasuredDistance`.
  private func cappedDistance(around group: SIMD32<UInt64>, _ extent: ClosedRange<Int>) -> Int {
    let margin = Specks.maxMeasuredDistance
    let rows = extent.count + 2 * margin
    // Most art has something close by, so farther rows are read only as the group grows.
    return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: rows) { grown in
      unsafe grown.initialize(repeating: 0)
      for at in extent { unsafe grown[at - extent.lowerBound + margin] = group[at] }
      for distance in 1..<margin {
        // The group grows in all directions at once until it meets another pixel.
        var above: UInt64 = 0
        for at in extent.lowerBound - distance...extent.upperBound + distance {
          let place = at - extent.lowerBound + margin
          let (own, below) = unsafe (grown[place], grown[place + 1])
          let near = above | own | below
          above = own
          let wide = near | near &<< 1 | near &>> 1
          unsafe grown[place] = wide
          let known = extent.contains(at) ? group[at] : 0
          if wide & bits(at - Self.maxGroupRowOffset) & ~known != 0 { return distance }
        }
      }
      return margin
    }
  }
}
