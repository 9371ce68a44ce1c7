/// An asset that is still to be read: where it is, what it is for, and how to get at its bytes.
package struct AssetSource: Sendable {
  /// The file's path, as reports name it.
  package let path: Path
  /// What the asset is for; it picks the rules that apply.
  package let role: Role
  /// The pack it ships in: a folder or a `.stickerpack`; nil for a file that was named alone.
  package let pack: Path?
  private let reader: @Sendable (Path, Int) -> ReadOutcome

  /// A source that has a reader of its own.
  package init(
    path: Path, role: Role = .sticker, pack: Path? = nil, read: @escaping @Sendable (Int) -> ReadOutcome
  ) {
    self.init(path: path, role: role, pack: pack) { _, limit in read(limit) }
  }

  /// A source that shares its reader, which is given the path, with others: a walk has thousands.
  package init(
    path: Path, role: Role, pack: Path? = nil, reader: @escaping @Sendable (Path, Int) -> ReadOutcome
  ) {
    self.path = path
    self.role = role
    self.pack = pack
    self.reader = reader
  }

  /// Reads the whole file, unless it is longer than the limit (bytes). What is read has at least one byte.
  package func read(_ limit: Int) -> ReadOutcome {
    let outcome = reader(path, limit)
    if case .bytes(let bytes) = outcome, bytes.isEmpty { return .empty }
    return outcome
  }
}

/// What came of reading a file.
package enum ReadOutcome: Hashable, Sendable {
  /// All bytes of the file.
  case bytes([UInt8])
  /// The file is longer than the limit; the figure is its length in bytes.
  case tooLarge(Int)
  /// Why it cannot be read, in a designer's words: `it is a directory`, `permission denied`.
  case unreadable(String)

  /// There is nothing in it.
  package static let empty = ReadOutcome.unreadable("it is empty (0 bytes)")
}
