/// The path of a file as bytes, which need not be UTF-8.
package struct Path: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The bytes of the path, without a terminating zero.
  package let bytes: [UInt8]

  /// Creates a path from bytes.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a path from text.
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// Hashes eight bytes at a time, because paths are looked up often.
  package func hash(into hasher: inout Hasher) {
    var (word, at): (UInt64, Int) = (0, 0)
    for byte in bytes {
      word = word &<< 8 | UInt64(byte)
      at &+= 1
      if at & 7 == 0 { hasher.combine(word) }
    }
    if at & 7 != 0 { hasher.combine(word) }
    hasher.combine(at)
  }

  /// Orders paths by their bytes.
  package static func < (a: Path, b: Path) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

  /// The path for display. Control characters and bytes that are not UTF-8 are escaped.
  package var displayText: String { UntrustedText(bytes: bytes).displayText }

  /// The path for display. Control characters and bytes that are not UTF-8 are escaped.
  package var description: String { displayText }

  /// The path as text, or nil if its bytes are not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The part after the last slash.
  package var name: Path {
    guard let slash = bytes.lastIndex(of: slash) else { return self }
    return Path(bytes: Array(bytes[(slash + 1)...]))
  }

  /// The part before the last slash; `.` for a bare name, `/` for a file in the root folder.
  package var parent: Path {
    guard let last = bytes.lastIndex(of: slash) else { return Path(".") }
    return last == 0 ? Path("/") : Path(bytes: Array(bytes[..<last]))
  }

  /// The extension in lowercase without the dot, or nil. `.png` has no extension.
  package var lowercasedExtension: String? {
    let name = name.bytes
    guard let last = name.lastIndex(of: dot), last > 0 else { return nil }
    return String(decoding: name[(last + 1)...], as: UTF8.self).lowercased()
  }

  /// The name without its extension.
  package var stem: Path {
    let name = name.bytes
    guard let last = name.lastIndex(of: dot), last > 0 else { return Path(bytes: name) }
    return Path(bytes: Array(name[..<last]))
  }

  /// The parts between slashes, without empty parts.
  package var components: [Path] { bytes.split(separator: slash).map { Path(bytes: Array($0)) } }

  /// The path without trailing slashes, so that `name` is the last part.
  package var withoutTrailingSlashes: Path {
    let kept = bytes.lastIndex { $0 != slash }
    return Path(bytes: kept.map { Array(bytes[...$0]) } ?? Array(bytes.prefix(1)))
  }

  /// Creates a path by joining parts with slashes; `.` if there are no parts.
  package init(joining parts: some Sequence<Path>) {
    let bytes = joinedBytes(parts)
    self.init(bytes: bytes.isEmpty ? [dot] : bytes)
  }

  /// Returns the parts of a path after removing each `.`, and each `..` together with the part before it.
  /// Links are not resolved.
  ///
  /// - Parameter isAbsolute: whether to drop `..` at the start.
  static func normalizedComponents(_ parts: [Path], isAbsolute: Bool = true) -> [Path] {
    var kept: [Path] = []
    for part in parts where part != Path(".") {
      if part != Path("..") {
        kept.append(part)
      } else if let last = kept.last, last != Path("..") {
        kept.removeLast()
      } else if !isAbsolute {
        kept.append(part)
      }
    }
    return kept
  }

  /// Returns this path relative to a folder, with `..` if necessary. Both must be absolute and without links.
  package func relativePath(from folder: Path) -> Path {
    let (own, other) = (components, folder.components)
    let common = zip(own, other).prefix { $0 == $1 }.count
    return Path(joining: other.dropFirst(common).map { _ in Path("..") } + own.dropFirst(common))
  }

  /// Returns this path as an absolute path, resolved relative to a folder. The folder's path must contain no
  /// links.
  package func absolute(from folder: Path) -> Path {
    if bytes.first == slash { return self }
    return Path(bytes: [slash] + joinedBytes(Path.normalizedComponents(folder.components + components)))
  }

  /// Returns this path followed by a slash and `name`, without a leading `./`.
  package func appending(_ name: Path) -> Path {
    if bytes.isEmpty || bytes == [dot] { return name }
    return Path(bytes: bytes + (bytes.last == slash ? [] : [slash]) + name.bytes)
  }

  /// Returns this path followed by a slash and `name`.
  package func appending(_ name: String) -> Path { appending(Path(name)) }
}

private func joinedBytes(_ parts: some Sequence<Path>) -> [UInt8] {
  Array(parts.map(\.bytes).joined(separator: [slash]))
}

private let slash = UInt8(ascii: "/")
private let dot = UInt8(ascii: ".")
