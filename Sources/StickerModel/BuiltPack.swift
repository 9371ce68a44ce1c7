/// What became of a pack that was built for somebody else, before anything is written: a value, so that
/// another process can say it.
public struct BuiltPack: Sendable {
  /// How a build ended.
  public enum End: Hashable, Sendable {
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
  public struct LeftOut: Hashable, Sendable {
    /// The art, relative to the source.
    public let path: Path
    /// Ids of the rules that it failed.
    public let rules: [String]
    /// Sentences for people.
    public let reasons: [String]

    /// A sticker that is not in the build.
    public init(path: Path, rules: [String], reasons: [String]) {
      (self.path, self.rules, self.reasons) = (path, rules, reasons)
    }
  }

  /// What the pack is called; nil where that was not found out.
  public var name: String?
  /// What tells its app from others; nil where it gets none.
  public var app: String?
  /// In the build.
  public var stickers = 0
  /// Not in the build.
  public var leftOut: [LeftOut] = []
  /// What people should know.
  public var notes: [String] = []
  /// Everything that was found on it.
  public var findings: [Finding] = []
  /// Where it was only compared: a line for each file that would be another one.
  public var differences: [String] = []
  /// Every file of it; nil where it is not built.
  public var tree: FileTree?
  /// How it ended.
  public var end: End

  /// A build that ended early.
  public init(end: End) { self.end = end }
}
