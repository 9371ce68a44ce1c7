/// Apple's figures for a sticker, each once: the rules' defaults, the profile `imessage`, packer and fixer
/// take them from here, the sides of a grid from `GridSize`, the places of icons from `IconSlot`.
package enum AppleLimits {
  /// A sticker has fewer bytes: 500 KB in the reading that is safe.
  ///
  /// - Source: `Reference.appleStickerBytes`.
  package static let stickerBytes = 500_000
  /// Pixels of a side at @3x: 100 to 206 points.
  ///
  /// - Source: `Reference.appleStickerSizes`.
  package static let sides = GridSize.small.pixels...GridSize.large.pixels
}
