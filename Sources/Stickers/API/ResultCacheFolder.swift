import StickerEngine

/// The folder that keeps results between runs. See ``Linter/usesResultCache``.
public enum ResultCacheFolder {
  /// The files that were removed from the folder.
  public struct Removal: Hashable, Sendable, CustomStringConvertible {
    /// The number of files.
    public let fileCount: Int
    /// The size of the files in bytes.
    public let byteCount: Int

    /// The number and the size: `2 files (12,345 bytes)`.
    public var description: String { "\(countText(fileCount, "file")) (\(numberText(byteCount)) bytes)" }
  }

  /// Returns the absolute path of the folder, which might not exist yet.
  ///
  /// - Throws: `StickersError` if the environment specifies neither a cache folder nor a home folder.
  public static func path() throws(StickersError) -> BytePath {
    guard let folder = ResultCache.folder else {
      throw .invalidRequest(["there is no cache folder. Set XDG_CACHE_HOME or HOME."])
    }
    return BytePath(folder)
  }

  /// Removes all results, but no other files in the folder.
  ///
  /// - Throws: `StickersError` if there is no folder, or a file cannot be removed.
  @discardableResult public static func clear() throws(StickersError) -> Removal {
    let folder = try path()
    do {
      let removed = try ResultCache.clear(folder.path)
      return Removal(fileCount: removed.files, byteCount: removed.bytes)
    } catch { throw StickersError(error) }
  }
}
