import Foundation

/// The stickers of one release of a pack: `index.json` in the bundle, and the same format on a server.
///
/// A value of this type is always within ``StickerLimits``, because every initializer checks them. Unknown
/// keys are ignored, so that a later version can add keys.
public struct StickerIndex: Equatable, Sendable {
  /// The version of the format. An index with a different version is rejected.
  public static let schema = 1

  /// The display name of the pack.
  public let name: String
  /// The stickers in the order in which they are shown. Identifiers and file names are unique.
  public let stickers: [Sticker]

  /// One sticker of an index.
  public struct Sticker: Codable, Equatable, Sendable {
    /// The identifier of the sticker, which is the same in all releases.
    public let id: String
    /// The name of a file next to the index, without a path, ending in png, gif, jpg or jpeg.
    public let file: String
    /// The size of the file in bytes.
    public let bytes: Int
    /// The SHA-256 of the file, 64 lowercase hexadecimal digits.
    public let sha256: String
    /// The dimensions of the image.
    public let pixels: PixelSize
    /// What VoiceOver reads, by BCP 47 language tag; `und` if the language is unknown.
    public let descriptions: [String: String]

    /// Creates a sticker without checking it. ``StickerIndex`` checks the values.
    public init(
      id: String, file: String, bytes: Int, sha256: String, pixels: PixelSize, descriptions: [String: String]
    ) {
      self.id = id
      self.file = file
      self.bytes = bytes
      self.sha256 = sha256
      self.pixels = pixels
      self.descriptions = descriptions
    }
  }

  /// Creates an index, and checks its stickers against the limits.
  ///
  /// - Throws: an error about the first invalid value.
  public init(name: String, stickers: [Sticker]) throws(StickerIndexError) {
    guard stickers.count <= StickerLimits.maxStickers else { throw .tooManyStickers(stickers.count) }
    var identifiers: Set<String> = []
    var files: Set<String> = []
    for sticker in stickers {
      try sticker.check()
      guard identifiers.insert(sticker.id).inserted else { throw .duplicateIdentifier(sticker.id) }
      // On the file systems of a Mac and a simulator, `Wave.png` and `wave.png` are the same file.
      guard files.insert(sticker.file.lowercased()).inserted else { throw .duplicateFile(sticker.file) }
    }
    self.name = name
    self.stickers = stickers
  }

  /// Reads an index from an untrusted source.
  ///
  /// - Parameter json: at most ``StickerLimits/maxIndexBytes`` bytes. Larger data is rejected before it is
  ///   parsed.
  /// - Throws: the reason why the data is not an index, or an error about the first invalid value.
  public init(json: Data) throws(StickerIndexError) {
    guard json.count <= StickerLimits.maxIndexBytes else { throw .tooLarge(bytes: json.count) }
    let version = try decoded(Version.self, from: json).schema
    guard version == Self.schema else { throw .unsupportedSchema(version) }
    let contents = try decoded(Contents.self, from: json)
    try self.init(name: contents.name, stickers: contents.stickers)
  }

  /// Encodes the index as JSON. The same index always produces the same bytes.
  ///
  /// - Throws: ``StickerIndexError/tooLarge(bytes:)`` if the result could not be read back.
  public func json() throws(StickerIndexError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let contents = Contents(schema: Self.schema, name: name, stickers: stickers)
    let json: Data
    do { json = try encoder.encode(contents) } catch { throw .malformed(String(describing: error)) }
    guard json.count <= StickerLimits.maxIndexBytes else { throw .tooLarge(bytes: json.count) }
    return json
  }
}

/// The version is read first, because every other key may change between versions.
private struct Version: Decodable {
  let schema: Int
}

private struct Contents: Codable {
  let schema: Int
  let name: String
  let stickers: [StickerIndex.Sticker]
}

private func decoded<Value: Decodable>(
  _ type: Value.Type, from json: Data
) throws(StickerIndexError) -> Value {
  do { return try JSONDecoder().decode(type, from: json) } catch {
    throw .malformed(String(describing: error))
  }
}

extension StickerIndex.Sticker {
  fileprivate func check() throws(StickerIndexError) {
    guard !id.isEmpty else { throw .emptyIdentifier(file: file) }
    guard isPlainFileName(file) else { throw .unusableFileName(file) }
    guard StickerLimits.fileExtensions.contains(fileExtension) else { throw .unusableFileName(file) }
    guard StickerLimits.fileBytes.contains(bytes) else { throw .unusableSize(id: id, bytes: bytes) }
    guard isDigest(sha256) else { throw .unusableDigest(id: id) }
    guard StickerLimits.sidePixels.contains(pixels.width), StickerLimits.sidePixels.contains(pixels.height)
    else {
      throw .unusablePixels(id: id, pixels)
    }
  }

  /// The extension of the file name in lowercase, without its dot. Empty if there is none.
  public var fileExtension: String {
    guard let dot = file.lastIndex(of: ".") else { return "" }
    return file[file.index(after: dot)...].lowercased()
  }
}

/// Whether a name refers to a file in its own folder, on every file system and in every URL.
private func isPlainFileName(_ name: String) -> Bool {
  guard !name.hasPrefix("."), name.utf8.count <= 255 else { return false }
  return name.unicodeScalars.allSatisfy { scalar in
    // U+2028 and similar characters break lines in a log.
    let breaksLines = [.control, .lineSeparator, .paragraphSeparator].contains(
      scalar.properties.generalCategory)
    return !breaksLines && !["/", "\\", ":"].contains(scalar)
  }
}

private func isDigest(_ text: String) -> Bool {
  text.utf8.count == 64 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
}
