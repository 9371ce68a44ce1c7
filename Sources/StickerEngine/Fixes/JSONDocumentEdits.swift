/// A replacement of a byte range in JSON text.
struct ByteRangeEdit {
  let range: Range<Int>
  let replacement: [UInt8]

  /// Creates an edit that replaces a byte range.
  init(_ range: Range<Int>, _ bytes: [UInt8]) { (self.range, self.replacement) = (range, bytes) }

  /// Creates an edit that inserts bytes.
  init(at offset: Int, _ bytes: [UInt8]) { self.init(offset..<offset, bytes) }
}

extension [UInt8] {
  /// Returns the bytes with the edits applied.
  ///
  /// - Parameter edits: edits to ranges that do not overlap, in any order.
  func applying(_ edits: [ByteRangeEdit]) -> [UInt8] {
    var (out, at) = ([UInt8](), 0)
    out.reserveCapacity(count + edits.reduce(0) { $0 + $1.replacement.count })
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      guard edit.range.lowerBound >= at, edit.range.upperBound <= count else { continue }
      out += self[at..<edit.range.lowerBound] + edit.replacement
      at = edit.range.upperBound
    }
    return out + self[at...]
  }
}

/// Returns a string as a JSON token, including the quotes.
func jsonToken(_ text: String) -> [UInt8] { JSON.string(text).encoded().dropLast() }

/// Finds byte ranges and indentation in JSON text that is known to be valid.
struct JSONRangeFinder {
  let bytes: [UInt8]

  /// Returns the range of the string that begins at an offset, including its quotes, or nil if no string
  /// begins there.
  func stringRangeIncludingQuotes(at offset: Int) -> Range<Int>? {
    guard bytes.indices.contains(offset), bytes[offset] == quote else { return nil }
    var at = offset + 1
    while at < bytes.count, bytes[at] != quote { at += bytes[at] == backslash ? 2 : 1 }
    return at < bytes.count ? offset..<(at + 1) : nil
  }

  /// Returns the range of the value, of any type, that begins at an offset.
  func valueRange(at offset: Int) -> Range<Int> {
    var (at, depth) = (offset, 0)
    while at < bytes.count {
      switch bytes[at] {
      case quote: at = stringRangeIncludingQuotes(at: at)?.upperBound ?? bytes.count
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

  /// Returns the range of the whitespace before an offset.
  func whitespaceRange(before offset: Int) -> Range<Int> {
    var start = offset
    while start > 0, isJSONWhitespace(bytes[start - 1]) { start -= 1 }
    return start..<offset
  }

  /// Returns the indentation of the line that contains an offset.
  func indent(at offset: Int) -> ArraySlice<UInt8> {
    let line = (bytes[..<offset].lastIndex(of: 0x0A) ?? -1) + 1
    return bytes[line...].prefix { $0 == space || $0 == 0x09 }
  }

  /// The line ending, or nil if the text has only one line.
  var lineEnding: [UInt8]? {
    guard let newline = bytes.firstIndex(of: 0x0A) else { return nil }
    return newline > 0 && bytes[newline - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }

  /// Returns the offset of a location, or nil if it is past the end of the text.
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

private func isJSONWhitespace(_ byte: UInt8) -> Bool {
  byte == space || byte == 0x09 || byte == 0x0A || byte == 0x0D
}
private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
private let space = UInt8(ascii: " ")

/// Returns an edit that adds a file to a catalog document, with the same layout as the existing entries.
///
/// - Parameter name: the name of the file or folder.
/// - Returns: the edit, or nil if the document cannot list the file.
func editAddingFile(
  _ name: String, to root: JSONNode, in finder: JSONRangeFinder, kind: CatalogFolder.Kind?
) -> ByteRangeEdit? {
  switch kind {
  case .pack:
    return root["stickers"].flatMap { editInsertingFileNameObject(name, into: $0, finder, at: nil) }
  case .sequence:
    return root["frames"].flatMap {
      editInsertingFileNameObject(name, into: $0, finder, at: insertionIndexIfSorted(of: name, in: $0))
    }
  case .sticker: return root["properties"].flatMap { editAddingFileName(name, to: $0, finder) }
  default: return nil
  }
}

/// Returns the index at which to insert a frame into a naturally sorted list, or nil to append it.
private func insertionIndexIfSorted(of name: String, in list: JSONNode) -> Int? {
  let names = (list.elements ?? []).map { Path($0["filename"]?.text ?? "") }
  guard naturallySorted(names) == names else { return nil }
  return naturallySorted(names + [Path(name)]).firstIndex(of: Path(name))
}

/// Returns an edit that adds an object to a list.
///
/// - Parameter index: the index of the new object, or nil to append it.
private func editInsertingFileNameObject(
  _ name: String, into list: JSONNode, _ finder: JSONRangeFinder, at index: Int?
) -> ByteRangeEdit? {
  guard let elements = list.elements else { return nil }
  guard let last = elements.last, let first = elements.first else {
    let inner = finder.indent(at: list.offset) + Array("  ".utf8)
    return editFillingEmptyValue(list, finder, with: fileNameObject(name, indent: inner, finder.lineEnding))
  }
  let text = fileNameObject(name, like: last, finder)
  if index == 0 {
    return ByteRangeEdit(
      at: first.offset, text + [comma] + finder.bytes[finder.whitespaceRange(before: first.offset)])
  }
  let before = index.map { elements[min($0, elements.count) - 1] } ?? last
  let blanks = finder.bytes[finder.whitespaceRange(before: last.offset)]
  return ByteRangeEdit(at: finder.valueRange(at: before.offset).upperBound, [comma] + blanks + text)
}

/// Returns an edit that adds the file name to an object.
private func editAddingFileName(_ name: String, to object: JSONNode, _ finder: JSONRangeFinder)
  -> ByteRangeEdit?
{
  guard case .object(let members) = object.content else { return nil }
  guard let last = members.last else {
    return editFillingEmptyValue(object, finder, with: fileNameMember(name))
  }
  let blanks = finder.bytes[finder.whitespaceRange(before: last.keyOffset)]
  let end = finder.valueRange(at: last.value.offset).upperBound
  return ByteRangeEdit(at: end, [comma] + blanks + fileNameMember(name))
}

/// Returns edits that set the platform of each icon whose platform is missing or wrong, in Xcode's key order.
func editsCorrectingIconPlatforms(in root: JSONNode, _ finder: JSONRangeFinder) -> [ByteRangeEdit] {
  (root["images"]?.elements ?? []).filter(IconSlot.hasPlatformThatAppStoreRejects).compactMap { image in
    let platform = jsonToken(IconSlot.messagesPlatform)
    if let old = image["platform"] { return ByteRangeEdit(finder.valueRange(at: old.offset), platform) }
    let text = Array("\"platform\" : ".utf8) + platform
    if let next = image.members.first(where: { $0.key > "platform" }) {
      let blanks = finder.bytes[finder.whitespaceRange(before: next.keyOffset)]
      return ByteRangeEdit(at: next.keyOffset, text + [comma] + blanks)
    }
    guard let last = image.members.last else { return nil }
    let blanks = finder.bytes[finder.whitespaceRange(before: last.keyOffset)]
    return ByteRangeEdit(at: finder.valueRange(at: last.value.offset).upperBound, [comma] + blanks + text)
  }
}

/// Returns an edit that puts content into an empty object or list.
private func editFillingEmptyValue(_ value: JSONNode, _ finder: JSONRangeFinder, with content: [UInt8])
  -> ByteRangeEdit
{
  let range = finder.valueRange(at: value.offset)
  let (indent, marks) = (finder.indent(at: value.offset), finder.bytes[range])
  guard let lineEnd = finder.lineEnding, let opening = marks.first, let closing = marks.last else {
    return ByteRangeEdit((range.lowerBound + 1)..<(range.upperBound - 1), content)
  }
  let line = lineEnd + indent
  return ByteRangeEdit(range, [opening] + line + Array("  ".utf8) + content + line + [closing])
}

/// Returns an object that contains only a file name. It has the layout of the other object if that object
/// also contains only a file name.
private func fileNameObject(_ name: String, like other: JSONNode, _ finder: JSONRangeFinder) -> [UInt8] {
  guard other.members.count == 1, let value = other["filename"],
    let token = finder.stringRangeIncludingQuotes(at: value.offset)
  else { return fileNameObject(name, indent: finder.indent(at: other.offset), finder.lineEnding) }
  let range = finder.valueRange(at: other.offset)
  return finder.bytes[range.lowerBound..<token.lowerBound] + jsonToken(name)
    + finder.bytes[token.upperBound..<range.upperBound]
}

/// Returns an object that contains only a file name, in Xcode's layout.
private func fileNameObject(_ name: String, indent: ArraySlice<UInt8>, _ lineEnd: [UInt8]?) -> [UInt8] {
  guard let lineEnd else { return [UInt8(ascii: "{")] + fileNameMember(name) + [UInt8(ascii: "}")] }
  let line = lineEnd + indent
  return [UInt8(ascii: "{")] + line + Array("  ".utf8) + fileNameMember(name) + line + [UInt8(ascii: "}")]
}

private func fileNameMember(_ name: String) -> [UInt8] { Array("\"filename\" : ".utf8) + jsonToken(name) }
private let comma = UInt8(ascii: ",")
