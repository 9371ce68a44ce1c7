import Foundation

/// A store of the stickers that the person made. Like the stickers from a server, they are in their own
/// folder with an index.
public actor UserStickerStore {
  private let cache: StickerCache
  private let sha256: SHA256Function

  /// The maximum number of stickers. There is a limit because all of them are verified before they are shown.
  public static let maxStickers = 100

  /// Creates a store in a folder that contains nothing else.
  public init(files: any StickerFiles, sha256: @escaping SHA256Function) {
    cache = StickerCache(files: files, sha256: sha256)
    self.sha256 = sha256
  }

  /// Returns all stickers that the person made, newest first.
  public func availableStickers() -> AvailableStickers {
    do throws(StickerProblem) {
      guard let index = try cache.currentIndex() else { return AvailableStickers() }
      return cache.availableStickers(in: index, from: .user)
    } catch { return AvailableStickers(problems: [error]) }
  }

  /// Saves a sticker. If the same drawing exists, it moves to the front and gets the new description.
  ///
  /// - Throws: ``StickerProblem/tooManyUserStickers(limit:)`` if another sticker must be removed first.
  public func add(_ new: UserSticker) throws(StickerProblem) {
    let digest = sha256(new.png)
    let sticker = StickerIndex.Sticker(
      id: digest, file: "\(digest).png", bytes: new.png.count, sha256: digest, pixels: new.pixels,
      descriptions: ["und": new.description])
    let old = try cache.currentIndex()
    let others = (old?.stickers ?? []).filter { $0.id != digest }
    guard others.count < Self.maxStickers else { throw .tooManyUserStickers(limit: Self.maxStickers) }
    try cache.store(new.png, for: sticker)
    try replace(old, by: [sticker] + others)
  }

  /// Removes a sticker. Messages that were sent still contain it.
  public func remove(id: String) throws(StickerProblem) {
    guard let old = try cache.currentIndex() else { return }
    try replace(old, by: old.stickers.filter { $0.id != id })
  }

  /// Writes an index of the given stickers, then removes the files that it does not need.
  ///
  /// - Parameter old: the index that was read. If it could not be read, do not call this, because a new index
  ///   would lose the person's stickers. If there was no index, no file is removed.
  private func replace(
    _ old: StickerIndex?, by stickers: [StickerIndex.Sticker]
  ) throws(StickerProblem) {
    let index: StickerIndex
    do { index = try StickerIndex(name: "", stickers: stickers) } catch { throw .index(error) }
    try cache.commit(index)
    // The index is written. Unneeded files can also be removed the next time.
    guard old != nil, let plan = try? cache.plan(for: index) else { return }
    _ = cache.remove(plan.unneededFileNames)
  }
}
