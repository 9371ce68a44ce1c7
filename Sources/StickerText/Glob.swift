/// A pattern for paths: `*` and `?` stay within one part of a path, `**` spans any number of parts, `[a-z]`
/// is a set, `\` takes the next character as it is.
///
/// Comparing takes no longer than path times pattern, whatever the pattern.
package struct Glob: Hashable, Sendable {
  private let parts: [GlobPart]

  /// A pattern of a command line: without a slash it is compared with the path's last part, any other with
  /// the whole path or its end; a slash at its end stands for everything inside. A set without an end stands
  /// for its characters.
  package init(_ pattern: String) {
    var syntax = GlobSyntax(Array(pattern.utf8)[...])
    let own = syntax.parts().filter { $0 != .name([]) && $0 != .name([.byte(UInt8(ascii: "."))]) }
    let inside = pattern.utf8.last == UInt8(ascii: "/") ? [GlobPart.anyNumber] : []
    parts = own.isEmpty ? [] : [.anyNumber] + (own + inside).insideOfLast
  }

  /// A pattern of a `.gitignore`, compared as git does.
  ///
  /// - Parameter pattern: without the marks around it: `!`, and the slashes at both ends.
  /// - Parameter anchored: whether it is compared with the whole path, or with the path's last part.
  /// - Returns: nil for what matches nothing: a set without an end, or a `\` with nothing behind it.
  package init?(git pattern: ArraySlice<UInt8>, anchored: Bool) {
    var syntax = GlobSyntax(pattern)
    let own = syntax.parts()
    guard syntax.isSound else { return nil }
    parts = (anchored ? [] : [.anyNumber]) + own.insideOfLast
  }

  /// Whether the path matches.
  package func matches(_ path: Path) -> Bool {
    let dot = Path(".")
    return matches(path.components.filter { $0 != dot }[...])
  }

  /// Whether the path of these parts matches.
  package func matches(_ path: ArraySlice<Path>) -> Bool {
    var (rest, pattern) = (path, parts[...])
    while case .name(let elements)? = pattern.last {
      guard let name = rest.popLast(), name.matches(elements) else { return false }
      pattern.removeLast()
    }
    return pattern.isEmpty ? rest.isEmpty && !path.isEmpty : begins(rest, pattern)
  }

  /// Compares with a pattern that ends in any number of parts; only the last such number is returned to.
  private func begins(_ path: ArraySlice<Path>, _ pattern: ArraySlice<GlobPart>) -> Bool {
    var (path, pattern) = (path, pattern)
    var retry: (path: ArraySlice<Path>, pattern: ArraySlice<GlobPart>)?
    while let part = pattern.first {
      switch part {
      case .anyNumber:
        pattern.removeFirst()
        retry = (path, pattern)
      case .name(let elements):
        if let name = path.first, name.matches(elements) {
          (path, pattern) = (path.dropFirst(), pattern.dropFirst())
        } else if let last = retry, !last.path.isEmpty {
          (path, pattern) = (last.path.dropFirst(), last.pattern)
          retry = (path, pattern)
        } else {
          return false
        }
      }
    }
    return true
  }
}

extension [GlobPart] {
  /// At a pattern's end any number of parts is at least one: `a/**` is what lies inside of `a`.
  fileprivate var insideOfLast: [GlobPart] { last == .anyNumber ? self + [.name([.run])] : self }
}

extension Path {
  /// Compares one part; a run tries every length, the last run only is returned to.
  fileprivate func matches(_ elements: [GlobElement]) -> Bool {
    var (at, next) = (0, 0)
    var retry: (at: Int, next: Int)?
    while true {
      if next < elements.count, elements[next] == .run {
        next += 1
        retry = (at, next)
      } else if at < bytes.count, next < elements.count, elements[next].takes(bytes[at]) {
        (at, next) = (at + 1, next + 1)
      } else if at == bytes.count, next == elements.count {
        return true
      } else if let last = retry, last.at < bytes.count {
        (at, next) = (last.at + 1, last.next)
        retry = (at, next)
      } else {
        return false
      }
    }
  }
}
