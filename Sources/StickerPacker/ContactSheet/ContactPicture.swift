package import StickerImage

/// What a contact sheet shows of a sticker: one frame, small. A pack's pictures can be kept while its
/// stickers are built, some 70 kB each.
package struct ContactPicture: Hashable, Sendable {
  /// No side longer than `ContactPicture.mostSide`.
  let bitmap: Bitmap

  /// Pixels of the longer side, at most: the regular grid size at @1x.
  package static let mostSide = 136

  /// Pixels of the longer side, at most, on sheets of so many: what is kept of thousands need be no larger.
  package static func side(among count: Int) -> Int { count <= 60 ? mostSide : count <= 400 ? 100 : 68 }

  /// The fullest of a sticker's frames: an animation often begins with next to nothing. The first of several
  /// that are as full.
  ///
  /// - Parameter frames: in colors that are shown as sRGB, each as large as the first; any size, upright.
  /// - Returns: nil without a frame.
  package init?(fullestOf frames: some Sequence<Bitmap>) {
    var fullest: (bitmap: Bitmap, alpha: Int)?
    for frame in frames {
      let alpha = frame.alphaSum
      if fullest.map({ alpha > $0.alpha }) ?? true { fullest = (frame, alpha) }
    }
    guard let fullest else { return nil }
    self.init(fullest.bitmap)
  }

  /// A sticker's picture; scaled down where it is larger than the sheet shows it.
  ///
  /// - Parameter bitmap: at least one pixel.
  /// - Parameter side: pixels of the longer side, at most.
  package init(_ bitmap: Bitmap, side: Int = mostSide) {
    self.bitmap = bitmap.fitted(into: min(side, Self.mostSide))
  }
}

/// Made from a file of the build and not from what led to it, so that a sticker that is not built again has
/// the same.
func contactPicture(of bytes: [UInt8]) -> ContactPicture? {
  Container(of: bytes, budget: .unlimited).flatMap { contactPicture(of: bytes, $0) }
}

/// A sticker's picture for contact sheets: its fullest frame, upright, in sRGB.
///
/// - Parameter side: pixels of the longer side, at most.
/// - Returns: nil where limits are exceeded, or the file cannot be decoded whole.
package func contactPicture(
  of bytes: [UInt8], _ container: Container, side: Int = ContactPicture.mostSide
) -> ContactPicture? {
  guard container.exceeded.isEmpty else { return nil }
  var visitor = FullestFrame()
  guard container.visitFrames(of: bytes, with: &visitor).isEmpty, let bitmap = visitor.bitmap else {
    return nil
  }
  let upright = bitmap.oriented(by: container.orientation ?? 1)
  return ContactPicture(inSRGB(upright, container).bitmap ?? upright, side: side)
}

private struct FullestFrame: FrameVisitor {
  private(set) var bitmap: Bitmap?
  private var alpha = -1

  mutating func visit(_ frame: Frame, number: Int) {
    let own = frame.bitmap.alphaSum
    if own > alpha { (bitmap, alpha) = (frame.bitmap, own) }
  }
}

extension Bitmap {
  /// The bitmap with its longer side at most `side`; never enlarged.
  func fitted(into side: Int) -> Bitmap {
    let longer = size.longerSide
    guard longer > side else { return self }
    func length(_ pixels: Int) -> Int { max(1, (2 * pixels * side + longer) / (2 * longer)) }
    return scaled(to: PixelSize(length(width), length(height)))
  }
}
