package import StickerImage
package import StickerModel

/// What fixing one file for a messenger gave, without what its path says.
package struct StoredFix: Hashable {
  /// What the rules say of what it became.
  package let result: StoredResult
  /// What it became, by its digest; nil where it stays as it is.
  package let made: PixelDigest?
  /// What was done, in words; nil where that is no news.
  package let note: String?

  package init(_ summary: AssetSummary, made: PixelDigest?, note: String?) {
    (result, self.made, self.note) = (StoredResult(summary), made, note)
  }

  /// The bytes that it is kept as.
  var stored: [UInt8] {
    var writer = StoredWriter()
    writer.result(result)
    writer.optional(made) { $0.digest($1) }
    writer.optional(note) { $0.text(Untrusted($1).shown) }
    return writer.stored
  }

  /// Reads what was kept; nil for what is damaged.
  init?(parsing bytes: [UInt8]) {
    var reader = StoredReader(bytes[...])
    guard let result = reader.result() else { return nil }
    self.result = result
    made = reader.optional { $0.digest() }
    note = reader.optional { $0.harmlessText() }
    guard reader.isAtEnd else { return nil }
  }
}
