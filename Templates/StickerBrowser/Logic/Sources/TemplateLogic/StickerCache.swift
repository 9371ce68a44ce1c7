import Foundation

/// Stickers in a folder of the extension's container.
///
/// Files are named after their digest. The index is written last and atomically, and files are removed only
/// after that. So regardless of when the process ends, the folder contains either the old stickers or the new
/// ones. Each file is verified before it is shown, because a disk may fail and a backup may be partial.
public struct StickerCache: Sendable {
  private let files: any StickerFiles
  private let sha256: SHA256Function
  private let index: String

  /// Creates a cache in a folder that contains nothing else.
  ///
  /// - Parameter index: the name of its index. A different name means a different cache; files that both need
  ///   are shared.
  public init(files: any StickerFiles, index: String = indexName, sha256: @escaping SHA256Function) {
    self.files = files
    self.index = index
    self.sha256 = sha256
  }

  /// Returns the current index, or nil if there is none.
  ///
  /// - Throws: ``StickerProblem/index(_:)`` if the file is damaged or has a later version, and another
  ///   problem if the file system fails. In the latter case, there may be an index.
  public func currentIndex() throws(StickerProblem) -> StickerIndex? {
    let json = try perform(.read, index) { try files.read(index, limit: StickerLimits.maxIndexBytes) }
    guard let json else { return nil }
    do { return try StickerIndex(json: json) } catch { throw .index(error) }
  }

  /// Verifies a sticker's file, and returns its location.
  public func verifiedFile(of sticker: StickerIndex.Sticker) throws(StickerProblem) -> URL {
    let name = sticker.cacheName
    guard let data = try perform(.read, name, { try files.read(name, limit: sticker.bytes) }) else {
      throw .verification(file: sticker.file, .missing)
    }
    do { try sticker.verify(data, sha256: sha256) } catch { throw .verification(file: sticker.file, error) }
    return files.url(of: name)
  }

  /// Returns the stickers of an index that can be shown, in order, and the problems with the others.
  public func availableStickers(in index: StickerIndex, from source: AvailableSticker.Source)
    -> AvailableStickers
  {
    var available = AvailableStickers()
    for sticker in index.stickers {
      do throws(StickerProblem) {
        available.stickers.append(
          AvailableSticker(sticker, at: try verifiedFile(of: sticker), source: source))
      } catch { available.problems.append(error) }
    }
    return available
  }

  /// Plans what to download before an index can be written, and what to remove afterward.
  ///
  /// - Parameter isVerified: whether all files have just been verified.
  public func plan(
    for index: StickerIndex, isVerified: Bool = false
  ) throws(StickerProblem) -> DownloadPlan {
    try perform(.makeFolder, "") { try files.makeFolder() }
    let names = try perform(.list, "") { try files.names() }
    let verified = index.stickers.filter { isVerified || (try? verifiedFile(of: $0)) != nil }
    return DownloadPlan(
      for: index, verifiedNames: Set(verified.map(\.cacheName)), allNames: names.filter { $0 != self.index })
  }

  /// Stores the data of a sticker, if it matches the index.
  public func store(_ data: Data, for sticker: StickerIndex.Sticker) throws(StickerProblem) {
    do { try sticker.verify(data, sha256: sha256) } catch { throw .verification(file: sticker.file, error) }
    try perform(.makeFolder, "") { try files.makeFolder() }
    try perform(.write, sticker.cacheName) { try files.write(data, to: sticker.cacheName) }
  }

  /// Writes an index. Store its stickers first.
  public func commit(_ new: StickerIndex) throws(StickerProblem) {
    let json: Data
    do { json = try new.json() } catch { throw .index(error) }
    try perform(.makeFolder, "") { try files.makeFolder() }
    try perform(.write, index) { try files.write(json, to: index) }
  }

  /// Removes files by name: damaged ones, and those that no index needs. A file that cannot be removed stays
  /// until the next time.
  public func remove(_ names: [String]) -> [StickerProblem] {
    names.compactMap { name in
      do throws(StickerProblem) {
        try perform(.remove, name) { try files.remove(name) }
        return nil
      } catch { return error }
    }
  }
}

/// The name of the index in the bundle, in a cache without a bundle, and on the server.
public let indexName = "index.json"

extension StickerIndex.Sticker {
  /// The name of the file in a cache. The same bytes are stored once, and new bytes never overwrite old ones.
  /// The name keeps the extension, because Messages uses it to recognize the type.
  var cacheName: String { "\(sha256).\(fileExtension)" }
}

private func perform<Value>(
  _ operation: StorageOperation, _ file: String, _ body: () throws -> Value
) throws(StickerProblem) -> Value {
  do { return try body() } catch CocoaError.fileWriteOutOfSpace {
    throw .diskFull(file: file)
  } catch {
    throw .storage(operation, file: file, reason: String(describing: error))
  }
}
