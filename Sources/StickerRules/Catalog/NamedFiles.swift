import StickerModel

/// A file or folder that a document names.
struct NamedFile {
  let name: String
  /// Where the name stands in the document, in bytes from its start.
  let offset: Int
}

extension CatalogSet {
  /// The files that its document names, in its order; those that are no texts are left out.
  var namedFiles: [NamedFile] {
    guard let root = document?.root else { return [] }
    let holders: [PlacedJSON] =
      switch kind {
      case .stickerCatalog, .assetCatalog: []
      case .pack: root["stickers"]?.elements ?? []
      case .sticker: root["properties"].map { [$0] } ?? []
      case .sequence: root["frames"]?.elements ?? []
      case .icons: root["images"]?.elements ?? []
      }
    return holders.compactMap { holder in
      guard let value = holder["filename"], let name = value.text else { return nil }
      return NamedFile(name: name, offset: value.offset)
    }
  }

  /// Its entries by name. As texts, whose equality ignores normalization: a document often has `é` as one
  /// code point and a folder as two.
  var entriesByName: [String: CatalogEntry] {
    Dictionary(
      entries.map { (String(decoding: $0.name.bytes, as: UTF8.self), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether it holds one picture, or several, of a pack.
  var holdsSticker: Bool { kind == .sticker || kind == .sequence }

  /// The name of the set's folder, in quotes for messages.
  var shownName: String { quoted(String(decoding: path.name.bytes, as: UTF8.self)) }
}

/// Whether a name from a document is a name and no way to somewhere else.
func isPlainName(_ name: String) -> Bool {
  !name.isEmpty && name != "." && name != ".."
    && !name.unicodeScalars.contains { "/\\\0".unicodeScalars.contains($0) }
}
