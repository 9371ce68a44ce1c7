import StickerModel

extension JSON {
  /// Bytes of the largest `Contents.json` that is read: some 16 000 stickers.
  static let mostCatalogBytes = 1 << 20
  /// Bytes of the largest `manifest.json` that is read: some 20 000 stickers.
  static let mostManifestBytes = 64 << 20
}
