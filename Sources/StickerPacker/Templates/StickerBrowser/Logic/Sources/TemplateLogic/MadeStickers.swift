import Foundation

/// The stickers that the person made, kept like those of a server: in a folder of their own with an index.
public actor MadeStickers {
  private let cache: StickerCache
  private let sha256: SHA256Function

  /// Made stickers in a folder that holds nothing else.
  public init(files: any StickerFiles, sha256: @escaping SHA256Function) {
    cache = StickerCache(files: files, sha256: sha256)
    self.sha256 = sha256
  }

  /// All made stickers, the newest first.
  public func offer() -> StickerOffer {
    do throws(StickerProblem) {
      guard let index = try cache.standingIndex() else { return StickerOffer() }
      return cache.offer(index, from: .made)
    } catch { return StickerOffer(problems: [error]) }
  }

  /// Keeps a sticker. The same drawing made again moves to the front, with its new description.
  public func add(_ made: MadeSticker) throws(StickerProblem) {
    let digest = sha256(made.png)
    let sticker = StickerIndex.Sticker(
      id: digest, file: "\(digest).png", bytes: made.png.count, sha256: digest, pixels: made.pixels,
      descriptions: ["und": made.description])
    let others = try stickers().filter { $0.id != digest }
    try cache.store(made.png, for: sticker)
    try replace(by: [sticker] + others)
  }

  /// Removes a sticker; it stays in messages that were sent with it.
  public func remove(id: String) throws(StickerProblem) {
    try replace(by: stickers().filter { $0.id != id })
  }

  /// An index that cannot be read stops everything: to write a new one would lose what the person made.
  private func stickers() throws(StickerProblem) -> [StickerIndex.Sticker] {
    try cache.standingIndex()?.stickers ?? []
  }

  private func replace(by stickers: [StickerIndex.Sticker]) throws(StickerProblem) {
    let index: StickerIndex
    do { index = try StickerIndex(name: "", stickers: stickers) } catch { throw .index(error) }
    try cache.commit(index)
    // The index stands; a file that nobody needs any more may as well go the next time.
    guard let plan = try? cache.plan(for: index) else { return }
    _ = cache.remove(plan.dropped)
  }
}
