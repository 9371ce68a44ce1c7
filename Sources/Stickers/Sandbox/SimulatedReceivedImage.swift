package import StickerImage

/// A simulation of a message's image as the recipient sees it. Apple publishes no figures for how Messages
/// changes images.
///
/// - Source: Apple, `MSMessageTemplateLayout.image`: 300 × 300 points at @3x; the image is scaled and
///   compressed.
package struct SimulatedReceivedImage: Sendable {
  /// The received image, as a JPEG.
  package let jpegBytes: [UInt8]
  /// The size of the received image in pixels.
  package let size: PixelSize

  /// The width of an image in a bubble, in points.
  static let bubbleWidthPoints = 300
  /// The number of these points that are cropped on each of the left and right sides.
  package static let pointsCroppedPerVerticalEdge = 6
  /// The JPEG quality (1...100), which is low enough to make artifacts visible.
  package static let jpegQuality = 40
  static let maxSidePixels = bubbleWidthPoints * 3

  /// Simulates a received image: scaled to at most 900 px per side, cropped left and right, drawn on white,
  /// and compressed.
  ///
  /// - Parameter picture: the first frame, upright and in sRGB, with at least one pixel.
  /// - Returns: nil if the JPEG cannot be encoded.
  init?(of picture: Bitmap) {
    let scaled = SimulatedReceivedImage.scaledDownToMaxSide(picture)
    let lost = scaled.width * Self.pointsCroppedPerVerticalEdge / Self.bubbleWidthPoints
    let kept = PixelRect(x: lost, y: 0, width: scaled.width - 2 * lost, height: scaled.height)
    var flat = Bitmap(kept.size, color: 0xFFFFFF)
    flat.draw(scaled.cropped(to: kept), x: 0, y: 0)
    guard let bytes = try? flat.encodedJPEG(quality: Self.jpegQuality) else { return nil }
    (self.jpegBytes, size) = (bytes, flat.size)
  }

  /// Reads a received image; nil if the bytes cannot be one.
  package init?(receivedJPEG bytes: [UInt8]) {
    guard let container = ImageContainer(of: bytes, budget: .standard), Self.isPlausible(container) else {
      return nil
    }
    (self.jpegBytes, size) = (bytes, container.canvas)
  }

  /// Whether an image could be a received image.
  static func isPlausible(_ container: ImageContainer) -> Bool {
    container.format == .jpeg && container.canvas.area > 0 && container.canvas.longerSide <= maxSidePixels
  }

  private static func scaledDownToMaxSide(_ picture: Bitmap) -> Bitmap {
    let longer = picture.size.longerSide
    guard longer > maxSidePixels else { return picture }
    func side(_ pixels: Int) -> Int { max(1, (2 * pixels * maxSidePixels + longer) / (2 * longer)) }
    return picture.scaled(to: PixelSize(side(picture.width), side(picture.height)))
  }
}
