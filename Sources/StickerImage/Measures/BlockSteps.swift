/// Steps of tone beside even pixels, along lines in one direction of a picture, by their place of eight.
struct BlockSteps {
  private let bitmap: Bitmap
  private let length: Int
  private var counts = [Int](repeating: 0, count: 8)
  /// Places that were asked, with solid pixels all around.
  private var asked = 0
  /// How light each pixel of a line looks, 0...255, and whether it is solid: 1, or 0.
  private var (tones, solid): ([UInt8], [UInt8])
  /// How much the tone of each pixel of a line differs from the next; `clear` beside what is not solid.
  private var steps: [UInt8]

  private static let clear = UInt8.max
  private static let even: UInt8 = 1
  private static let range: ClosedRange<UInt8> = 3...32
  /// Of a thousand places so many have to be steps: with less, nobody sees the blocks.
  private static let leastOfThousand = 5
  private static let fewest = 128

  /// - Parameter length: pixels of a line, at least 16.
  init(_ bitmap: Bitmap, length: Int) {
    (self.bitmap, self.length) = (bitmap, length)
    tones = [UInt8](repeating: 0, count: length)
    (solid, steps) = (tones, [UInt8](repeating: 0, count: length - 1))
  }

  private var all: Int { counts.reduce(0, +) }
  private var most: Int { counts.max() ?? 0 }

  /// Whether some lines leave it open that a few more have enough steps.
  var mayHaveSteps: Bool { all * 1000 >= asked }

  /// Whether a few lines leave it open that there are blocks.
  var mayBeBlocks: Bool { all >= 12 && all * 1000 >= asked * 3 && most * 4 >= all }

  /// The share of steps at one place of eight, 0...1; nil where there are few, or a pattern.
  var share: Double? {
    guard all >= Self.fewest, all * 1000 >= asked * Self.leastOfThousand else { return nil }
    let sorted = counts.sorted()
    guard sorted[6] * 5 <= sorted[7] * 3 else { return nil }
    return Double(sorted[7]) / Double(all)
  }

  /// - Parameter step: pixels from one pixel of the line to the next.
  mutating func look(from start: Int, by step: Int) {
    unsafe bitmap.pixels.withUnsafeBytes { pixels in
      unsafe read(pixels, start, step)
    }
    takeSteps()
    var at = unsafe steps.withUnsafeBytes { unsafe countSixteens($0) }
    while at < length - 3 {
      let own = steps[at]
      let (before, behind) = (max(steps[at - 1], steps[at - 2]), max(steps[at + 1], steps[at + 2]))
      if max(own, before, behind) != Self.clear {
        asked &+= 1
        if (before <= Self.even) != (behind <= Self.even), Self.range ~= own { counts[at & 7] &+= 1 }
      }
      at &+= 1
    }
  }

  private mutating func read(_ pixels: UnsafeRawBufferPointer, _ start: Int, _ step: Int) {
    var place = 0
    unsafe tones.withUnsafeMutableBytes { tones in
      unsafe solid.withUnsafeMutableBytes { solid in
        while step == 1, place &+ 4 <= length {
          let at = (start &+ place) &* 4
          let four = unsafe pixels.loadUnaligned(fromByteOffset: at, as: SIMD4<UInt32>.self)
          let (tone, isSolid) = (four.tone, (four &>> 24 &+ 6) &>> 8)
          unsafe tones.storeBytes(of: tone.lowBytes, toByteOffset: place, as: SIMD4<UInt8>.self)
          unsafe solid.storeBytes(of: isSolid.lowBytes, toByteOffset: place, as: SIMD4<UInt8>.self)
          place &+= 4
        }
        while place < length {
          let at = (start &+ place &* step) &* 4
          let pixel = SIMD4(repeating: unsafe pixels.loadUnaligned(fromByteOffset: at, as: UInt32.self))
          unsafe tones[place] = UInt8(truncatingIfNeeded: pixel.tone.x)
          unsafe solid[place] = pixel.x >= 250 << 24 ? 1 : 0
          place &+= 1
        }
      }
    }
  }

  private mutating func takeSteps() {
    var place = 0
    unsafe tones.withUnsafeBytes { tones in
      unsafe solid.withUnsafeBytes { solid in
        unsafe steps.withUnsafeMutableBytes { steps in
          func sixteen(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> SIMD16<UInt8> {
            unsafe bytes.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
          }
          // The last sixteen may have been seen: they are written again.
          while place < length &- 1 {
            let at = max(0, min(place, length &- 17))
            let (one, other) = unsafe (sixteen(tones, at), sixteen(tones, at &+ 1))
            let apart = lower(higher(one, other) &- lower(one, other), .notClear)
            let areSolid = unsafe sixteen(solid, at) & sixteen(solid, at &+ 1)
            unsafe steps.storeBytes(of: apart | (areSolid &- 1), toByteOffset: at, as: SIMD16<UInt8>.self)
            place &+= 16
          }
        }
      }
    }
  }

  /// Counts steps, sixteen places at once. A flag is a 1 that is made of sums: comparing vectors of bytes
  /// makes a mask from which the compiler finds no way back.
  ///
  /// - Returns: the first place that was not asked.
  private mutating func countSixteens(_ steps: UnsafeRawBufferPointer) -> Int {
    var at = 2
    func sixteen(_ offset: Int) -> SIMD16<UInt8> {
      unsafe steps.loadUnaligned(fromByteOffset: at &+ offset, as: SIMD16<UInt8>.self)
    }
    while at &+ 16 <= length &- 3 {
      var (found, solid) = (SIMD16<UInt8>.zero, SIMD16<UInt8>.zero)
      var rounds = 0
      while at &+ 16 <= length &- 3, rounds < 255 {
        let own = sixteen(0)
        let before = higher(sixteen(-1), sixteen(-2))
        let behind = higher(sixteen(1), sixteen(2))
        let clear = higher(higher(own, higher(before, behind)), .notClear) &- .notClear
        let isEnd = (lower(before, .uneven) ^ lower(behind, .uneven)) &>> 1
        let beyond = (lower(own &- Self.range.lowerBound, .beyond) &+ .fromBeyond) &>> 7
        found &+= isEnd & ~beyond & ~clear & 1
        solid &+= clear ^ 1
        at &+= 16
        rounds &+= 1
      }
      for lane in 0..<16 {
        counts[(at &+ lane) & 7] &+= Int(found[lane])
        asked &+= Int(solid[lane])
      }
    }
    return at
  }
}

// Computed, for a stored value would be asked at each use whether it has been made.
extension SIMD16<UInt8> {
  /// The largest step of solid pixels.
  fileprivate static var notClear: Self { Self(repeating: 254) }
  /// What is no longer even.
  fileprivate static var uneven: Self { Self(repeating: 2) }
  /// The first step above the range, counted from its lower end, and what makes 128 of it.
  fileprivate static var beyond: Self { Self(repeating: 30) }
  fileprivate static var fromBeyond: Self { Self(repeating: 98) }
}

extension SIMD4<UInt32> {
  /// How light opaque pixels look, 0...255.
  @inline(__always)
  fileprivate var tone: Self {
    let (red, green, blue) = (self & 0xFF, self &>> 8 & 0xFF, self &>> 16 & 0xFF)
    return (2 &* red &+ 5 &* green &+ blue) &>> 3
  }

  /// Of each lane the lowest byte.
  @inline(__always)
  fileprivate var lowBytes: SIMD4<UInt8> {
    unsafe unsafeBitCast(self, to: SIMD16<UInt8>.self).evenHalf.evenHalf
  }
}

/// The higher of two in each lane. The library's `pointwiseMax` is called instead of inlined, which in a loop
/// costs more than what it does.
@inline(__always)
private func higher(_ one: SIMD16<UInt8>, _ other: SIMD16<UInt8>) -> SIMD16<UInt8> {
  var highest = one
  for lane in 0..<16 { highest[lane] = max(one[lane], other[lane]) }
  return highest
}

/// The lower of two in each lane.
@inline(__always)
private func lower(_ one: SIMD16<UInt8>, _ other: SIMD16<UInt8>) -> SIMD16<UInt8> {
  var lowest = one
  for lane in 0..<16 { lowest[lane] = min(one[lane], other[lane]) }
  return lowest
}
