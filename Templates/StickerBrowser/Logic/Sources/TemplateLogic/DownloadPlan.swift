/// The changes that a cache needs for a different index.
public struct DownloadPlan: Equatable, Sendable {
  /// Stickers whose files are present and valid.
  public let stickersToKeep: [StickerIndex.Sticker]
  /// Stickers whose files must be downloaded, without duplicates of the same bytes.
  public let stickersToDownload: [StickerIndex.Sticker]
  /// Damaged files, which are removed immediately.
  public let damagedFileNames: [String]
  /// Files that the index does not need, which are removed after the index is written.
  public let unneededFileNames: [String]

  /// Creates a plan for an index.
  ///
  /// - Parameter verifiedNames: the names of verified files in the cache.
  /// - Parameter allNames: all files in the cache except its index.
  public init(for index: StickerIndex, verifiedNames: Set<String>, allNames: [String]) {
    let needed = Set(index.stickers.map(\.cacheName))
    var missing = needed.subtracting(verifiedNames)
    stickersToKeep = index.stickers.filter { verifiedNames.contains($0.cacheName) }
    stickersToDownload = index.stickers.filter { missing.remove($0.cacheName) != nil }
    damagedFileNames = allNames.filter { needed.contains($0) && !verifiedNames.contains($0) }.sorted()
    unneededFileNames = allNames.filter { !needed.contains($0) }.sorted()
  }
}
