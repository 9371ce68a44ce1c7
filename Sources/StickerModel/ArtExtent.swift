package import StickerImage

/// How much of its canvas an asset's art takes.
package struct ArtExtent: Hashable, Sendable {
  /// The rectangle around everything visible, all frames together; no side is 0.
  package let box: PixelSize
  /// Visible pixels of the fullest frame.
  package let pixels: Int

  /// An extent that was kept; nil where nothing is visible.
  package init?(box: PixelSize, pixels: Int) {
    guard box.width > 0, box.height > 0, pixels > 0 else { return nil }
    (self.box, self.pixels) = (box, pixels)
  }

  /// Nil where nobody asked, and where nothing is visible.
  init?(_ survey: Survey) {
    guard let box = survey.bounds?.visible, let coverage = survey.coverage else { return nil }
    self.init(box: box.size, pixels: coverage.fullest)
  }
}
