import StickerFix
import StickerModel
import StickerReport

/// A file that was dropped.
struct Dropped: Sendable {
  /// Never another one's, as long as the program runs.
  let number: Int
  let path: Path
  let bytes: [UInt8]
  let kind: DroppedKind
  /// Tells a file from a later one at the same path.
  var revision: Int
  /// What was found on the file by itself; nil until it has been looked at.
  var looked: Looked?
  /// What the page shows; nil for what it does not.
  var shown: PreviewSticker?
  /// What was asked for when it was fixed last; nil for what is as it came.
  var asked: FixRequest?

  struct Looked: Sendable {
    let sticker: PreviewSticker
    let summary: AssetSummary
    /// Whether reading it ended a process: nothing opens it again.
    let isLost: Bool
    let circumstances: DroppedRun.Circumstances
  }

  /// What it became; nil where nobody had it fixed, or nothing was to be fixed.
  var fixed: (path: Path, bytes: [UInt8])? {
    shown?.fixed?.change.map { ($0.path, $0.bytes) }
  }

  /// As it is downloaded.
  var best: (path: Path, bytes: [UInt8]) { fixed ?? (path, bytes) }

  /// Its bytes for this process; nothing of a file that ended another one.
  var opened: [UInt8] { looked?.isLost == true ? [] : bytes }
}

/// What the collection takes.
struct DropLimits: Sendable {
  var files = 500
  /// All files together.
  var bytes = 200 << 20
  /// Pixels and frames of all that is looked at at once.
  var workingBytes = 96 << 20
}

/// What becomes of a file that is dropped.
enum DropOutcome: Equatable, Sendable {
  case taken(Int)
  /// It is nothing that anybody wants to know of.
  case passedOver
  /// An HTTP status and a sentence.
  case refused(Int, String)
}
