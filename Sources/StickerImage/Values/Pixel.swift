/// The four samples of a pixel in a word, straight RGBA with red in the lowest byte.
struct Pixel: Hashable, Sendable {
  let abgr: UInt32

  @inline(__always) init(_ word: UInt32) { self.abgr = word }

  @inline(__always) var red: UInt8 { UInt8(truncatingIfNeeded: abgr) }
  @inline(__always) var green: UInt8 { UInt8(truncatingIfNeeded: abgr >> 8) }
  @inline(__always) var blue: UInt8 { UInt8(truncatingIfNeeded: abgr >> 16) }
  @inline(__always) var alpha: UInt8 { UInt8(truncatingIfNeeded: abgr >> 24) }
  @inline(__always) var isGray: Bool { (abgr ^ (abgr >> 8)) & 0xFFFF == 0 }

  /// Transparent black.
  static let clear = Pixel(0)
}

extension SIMD4<UInt32> {
  /// Whether all four pixels have the given color. The pixels and the color are in memory order.
  @inline(__always)
  func areAllEqual(to color: UInt32) -> Bool {
    let apart = unsafe unsafeBitCast(self ^ SIMD4(repeating: color), to: SIMD2<UInt64>.self)
    return apart.x | apart.y == 0
  }
}

/// A view of the pixels of a rectangle inside a larger area.
@safe struct PixelView {
  private let firstPixel: UnsafeRawPointer
  private let stride: Int  // in pixels
  let size: PixelSize

  /// Creates a view of `rect`.
  ///
  /// - Parameter base: The first byte of an area that is `stride` pixels wide, contains `rect`, and outlives
  ///   the view.
  init(_ base: UnsafeRawPointer, stride: Int, _ rect: PixelRect) {
    unsafe self.firstPixel = base + (rect.y * stride + rect.x) * 4
    self.stride = stride
    size = rect.size
  }

  @inline(__always)
  subscript(x: Int, y: Int) -> Pixel {
    let offset = (y &* stride &+ x) &* 4
    return unsafe Pixel(UInt32(littleEndian: firstPixel.load(fromByteOffset: offset, as: UInt32.self)))
  }

  /// The first byte of row `y`, which is `size.width · 4` bytes long.
  func row(_ y: Int) -> UnsafeRawPointer { unsafe firstPixel + y * stride * 4 }
}

extension Bitmap {
  /// Calls `body` with a view of `rect`, which must be inside the bitmap and not empty.
  func withView<Result>(of rect: PixelRect, _ body: (PixelView) -> Result) -> Result {
    precondition(rect.intersection(PixelRect(size)) == rect && !rect.isEmpty)
    return unsafe pixels.withUnsafeBytes { buffer in
      // The base address exists, because the bitmap contains a nonempty rectangle.
      unsafe body(PixelView(buffer.baseAddress.unsafelyUnwrapped, stride: width, rect))
    }
  }

  /// Calls `body` with a view of all pixels. The bitmap must not be empty.
  func withView<Result>(_ body: (PixelView) -> Result) -> Result { withView(of: PixelRect(size), body) }
}
