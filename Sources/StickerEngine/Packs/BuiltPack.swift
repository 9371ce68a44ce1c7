/// What became of a pack that was built for somebody else, before anything is written: a value, so that
/// another process can say it.
package struct BuiltPack: Sendable {
  /// How a build ended.
  package enum End: Hashable, Sendable {
    /// Built; where it was only compared, as it should be.
    case done
    /// Why it is not built, for people.
    case stopped([String])
    /// What cannot be used, for people.
    case failed([String])
    /// A promise of ours that does not hold.
    case defect(String)
  }

  /// A sticker that is not in the build.
  package struct LeftOut: Hashable, Sendable {
    /// The path of the art, relative to the source.
    package let path: Path
    /// Ids of the rules that it failed.
    package let rules: [String]
    /// Why the sticker is left out: sentences for people.
    package let reasons: [String]

    /// A sticker that is not in the build.
    package init(path: Path, rules: [String], reasons: [String]) {
      self.path = path
      self.rules = rules
      self.reasons = reasons
    }
  }

  /// What the pack is called; nil where that was not found out.
  package var name: String?
  /// What tells its app from others; nil where it gets none.
  package var app: String?
  /// How many stickers are in the build.
  package var stickers = 0
  /// The stickers that are not in the build.
  package var leftOut: [LeftOut] = []
  /// What people should know.
  package var notes: [String] = []
  /// What was changed in art for a messenger, a line for each file.
  package var changes: [String] = []
  /// Everything that was found on it.
  package var findings: [Finding] = []
  /// A line for each file that would be another one, where the pack was only compared.
  package var differences: [String] = []
  /// Every file of the pack; nil where it is not built.
  package var tree: FileTree?
  /// How it ended.
  package var end: End

  /// A build that ended early.
  package init(end: End) { self.end = end }
}
