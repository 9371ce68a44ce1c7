import CImageCodecs

extension [Bitmap] {
  /// The rectangle of everything visible (alpha of at least 5) in any of the frames; nil where nothing is.
  ///
  /// - Precondition: all frames have one size.
  public func visibleBounds() -> PixelRect? {
    var (masks, bounds) = (AlphaMasks(), Bounds())
    for frame in self {
      masks.read(frame)
      bounds.take(masks)
    }
    return bounds.visible
  }
}

extension Bitmap {
  /// What lies in a rectangle; where it sticks out of the bitmap there is transparent black.
  ///
  /// - Parameter place: each side at least 1 px; its origin may be negative.
  /// - Complexity: O(pixels of `place`).
  public func cropped(to place: PixelRect) -> Bitmap {
    guard place != PixelRect(size) else { return self }
    let inside = place.intersection(PixelRect(size))
    guard inside != place else { return part(place) }
    var out = Bitmap(transparent: place.size)
    guard !inside.isEmpty else { return out }
    for row in inside.y..<inside.y + inside.height {
      let from = (row * width + inside.x) * 4
      let to = ((row - place.y) * place.width + inside.x - place.x) * 4
      let count = inside.width * 4
      out.pixels.replaceSubrange(to..<to + count, with: pixels[from..<from + count])
    }
    return out
  }

  /// The pixels of a rectangle that lies inside.
  private func part(_ place: PixelRect) -> Bitmap {
    var kept: [UInt8] = []
    kept.reserveCapacity(place.size.area * 4)
    for row in place.y..<place.y + place.height {
      let start = (row * width + place.x) * 4
      kept += pixels[start..<start + place.width * 4]
    }
    return Bitmap(place.size, pixels: kept)
  }

  /// The bitmap in the middle of a larger canvas; transparent pixels around it, the odd one on the right and
  /// at the bottom.
  ///
  /// - Parameter size: no side shorter than the bitmap's (a precondition: plans are checked before).
  public func padded(to size: PixelSize) -> Bitmap {
    precondition(size.width >= width && size.height >= height)
    let (left, top) = ((size.width - width) / 2, (size.height - height) / 2)
    return cropped(to: PixelRect(x: -left, y: -top, width: size.width, height: size.height))
  }
}

extension PixelSize {
  /// The next side, in pixels, that is a whole number of points.
  ///
  /// - Source: Apple shows 3 px of sticker art as one point.
  public static func wholePoints(from side: Int) -> Int { (side + 2) / 3 * 3 }

  /// The next size whose sides are whole points.
  public var inWholePoints: PixelSize {
    PixelSize(Self.wholePoints(from: width), Self.wholePoints(from: height))
  }

  /// The smallest square that holds it.
  public var squared: PixelSize { PixelSize(longerSide, longerSide) }
}

extension Bitmap {
  /// An opaque bitmap of one color.
  ///
  /// - Parameter color: 0xRRGGBB.
  public init(_ size: PixelSize, color: UInt32) {
    let word = UInt32(0xFF) << 24 | (color & 0xFF) << 16 | color & 0xFF00 | (color >> 16 & 0xFF)
    let count = size.area
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count * 4) { buffer, initialized in
      unsafe UnsafeMutableRawBufferPointer(buffer).withMemoryRebound(to: UInt32.self) { words in
        unsafe words.update(repeating: word.littleEndian)
      }
      initialized = count * 4
    }
    self.init(size, pixels: pixels)
  }

  /// Lays another bitmap over this one. What sticks out is cut off.
  ///
  /// - Parameter x: pixels from the left edge to that of the other bitmap; may be negative, as `y` may.
  /// - Source: PNG specification, third edition, section 13.16: samples are mixed as they are stored, as
  ///   browsers and drawing programs do.
  public mutating func draw(_ above: Bitmap, x: Int, y: Int) {
    let visible = PixelRect(x: x, y: y, width: above.width, height: above.height)
      .intersection(PixelRect(size))
    guard !visible.isEmpty else { return }
    let (below, width, left, top) = (size.width, above.width, visible.x - x, visible.y - y)
    unsafe pixels.withUnsafeMutableBufferPointer { target in
      unsafe above.pixels.withUnsafeBufferPointer { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        for row in 0..<visible.height {
          unsafe drawOver(
            target + ((visible.y + row) * below + visible.x) * 4,
            source + ((top + row) * width + left) * 4, visible.width)
        }
      }
    }
  }

  /// How many pixels are not wholly opaque.
  public var translucentPixels: Int {
    var count = 0
    for at in stride(from: 3, to: pixels.count, by: 4) where pixels[at] < 255 { count += 1 }
    return count
  }

  /// The sum of all alpha samples: how much of the bitmap is covered, in 255ths of a pixel.
  public var alphaSum: Int {
    var sum = 0
    for at in stride(from: 3, to: pixels.count, by: 4) { sum += Int(pixels[at]) }
    return sum
  }
}

/// Where pixels of input rows are opaque, where translucent and where transparent, in blocks of columns.
@safe struct Opacity: ~Copyable {
  /// Columns of a block.
  static let columns = Int(SL_OPACITY_COLUMNS)
  /// A block has a pixel that is not transparent.
  static let notClear: UInt8 = 2

  private let ofBlocks: UnsafeMutablePointer<UInt8>
  /// What the rows that were looked at have together.
  let together: UnsafeMutablePointer<UInt8>
  /// How many blocks away a block may be asked for together with another.
  let reach: Int
  private let blocks: Int
  private let rows: Int

  /// - Parameter rows: that are held, one after the other in a ring.
  /// - Parameter columns: the most that are ever asked for together.
  init(width: Int, rows: Int, columns: Int) {
    self.rows = rows
    reach = (columns + Self.columns - 2) / Self.columns
    blocks = (width + Self.columns - 1) / Self.columns
    unsafe ofBlocks = .allocate(capacity: blocks * rows)
    unsafe ofBlocks.initialize(repeating: 0, count: blocks * rows)
    unsafe together = .allocate(capacity: blocks)
    unsafe together.initialize(repeating: 0, count: blocks)
  }

  deinit {
    unsafe ofBlocks.deallocate()
    unsafe together.deallocate()
  }

  /// The blocks of a row, to be filled.
  func row(_ place: Int) -> UnsafeMutablePointer<UInt8> { unsafe ofBlocks + place * blocks }

  /// Looks at what some rows have together, by their numbers.
  func look(at rows: Range<Int>) {
    for block in 0..<blocks { unsafe together[block] = 0 }
    for row in rows {
      let row = unsafe self.row(row % self.rows)
      for block in 0..<blocks { unsafe together[block] |= row[block] }
    }
  }
}
