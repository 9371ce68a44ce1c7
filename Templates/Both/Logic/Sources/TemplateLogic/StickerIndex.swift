import Foundation

/// The stickers of one release of a pack: `index.json` in the bundle, and the same format on a server.
///
/// A value of this type keeps every limit of ``StickerLimits``; there is no other way to make one than to
/// read or check it. Keys that this version does not know are ignored, so that a later version may add some.
public struct StickerIndex: Equatable, Sendable {
  /// The version of the format. An index of another version is refused, not guessed at.
  public static let schema = 1

  /// The name of the pack, for people.
  public let name: String
  /// The stickers in the order in which they are shown. Identifiers and file names are unique.
  public let stickers: [Sticker]

  /// One sticker of an index.
  public struct Sticker: Codable, Equatable, Sendable {
    /// What names the sticker over all releases.
    public let id: String
    /// A plain file name beside the index, ending in png, gif, jpg or jpeg.
    public let file: String
    /// The size of the file in bytes.
    public let bytes: Int
    /// The SHA-256 of the file, 64 lowercase hexadecimal digits.
    public let sha256: String
    /// The size of the picture in pixels.
    public let pixels: PixelSize
    /// What VoiceOver reads, by BCP 47 language tag; `und` where the language is not known.
    public let descriptions: [String: String]

    /// Puts the facts about a sticker together; ``StickerIndex`` checks them.
    public init(
      id: String, file: String, bytes: Int, sha256: String, pixels: PixelSize, descriptions: [String: String]
    ) {
      (self.id, self.file, self.bytes, self.sha256) = (id, file, bytes, sha256)
      (self.pixels, self.descriptions) = (pixels, descriptions)
    }
  }

  /// Checks stickers against the limits.
  ///
  /// - Throws: the first limit that does not hold.
  public init(name: String, stickers: [Sticker]) throws(StickerIndexError) {
    guard stickers.count <= StickerLimits.stickers else { throw .tooManyStickers(stickers.count) }
    var identifiers: Set<String> = []
    var files: Set<String> = []
    for sticker in stickers {
      try sticker.check()
      guard identifiers.insert(sticker.id).inserted else { throw .duplicateIdentifier(sticker.id) }
      // A Mac's file system and a simulator's take `Wave.png` and `wave.png` for one file.
      guard files.insert(sticker.file.lowercased()).inserted else { throw .duplicateFile(sticker.file) }
    }
    (self.name, self.stickers) = (name, stickers)
  }

  /// Reads an index that may come from anywhere.
  ///
  /// - Parameter json: at most ``StickerLimits/indexBytes`` bytes; more are refused before they are parsed.
  /// - Throws: why it is no index, or the first limit that does not hold.
  public init(json: Data) throws(StickerIndexError) {
    guard json.count <= StickerLimits.indexBytes else { throw .tooLarge(bytes: json.count) }
    let version = try decoded(Version.self, from: json).schema
    guard version == Self.schema else { throw .unsupportedSchema(version) }
    let contents = try decoded(Contents.self, from: json)
    try self.init(name: contents.name, stickers: contents.stickers)
  }

  /// The index as JSON: the same index always gives the same bytes.
  ///
  /// - Throws: ``StickerIndexError/tooLarge(bytes:)`` if the result could not be read back.
  public func json() throws(StickerIndexError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let contents = Contents(schema: Self.schema, name: name, stickers: stickers)
    let json: Data
    do { json = try encoder.encode(contents) } catch { throw .malformed(String(describing: error)) }
    guard json.count <= StickerLimits.indexBytes else { throw .tooLarge(bytes: json.count) }
    return json
  }
}

/// Read before all else, since another version may differ in everything but this.
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
    guard StickerLimits.bytes.contains(bytes) else { throw .unusableSize(id: id, bytes: bytes) }
    guard isDigest(sha256) else { throw .unusableDigest(id: id) }
    guard StickerLimits.pixels.contains(pixels.width), StickerLimits.pixels.contains(pixels.height) else {
      throw .unusablePixels(id: id, pixels)
    }
  }

  /// The ending of the file's name in lowercase, without its dot; empty if there is none.
  public var fileExtension: String {
    guard let dot = file.lastIndex(of: ".") else { return "" }
    return file[file.index(after: dot)...].lowercased()
  }
}

/// A name that stays in the folder it is looked up in, on every file system and in every URL.
private func isPlainFileName(_ name: String) -> Bool {
  guard !name.hasPrefix("."), name.utf8.count <= 255 else { return false }
  return name.unicodeScalars.allSatisfy { scalar in
    // U+2028 and its like are neither letters nor spaces: they break lines in a log.
    let breaksLines = [.control, .lineSeparator, .paragraphSeparator].contains(
      scalar.properties.generalCategory)
    return !breaksLines && !["/", "\\", ":"].contains(scalar)
  }
}

private func isDigest(_ text: String) -> Bool {
  text.utf8.count == 64 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
}
