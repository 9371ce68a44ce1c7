/// What an icon set becomes whose icons are made anew.
public struct RemadeIcons: Hashable, Sendable {
  /// The files that change or are new, by their names in the set's folder.
  public var written: FileTree
  /// New names by the old ones, for icons that become PNGs; the bytes are in `written`.
  public var renamed: [String: String]
  /// What was done: `3 icons were made from “icon.png”`.
  public var words: String

  /// What becomes of a set.
  public init(written: FileTree, renamed: [String: String] = [:], words: String) {
    (self.written, self.renamed, self.words) = (written, renamed, words)
  }

  /// Makes icons.
  ///
  /// - Parameter set: the files of an icon set, by their names.
  /// - Parameter isApp: whether its pack is an app by itself, and wants the icons of one.
  public typealias Maker = (_ set: FileTree, _ isApp: Bool) throws(RefusedFix) -> RemadeIcons
}

/// Why something is not fixed.
public struct RefusedFix: Error, Hashable, Sendable {
  /// A clause without a full stop; text from files in it is escaped.
  public let reason: String

  /// A reason; put text from files into it with `Untrusted.shown`.
  public init(_ reason: String) { self.reason = reason }
}
