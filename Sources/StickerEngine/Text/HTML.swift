/// HTML that is safe by the way it is made: what stands in a literal is markup of ours, what is put in with
/// `\( )` is text and is escaped, between tags as well as inside of quoted attributes.
///
/// Two places are not made safe by escaping, and nothing may be put in there: the content of `<script>` and
/// `<style>`, and an attribute without quotes. An address has a way of its own.
///
/// ```swift
/// let row: HTML = "<td title=\"\(path.shown)\">\(message)</td>"
/// ```
package struct HTML: Sendable, ExpressibleByStringInterpolation {
  /// The markup.
  package let markup: String

  /// Markup of ours, as it stands in the source.
  package init(stringLiteral literal: String) { markup = literal }

  /// Markup with text in it.
  package init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

  /// A script or style of ours, as it stands in its file.
  package init(unchecked markup: String) { self.markup = markup }

  /// Several pieces of markup, one after the other.
  package init(_ pieces: [HTML]) { markup = pieces.map(\.markup).joined() }

  /// Puts markup together: literals are kept, values are escaped.
  package struct Interpolation: StringInterpolationProtocol, Sendable {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    /// Adds a literal, which is markup of ours, as it is.
    package mutating func appendLiteral(_ literal: String) { markup += literal }

    /// Text: shown as it is, whatever is in it.
    package mutating func appendInterpolation(_ text: String) { markup += markupText(text) }

    /// Adds a number, which needs no escaping.
    package mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    /// A path, what is not UTF-8 in it escaped.
    package mutating func appendInterpolation(_ path: Path) { markup += markupText(path.displayText) }

    /// Markup that was made the same way; nothing for nil.
    package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }

    /// Adds several pieces of markup, one after the other.
    package mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces { markup += piece.markup }
    }

    /// A picture's address: one of ours, or all of its bytes.
    package mutating func appendInterpolation(_ address: PictureAddress) { markup += address.text }

    /// An address for `href` or `src`: `https:` or a place in the page. Any other (`javascript:` runs, and
    /// `data:` may) becomes `#`.
    package mutating func appendInterpolation(address: String) {
      let isSafe = address.hasPrefix("https://") || address.hasPrefix("#")
      markup += isSafe ? markupText(address) : "#"
    }
  }
}

/// Text for XML and HTML, between tags as well as inside of quoted attributes.
///
/// Characters that neither can hold (XML 1.0, production 2: nearly all control characters) and those that
/// change the look of what stands beside them are shown as their numbers, as `Untrusted` does it. The second
/// of two `#` is a reference, for reports that end in the log of a build: `##[` there begins a command.
func markupText(_ text: String) -> String {
  let shown = Untrusted(text).displayText
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

/// Bytes as text, some of them as `%` and two digits (RFC 3986, 2.1).
func percentEscaped(_ bytes: some Sequence<UInt8>, where isEscaped: (UInt8) -> Bool) -> String {
  var out: [UInt8] = []
  for byte in bytes {
    if isEscaped(byte) {
      out += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 15)]
    } else {
      out.append(byte)
    }
  }
  return String(decoding: out, as: UTF8.self)
}

private func digit(_ value: UInt8) -> UInt8 {
  value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
}

/// Where a page finds a picture: nothing in it is text of anybody else, so that it needs no escaping.
package struct PictureAddress {
  /// The address, as the attribute `src` takes it.
  let text: String

  /// An address that holds the picture itself, as a `data:` URL.
  package init(holding bytes: [UInt8], _ mediaType: String) {
    text = "data:\(mediaType);base64,\(base64(bytes))"
  }

  /// A place on the drop page; another picture has another revision, and is asked for anew.
  package init(below folder: StaticString, _ number: Int, revision: Int) {
    text = "\(folder)/\(number)?v=\(revision)"
  }
}
