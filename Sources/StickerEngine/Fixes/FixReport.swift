package import StickerImage

/// The result of a run of `fix`.
package struct FixReport: Sendable {
  /// What the run does with the changes.
  package enum Purpose: String, Hashable, Sendable {
    /// Shows the changes without writing anything (a dry run).
    case plan
    /// Replaces the files.
    case inPlace = "in-place"
    /// Writes the fixed files to another folder.
    case output
    /// Writes the fixed file to standard output.
    case standardOutput = "standard-output"
  }

  /// An asset that changes, or that has a finding that could be fixed.
  package struct Entry: Sendable {
    /// The fixed asset.
    package let asset: FixedAsset
    /// The path that the file was written to, or nil if it was not written.
    let written: Path?
    /// Why the file could not be written, or nil.
    package let failure: UserMessage?

    package init(_ asset: FixedAsset, written: Path? = nil, failure: UserMessage? = nil) {
      self.asset = asset
      self.written = written
      self.failure = failure
    }
  }

  /// What the run does with the changes.
  package let purpose: Purpose
  /// The entries in the order of the input.
  package var entries: [Entry] = []
  /// Notes about text files, one line each.
  package var documents: [DocumentNote] = []
  /// The number of files.
  package var files = 0
  /// The number of findings by severity after all fixes, whether or not they were written.
  package var left: [Severity: Int] = [:]
  /// The rules of those findings, in the order of the report.
  package var rulesLeft: [Severity: [String]] = [:]
  /// The result of the search for the fewest bytes; nil if not requested.
  package var smallest: SmallestStats?
  /// The folder to lint or to pack next, or nil if there is no single one.
  package var next: Path?
  /// The messenger that the files were fixed for, or nil for the limits of the configuration.
  package var messenger: String?
  /// Findings on packs and catalogs that could be fixed and were not.
  package var ofPacks: [Unfixed] = []

  /// How the worker processes were confined, or nil if this process read the files.
  package var isolation: Isolation?

  /// Art files that stickerlint cannot read. They were skipped.
  package var unread: [UnreadArt] = []

  /// Creates a report without entries.
  package init(_ purpose: Purpose) { self.purpose = purpose }

  /// The entries that change.
  package var changed: [Entry] { entries.filter { $0.asset.change != nil && $0.failure == nil } }
  /// The entries that could not be written.
  var failed: [Entry] { entries.filter { $0.failure != nil } }
  /// Whether anything changes.
  package var changesAnything: Bool {
    entries.contains { $0.asset.change != nil } || documents.contains { $0.kind == .changed }
  }
  /// The files that could not be written and the reasons, one line each.
  package var failures: [UserMessage] {
    failed.map { "\($0.asset.path.displayText): \($0.failure ?? "")" }
      + documents.filter { $0.kind == .failed }.map { "\($0.path.displayText): \($0.words)" }
  }
  /// Whether something could not be written.
  package var hasFailures: Bool { !failures.isEmpty }
}

/// A note about a text file.
package struct DocumentNote: Hashable, Sendable {
  /// The kind of a note.
  package enum Kind: String, Hashable, Sendable {
    /// The file changes.
    case changed
    /// The file still uses the old name of a renamed file.
    case mentions
    /// Something in the file was not fixed.
    case refused
    /// The file could not be changed.
    case failed
  }
  package let path: Path
  let kind: Kind
  let words: UserMessage

  package init(_ path: Path, _ kind: Kind, _ words: UserMessage) {
    self.path = path
    self.kind = kind
    self.words = words
  }
}

/// The changes of a file that reports show.
package struct ChangeNote: Hashable, Sendable {
  /// The descriptions of the steps.
  package let words: String
  /// The file size in bytes.
  package let before: Int
  package let after: Int
  /// Whether people may see a difference.
  package let isSeen: Bool
  /// The similarity to the original on white or on black, whichever is lower, or nil if the file size was not
  /// reduced with loss.
  package let similarity: Similarity?

  package init(words: String, before: Int, after: Int, isSeen: Bool, similarity: Similarity?) {
    self.words = words
    self.before = before
    self.after = after
    self.isSeen = isSeen
    self.similarity = similarity
  }
}

extension Change {
  /// Returns the changes of a file for a pack, or nil if there is nothing to report.
  ///
  /// - Parameter shrinks: whether the build makes all files smaller, which is reported once.
  package func noteForPack(shrinks: Bool = false) -> ChangeNote? {
    // The build names files by their content, so it does not report renames.
    let listedSteps = steps.filter { $0.kind != .rename && !(shrinks && $0.kind == .reencode) }
    if listedSteps.isEmpty { return nil }
    let alike = similarity.map { Similarity(min($0.mean.overWhite, $0.mean.overBlack)) }
    return ChangeNote(
      words: listedSteps.map(\.words).joined(separator: "; "), before: before.bytes, after: after.bytes,
      isSeen: listedSteps.contains(where: \.isLossy), similarity: alike)
  }
}

/// The result of the search for the smallest file size of every PNG and APNG of a run.
package struct SmallestStats: Hashable, Sendable {
  /// The number of PNG and APNG files, including damaged ones.
  let files: Int
  /// The number of files that become smaller.
  let smaller: Int
  /// The total size in bytes before the run.
  let bytesBefore: Int
  /// The total size in bytes after all fixes.
  let bytesAfter: Int

  /// - Parameter found: all files of the run, before the fixes.
  /// - Parameter changed: the new size in bytes of changed files, by the old path.
  package init(_ found: [AssetAnalysis], changed: [Path: Int]) {
    let before = found.filter { $0.facts.format == .png || $0.facts.format == .apng }.compactMap { asset in
      asset.facts.byteCount.map { (path: asset.path, bytes: $0) }
    }
    let after = before.map { changed[$0.path] ?? $0.bytes }
    files = before.count
    smaller = zip(before, after).count { $0.bytes > $1 }
    bytesBefore = before.reduce(0) { $0 + $1.bytes }
    bytesAfter = after.reduce(0, +)
  }
}
