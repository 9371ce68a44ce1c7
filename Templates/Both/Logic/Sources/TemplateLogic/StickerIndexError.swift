/// The reason why data is not a valid index.
public enum StickerIndexError: Error, Equatable, Sendable {
  /// More bytes than ``StickerLimits/maxIndexBytes``.
  case tooLarge(bytes: Int)
  /// The data is not JSON, or does not have the keys and types of an index. The text is the parser's message,
  /// for a log.
  case malformed(String)
  /// The format of a different version of the app.
  case unsupportedSchema(Int)
  /// More stickers than ``StickerLimits/maxStickers``.
  case tooManyStickers(Int)
  /// A sticker without an identifier.
  case emptyIdentifier(file: String)
  /// Two stickers with this identifier.
  case duplicateIdentifier(String)
  /// A name that could refer to a file in another folder, or has an extension that Messages does not accept.
  case unusableFileName(String)
  /// Two stickers with the same file name, ignoring case.
  case duplicateFile(String)
  /// A file size outside ``StickerLimits/fileBytes``.
  case unusableSize(id: String, bytes: Int)
  /// Not a SHA-256 in lowercase hexadecimal digits.
  case unusableDigest(id: String)
  /// A side outside ``StickerLimits/sidePixels``.
  case unusablePixels(id: String, PixelSize)
}
