/// The stickers that ship together, before anything of them is built.
public struct Pack: Hashable, Sendable {
  /// Shown in Messages.
  public var name: String
  /// How large the sticker browser shows them; nil where the source does not say: then the one that fits the
  /// art best.
  public var gridSize: GridSize?
  /// In the order people see them.
  public var stickers: [Sticker]

  /// A pack.
  public init(name: String, gridSize: GridSize?, stickers: [Sticker]) {
    self.name = name
    self.gridSize = gridSize
    self.stickers = stickers
  }
}

/// One sticker of a pack: what it is called and where its @3x art lies.
public struct Sticker: Hashable, Sendable {
  /// The language of a description whose source does not say which it is, as BCP 47 has it: a catalog's
  /// `accessibility-label` has no language.
  public static let undeterminedLanguage = "und"

  /// Names its files: safe in every file system and unique within the pack, ignoring case and normalization.
  public var id: String
  /// For people: as the source calls it.
  public var name: String
  /// The art, relative to the pack's source.
  public var file: Path
  /// What VoiceOver reads, by language (BCP 47).
  public var descriptions: [String: String]
  /// What a search finds it by.
  public var keywords: [String]

  /// A sticker.
  public init(
    id: String, name: String, file: Path, descriptions: [String: String] = [:], keywords: [String] = []
  ) {
    self.id = id
    self.name = name
    self.file = file
    self.descriptions = descriptions
    self.keywords = keywords
  }
}

/// The three sizes in which Messages' sticker browser lays out a pack.
public enum GridSize: String, Hashable, Sendable, CaseIterable {
  /// 100 pt.
  case small
  /// 136 pt; what Messages takes where nothing is said.
  case regular
  /// 206 pt.
  case large

  /// Pixels of a sticker's side at @3x.
  ///
  /// - Source: Apple, Messages framework: sticker sizes (100, 136 and 206 pt).
  public var pixels: Int {
    switch self {
    case .small: 300
    case .regular: 408
    case .large: 618
    }
  }

  /// The size nearest to the art: the one with the smallest sum of distances to the longer sides. Where two
  /// are as near, `regular`, which is always one of two neighbors.
  ///
  /// - Parameter longerSides: pixels at @3x, one of each sticker.
  public static func nearest(to longerSides: [Int]) -> GridSize {
    func distance(_ size: GridSize) -> Int { longerSides.reduce(0) { $0 + abs($1 - size.pixels) } }
    let byPreference: [GridSize] = [.regular, .small, .large]
    return byPreference.min { distance($0) < distance($1) } ?? .regular
  }
}
