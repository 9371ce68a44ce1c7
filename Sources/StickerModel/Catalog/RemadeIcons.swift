/// What an icon set becomes whose icons are made anew.
package struct RemadeIcons: Hashable, Sendable {
  /// The files that change or are new, by their names in the set's folder.
  package var written: FileTree
  /// New names by the old ones, for icons that become PNGs; the bytes are in `written`.
  package var renamed: [String: String]
  /// What was done: `3 icons were made from “icon.png”`.
  package var words: String

  package init(written: FileTree, renamed: [String: String] = [:], words: String) {
    (self.written, self.renamed, self.words) = (written, renamed, words)
  }

  /// Makes icons.
  ///
  /// - Parameter set: the files of an icon set, by their names.
  /// - Parameter isApp: whether its pack is an app by itself, and wants the icons of one.
  package typealias Maker = (_ set: FileTree, _ isApp: Bool) throws(RefusedFix) -> RemadeIcons
}

/// Why something is not fixed.
package struct RefusedFix: Error, Hashable, Sendable {
  /// A clause without a full stop; text from files in it is escaped.
  package let reason: String

  /// A reason; put text from files into it with `Untrusted.shown`.
  package init(_ reason: String) { self.reason = reason }
}
