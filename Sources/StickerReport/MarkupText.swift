import StickerModel

/// Text for XML and HTML, between tags as well as inside of quoted attributes.
///
/// Characters that neither can hold (XML 1.0, production 2: nearly all control characters) and those that
/// change the look of what stands beside them are shown as their numbers, as `Untrusted` does it. The second
/// of two `#` is a reference, for reports that end in the log of a build: `##[` there begins a command.
func markupText(_ text: String) -> String {
  let shown = Untrusted(text).shown
  guard shown.utf8.contains(where: isMarkup) else { return shown }
  var out: [UInt8] = []
  out.reserveCapacity(shown.utf8.count + 16)
  var previous: UInt8 = 0
  for byte in shown.utf8 {
    switch byte {
    case UInt8(ascii: "&"): out += "&amp;".utf8
    case UInt8(ascii: "<"): out += "&lt;".utf8
    case UInt8(ascii: ">"): out += "&gt;".utf8  // in XML, `]]>` is not even allowed as text
    case UInt8(ascii: "\""): out += "&quot;".utf8
    case UInt8(ascii: "'"): out += "&#39;".utf8
    case UInt8(ascii: "#") where previous == byte: out += "&#35;".utf8
    default: out.append(byte)
    }
    previous = byte
  }
  return String(decoding: out, as: UTF8.self)
}

private func isMarkup(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"),
    UInt8(ascii: "#"):
    true
  default: false
  }
}
