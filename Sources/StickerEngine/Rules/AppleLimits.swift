/// Apple's limits for a sticker. The defaults of rules, the profile `imessage`, the packer and the fixer use
/// these constants. `GridSize` has the sizes of a grid, and `IconSlot` has the sizes of icons.
package enum AppleLimits {
  /// The size in bytes that a sticker must stay below: 500 KB, with 1 KB as 1000 bytes.
  ///
  /// - Source: `Reference.appleStickerBytes`.
  package static let stickerBytes = 500_000
  /// The length of each side in pixels at @3x: 100 to 206 points.
  ///
  /// - Source: `Reference.appleStickerSizes`.
  package static let sidePixels = GridSize.small.sidePixels...GridSize.large.sidePixels
}
