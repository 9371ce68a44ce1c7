/// An asset that is still to be read: where it is, what it is for, and how to get at its bytes.
public struct AssetSource: Sendable {
  /// As reports name it.
  public let path: Path
  /// Picks the rules.
  public let role: Role
  /// The pack it ships in: a folder or a `.stickerpack`; nil for a file that was named alone.
  public let pack: Path?
  /// Reads the whole file, unless it is longer than the limit (bytes).
  public let read: @Sendable (_ limit: Int) -> ReadOutcome

  /// A source.
  public init(
    path: Path, role: Role = .sticker, pack: Path? = nil, read: @escaping @Sendable (Int) -> ReadOutcome
  ) {
    self.path = path
    self.role = role
    self.pack = pack
    self.read = read
  }
}

/// What came of reading a file.
public enum ReadOutcome: Hashable, Sendable {
  /// All of its bytes.
  case bytes([UInt8])
  /// It is longer than the limit; its length in bytes.
  case tooLarge(Int)
  /// Why it cannot be read, in a designer's words: `it is a directory`, `permission denied`.
  case unreadable(String)
}
