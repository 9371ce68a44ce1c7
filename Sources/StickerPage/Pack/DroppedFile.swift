import StickerEngine
import Stickers

/// A file that was dropped on the page, with the results of its analysis and its fix.
struct DroppedFile: Sendable {
  /// The number of the file, unique while the program runs.
  let number: Int
  let path: Path
  let bytes: [UInt8]
  let kind: DroppedKind
  /// Changes when another file takes the same path.
  var revision: Int
  /// The result of analyzing the file by itself; nil before the analysis.
  var analysis: Analysis?
  /// What the page shows; nil if it shows nothing.
  var shown: PreviewSticker?
  /// The request that the file was fixed with.
  var request: FixRequest?
  /// The key of the analysis that the fix was made for.
  var fixKey: AnalysisKey?

  /// The result of analyzing a file.
  struct Analysis: Sendable {
    let sticker: PreviewSticker
    let summary: AssetAnalysis
    /// Whether a worker process crashed while it read the file. The file is then never opened again.
    let isLost: Bool
    let key: AnalysisKey
  }

  /// The path and bytes of the fixed file; nil if the file was not fixed, or needed no fix.
  var fixed: (path: Path, bytes: [UInt8])? {
    shown?.fixed?.change.map { ($0.path, $0.bytes) }
  }

  /// The summary that pack rules use, of the fixed file if there is one; nil before the analysis.
  var summary: AssetAnalysis? {
    guard let fixed = shown?.fixed, fixed.change != nil else { return analysis?.summary }
    return analysis == nil ? nil : fixed.summary
  }

  /// The path and bytes to download: those of the fixed file if there is one.
  var best: (path: Path, bytes: [UInt8]) { fixed ?? (path, bytes) }

  /// The bytes that this process may read; none if the file crashed another process.
  var opened: [UInt8] { analysis?.isLost == true ? [] : bytes }
}

/// The limits of the page.
package struct DropLimits: Sendable {
  var files: Int
  /// The maximum total size of all files, in bytes.
  var bytes: Int
  /// The maximum memory for pixels and frames, in bytes, that analyses may use at once. Builds have the same limit.
  package var workingBytes: Int

  package init(files: Int = 1000, bytes: Int = 200 << 20, workingBytes: Int = 96 << 20) {
    self.files = files
    self.bytes = bytes
    self.workingBytes = workingBytes
  }
}

/// The result of dropping a file.
enum DropOutcome: Equatable, Sendable {
  /// The page has added the file, with this number.
  case taken(Int)
  /// The file is neither art nor a document about art. The page does not mention it.
  case ignored
  /// The page rejects the file, with an HTTP status and the reason.
  case rejected(Int, String)
}
