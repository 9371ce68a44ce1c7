import StickerEngine
import Stickers

/// A file that was dropped on the page, with the results of its analysis and its fix.
struct DroppedFile: Sendable {
  /// The number of the file, unique while the program runs.
  let id: Int
  let path: Path
  let bytes: [UInt8]
  let kind: DroppedFileKind
  /// Changes when the bytes are replaced, or when a changed configuration requires another analysis.
  var analysisRevision: Int
  /// The result of analyzing the file by itself; nil before the analysis.
  var analysis: Analysis?
  /// What the page shows; nil if it shows nothing.
  var shownSticker: PreviewSticker?
  /// The options of the current or pending fix; nil if the file is not fixed.
  var fixOptions: FixOptions?
  /// Whether the fix has yet to be made, because the file was restored from a saved session.
  var isRestoredFixPending = false
  /// The key of the context in which the fix was made; nil if the file was never fixed.
  var contextKeyOfFix: RoleAndPackKey?

  /// The result of analyzing a file.
  struct Analysis: Sendable {
    let sticker: PreviewSticker
    let assetAnalysis: AssetAnalysis
    /// Whether a worker process crashed while it read the file. The file is then never opened again.
    let hasCrashedWorker: Bool
    let contextKey: RoleAndPackKey
  }

  /// The path and bytes of the fixed file; nil if the file was not fixed, or needed no fix.
  var fixedFile: (path: Path, bytes: [UInt8])? {
    shownSticker?.fixResult?.change.map { ($0.newPath, $0.newBytes) }
  }

  /// The analysis for pack rules; nil before the file is analyzed. If there is a fixed file, the analysis
  /// describes the fixed file.
  var fixedOrOriginalAnalysis: AssetAnalysis? {
    guard let fixed = shownSticker?.fixResult, fixed.change != nil else { return analysis?.assetAnalysis }
    return analysis == nil ? nil : fixed.finalAnalysisAtOriginalPath
  }

  /// The path and bytes of the fixed file or, if the file was not fixed, of the original.
  var fixedOrOriginalFile: (path: Path, bytes: [UInt8]) { fixedFile ?? (path, bytes) }

  /// The size in bytes of the converted image that the page shows in place of a file that browsers cannot show;
  /// 0 if there is no such image.
  var convertedPreviewImageByteCount: Int {
    guard let image = analysis?.sticker.image, image.isConverted else { return 0 }
    return image.bytes.count
  }

  /// The bytes that this process may read; empty if the file crashed a worker process.
  var bytesSafeToRead: [UInt8] { analysis?.hasCrashedWorker == true ? [] : bytes }
}

/// The limits of the page.
package struct DropLimits: Sendable {
  var maxFilesOnPage: Int
  /// The maximum total size of all files, in bytes.
  var maxTotalBytes: Int
  /// The maximum memory for pixels and frames, in bytes, that analyses may use at once. Builds have the same
  /// limit.
  package var maxWorkingMemoryBytes: Int

  package init(maxFiles: Int = 1000, maxTotalBytes maxBytes: Int = 200 << 20, maxWorkingBytes: Int = 96 << 20)
  {
    self.maxFilesOnPage = maxFiles
    self.maxTotalBytes = maxBytes
    self.maxWorkingMemoryBytes = maxWorkingBytes
  }
}

/// The result of dropping a file.
enum DropOutcome: Equatable, Sendable {
  /// The page added the file, or already had it, under this number.
  case addedOrAlreadyOnPage(id: Int)
  /// The file is neither art nor a document about art. The page does not mention it.
  case ignored
  /// The page rejects the file, with an HTTP status and the reason.
  case rejected(status: Int, reason: String)
}
