/// A few rows of premultiplied linear light: four numbers a pixel, red, green, blue and alpha, 0...1.
///
/// Each row knows which of its columns hold anything, so that transparent margins are passed over.
@safe struct LightRows: ~Copyable {
  private let blocks: UnsafeMutablePointer<SIMD16<Float>>  // four pixels each; rows are padded with nothing
  private let blocksInRow: Int
  private let ranges: UnsafeMutablePointer<Range<Int>>
  private let width: Int  // pixels
  private let count: Int

  /// `count` rows of `width` pixels, all transparent.
  init(width: Int, count: Int) {
    self.width = width
    self.count = count
    blocksInRow = (width + 3) / 4
    unsafe blocks = .allocate(capacity: blocksInRow * count)
    unsafe ranges = .allocate(capacity: count)
    unsafe blocks.initialize(repeating: SIMD16(), count: blocksInRow * count)
    unsafe ranges.initialize(repeating: 0..<0, count: count)
  }

  deinit {
    unsafe blocks.deallocate()
    unsafe ranges.deallocate()
  }

  /// The pixels of row `index`.
  func row(_ index: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
    unsafe UnsafeMutableRawPointer(blocks + index * blocksInRow).assumingMemoryBound(to: SIMD4<Float>.self)
  }

  /// The columns of row `index` outside of which everything is transparent.
  func visible(_ index: Int) -> Range<Int> { unsafe ranges[index] }

  /// Turns a row of samples into light.
  ///
  /// - Parameter source: straight RGBA, as many pixels as a row has.
  func load(_ source: UnsafeRawPointer, into index: Int, _ curve: TransferCurve) {
    let row = unsafe row(index)
    var (first, end) = (width, 0)
    unsafe curve.light.withUnsafeBufferPointer { light in
      guard let light = light.baseAddress else { return }
      var x = 0
      while x < width {
        let pixel = unsafe UInt32(littleEndian: source.load(fromByteOffset: x &* 4, as: UInt32.self))
        let alpha = pixel >> 24
        if alpha == 0 {
          unsafe row[x] = SIMD4()
        } else {
          if first == width { first = x }
          end = x &+ 1
          let color = unsafe SIMD4(
            light[Int(pixel & 255)], light[Int(pixel >> 8 & 255)], light[Int(pixel >> 16 & 255)], 1)
          unsafe row[x] = alpha == 255 ? color : color * (Float(alpha) * (1 / 255))
        }
        x &+= 1
      }
    }
    unsafe ranges[index] = min(first, end)..<end
  }

  /// Sets row 0 to the weighted sum of all rows of a ring.
  ///
  /// - Parameter first: number of the first row to sum; row `n` lies at `n % count` of the ring.
  /// - Parameter weights: one for each row, the first first.
  func sum(of ring: borrowing LightRows, first: Int, _ weights: UnsafePointer<Float>) {
    var (low, high) = (width, 0)
    for row in 0..<ring.count {
      let range = ring.visible(row)
      guard !range.isEmpty else { continue }
      (low, high) = (min(low, range.lowerBound), max(high, range.upperBound))
    }
    // The row before may have held something where this one holds nothing.
    let old = visible(0)
    for block in old.lowerBound / 4..<(old.upperBound + 3) / 4 { unsafe blocks[block] = SIMD16() }
    unsafe ranges[0] = min(low, high)..<high
    guard low < high else { return }
    let start = first % ring.count
    for block in low / 4..<(high + 3) / 4 {
      // Up to the ring's end, then from its beginning: together `taps` rows, as many as the ring has.
      var sum = SIMD16<Float>()
      unsafe ring.add(rows: start, ring.count, of: block, weights, to: &sum)
      unsafe ring.add(rows: 0, start, of: block, weights + (ring.count - start), to: &sum)
      unsafe blocks[block] = sum
    }
  }

  @inline(__always)
  private func add(
    rows first: Int, _ end: Int, of block: Int, _ weights: UnsafePointer<Float>, to sum: inout SIMD16<Float>
  ) {
    var source = unsafe blocks + (first &* blocksInRow &+ block)
    var tap = 0
    while tap < end &- first {
      unsafe sum += source.pointee * weights[tap]
      unsafe source += blocksInRow
      tap &+= 1
    }
  }
}
