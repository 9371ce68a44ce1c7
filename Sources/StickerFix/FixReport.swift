package import StickerModel

/// What a run of `fix` did, or would do.
package struct FixReport: Sendable {
  /// What becomes of the changes.
  package enum Purpose: String, Hashable, Sendable {
    /// The changes are shown, and nothing is written.
    case plan
    /// The changes took the place of the files.
    case inPlace = "in-place"
    /// The changes went into another folder.
    case output
    /// The fixed file was written to standard output.
    case standardOutput = "standard-output"
  }

  /// One asset that changes, or of which a finding stays that something could be done about.
  package struct Entry: Sendable {
    /// What became of the asset.
    package let asset: FixedAsset
    /// Where the changed file was written; nil where it was not.
    package let written: Path?
    /// Why the change could not be written; nil where it could.
    package let failure: Sentence?

    package init(_ asset: FixedAsset, written: Path? = nil, failure: Sentence? = nil) {
      self.asset = asset
      self.written = written
      self.failure = failure
    }
  }

  /// What becomes of the changes.
  package let purpose: Purpose
  /// The entries in the order of the walk.
  package var entries: [Entry] = []
  /// Documents that change with names, or for their own findings, in words, a line each.
  package var documents: [DocumentNote] = []
  /// Every file of the run.
  package var files = 0
  /// What the rules say once all is done: of the files on disk, or, of a plan, of what they would be.
  package var left: [Severity: Int] = [:]
  /// The rules that those findings are of, in the order of the report.
  package var rulesLeft: [Severity: [String]] = [:]
  /// What looking for the fewest bytes gave; nil where nobody asked.
  package var smallest: SmallestFigures?
  /// The folder to look at or to pack next; nil where no single one stands for the run.
  package var next: Path?
  /// The messenger that files were fixed for; nil for the configuration's limits.
  package var messenger: String?
  /// Findings on packs and catalogs that stay though something could be done about them.
  package var ofPacks: [Unfixed] = []

  /// How the processes that read the files were confined; nil if this process read them.
  package var isolation: Isolation?

  /// Files that look like art, cannot be read and were left out.
  package var unread: [UnreadArt] = []

  /// A report without entries.
  package init(_ purpose: Purpose) { self.purpose = purpose }

  /// Entries that change, or would.
  package var changed: [Entry] { entries.filter { $0.asset.change != nil && $0.failure == nil } }
  /// Changes that could not be written.
  package var failed: [Entry] { entries.filter { $0.failure != nil } }
  /// Whether anything would change.
  package var changesAnything: Bool {
    entries.contains { $0.asset.change != nil } || documents.contains { $0.kind == .changed }
  }
  /// What could not be written, and why, a line each.
  package var failures: [Sentence] {
    failed.map { "\($0.asset.path.shown): \($0.failure ?? "")" }
      + documents.filter { $0.kind == .failed }.map { "\($0.path.shown): \($0.words)" }
  }
  /// Whether something could not be written.
  package var hasFailures: Bool { !failures.isEmpty }
}

/// What a run has to say of one text file.
package struct DocumentNote: Hashable, Sendable {
  /// What a note says of its file.
  package enum Kind: String, Hashable, Sendable {
    /// The file changes, or would.
    case changed
    /// The file still names another one by its old name.
    case mentions
    /// Something about the file stays as it is.
    case refused
    /// The file could not be changed.
    case failed
  }
  /// The text file.
  package let path: Path
  /// What the note says of the file.
  package let kind: Kind
  /// The note in words.
  package let words: Sentence

  package init(_ path: Path, _ kind: Kind, _ words: Sentence) {
    (self.path, self.kind, self.words) = (path, kind, words)
  }
}
