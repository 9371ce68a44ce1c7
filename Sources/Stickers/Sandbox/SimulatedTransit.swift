package import StickerImage

/// What is left of a message's picture when it arrives, as far as it can be told without a phone: a
/// simulation, since what Messages does to it is written nowhere in figures.
///
/// - Source: Apple, `MSMessageTemplateLayout.image`: 300 × 300 points at @3x; it is scaled and compressed.
package struct SimulatedTransit: Sendable {
  /// The picture that arrives, as a JPEG.
  package let bytes: [UInt8]
  /// The size of the picture that arrives, in pixels.
  package let size: PixelSize

  /// How wide a bubble shows a picture, in points.
  static let shownPoints = 300
  /// What is lost on the left, and as much on the right, of those points.
  package static let croppedPoints = 6
  /// The quality of the JPEG, 1...100: low enough that what suffers is seen.
  package static let quality = 40
  static let maxSide = shownPoints * 3

  /// A picture as it arrives: at most 900 px a side, cut off left and right, drawn on white, compressed.
  ///
  /// - Parameter picture: a first frame, upright, in sRGB; at least one pixel.
  /// - Returns: nil where it cannot be written.
  init?(of picture: Bitmap) {
    let scaled = SimulatedTransit.scaled(picture)
    let lost = scaled.width * Self.croppedPoints / Self.shownPoints
    let kept = PixelRect(x: lost, y: 0, width: scaled.width - 2 * lost, height: scaled.height)
    var flat = Bitmap(kept.size, color: 0xFFFFFF)
    flat.draw(scaled.cropped(to: kept), x: 0, y: 0)
    guard let bytes = try? flat.encodedJPEG(quality: Self.quality) else { return nil }
    (self.bytes, size) = (bytes, flat.size)
  }

  /// A picture that arrived; nil for what can be none.
  package init?(arrived bytes: [UInt8]) {
    guard let container = Container(of: bytes, budget: .standard), Self.isPlausible(container) else {
      return nil
    }
    (self.bytes, size) = (bytes, container.canvas)
  }

  /// Whether a picture could have arrived.
  static func isPlausible(_ container: Container) -> Bool {
    container.format == .jpeg && container.canvas.area > 0 && container.canvas.longerSide <= maxSide
  }

  private static func scaled(_ picture: Bitmap) -> Bitmap {
    let longer = picture.size.longerSide
    guard longer > maxSide else { return picture }
    func side(_ pixels: Int) -> Int { max(1, (2 * pixels * maxSide + longer) / (2 * longer)) }
    return picture.scaled(to: PixelSize(side(picture.width), side(picture.height)))
  }
}
