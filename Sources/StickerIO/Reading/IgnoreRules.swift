import StickerModel

/// The patterns of one `.gitignore`, by git's documented rules.
struct IgnoreRules {
  private var rules: [Rule] = []

  /// Every line that is a pattern; what matches nothing is dropped. Any bytes will do, in linear time.
  init(_ bytes: [UInt8]) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    rules = text.split(separator: UInt8(ascii: "\n")).compactMap { Rule($0) }
  }

  /// What the last pattern that matches says.
  ///
  /// - Parameter path: the parts from this `.gitignore`'s folder on.
  /// - Returns: whether it is ignored; nil where no pattern matches.
  func verdict(on path: ArraySlice<Path>, isFolder: Bool) -> Bool? {
    let last = rules.last { (isFolder || !$0.isForFolders) && $0.glob.matches(path) }
    return last.map { !$0.isNegated }
  }
}

private struct Rule {
  let glob: Glob
  let isNegated: Bool
  let isForFolders: Bool

  init?(_ line: ArraySlice<UInt8>) {
    guard line.first != UInt8(ascii: "#") else { return nil }
    var pattern = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    if let end = pattern.firstIndex(of: 0) { pattern = pattern[..<end] }  // to git a line is a C string
    pattern = pattern.withoutTrailingSpaces
    isNegated = pattern.first == UInt8(ascii: "!")
    if isNegated { pattern.removeFirst() }
    isForFolders = pattern.last == UInt8(ascii: "/")
    if isForFolders { pattern.removeLast() }
    let isAnchored = pattern.contains(UInt8(ascii: "/"))
    if pattern.first == UInt8(ascii: "/") { pattern.removeFirst() }
    guard !pattern.isEmpty, let glob = Glob(git: pattern, anchored: isAnchored) else { return nil }
    self.glob = glob
  }
}

extension ArraySlice<UInt8> {
  /// A space stays where a `\` escapes it.
  fileprivate var withoutTrailingSpaces: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return [] }
    let end = last + 1
    let backslashes = self[..<end].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    return backslashes.isMultiple(of: 2) || end == endIndex ? self[..<end] : self[...end]
  }
}
