import Foundation

/// A folder of files, with the operations that ``StickerCache`` needs. This is a protocol so that tests can
/// make each operation fail.
public protocol StickerFiles: Sendable {
  /// Creates the folder if it does not exist.
  func makeFolder() throws
  /// Returns the names of all files in the folder.
  func names() throws -> [String]
  /// Returns the contents of a file, or nil if there is none.
  ///
  /// - Parameter limit: the maximum number of bytes. Reading stops one byte after it, so that a damaged file
  ///   does not use more memory.
  func read(_ name: String, limit: Int) throws -> Data?
  /// Writes a file atomically. Even if the process ends, either the old file or the new one exists.
  func write(_ data: Data, to name: String) throws
  /// Removes a file.
  func remove(_ name: String) throws
  /// Returns the URL of a file for Messages.
  func url(of name: String) -> URL
}

/// A folder on disk.
public struct FolderFiles: StickerFiles {
  private let folder: URL

  /// Creates a value for a folder that does not have to exist yet.
  public init(folder: URL) {
    self.folder = folder
  }

  /// Creates the folder and its parents.
  public func makeFolder() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Returns the names of everything in the folder, including hidden files.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  /// Reads at most one byte more than the limit.
  public func read(_ name: String, limit: Int) throws -> Data? {
    let file = url(of: name)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    return try handle.read(upToCount: limit + 1) ?? Data()
  }

  /// Writes a temporary file, then moves it into place in one step.
  public func write(_ data: Data, to name: String) throws {
    try data.write(to: url(of: name), options: .atomic)
  }

  /// Removes a file, or a folder of that name.
  public func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url(of: name))
  }

  /// Returns the URL of a file.
  public func url(of name: String) -> URL {
    folder.appendingPathComponent(name)
  }
}
