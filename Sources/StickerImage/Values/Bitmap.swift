/// A rectangle of pixels: straight (not premultiplied) RGBA, 8 bits per sample, rows without padding.
public struct Bitmap: Hashable, Sendable {
  /// The dimensions in pixels.
  public let size: PixelSize
  /// `height × width × 4` samples, 0...255, in the file's own color space.
  public var pixels: [UInt8]

  /// Creates a bitmap from pixels.
  ///
  /// - Precondition: `pixels` holds `width × height × 4` samples.
  public init(_ size: PixelSize, pixels: [UInt8]) {
    precondition(pixels.count == size.area * 4)
    self.size = size
    self.pixels = pixels
  }

  /// Creates a bitmap of transparent black.
  public init(transparent size: PixelSize) {
    self.init(size, pixels: [UInt8](repeating: 0, count: size.area * 4))
  }

  /// The width in pixels.
  public var width: Int { size.width }
  /// The height in pixels.
  public var height: Int { size.height }
}
