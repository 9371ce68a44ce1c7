package import Stickers

/// A file that was dropped.
package struct Dropped: Sendable {
  /// The number of the file: never another one's, as long as the program runs.
  package let number: Int
  package let path: Path
  package let bytes: [UInt8]
  package let kind: DroppedKind
  /// Tells a file from a later one at the same path.
  package var revision: Int
  /// What was found on the file by itself; nil until it has been looked at.
  package var looked: Looked?
  /// What the page shows; nil for what it does not.
  package var shown: PreviewSticker?
  /// What was asked for when it was fixed.
  package var request: FixRequest?
  /// The circumstances that it was fixed in.
  package var fixedIn: DroppedRun.Circumstances?

  package struct Looked: Sendable {
    package let sticker: PreviewSticker
    package let summary: AssetSummary
    /// Whether reading it ended a process: nothing opens it again.
    package let isLost: Bool
    package let circumstances: DroppedRun.Circumstances
  }

  /// What it became; nil where nobody had it fixed, or nothing was to be fixed.
  package var fixed: (path: Path, bytes: [UInt8])? {
    shown?.fixed?.change.map { ($0.path, $0.bytes) }
  }

  /// What the rules about packs go by: what it became, or what it is; nil before it has been looked at.
  package var summary: AssetSummary? {
    guard let fixed = shown?.fixed, fixed.change != nil else { return looked?.summary }
    return looked == nil ? nil : fixed.summary
  }

  /// The path and bytes that are downloaded: those of the fixed file where there is one.
  package var best: (path: Path, bytes: [UInt8]) { fixed ?? (path, bytes) }

  /// The bytes that this process may read; none of a file that ended another one.
  package var opened: [UInt8] { looked?.isLost == true ? [] : bytes }
}

/// What the collection takes.
package struct DropLimits: Sendable {
  package var files: Int
  /// The most bytes of all files together.
  package var bytes: Int
  /// The most bytes of pixels and frames of all that is looked at at once, and of all that is made at once.
  package var workingBytes: Int

  package init(files: Int = 1000, bytes: Int = 200 << 20, workingBytes: Int = 96 << 20) {
    (self.files, self.bytes, self.workingBytes) = (files, bytes, workingBytes)
  }
}

/// What becomes of a file that is dropped.
package enum DropOutcome: Equatable, Sendable {
  case taken(Int)
  /// The file is nothing that anybody wants to know of.
  case passedOver
  /// The file is not taken: an HTTP status, and why in a sentence.
  case refused(Int, String)
}
