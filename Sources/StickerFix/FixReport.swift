public import StickerModel

/// What a run of `fix` did, or would do.
public struct FixReport: Sendable {
  /// What becomes of the changes.
  public enum Purpose: String, Hashable, Sendable {
    /// They are shown.
    case plan
    /// They took the place of the files.
    case inPlace = "in-place"
    /// They went into another folder.
    case output
  }

  /// One asset that changes, or of which a finding stays that something could be done about.
  public struct Entry: Sendable {
    /// What became of it.
    public let asset: FixedAsset
    /// Where it was written; nil where it was not.
    public let written: Path?
    /// Why it could not be written.
    public let failure: String?

    /// An asset.
    public init(_ asset: FixedAsset, written: Path? = nil, failure: String? = nil) {
      self.asset = asset
      self.written = written
      self.failure = failure
    }
  }

  /// What becomes of the changes.
  public let purpose: Purpose
  /// In the order of the walk.
  public var entries: [Entry] = []
  /// Documents that change with names, or for their own findings, in words, a line each.
  public var documents: [DocumentNote] = []
  /// Every file of the run.
  public var files = 0
  /// What the rules say once all is done: of the files on disk, or, of a plan, of what they would be.
  public var left: [Severity: Int] = [:]
  /// The rules that those findings are of, in the order of the report.
  public var rulesLeft: [Severity: [String]] = [:]
  /// What looking for the fewest bytes gave; nil where nobody asked.
  public var smallest: SmallestFigures?
  /// Findings on packs and catalogs that stay though something could be done about them.
  public var ofPacks: [Unfixed] = []

  /// A report without entries.
  public init(_ purpose: Purpose) { self.purpose = purpose }

  /// Entries that change, or would.
  public var changed: [Entry] { entries.filter { $0.asset.change != nil && $0.failure == nil } }
  /// Changes that could not be written.
  public var failed: [Entry] { entries.filter { $0.failure != nil } }
  /// Whether anything would change.
  public var changesAnything: Bool {
    entries.contains { $0.asset.change != nil } || documents.contains { $0.kind == .changed }
  }
  /// Whether something could not be written.
  public var hasFailures: Bool { !failed.isEmpty || documents.contains { $0.kind == .failed } }
}

/// What a run has to say of one text file.
public struct DocumentNote: Hashable, Sendable {
  /// What it is about.
  public enum Kind: String, Hashable, Sendable {
    /// It changes, or would.
    case changed
    /// It still names a file by its old name.
    case mentions
    /// Something about it stays.
    case refused
    /// It could not be changed.
    case failed
  }
  /// The text file.
  public let path: Path
  /// What it is about.
  public let kind: Kind
  /// In words.
  public let words: String

  /// A note.
  public init(_ path: Path, _ kind: Kind, _ words: String) {
    (self.path, self.kind, self.words) = (path, kind, words)
  }
}
