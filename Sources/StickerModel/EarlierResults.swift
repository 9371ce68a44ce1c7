package import StickerImage

/// What earlier runs found out about files, by everything that a check of them depends on.
package protocol EarlierResults: Sendable {
  /// What names a check of these bytes.
  func key(
    of bytes: [UInt8], _ source: AssetSource, _ configuration: Configuration, _ around: Asset.Surroundings
  ) -> PixelDigest
  /// What is known under a key.
  func result(of key: PixelDigest) -> StoredResult?
  /// Keeps what a check gave.
  mutating func note(_ result: AssetSummary, under key: PixelDigest)
}

/// What a run knows that asks nobody.
struct NothingKnown: EarlierResults {
  func key(
    of bytes: [UInt8], _ source: AssetSource, _ configuration: Configuration, _ around: Asset.Surroundings
  ) -> PixelDigest { PixelDigest(of: []) }

  func result(of key: PixelDigest) -> StoredResult? { nil }

  mutating func note(_ result: AssetSummary, under key: PixelDigest) {}
}
