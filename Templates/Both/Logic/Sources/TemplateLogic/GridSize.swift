/// The size at which stickers are shown.
public enum GridSize: CaseIterable, Sendable {
  /// Four per row on a phone.
  case small
  /// Three per row on a phone.
  case regular
  /// Two per row on a phone.
  case large

  /// The side of a sticker in points.
  public var sidePoints: Int { sidePixels / 3 }

  /// The side of a sticker in pixels, at three pixels per point.
  public var sidePixels: Int {
    switch self {
    case .small: 300 /*«small-pixels»*/
    case .regular: 408 /*«regular-pixels»*/
    case .large: 618 /*«large-pixels»*/
    }
  }
}
