/// What to do with a cache so that another index can stand.
public struct DownloadPlan: Equatable, Sendable {
  /// Stickers whose files are here and sound.
  public let kept: [StickerIndex.Sticker]
  /// Stickers whose files have to be fetched; of several with the same bytes one.
  public let fetched: [StickerIndex.Sticker]
  /// Files that are here and no good: they go at once.
  public let damaged: [String]
  /// Files that the index does not need: they go when it stands, and not before.
  public let dropped: [String]

  /// Plans for an index.
  ///
  /// - Parameter sound: the names in the cache of those stickers whose files were verified.
  /// - Parameter names: all files in the cache but its index.
  public init(for index: StickerIndex, sound: Set<String>, names: [String]) {
    let needed = Set(index.stickers.map(\.cacheName))
    var missing = needed.subtracting(sound)
    kept = index.stickers.filter { sound.contains($0.cacheName) }
    fetched = index.stickers.filter { missing.remove($0.cacheName) != nil }
    damaged = names.filter { needed.contains($0) && !sound.contains($0) }.sorted()
    dropped = names.filter { !needed.contains($0) }.sorted()
  }
}
