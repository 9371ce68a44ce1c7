import StickerModel

/// A catalog's document in which a file has another name: only the texts that name it change, and every other
/// byte stays, the order of keys, unknown ones, blanks and a byte order mark among them.
///
/// - Parameter bytes: a `Contents.json`; hostile.
/// - Parameter old: a plain name in the document's folder, however the document escapes it. As for the
///   catalog's rules, `é` is the same as one code point and as two.
/// - Parameter new: another name in that folder.
/// - Parameter ignoringCase: whether a name that differs in capitals only is meant too, as where the file
///   system does not tell them apart, or no other file is called so.
/// - Returns: nil where nothing names the file, or the bytes are no JSON.
package func renamed(
  inCatalogDocument bytes: [UInt8], from old: String, to new: String, ignoringCase: Bool = false
) -> [UInt8]? {
  guard let document = try? JSONDocument(parsing: bytes, atMost: Catalog.mostDocumentBytes) else {
    return nil
  }
  let (pieces, token, folded) = (JSONPieces(bytes: bytes), jsonToken(new), old.lowercased())
  let edits = document.root.fileNames.compactMap { name -> DocumentEdit? in
    guard let text = name.text, text == old || (ignoringCase && text.lowercased() == folded),
      let range = pieces.text(at: name.offset)
    else { return nil }
    return DocumentEdit(range, token)
  }
  return edits.isEmpty ? nil : bytes.applying(edits)
}

extension PlacedJSON {
  /// The values of a document that name a file or folder beside it, whatever the document is of: a pack lists
  /// `stickers`, a sequence `frames`, icons and pictures `images`, and a sticker has `properties`.
  var fileNames: [PlacedJSON] {
    let holders = members.flatMap { member -> [PlacedJSON] in
      switch member.key {
      case "stickers", "frames", "images": member.value.elements ?? []
      case "properties": [member.value]
      default: []
      }
    }
    return holders.flatMap { $0.members.filter { $0.key == "filename" }.map(\.value) }
  }
}
