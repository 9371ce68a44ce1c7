/// The colors of frames, how much each counts, and whether anything is transparent.
struct ColorHistogram {
  /// Colors that were joined, or one.
  struct Entry {
    /// The mean of the colors.
    var lanes: SIMD4<Float>
    var weight: Float
  }

  private(set) var opaque: [Entry] = []
  private(set) var translucent: [Entry] = []
  private(set) var hasClear = false

  init(_ frames: [Bitmap]) {
    var cells = ColorCells()
    for frame in frames where frame.size.area > 0 {
      let details = DetailMap(frame)
      frame.withView { view in
        for y in 0..<view.size.height {
          var run: (pixel: Pixel, weight: Float) = (view[0, y], 0)
          for x in 0..<view.size.width {
            let pixel = view[x, y]
            if pixel != run.pixel {
              cells.add(run.pixel, run.weight)
              run = (pixel, 0)
            }
            run.weight += details.importance(x, y)
          }
          cells.add(run.pixel, run.weight)
        }
      }
    }
    hasClear = cells.hasClear
    for (key, sum) in cells.sums {
      let entry = Entry(lanes: SIMD4<Float>(sum.lanes / sum.weight), weight: Float(sum.weight))
      if key.alpha == 255 { opaque.append(entry) } else { translucent.append(entry) }
    }
  }
}

/// Weights by color, in a table that joins neighbors when there are too many.
private struct ColorCells {
  struct Sum {
    var lanes = SIMD4<Double>.zero
    var weight = 0.0
  }

  private static let bits = 17
  private static let most = 1 << 16
  private var keys = [UInt32](repeating: 0, count: 1 << bits)  // 0, a clear pixel's: the slot is free
  private var slots = [Sum](repeating: Sum(), count: 1 << bits)
  private var count = 0
  /// The bits of each sample that tell colors apart; those below are dropped.
  private var mask: UInt32 = 0xFFFF_FFFF
  private(set) var hasClear = false

  mutating func add(_ pixel: Pixel, _ weight: Float) {
    if pixel.alpha == 0 {
      hasClear = true
      return
    }
    let lanes = SIMD4<Double>(ShownColor(pixel).lanes)
    add(pixel.word, Sum(lanes: lanes * Double(weight), weight: Double(weight)))
  }

  private mutating func add(_ word: UInt32, _ sum: Sum) {
    let slot = slot(of: key(word))
    if keys[slot] == 0 {
      if count == Self.most {
        join()
        return add(word, sum)
      }
      count += 1
      keys[slot] = key(word)
    }
    slots[slot].lanes += sum.lanes
    slots[slot].weight += sum.weight
  }

  /// Opaque stays apart from nearly opaque, and nothing becomes clear.
  @inline(__always)
  private func key(_ word: UInt32) -> UInt32 {
    let alpha = word >> 24
    if alpha == 255 { return (word & mask) | 0xFF00_0000 }
    let kept = alpha & (mask >> 24)
    return (word & mask & 0x00FF_FFFF) | (kept == 0 ? 1 : kept) << 24
  }

  @inline(__always)
  private func slot(of key: UInt32) -> Int {
    var slot = Int((key &* 0x9E37_79B1) >> UInt32(32 - Self.bits))
    while keys[slot] != 0 && keys[slot] != key { slot = (slot + 1) & ((1 << Self.bits) - 1) }
    return slot
  }

  /// Drops one more bit of each sample.
  private mutating func join() {
    let before = sums
    mask = (mask << 1) & 0xFEFE_FEFE
    keys = [UInt32](repeating: 0, count: 1 << Self.bits)
    slots = [Sum](repeating: Sum(), count: 1 << Self.bits)
    count = 0
    for (pixel, sum) in before { add(pixel.word, sum) }
  }

  /// All colors, in the order of their slots, which is the same on every machine.
  var sums: [(key: Pixel, sum: Sum)] {
    keys.indices.filter { keys[$0] != 0 }.map { (Pixel(keys[$0]), slots[$0]) }
  }
}
