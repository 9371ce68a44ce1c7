import StickerModel

extension Place {
  /// Line and column of a place in a text file; nil for any other.
  var textPlace: TextPlace? { if case .text(let place) = self { place } else { nil } }
}

extension TextPlace {
  /// `7:5`: line and column, as editors and compilers write them.
  var shown: String { "\(line):\(column)" }
}
