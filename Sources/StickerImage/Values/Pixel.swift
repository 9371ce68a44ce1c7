/// One pixel's four samples, straight RGBA, in a word: red in the lowest byte.
struct Pixel: Hashable, Sendable {
  let word: UInt32

  @inline(__always) init(_ word: UInt32) { self.word = word }

  @inline(__always) var red: UInt8 { UInt8(truncatingIfNeeded: word) }
  @inline(__always) var green: UInt8 { UInt8(truncatingIfNeeded: word >> 8) }
  @inline(__always) var blue: UInt8 { UInt8(truncatingIfNeeded: word >> 16) }
  @inline(__always) var alpha: UInt8 { UInt8(truncatingIfNeeded: word >> 24) }
  @inline(__always) var isGray: Bool { (word ^ (word >> 8)) & 0xFFFF == 0 }

  /// Transparent black.
  static let clear = Pixel(0)
}

extension SIMD4<UInt32> {
  /// Whether four pixels are of one color, all of them as they lie in memory.
  @inline(__always)
  func isAll(_ color: UInt32) -> Bool {
    let apart = unsafe unsafeBitCast(self ^ SIMD4(repeating: color), to: SIMD2<UInt64>.self)
    return apart.x | apart.y == 0
  }
}

/// The pixels of a rectangle inside a larger area, as words in memory.
@safe struct PixelView {
  private let base: UnsafeRawPointer
  private let stride: Int  // pixels
  let size: PixelSize

  /// The pixels of `rect`.
  ///
  /// - Parameter base: the first byte of an area `stride` pixels wide that outlives the view and holds
  ///   `rect`.
  init(_ base: UnsafeRawPointer, stride: Int, _ rect: PixelRect) {
    unsafe self.base = base + (rect.y * stride + rect.x) * 4
    self.stride = stride
    size = rect.size
  }

  @inline(__always)
  subscript(x: Int, y: Int) -> Pixel {
    let offset = (y &* stride &+ x) &* 4
    return unsafe Pixel(UInt32(littleEndian: base.load(fromByteOffset: offset, as: UInt32.self)))
  }

  /// The first byte of row `y`; `width · 4` bytes follow.
  func row(_ y: Int) -> UnsafeRawPointer { unsafe base + y * stride * 4 }
}

extension Bitmap {
  /// Calls `body` with a view of `rect`, which must lie inside the bitmap and not be empty.
  func withView<Result>(of rect: PixelRect, _ body: (PixelView) -> Result) -> Result {
    precondition(rect.intersection(PixelRect(size)) == rect && !rect.isEmpty)
    return unsafe pixels.withUnsafeBytes { buffer in
      // A bitmap that has a rectangle has pixels, and so an address.
      unsafe body(PixelView(buffer.baseAddress.unsafelyUnwrapped, stride: width, rect))
    }
  }

  /// Calls `body` with a view of all pixels, of which there must be some.
  func withView<Result>(_ body: (PixelView) -> Result) -> Result { withView(of: PixelRect(size), body) }
}
