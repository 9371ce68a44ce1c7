/// What is art in some frame of an animation, and with it what is none in no frame: a sparkle begins as a
/// dot, and a ball that pops may end as one.
struct ArtOverFrames {
  private var mask = PixelMask(PixelSize(0, 0))

  /// Takes what is visible in a frame, without its specks.
  mutating func take(_ visible: PixelMask, without specks: [PixelRect]) {
    if mask.size != visible.size { mask = PixelMask(visible.size) }
    var art = visible
    for place in specks { art.clear(place) }
    for at in art.words.indices { mask.words[at] |= art.words[at] }
  }

  /// Whether some frame has art in a rectangle.
  func overlaps(_ place: PixelRect) -> Bool {
    mask.size.area > 0 && place.words.contains { mask.word($0.word, row: $0.row) & $0.bits != 0 }
  }
}

extension PixelMask {
  fileprivate mutating func clear(_ place: PixelRect) {
    for part in place.words { words[part.row * stride + part.word] &= ~part.bits }
  }
}

extension PixelRect {
  /// The words of a mask in which it lies, and its bits of them.
  fileprivate var words: [(word: Int, row: Int, bits: UInt64)] {
    (y..<y + height).flatMap { row in
      (x / 64...(x + width - 1) / 64).map { word in
        let (first, end) = (max(x, word * 64) - word * 64, min(x + width, word * 64 + 64) - word * 64)
        let bits = UInt64.max &>> UInt64(64 - (end - first))
        return (word, row, bits &<< UInt64(first))
      }
    }
  }
}
