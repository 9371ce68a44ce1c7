import StickerEngine
import StickerImage

/// What fixing one file for a messenger gave, without what its path says.
struct StoredFix: Hashable {
  /// What the rules say of what it became.
  let result: StoredResult
  /// What it became, by its digest; nil where it stays as it is.
  let made: PixelDigest?
  /// What was done; nil where that is no news.
  let note: ChangeNote?

  init(_ summary: AssetSummary, made: PixelDigest?, note: ChangeNote?) {
    (result, self.made, self.note) = (StoredResult(summary), made, note)
  }

  /// The bytes that it is kept as.
  var stored: [UInt8] {
    var writer = StoredWriter()
    writer.result(result)
    writer.optional(made) { $0.digest($1) }
    writer.optional(note) { writer, note in
      writer.text(Untrusted(note.words).shown)
      writer.integers([note.before, note.after])
      writer.flag(note.isSeen)
      writer.optional(note.similarity) { $0.integer($1.tenThousandths) }
    }
    return writer.stored
  }

  /// Reads what was kept; nil for what is damaged.
  init?(parsing bytes: [UInt8]) {
    var reader = StoredReader(bytes[...])
    guard let result = reader.result() else { return nil }
    self.result = result
    made = reader.optional { $0.digest() }
    note = reader.optional { reader in
      guard let words = reader.harmlessText(), let before = reader.integer(), let after = reader.integer(),
        let isSeen = reader.flag()
      else { return nil }
      let similarity = reader.optional { $0.integer(in: 0...9_999).map(Similarity.init(tenThousandths:)) }
      return ChangeNote(words: words, before: before, after: after, isSeen: isSeen, similarity: similarity)
    }
    guard reader.isAtEnd else { return nil }
  }
}
