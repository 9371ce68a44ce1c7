import StickerImage
import StickerModel

extension Lightening {
  /// What was done, in words with figures.
  ///
  /// - Parameter inPalette: whether fewer colors are stored in a palette.
  func words(inPalette: Bool) -> String {
    switch self {
    case .reencoded: "encode it with more care"
    case .nearLossless: "slightly fewer colors"
    case .palette(_, let dithering):
      "store fewer colors\(inPalette ? " in a palette" : "")\(dithering > 0 ? ", errors diffused" : "")"
    case .lowered(let quality, 100): "lower the quality to \(Int(quality.rounded())) of 100"
    case .lowered(let quality, let alpha):
      "lower the quality of colors to \(Int(quality.rounded())) of 100, and that of soft edges to \(alpha)"
    case .downscaled(let from, let to): "\(from) became \(to)"
    case .droppedFrames(let from, let to): "\(counted(to, "frame")) of \(from), the time is the same"
    }
  }

  /// Whether people may see it.
  var isLossy: Bool { self != .reencoded }
}
