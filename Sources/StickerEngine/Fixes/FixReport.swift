package import StickerImage

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
    let written: Path?
    /// Why the change could not be written; nil where it could.
    package let failure: UserMessage?

    package init(_ asset: FixedAsset, written: Path? = nil, failure: UserMessage? = nil) {
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
  /// The result of the search for the fewest bytes; nil if not requested.
  package var smallest: SmallestStats?
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
  var failed: [Entry] { entries.filter { $0.failure != nil } }
  /// Whether anything would change.
  package var changesAnything: Bool {
    entries.contains { $0.asset.change != nil } || documents.contains { $0.kind == .changed }
  }
  /// What could not be written, and why, a line each.
  package var failures: [UserMessage] {
    failed.map { "\($0.asset.path.displayText): \($0.failure ?? "")" }
      + documents.filter { $0.kind == .failed }.map { "\($0.path.displayText): \($0.words)" }
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
  let kind: Kind
  /// The note in words.
  let words: UserMessage

  package init(_ path: Path, _ kind: Kind, _ words: UserMessage) {
    self.path = path
    self.kind = kind
    self.words = words
  }
}

/// What was done to a file, as far as people are told of it.
package struct ChangeNote: Hashable, Sendable {
  /// The steps, in words.
  package let words: String
  /// Bytes of the file.
  package let before: Int
  package let after: Int
  /// Whether people may see it.
  package let isSeen: Bool
  /// How alike it looks, over white or over black, whichever is less; nil where nothing was given up to make
  /// it lighter.
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
  /// What was done to a file for a pack; nil where that is no news.
  ///
  /// - Parameter shrinks: whether all files are to take fewer bytes, which is told of all of them.
  package func noteForPack(shrinks: Bool = false) -> ChangeNote? {
    // The build names files by their content: a new name is none of its news.
    let listedSteps = steps.filter { $0.kind != .rename && !(shrinks && $0.kind == .reencode) }
    if listedSteps.isEmpty { return nil }
    let alike = similarity.map { Similarity(min($0.mean.overWhite, $0.mean.overBlack)) }
    return ChangeNote(
      words: listedSteps.map(\.words).joined(separator: "; "), before: before.bytes, after: after.bytes,
      isSeen: listedSteps.contains(where: \.isLossy), similarity: alike)
  }
}

/// What looking for the fewest bytes gave, over every PNG and APNG of a run.
package struct SmallestStats: Hashable, Sendable {
  /// How many files are a PNG or APNG, damaged ones too.
  let files: Int
  /// How many of them have fewer bytes than before, or would have.
  let smaller: Int
  /// Bytes of all of them together, as they were found.
  let bytesBefore: Int
  /// Bytes of all of them together, once all is done: other fixes count too.
  let bytesAfter: Int

  /// - Parameter found: every file of a run, as it was found.
  /// - Parameter changed: the new number of bytes of those that are others now, by the old path.
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
