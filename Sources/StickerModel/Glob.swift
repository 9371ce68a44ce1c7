/// A pattern for paths: `*` and `?` stay within one part of a path, `**` spans any number of parts, `[a-z]`
/// is a set.
///
/// A pattern without a slash is compared with the path's last part, any other with the whole path or its end.
public struct Glob: Hashable, Sendable {
  private let parts: [[UInt8]]
  private let isName: Bool

  /// A pattern.
  public init(_ pattern: String) {
    parts = Path(pattern).components.map(\.bytes).filter { $0 != Array(".".utf8) }
    isName = !pattern.contains("/")
  }

  /// Whether the path matches.
  public func matches(_ path: Path) -> Bool {
    let components = path.components.map(\.bytes).filter { $0 != Array(".".utf8) }
    if isName {
      return components.last.map { name in parts.first.map { part(name[...], $0[...]) } ?? false } ?? false
    }
    return components.indices.contains { spans(components[$0...], parts[...]) }
  }

  /// Compares whole paths; `**` tries every number of parts, the last `**` only is returned to.
  private func spans(_ path: ArraySlice<[UInt8]>, _ pattern: ArraySlice<[UInt8]>) -> Bool {
    var (path, pattern) = (path, pattern)
    var retry: (path: ArraySlice<[UInt8]>, pattern: ArraySlice<[UInt8]>)?
    while true {
      if pattern.first == Array("**".utf8) {
        pattern = pattern.dropFirst()
        retry = (path, pattern)
      } else if let name = path.first, let wanted = pattern.first, part(name[...], wanted[...]) {
        (path, pattern) = (path.dropFirst(), pattern.dropFirst())
      } else if path.isEmpty, pattern.isEmpty {
        return true
      } else if let last = retry, !last.path.isEmpty {
        (path, pattern) = (last.path.dropFirst(), last.pattern)
        retry = (path, pattern)
      } else {
        return false
      }
    }
  }

  /// Compares one part of a path; a star tries every length, the last star only is returned to.
  private func part(_ name: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
    var (name, pattern) = (name, pattern)
    var retry: (name: ArraySlice<UInt8>, pattern: ArraySlice<UInt8>)?
    while true {
      if pattern.first == UInt8(ascii: "*") {
        pattern = pattern.dropFirst()
        retry = (name, pattern)
      } else if let byte = name.first, let rest = taking(byte, pattern) {
        (name, pattern) = (name.dropFirst(), rest)
      } else if name.isEmpty, pattern.isEmpty {
        return true
      } else if let last = retry, !last.name.isEmpty {
        (name, pattern) = (last.name.dropFirst(), last.pattern)
        retry = (name, pattern)
      } else {
        return false
      }
    }
  }

  /// The rest of the pattern behind what takes one byte; nil where it does not take this one.
  private func taking(_ byte: UInt8, _ pattern: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let first = pattern.first else { return nil }
    if first == UInt8(ascii: "?") { return pattern.dropFirst() }
    if first == UInt8(ascii: "["), let end = pattern.dropFirst(2).firstIndex(of: UInt8(ascii: "]")) {
      let set = Array(pattern[(pattern.startIndex + 1)..<end])
      let isNegated = set.first == UInt8(ascii: "!") || set.first == UInt8(ascii: "^")
      return holds(byte, isNegated ? Array(set.dropFirst()) : set) != isNegated ? pattern[(end + 1)...] : nil
    }
    return first == byte ? pattern.dropFirst() : nil
  }

  private func holds(_ byte: UInt8, _ set: [UInt8]) -> Bool {
    var at = 0
    while at < set.count {
      if at + 2 < set.count, set[at + 1] == UInt8(ascii: "-") {
        if set[at] <= byte, byte <= set[at + 2] { return true }
        at += 3
      } else {
        if set[at] == byte { return true }
        at += 1
      }
    }
    return false
  }
}
