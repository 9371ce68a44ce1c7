import StickerModel

/// Which sizes are made beside the @3x art.
package enum VariantSelection: String, Hashable, Sendable, CaseIterable {
  /// Both sizes, @2x and @1x.
  case all
  /// Only @2x.
  case twofold = "2x"
  /// Only @1x.
  case onefold = "1x"
  /// No size beside the art.
  case none

  /// The scales to make, the largest first.
  var scales: [Scale] {
    switch self {
    case .all: [.x2, .x1]
    case .twofold: [.x2]
    case .onefold: [.x1]
    case .none: []
    }
  }
}
