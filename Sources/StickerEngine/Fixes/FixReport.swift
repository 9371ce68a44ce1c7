package import StickerImage

/// The result of running `fix`.
package struct FixReport: Sendable {
  /// What the run does with the changes.
  package enum OutputMode: String, Hashable, Sendable {
    /// Shows the changes without writing anything (a dry run).
    case dryRun = "plan"
    /// Replaces the files.
    case inPlace = "in-place"
    /// Writes the fixed files to another folder.
    case outputFolder = "output"
    /// Writes the fixed file to standard output.
    case standardOutput = "standard-output"
  }

  /// An asset that changes, or that has a finding that could be fixed.
  package struct Entry: Sendable {
    package let asset: FixedAsset
    /// The path that the file was written to, or nil if it was not written.
    let writtenPath: Path?
    /// Why the file could not be written, or nil.
    package let writeFailure: UserMessage?

    package init(_ asset: FixedAsset, writtenPath: Path? = nil, writeFailure: UserMessage? = nil) {
      self.asset = asset
      self.writtenPath = writtenPath
      self.writeFailure = writeFailure
    }
  }

  /// What the run does with the changes.
  package let outputMode: OutputMode
  /// The entries in the order of the input.
  package var changedOrFixableEntries: [Entry] = []
  /// Notes about files, one line each: mostly text files that refer to fixed files.
  package var fileNotes: [FileNote] = []
  /// The number of files.
  package var fileCount = 0
  /// The number of findings by severity after all fixes, whether or not they were written.
  package var remainingCounts: [Severity: Int] = [:]
  /// The rules that report the remaining findings, in the order of the report.
  package var remainingRules: [Severity: [String]] = [:]
  /// The result of the search for the smallest file sizes; nil if it was not requested.
  package var fileSizeMinimizationStats: FileSizeMinimizationStats?
  /// The folder to lint or to pack next, or nil if there is not exactly one such folder.
  package var folderToLintOrPack: Path?
  /// The messenger that the files were fixed for, or nil if the configuration's limits apply.
  package var selectedMessenger: String?
  /// Findings on packs and catalogs that could be fixed but were not.
  package var unappliedPackFixes: [UnfixedFinding] = []

  /// How the worker processes were confined, or nil if this process read the files.
  package var workerIsolation: Isolation?

  /// Art files that stickerlint cannot read. They were skipped.
  package var unsupportedArt: [UnsupportedArt] = []

  /// Creates a report without entries.
  package init(_ purpose: OutputMode) { self.outputMode = purpose }

  /// The entries that change.
  package var changedEntriesWithoutWriteFailure: [Entry] {
    changedOrFixableEntries.filter { $0.asset.change != nil && $0.writeFailure == nil }
  }
  /// The entries that could not be written.
  var entriesWithWriteFailure: [Entry] { changedOrFixableEntries.filter { $0.writeFailure != nil } }
  /// Whether anything changes.
  package var changesAnything: Bool {
    changedOrFixableEntries.contains { $0.asset.change != nil } || fileNotes.contains { $0.kind == .changed }
  }
  /// The files that could not be written, each with the reason on one line.
  package var writeFailureMessages: [UserMessage] {
    entriesWithWriteFailure.map { "\($0.asset.originalPath.displayText): \($0.writeFailure ?? "")" }
      + fileNotes.filter { $0.kind == .failed }.map { "\($0.path.displayText): \($0.message)" }
  }
}

/// A note about a file: a text file that refers to fixed files, such as `Contents.json`, or a file that was
/// not fixed.
package struct FileNote: Hashable, Sendable {
  /// The kind of a note.
  package enum Kind: String, Hashable, Sendable {
    /// The file changes.
    case changed
    /// The file still uses the old name of a renamed file.
    case mentionsOldName = "mentions"
    /// Something in the file was not fixed.
    case refused
    /// The file could not be changed.
    case failed
    /// The configuration file does not apply to the output folder.
    case configurationLeftBehind = "not-applied"
  }
  package let path: Path
  let kind: Kind
  let message: UserMessage

  package init(_ path: Path, _ kind: Kind, _ message: UserMessage) {
    self.path = path
    self.kind = kind
    self.message = message
  }
}

/// The changes to a file, as shown in reports.
package struct ChangeNote: Hashable, Sendable {
  /// The descriptions of the steps.
  package let stepsDescription: String
  /// The file size in bytes.
  package let bytesBefore: Int
  package let bytesAfter: Int
  /// Whether the changes may be visible.
  package let isLossy: Bool
  /// The similarity to the original on a white or black background, whichever is lower; nil if the file size
  /// was not reduced with loss.
  package let lossyEncodingSimilarity: SimilarityScore?

  package init(
    stepsDescription: String, bytesBefore: Int, bytesAfter: Int, isLossy: Bool, similarity: SimilarityScore?
  ) {
    self.stepsDescription = stepsDescription
    self.bytesBefore = bytesBefore
    self.bytesAfter = bytesAfter
    self.isLossy = isLossy
    self.lossyEncodingSimilarity = similarity
  }
}

extension FileChange {
  /// Returns the changes to a file in a pack, or nil if there is nothing to report.
  ///
  /// - Parameter minimizesFiles: whether the build minimizes all files. Reports mention that once for all
  ///   files.
  package func noteForPack(omittingReencoding minimizesFiles: Bool = false) -> ChangeNote? {
    // The build names files by their content, so it does not report renames.
    let listedSteps = steps.filter {
      $0.kind != .correctFileExtension && !(minimizesFiles && $0.kind == .reencode)
    }
    if listedSteps.isEmpty { return nil }
    let alike = lossyEncodingSimilarity.map { SimilarityScore(min($0.mean.overWhite, $0.mean.overBlack)) }
    return ChangeNote(
      stepsDescription: listedSteps.map(\.description).joined(separator: "; "),
      bytesBefore: statsBefore.byteCount,
      bytesAfter: statsAfter.byteCount,
      isLossy: listedSteps.contains(where: \.isLossy), similarity: alike)
  }
}

/// The result of searching for the smallest file size of every PNG and APNG in a run.
package struct FileSizeMinimizationStats: Hashable, Sendable {
  /// The number of PNG and APNG files, including damaged ones.
  let pngOrAPNGFileCount: Int
  /// The number of files that become smaller.
  let smallerFileCount: Int
  /// The total size in bytes before the run.
  let bytesBeforeFixes: Int
  /// The total size in bytes after all fixes.
  let bytesAfterFixes: Int

  /// - Parameter found: all files in the run, before the fixes.
  /// - Parameter changedBytes: the new sizes of changed files, in bytes, keyed by their old paths.
  package init(_ found: [AssetAnalysis], changedBytes: [Path: Int]) {
    let before = found.filter { $0.facts.format == .png || $0.facts.format == .apng }.compactMap { asset in
      asset.facts.byteCount.map { (path: asset.path, bytes: $0) }
    }
    let after = before.map { changedBytes[$0.path] ?? $0.bytes }
    pngOrAPNGFileCount = before.count
    smallerFileCount = zip(before, after).count { $0.bytes > $1 }
    bytesBeforeFixes = before.reduce(0) { $0 + $1.bytes }
    bytesAfterFixes = after.reduce(0, +)
  }
}
