import Foundation

/// Stickers in a folder of the extension's container.
///
/// Files are named by their digest, the index is written last and as a whole, and nothing goes before a new
/// index stands. So whenever the process ends, the folder holds the old stickers or the new ones. Nothing in
/// it is believed: each file is held to the index before it is offered, since a disk may fail and a backup
/// may be partial.
public struct StickerCache: Sendable {
  private let files: any StickerFiles
  private let sha256: SHA256Function
  private let index: String

  /// A cache in a folder that holds nothing else.
  ///
  /// - Parameter index: the name of its index. Under another name there is another cache, and the files
  ///   that both need are kept.
  public init(files: any StickerFiles, index: String = indexName, sha256: @escaping SHA256Function) {
    (self.files, self.index, self.sha256) = (files, index, sha256)
  }

  /// The index that stands; nil if there is no such file.
  ///
  /// - Throws: ``StickerProblem/index(_:)`` if the file is damaged or of a later version, and another
  ///   problem if the file system does not answer. There may well be an index then.
  public func standingIndex() throws(StickerProblem) -> StickerIndex? {
    let json = try step(.read, index) { try files.read(index, limit: StickerLimits.indexBytes) }
    guard let json else { return nil }
    do { return try StickerIndex(json: json) } catch { throw .index(error) }
  }

  /// Where a sticker's file lies, once its bytes are held to the index.
  public func verifiedFile(of sticker: StickerIndex.Sticker) throws(StickerProblem) -> URL {
    let name = sticker.cacheName
    guard let data = try step(.read, name, { try files.read(name, limit: sticker.bytes) }) else {
      throw .verification(file: sticker.file, .missing)
    }
    do { try sticker.verify(data, sha256: sha256) } catch { throw .verification(file: sticker.file, error) }
    return files.url(of: name)
  }

  /// The stickers of an index that can be shown, in its order, and what is wrong with the others.
  public func offer(_ index: StickerIndex, from source: OfferedSticker.Source) -> StickerOffer {
    var offer = StickerOffer()
    for sticker in index.stickers {
      do throws(StickerProblem) {
        offer.stickers.append(OfferedSticker(sticker, at: try verifiedFile(of: sticker), source: source))
      } catch { offer.problems.append(error) }
    }
    return offer
  }

  /// What has to be fetched before an index can stand, and what is not needed once it does.
  ///
  /// - Parameter isVerified: all files have just been held to the index, and need not be again.
  public func plan(
    for index: StickerIndex, isVerified: Bool = false
  ) throws(StickerProblem) -> DownloadPlan {
    try step(.makeFolder, "") { try files.makeFolder() }
    let names = try step(.list, "") { try files.names() }
    let sound = index.stickers.filter { isVerified || (try? verifiedFile(of: $0)) != nil }
    return DownloadPlan(
      for: index, sound: Set(sound.map(\.cacheName)), names: names.filter { $0 != self.index })
  }

  /// Keeps data for a sticker, if it is what the index says.
  public func store(_ data: Data, for sticker: StickerIndex.Sticker) throws(StickerProblem) {
    do { try sticker.verify(data, sha256: sha256) } catch { throw .verification(file: sticker.file, error) }
    try step(.makeFolder, "") { try files.makeFolder() }
    try step(.write, sticker.cacheName) { try files.write(data, to: sticker.cacheName) }
  }

  /// Lets an index stand. Its stickers are stored before this is called.
  public func commit(_ new: StickerIndex) throws(StickerProblem) {
    let json: Data
    do { json = try new.json() } catch { throw .index(error) }
    try step(.makeFolder, "") { try files.makeFolder() }
    try step(.write, index) { try files.write(json, to: index) }
  }

  /// Removes files by name: damaged ones, and those no index needs any more. One that cannot be removed stays
  /// for the next time.
  public func remove(_ names: [String]) -> [StickerProblem] {
    names.compactMap { name in
      do throws(StickerProblem) {
        try step(.remove, name) { try files.remove(name) }
        return nil
      } catch { return error }
    }
  }
}

/// The name of the index, in the bundle, in a cache of no bundle and on the server.
public let indexName = "index.json"

extension StickerIndex.Sticker {
  /// The name of the file in a cache: the same bytes are kept once, and new bytes never overwrite old ones.
  /// The ending stays, since Messages tells the type by it.
  var cacheName: String { "\(sha256).\(fileExtension)" }
}

private func step<Value>(
  _ step: StorageStep, _ file: String, _ body: () throws -> Value
) throws(StickerProblem) -> Value {
  do { return try body() } catch CocoaError.fileWriteOutOfSpace {
    throw .diskFull(file: file)
  } catch {
    throw .storage(step, file: file, reason: String(describing: error))
  }
}
