public import StickerImage

/// What a contact sheet shows of a sticker: one frame, small. A pack's pictures can be kept while its
/// stickers are built, some 70 kB each.
public struct ContactPicture: Hashable, Sendable {
  /// No side longer than `ContactPicture.mostSide`.
  let bitmap: Bitmap

  /// Pixels of the longer side, at most: the regular grid size at @1x.
  public static let mostSide = 136

  /// The fullest of a sticker's frames: an animation often begins with next to nothing. The first of several
  /// that are as full.
  ///
  /// - Parameter frames: in colors that are shown as sRGB, each as large as the first; any size, upright.
  /// - Returns: nil without a frame.
  public init?(fullestOf frames: some Sequence<Bitmap>) {
    var fullest: (bitmap: Bitmap, alpha: Int)?
    for frame in frames {
      let alpha = frame.alphaSum
      if fullest.map({ alpha > $0.alpha }) ?? true { fullest = (frame, alpha) }
    }
    guard let fullest else { return nil }
    self.init(fullest.bitmap)
  }

  /// A sticker's picture; scaled down in linear light where it is larger than the sheet shows it.
  ///
  /// - Parameter bitmap: at least one pixel.
  public init(_ bitmap: Bitmap) { self.bitmap = bitmap.fitted(into: Self.mostSide) }
}

extension Bitmap {
  /// The bitmap with its longer side at most `side`; never enlarged.
  func fitted(into side: Int) -> Bitmap {
    let longer = size.longerSide
    guard longer > side else { return self }
    func scaled(_ pixels: Int) -> Int { max(1, (2 * pixels * side + longer) / (2 * longer)) }
    return Resampler(from: size, to: PixelSize(scaled(width), scaled(height))).resample(self)
  }
}
