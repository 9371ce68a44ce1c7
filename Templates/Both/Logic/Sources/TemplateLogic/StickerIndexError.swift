/// Why something is no index of stickers.
public enum StickerIndexError: Error, Equatable, Sendable {
  /// More bytes than ``StickerLimits/indexBytes``.
  case tooLarge(bytes: Int)
  /// No JSON, or not the keys and types of an index. The text is the parser's, for a log.
  case malformed(String)
  /// The format of another version of the app.
  case unsupportedSchema(Int)
  /// More stickers than ``StickerLimits/stickers``.
  case tooManyStickers(Int)
  /// A sticker without an identifier.
  case emptyIdentifier(file: String)
  /// Two stickers with this identifier.
  case duplicateIdentifier(String)
  /// A name that could lead out of its folder, or whose ending Messages does not take.
  case unusableFileName(String)
  /// Two stickers whose files differ in upper and lower case at most.
  case duplicateFile(String)
  /// A size outside of ``StickerLimits/bytes``.
  case unusableSize(id: String, bytes: Int)
  /// No SHA-256 in lowercase hexadecimal digits.
  case unusableDigest(id: String)
  /// A side outside of ``StickerLimits/pixels``.
  case unusablePixels(id: String, PixelSize)
}
