/// A piece of a JSON text that another takes the place of; all around it stays as it is.
struct DocumentEdit {
  let range: Range<Int>
  let bytes: [UInt8]

  /// A piece of the text, with the bytes that take its place.
  init(_ range: Range<Int>, _ bytes: [UInt8]) { (self.range, self.bytes) = (range, bytes) }

  /// New bytes at a place where nothing is taken away.
  init(at offset: Int, _ bytes: [UInt8]) { self.init(offset..<offset, bytes) }
}

extension [UInt8] {
  /// - Parameter edits: of pieces that do not overlap, in any order.
  func applying(_ edits: [DocumentEdit]) -> [UInt8] {
    var (out, at) = ([UInt8](), 0)
    out.reserveCapacity(count + edits.reduce(0) { $0 + $1.bytes.count })
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard edit.range.lowerBound >= at, edit.range.upperBound <= count else { continue }
      out += self[at..<edit.range.lowerBound] + edit.bytes
      at = edit.range.upperBound
    }
    return out + self[at...]
  }
}

/// A text as JSON writes it, with its quotes.
func jsonToken(_ text: String) -> [UInt8] { JSON.string(text).encoded().dropLast() }

/// The pieces of a JSON text that is known to be valid.
struct JSONPieces {
  let bytes: [UInt8]

  /// The text that begins at an offset, with its quotes; nil where none does.
  func text(at offset: Int) -> Range<Int>? {
    guard bytes.indices.contains(offset), bytes[offset] == quote else { return nil }
    var at = offset + 1
    while at < bytes.count, bytes[at] != quote { at += bytes[at] == backslash ? 2 : 1 }
    return at < bytes.count ? offset..<(at + 1) : nil
  }

  /// The value that begins at an offset, whatever it is.
  func value(at offset: Int) -> Range<Int> {
    var (at, depth) = (offset, 0)
    while at < bytes.count {
      switch bytes[at] {
      case quote: at = text(at: at)?.upperBound ?? bytes.count
      case UInt8(ascii: "{"), UInt8(ascii: "["): (at, depth) = (at + 1, depth + 1)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else { return offset..<at }
        (at, depth) = (at + 1, depth - 1)
      case UInt8(ascii: ","), UInt8(ascii: ":"), space, 0x09, 0x0A, 0x0D:
        guard depth > 0 else { return offset..<at }
        at += 1
        continue
      default:
        at += 1
        continue
      }
      if depth == 0 { return offset..<at }
    }
    return offset..<bytes.count
  }

  /// The blanks in front of an offset.
  func blanks(before offset: Int) -> Range<Int> {
    var start = offset
    while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
    return start..<offset
  }

  /// The spaces and tabs that the line of an offset begins with.
  func indent(at offset: Int) -> ArraySlice<UInt8> {
    let line = (bytes[..<offset].lastIndex(of: 0x0A) ?? -1) + 1
    return bytes[line...].prefix { $0 == space || $0 == 0x09 }
  }

  /// What lines end with; nil where all stands in one.
  var lineEnd: [UInt8]? {
    guard let newline = bytes.firstIndex(of: 0x0A) else { return nil }
    return newline > 0 && bytes[newline - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }

  /// Returns the offset of a location; nil if it is beyond the text.
  func offset(of location: SourceLocation) -> Int? {
    var (line, start) = (1, 0)
    while line < location.line {
      guard let newline = bytes[start...].firstIndex(of: 0x0A) else { return nil }
      (line, start) = (line + 1, newline + 1)
    }
    let offset = start + location.column - 1
    return offset < bytes.count ? offset : nil
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == 0x09 || byte == 0x0A || byte == 0x0D }
private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
private let space = UInt8(ascii: " ")

/// How one more file is put into a catalog's document, laid out as what stands there already.
///
/// - Parameter name: of the file or folder.
/// - Returns: nil where the document has no place for it.
func addition(
  of name: String, to root: JSONNode, in pieces: JSONPieces, _ kind: CatalogSet.Kind?
) -> DocumentEdit? {
  switch kind {
  case .pack: return root["stickers"].flatMap { element(name, in: $0, pieces, at: nil) }
  case .sequence: return root["frames"].flatMap { element(name, in: $0, pieces, at: place(of: name, in: $0)) }
  case .sticker: return root["properties"].flatMap { member(name, in: $0, pieces) }
  default: return nil
  }
}

/// Where a frame comes in a list that is in natural order; nil for its end.
private func place(of name: String, in list: JSONNode) -> Int? {
  let names = (list.elements ?? []).map { Path($0["filename"]?.text ?? "") }
  guard naturallySorted(names) == names else { return nil }
  return naturallySorted(names + [Path(name)]).firstIndex(of: Path(name))
}

/// One more object in a list.
///
/// - Parameter index: of the new one; nil puts it last.
private func element(
  _ name: String, in list: JSONNode, _ pieces: JSONPieces, at index: Int?
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
private func member(_ name: String, in object: JSONNode, _ pieces: JSONPieces) -> DocumentEdit? {
  guard case .object(let members) = object.content else { return nil }
  guard let last = members.last else { return filling(object, pieces, with: filename(name)) }
  let blanks = pieces.bytes[pieces.blanks(before: last.offset)]
  let end = pieces.value(at: last.value.offset).upperBound
  return DocumentEdit(at: end, [comma] + blanks + filename(name))
}

/// The platform of each icon that lacks it, where Xcode writes it: keys stand in order.
func platforms(in root: JSONNode, _ pieces: JSONPieces) -> [DocumentEdit] {
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
private func filling(_ value: JSONNode, _ pieces: JSONPieces, with content: [UInt8]) -> DocumentEdit {
  let range = pieces.value(at: value.offset)
  let (indent, marks) = (pieces.indent(at: value.offset), pieces.bytes[range])
  guard let lineEnd = pieces.lineEnd, let opening = marks.first, let closing = marks.last else {
    return DocumentEdit((range.lowerBound + 1)..<(range.upperBound - 1), content)
  }
  let line = lineEnd + indent
  return DocumentEdit(range, [opening] + line + Array("  ".utf8) + content + line + [closing])
}

/// An object with another's layout, where that has nothing but a name.
private func object(_ name: String, like other: JSONNode, _ pieces: JSONPieces) -> [UInt8] {
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
