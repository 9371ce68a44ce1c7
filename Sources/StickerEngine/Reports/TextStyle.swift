/// The style of text output: whether it has colors, and whether it has hyperlinks.
package struct TextStyle: Sendable {
  /// Text with neither colors nor hyperlinks.
  package static let plain = TextStyle()
  /// Text with terminal colors.
  package static let ansi = TextStyle(hasColor: true)

  let hasColor: Bool
  private let hyperlinks: HyperlinkContext?

  /// Creates a style.
  ///
  /// - Parameter hyperlinks: the values for links to files, or nil for text without hyperlinks.
  package init(hasColor: Bool = false, hyperlinks: HyperlinkContext? = nil) {
    self.hasColor = hasColor
    self.hyperlinks = hyperlinks
  }
}

/// The values for building hyperlinks to files.
package struct HyperlinkContext: Sendable {
  /// The host name, which tells a terminal whether the files are on another machine.
  fileprivate let host: String
  /// The absolute path of the working folder; nil for reports whose paths are not file paths.
  fileprivate let workingFolder: Path?

  package init(host: String, workingFolder: Path?) {
    self.host = host
    self.workingFolder = workingFolder
  }
}

// Colors

extension TextStyle {
  func bold(_ text: String) -> String { colored(text, code: "1") }

  /// Returns text in red, yellow or cyan, by severity.
  func colored(_ text: String, _ severity: Severity) -> String {
    switch severity {
    case .error: colored(text, code: "1;31")
    case .warning: colored(text, code: "33")
    case .hint: colored(text, code: "36")
    }
  }

  /// Returns text between the escape codes of ECMA-48 (Select Graphic Rendition).
  private func colored(_ text: String, code: String) -> String {
    hasColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

// Hyperlinks

extension TextStyle {
  /// Returns the id of a rule as a link to its published page, padded with spaces.
  func linkedRule(_ id: String, paddedTo width: Int = 0) -> String {
    let padding = String(repeating: " ", count: max(0, width - id.count))
    return linked(id, to: hyperlinks == nil ? nil : Tool.pageAddress(ofRule: id)) + padding
  }

  /// Returns the displayed path of a file or folder as a link to it.
  ///
  /// - Parameter text: the text to show instead of the path, which must be safe to display.
  func linkedPath(_ path: Path, as text: String? = nil) -> String {
    linked(text ?? path.displayText, to: hyperlinks?.fileURL(of: path))
  }

  /// Returns text as a hyperlink (OSC 8), which ends on the same line. Terminals without hyperlink support
  /// show only the text.
  ///
  /// - Source: Egmont Koblinger, "Hyperlinks (a.k.a. HTML-like anchors) in terminal emulators": the address
  ///   contains only bytes from 32 to 126, and terminals ignore addresses of more than 2083 bytes.
  private func linked(_ text: String, to address: String?) -> String {
    guard let address, address.utf8.count <= maxHyperlinkBytes else { return text }
    return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }
}

private let maxHyperlinkBytes = 2083

extension HyperlinkContext {
  /// Returns the `file:` URL of a path (RFC 8089), or nil if it is not the path of a file.
  ///
  /// Every byte with a special meaning in URLs or terminals is escaped, so a name cannot end the escape
  /// sequence.
  fileprivate func fileURL(of path: Path) -> String? {
    guard let workingFolder else { return nil }
    let whole = path.bytes.first == UInt8(ascii: "/") ? path : workingFolder.appending(path)
    return "file://\(host)" + percentEscapedPath(whole)
  }
}
