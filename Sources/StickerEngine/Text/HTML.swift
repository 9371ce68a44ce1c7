/// HTML that is safe by construction: literals are markup, and interpolated values are escaped as text.
///
/// Escaping works between tags and in quoted attributes. Do not interpolate text into `<script>`, `<style>`
/// or unquoted attributes. Interpolate URLs with `address:`.
///
/// ```swift
/// let row: HTML = "<td title=\"\(path.displayText)\">\(message)</td>"
/// ```
package struct HTML: Sendable, ExpressibleByStringInterpolation {
  /// The markup.
  package let markup: String

  /// Creates markup from a literal.
  package init(stringLiteral literal: String) { markup = literal }

  /// Creates markup from a literal with interpolated values, which are escaped.
  package init(stringInterpolation: Interpolation) { markup = stringInterpolation.markup }

  /// Creates markup from a trusted script or style.
  package init(unchecked markup: String) { self.markup = markup }

  /// Joins pieces of markup.
  package init(_ pieces: [HTML]) { markup = pieces.map(\.markup).joined() }

  /// Builds markup: keeps literals and escapes values.
  package struct Interpolation: StringInterpolationProtocol, Sendable {
    fileprivate var markup = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    /// Appends a literal unescaped.
    package mutating func appendLiteral(_ literal: String) { markup += literal }

    /// Appends text, escaped.
    package mutating func appendInterpolation(_ text: String) { markup += markupSafeDisplayText(text) }

    /// Appends a number, which needs no escaping.
    package mutating func appendInterpolation(_ number: Int) { markup += String(number) }

    /// Appends a path, escaping bytes that are not UTF-8.
    package mutating func appendInterpolation(_ path: Path) {
      markup += markupSafeDisplayText(path.displayText)
    }

    /// Appends markup, or nothing for nil.
    package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }

    /// Appends pieces of markup.
    package mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces { markup += piece.markup }
    }

    /// Appends the address of an image.
    package mutating func appendInterpolation(_ address: ImageAddress) { markup += address.text }

    /// Appends a URL for `href` or `src`: `https:` or a fragment. Any other URL becomes `#`, because
    /// `javascript:` and `data:` URLs can run scripts.
    package mutating func appendInterpolation(address: String) {
      let isSafe = address.hasPrefix("https://") || address.hasPrefix("#")
      markup += isSafe ? markupSafeDisplayText(address) : "#"
    }
  }
}

/// Escapes text for XML and HTML, between tags and in quoted attributes.
///
/// Characters that are not allowed (XML 1.0, production 2: most control characters) or that change the
/// appearance of the text around them are escaped as in `UntrustedText`. The second of two `#` becomes a
/// character reference, because `##[` begins a command in build logs.
func markupSafeDisplayText(_ text: String) -> String {
  let shown = UntrustedText(text).displayText
  guard shown.utf8.contains(where: mayNeedMarkupEscape) else { return shown }
  var out: [UInt8] = []
  out.reserveCapacity(shown.utf8.count + 16)
  var previous: UInt8 = 0
  for byte in shown.utf8 {
    switch byte {
    case UInt8(ascii: "&"): out += "&amp;".utf8
    case UInt8(ascii: "<"): out += "&lt;".utf8
    case UInt8(ascii: ">"): out += "&gt;".utf8  // XML does not allow `]]>` in text
    case UInt8(ascii: "\""): out += "&quot;".utf8
    case UInt8(ascii: "'"): out += "&#39;".utf8
    case UInt8(ascii: "#") where previous == byte: out += "&#35;".utf8
    default: out.append(byte)
    }
    previous = byte
  }
  return String(decoding: out, as: UTF8.self)
}

private func mayNeedMarkupEscape(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"),
    UInt8(ascii: "#"):
    true
  default: false
  }
}

/// Returns bytes as text, with some of them percent-encoded (RFC 3986, 2.1).
func percentEscaped(_ bytes: some Sequence<UInt8>, where isEscaped: (UInt8) -> Bool) -> String {
  var out: [UInt8] = []
  for byte in bytes {
    if isEscaped(byte) {
      out += [UInt8(ascii: "%"), uppercaseHexDigit(byte >> 4), uppercaseHexDigit(byte & 15)]
    } else {
      out.append(byte)
    }
  }
  return String(decoding: out, as: UTF8.self)
}

/// Returns a path with everything percent-encoded except slashes and unreserved characters (RFC 3986, 2.3).
func percentEscapedPath(_ path: Path) -> String {
  percentEscaped(path.bytes) { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): false
    case UInt8(ascii: "0")...UInt8(ascii: "9"): false
    default: !"-._~/".utf8.contains(byte)
    }
  }
}

private func uppercaseHexDigit(_ value: UInt8) -> UInt8 {
  value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
}

/// The address of an image on a page. It contains no untrusted text and needs no escaping.
package struct ImageAddress {
  /// The address for the attribute `src`.
  let text: String

  /// Creates a `data:` URL that contains the image.
  package init(dataURLOf bytes: [UInt8], mediaType: String) {
    text = "data:\(mediaType);base64,\(base64Encoded(bytes))"
  }

  /// Creates a `data:` URL that contains a PNG.
  ///
  /// - Parameter text: the bytes of the PNG in Base64; trusted.
  package init(dataURLOfPNGInBase64 text: String) { self.text = "data:image/png;base64,\(text)" }

  /// Creates an address on the drop page. A new revision makes the browser load the image again.
  package init(below folder: StaticString, imageNumber number: Int, revision: Int) {
    text = "\(folder)/\(number)?v=\(revision)"
  }
}
