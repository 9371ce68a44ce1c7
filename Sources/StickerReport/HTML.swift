package import StickerModel

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
  init(unchecked markup: String) { self.markup = markup }

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
    package mutating func appendInterpolation(_ path: Path) { markup += markupText(path.shown) }

    /// Markup that was made the same way; nothing for nil.
    package mutating func appendInterpolation(_ html: HTML?) { markup += html?.markup ?? "" }

    /// Adds several pieces of markup, one after the other.
    package mutating func appendInterpolation(_ pieces: [HTML]) {
      for piece in pieces { markup += piece.markup }
    }

    /// A picture's address: one of ours, or all of its bytes.
    mutating func appendInterpolation(_ address: PictureAddress) { markup += address.text }

    /// An address for `href` or `src`: `https:` or a place in the page. Any other (`javascript:` runs, and
    /// `data:` may) becomes `#`.
    package mutating func appendInterpolation(address: String) {
      let isSafe = address.hasPrefix("https://") || address.hasPrefix("#")
      markup += isSafe ? markupText(address) : "#"
    }
  }
}
