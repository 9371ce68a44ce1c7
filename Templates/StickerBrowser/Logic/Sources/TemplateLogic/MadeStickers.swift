import Foundation

/// The stickers that the person made, kept like those of a server: in a folder of their own with an index.
public actor MadeStickers {
  private let cache: StickerCache
  private let sha256: SHA256Function

  /// The most made stickers. Each is held to its digest whenever they are shown.
  public static let limit = 100

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
  ///
  /// - Throws: ``StickerProblem/tooManyMade(limit:)`` if one has to go first.
  public func add(_ made: MadeSticker) throws(StickerProblem) {
    let digest = sha256(made.png)
    let sticker = StickerIndex.Sticker(
      id: digest, file: "\(digest).png", bytes: made.png.count, sha256: digest, pixels: made.pixels,
      descriptions: ["und": made.description])
    let old = try cache.standingIndex()
    let others = (old?.stickers ?? []).filter { $0.id != digest }
    guard others.count < Self.limit else { throw .tooManyMade(limit: Self.limit) }
    try cache.store(made.png, for: sticker)
    try replace(old, by: [sticker] + others)
  }

  /// Removes a sticker; it stays in messages that were sent with it.
  public func remove(id: String) throws(StickerProblem) {
    guard let old = try cache.standingIndex() else { return }
    try replace(old, by: old.stickers.filter { $0.id != id })
  }

  /// - Parameter old: the index that was read. One that could not be read does not come here: to write a new
  ///   one would lose what the person made. Nor does any file go where there was none.
  private func replace(
    _ old: StickerIndex?, by stickers: [StickerIndex.Sticker]
  ) throws(StickerProblem) {
    let index: StickerIndex
    do { index = try StickerIndex(name: "", stickers: stickers) } catch { throw .index(error) }
    try cache.commit(index)
    // The index stands; a file that nobody needs any more may as well go the next time.
    guard old != nil, let plan = try? cache.plan(for: index) else { return }
    _ = cache.remove(plan.dropped)
  }
}
