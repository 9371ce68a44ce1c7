import StickerImage

/// Pictures that exports make of stickers: the one that stands for the pack, and smaller sizes.
package struct DerivedPictures: Sendable {
  /// All that a picture depends on.
  package struct Recipe: Hashable, Sendable {
    /// The whole file that it is made of.
    package let source: [UInt8]
    /// Its canvas, whether it moves, and as what it is stored.
    package let words: String
  }

  /// A picture that an earlier export has made; nil where there is none.
  private let earlier: @Sendable (Recipe) -> [UInt8]?
  /// All pictures of this export.
  package private(set) var all: [Recipe: [UInt8]] = [:]
  /// One escaped sentence for each file that the export leaves out.
  package var notes: [String] = []

  /// - Parameter earlier: what need not be made again.
  package init(earlier: @escaping @Sendable (Recipe) -> [UInt8]? = { _ in nil }) { self.earlier = earlier }

  /// A picture, which is made where nobody has it.
  mutating func picture(
    of source: [UInt8], _ size: PixelSize, moves: Bool, isGIF: Bool,
    make: () throws(ExportFault) -> [UInt8]
  ) throws(ExportFault) -> [UInt8] {
    let recipe = Recipe(source: source, words: "\(size) \(moves) \(isGIF)")
    let picture: [UInt8]
    if let known = all[recipe] ?? earlier(recipe) { picture = known } else { picture = try make() }
    all[recipe] = picture
    return picture
  }
}
