import StickerModel

/// How one more file is put into a catalog's document, laid out as what stands there already.
///
/// - Parameter name: of the file or folder.
/// - Returns: nil where the document has no place for it.
func addition(
  of name: String, to root: PlacedJSON, in pieces: JSONPieces, _ kind: CatalogSet.Kind?
) -> DocumentEdit? {
  switch kind {
  case .pack: return root["stickers"].flatMap { element(name, in: $0, pieces, at: nil) }
  case .sequence: return root["frames"].flatMap { element(name, in: $0, pieces, at: place(of: name, in: $0)) }
  case .sticker: return root["properties"].flatMap { member(name, in: $0, pieces) }
  default: return nil
  }
}

/// Where a frame comes in a list that is in natural order; nil for its end.
private func place(of name: String, in list: PlacedJSON) -> Int? {
  let names = (list.elements ?? []).map { Path($0["filename"]?.text ?? "") }
  guard naturallySorted(names) == names else { return nil }
  return naturallySorted(names + [Path(name)]).firstIndex(of: Path(name))
}

/// One more object in a list.
///
/// - Parameter index: of the new one; nil puts it last.
private func element(
  _ name: String, in list: PlacedJSON, _ pieces: JSONPieces, at index: Int?
) -> DocumentEdit? {
  guard let elements = list.elements else { return nil }
  guard let last = elements.last, let first = elements.first else {
    let inner = pieces.indent(at: list.offset) + Array("  ".utf8)
    return filling(list, pieces, with: object(name, indent: inner, pieces.lineEnd))
  }
  let text = object(name, like: last, pieces)
  if index == 0 {
    return DocumentEdit(at: first.offset, text + [comma] + pieces.bytes[pieces.blanks(before: first.offset)])
  }
  let before = index.map { elements[min($0, elements.count) - 1] } ?? last
  let blanks = pieces.bytes[pieces.blanks(before: last.offset)]
  return DocumentEdit(at: pieces.value(at: before.offset).upperBound, [comma] + blanks + text)
}

/// One more member of an object.
private func member(_ name: String, in object: PlacedJSON, _ pieces: JSONPieces) -> DocumentEdit? {
  guard case .object(let members) = object.content else { return nil }
  guard let last = members.last else { return filling(object, pieces, with: filename(name)) }
  let blanks = pieces.bytes[pieces.blanks(before: last.offset)]
  let end = pieces.value(at: last.value.offset).upperBound
  return DocumentEdit(at: end, [comma] + blanks + filename(name))
}

/// The platform of each icon that lacks it, where Xcode writes it: keys stand in order.
func platforms(in root: PlacedJSON, _ pieces: JSONPieces) -> [DocumentEdit] {
  (root["images"]?.elements ?? []).filter(IconSlot.lacksPlatform).compactMap { image in
    let platform = jsonToken(IconSlot.messagesPlatform)
    if let old = image["platform"] { return DocumentEdit(pieces.value(at: old.offset), platform) }
    let text = Array("\"platform\" : ".utf8) + platform
    if let next = image.members.first(where: { $0.key > "platform" }) {
      let blanks = pieces.bytes[pieces.blanks(before: next.offset)]
      return DocumentEdit(at: next.offset, text + [comma] + blanks)
    }
    guard let last = image.members.last else { return nil }
    let blanks = pieces.bytes[pieces.blanks(before: last.offset)]
    return DocumentEdit(at: pieces.value(at: last.value.offset).upperBound, [comma] + blanks + text)
  }
}

/// Content that is put into an empty object or list, as the only thing in it.
private func filling(_ value: PlacedJSON, _ pieces: JSONPieces, with content: [UInt8]) -> DocumentEdit {
  let range = pieces.value(at: value.offset)
  let (indent, marks) = (pieces.indent(at: value.offset), pieces.bytes[range])
  guard let lineEnd = pieces.lineEnd, let opening = marks.first, let closing = marks.last else {
    return DocumentEdit((range.lowerBound + 1)..<(range.upperBound - 1), content)
  }
  let line = lineEnd + indent
  return DocumentEdit(range, [opening] + line + Array("  ".utf8) + content + line + [closing])
}

/// An object with another's layout, where that has nothing but a name.
private func object(_ name: String, like other: PlacedJSON, _ pieces: JSONPieces) -> [UInt8] {
  guard other.members.count == 1, let value = other["filename"], let token = pieces.text(at: value.offset)
  else { return object(name, indent: pieces.indent(at: other.offset), pieces.lineEnd) }
  let range = pieces.value(at: other.offset)
  return pieces.bytes[range.lowerBound..<token.lowerBound] + jsonToken(name)
    + pieces.bytes[token.upperBound..<range.upperBound]
}

/// An object that has only a file's name, laid out as Xcode writes it.
private func object(_ name: String, indent: ArraySlice<UInt8>, _ lineEnd: [UInt8]?) -> [UInt8] {
  guard let lineEnd else { return [UInt8(ascii: "{")] + filename(name) + [UInt8(ascii: "}")] }
  let line = lineEnd + indent
  return [UInt8(ascii: "{")] + line + Array("  ".utf8) + filename(name) + line + [UInt8(ascii: "}")]
}

private func filename(_ name: String) -> [UInt8] { Array("\"filename\" : ".utf8) + jsonToken(name) }
private let comma = UInt8(ascii: ",")
