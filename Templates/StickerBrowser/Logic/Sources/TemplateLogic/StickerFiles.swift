import Foundation

/// One folder of files, in the five steps that ``StickerCache`` needs. A protocol, so that tests can let each
/// fail.
public protocol StickerFiles: Sendable {
  /// Makes the folder where there is none.
  func makeFolder() throws
  /// The names of all files in the folder.
  func names() throws -> [String]
  /// The contents of a file, or nil if there is none.
  ///
  /// - Parameter limit: reading stops one byte after it, so that a damaged file costs no memory.
  func read(_ name: String, limit: Int) throws -> Data?
  /// Writes a file as a whole: whenever this ends, even by the end of the process, the old file is there or
  /// the new.
  func write(_ data: Data, to name: String) throws
  /// Removes a file.
  func remove(_ name: String) throws
  /// Where Messages finds a file.
  func url(of name: String) -> URL
}

/// A folder on disk.
public struct FolderFiles: StickerFiles {
  private let folder: URL

  /// A folder; it need not be there yet.
  public init(folder: URL) {
    self.folder = folder
  }

  /// Makes the folder and those it lies in.
  public func makeFolder() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// The names of everything in the folder, hidden files too.
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

  /// Writes beside the file and then puts it in its place, which the file system does in one step.
  public func write(_ data: Data, to name: String) throws {
    try data.write(to: url(of: name), options: .atomic)
  }

  /// Removes a file, or a folder that stands in its place.
  public func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url(of: name))
  }

  /// Where the file lies.
  public func url(of name: String) -> URL {
    folder.appendingPathComponent(name)
  }
}
