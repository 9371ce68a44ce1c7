import StickerModel

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

  /// The offset of a place as a finding has it; nil where there is none.
  func offset(of place: TextPlace) -> Int? {
    var (line, start) = (1, 0)
    while line < place.line {
      guard let newline = bytes[start...].firstIndex(of: 0x0A) else { return nil }
      (line, start) = (line + 1, newline + 1)
    }
    let offset = start + place.column - 1
    return offset < bytes.count ? offset : nil
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == 0x09 || byte == 0x0A || byte == 0x0D }
private let quote = UInt8(ascii: "\"")
private let backslash = UInt8(ascii: "\\")
private let space = UInt8(ascii: " ")
