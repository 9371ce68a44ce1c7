/// Apple's limits for a sticker. Rule defaults, the `imessage` profile, the packer and the fixer use these
/// constants. `GridSize` defines the grid sizes, and `IconSlot` defines the icon sizes.
package enum AppleLimits {
  /// The file size in bytes that a sticker must stay below: 500 KB, where 1 KB is 1000 bytes.
  ///
  /// - Source: `Reference.appleStickerBytes`.
  package static let exclusiveMaxStickerBytes = 500_000
  /// The allowed length of each side in pixels at @3x: 100 to 206 points.
  ///
  /// - Source: `Reference.appleStickerSizes`.
  package static let sidePixelRange = GridSize.small.sidePixelsAt3x...GridSize.large.sidePixelsAt3x
}
