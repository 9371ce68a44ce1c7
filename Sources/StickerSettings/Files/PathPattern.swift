import StickerModel

/// A glob of a configuration, compared with paths as they are seen from the file's folder.
///
/// Without a slash it names files in any folder below; with one it is compared with the whole path; a slash
/// at its end stands for everything inside.
struct PathPattern: Sendable {
  /// The glob as it is written.
  let text: String
  let place: YAMLPlace
  /// The folders that everything it matches lies in.
  let fixedFolders: [Path]
  private let glob: Glob

  /// - Returns: nil for a glob that can match nothing, which the reader then complains of.
  init?(_ node: YAMLNode, _ name: String, _ reader: inout YAMLReader) {
    guard let text = reader.text(node, name) else { return nil }
    var pattern = Array(text.utf8)[...]
    if pattern.starts(with: "./".utf8) { pattern = pattern.dropFirst(2) }
    let parts = pattern.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard !parts.contains(Array("..".utf8)[...]) else {
      reader.complain("a glob cannot lead out of the configuration's folder", at: node.place)
      return nil
    }
    guard pattern.first != UInt8(ascii: "!"), pattern != [UInt8(ascii: "/")] else {
      reader.complain(
        "the glob \(shortened(text)) is not read: \(pattern.first == UInt8(ascii: "!") ? negated : lone)",
        at: node.place)
      return nil
    }
    if pattern.last == UInt8(ascii: "/") { pattern += "**".utf8 }
    let isAnchored = pattern.contains(UInt8(ascii: "/"))
    if pattern.first == UInt8(ascii: "/") { pattern = pattern.dropFirst() }
    guard !pattern.isEmpty, let glob = Glob(git: pattern, anchored: isAnchored) else {
      reader.complain(
        "the glob \(shortened(text)) matches nothing: a [ needs its ], and a \\ something behind it",
        at: node.place)
      return nil
    }
    (self.text, place, self.glob) = (text, node.place, glob)
    let wild = Set("*?[\\".utf8)
    let folders = isAnchored ? pattern.split(separator: UInt8(ascii: "/")).dropLast() : []
    fixedFolders = folders.prefix { !$0.contains(where: wild.contains) }.map { Path(bytes: Array($0)) }
  }

  /// - Parameter path: the parts below the file's folder.
  func matches(_ path: ArraySlice<Path>) -> Bool { glob.matches(path) }
}

private let negated = "a ! turns nothing around here, and a name that begins with one is written \\!"
private let lone = "** stands for everything"
