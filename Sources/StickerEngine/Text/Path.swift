/// A file's path as the system has it: bytes, which need not be UTF-8.
public struct Path: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The bytes of the path, without a terminating zero.
  public let bytes: [UInt8]

  /// A path from the system.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// A path from text of ours.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// Eight bytes at a time: every file of a run is looked up by its path again and again.
  public func hash(into hasher: inout Hasher) {
    var (word, at): (UInt64, Int) = (0, 0)
    for byte in bytes {
      word = word &<< 8 | UInt64(byte)
      at &+= 1
      if at & 7 == 0 { hasher.combine(word) }
    }
    if at & 7 != 0 { hasher.combine(word) }
    hasher.combine(at)
  }

  /// Byte order, which is the order of a walk.
  public static func < (a: Path, b: Path) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

  /// The path for people: what is not UTF-8, and control characters, are escaped.
  package var displayText: String { Untrusted(bytes: bytes).displayText }

  /// The path for people: what is not UTF-8, and control characters, are escaped.
  public var description: String { displayText }

  /// The path as text; nil where its bytes are not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// What follows the last slash.
  package var name: Path {
    guard let slash = bytes.lastIndex(of: slash) else { return self }
    return Path(bytes: Array(bytes[(slash + 1)...]))
  }

  /// What precedes the last slash; `.` for a bare name, `/` at the root.
  package var parent: Path {
    guard let last = bytes.lastIndex(of: slash) else { return Path(".") }
    return last == 0 ? Path("/") : Path(bytes: Array(bytes[..<last]))
  }

  /// The name's part after its last dot, lower case, without the dot; nil without one (`.png` has none
  /// either).
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

  /// The parts between slashes, none of them empty.
  package var components: [Path] { bytes.split(separator: slash).map { Path(bytes: Array($0)) } }

  /// The path as the system reads it, so that `name` is the last part.
  package var withoutTrailingSlashes: Path {
    let kept = bytes.lastIndex { $0 != slash }
    return Path(bytes: kept.map { Array(bytes[...$0]) } ?? Array(bytes.prefix(1)))
  }

  /// Parts with slashes between them; `.` for none.
  package init(joining parts: some Sequence<Path>) {
    let bytes = joinedBytes(parts)
    self.init(bytes: bytes.isEmpty ? [dot] : bytes)
  }

  /// Parts of a path without `.`, and without `..` behind another part. Links are not looked at.
  ///
  /// - Parameter isAbsolute: whether nothing lies above the first part.
  static func normalized(_ parts: [Path], isAbsolute: Bool = true) -> [Path] {
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

  /// This path as seen from a folder, with `..` where it lies elsewhere. Both absolute and without links.
  package func seen(from folder: Path) -> Path {
    let (own, other) = (components, folder.components)
    let common = zip(own, other).prefix { $0 == $1 }.count
    return Path(joining: other.dropFirst(common).map { _ in Path("..") } + own.dropFirst(common))
  }

  /// The absolute path that this one stands for, seen from a folder without links.
  package func absolute(from folder: Path) -> Path {
    if bytes.first == slash { return self }
    return Path(bytes: [slash] + joinedBytes(Path.normalized(folder.components + components)))
  }

  /// This path, a slash and `name`; `./` is not put in front.
  package func appending(_ name: Path) -> Path {
    if bytes.isEmpty || bytes == [dot] { return name }
    return Path(bytes: bytes + (bytes.last == slash ? [] : [slash]) + name.bytes)
  }

  /// This path, a slash and `name`.
  package func appending(_ name: String) -> Path { appending(Path(name)) }
}

private func joinedBytes(_ parts: some Sequence<Path>) -> [UInt8] {
  Array(parts.map(\.bytes).joined(separator: [slash]))
}

private let slash = UInt8(ascii: "/")
private let dot = UInt8(ascii: ".")
