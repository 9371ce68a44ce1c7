import StickerModel

extension JSON {
  /// Bytes of the largest `Contents.json` that is read: some 16 000 stickers.
  static let mostCatalogBytes = 1 << 20
}
