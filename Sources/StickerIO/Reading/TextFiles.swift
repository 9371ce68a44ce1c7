package import StickerModel

/// The text files of a folder that a test accepts.
package struct TextFiles: Hashable, Sendable {
  /// The paths in byte order, below the folder's own path.
  package internal(set) var paths: [Path] = []
  /// Whether all were looked at. There may be more than somebody wants to wait for, and some cannot be read.
  package internal(set) var isComplete = true

  /// Extensions of files that may name others, in small letters.
  package static let extensions: Set<String> = [
    "json", "yml", "yaml", "md", "txt", "html", "css", "js", "ts", "swift", "plist", "strings", "csv", "tsv",
    "xml",
  ]
  /// Bytes of the longest file that is read.
  package static let mostFileBytes = 1 << 20
  /// The most files that are read.
  package static let mostFiles = 500
  /// The most bytes of all files together.
  static let mostBytes = 1 << 26
}

extension FileSystem {
  /// Goes through the text files of a folder, all the way down. Hidden files and folders are passed over, and
  /// links are not followed.
  ///
  /// - Parameter folder: where it is no folder, or cannot be opened, there is nothing.
  /// - Parameter isWanted: gets the bytes of each file.
  package func textFiles(in folder: Path, where isWanted: ([UInt8]) -> Bool) -> TextFiles {
    var finder = TextFinder(disk: self)
    finder.search(folder, isWanted)
    finder.found.paths.sort()
    return finder.found
  }
}

private struct TextFinder {
  let disk: FileSystem
  var found = TextFiles()
  private var filesLeft = TextFiles.mostFiles
  private var bytesLeft = TextFiles.mostBytes
  /// Files and folders of any kind: a pack has thousands of pictures.
  private var entriesLeft = 100_000
  private let mostDepth = 32

  init(disk: FileSystem) { self.disk = disk }

  // A stack instead of recursion: how deep folders lie is for a stranger to choose. Breadth first: what lies
  // near names the art more often than what lies deep.
  mutating func search(_ root: Path, _ isWanted: ([UInt8]) -> Bool) {
    var level = [root]
    for depth in 0...mostDepth where !level.isEmpty {
      var next: [Path] = []
      for folder in level {
        for entry in entries(of: folder, follow: depth == 0) {
          let path = folder.appending(entry.name)
          if entry.kind == .folder { next.append(path) }
          if entry.kind == .file { look(at: path, isWanted) }
        }
      }
      level = next
    }
    if !level.isEmpty { found.isComplete = false }
  }

  private mutating func entries(of folder: Path, follow: Bool) -> [Entry] {
    guard let descriptor = try? disk.calls.open(Location(folder), .folder(follow: follow)) else {
      found.isComplete = false
      return []
    }
    defer { try? disk.calls.close(descriptor) }
    guard let entries = try? disk.calls.entries(descriptor), entries.count <= entriesLeft else {
      found.isComplete = false
      return []
    }
    entriesLeft -= entries.count
    return entries.filter { $0.name.bytes.first != UInt8(ascii: ".") }.sorted { $0.name < $1.name }
  }

  private mutating func look(at path: Path, _ isWanted: ([UInt8]) -> Bool) {
    guard let word = path.lowercasedExtension, TextFiles.extensions.contains(word) else { return }
    guard filesLeft > 0, bytesLeft > 0 else {
      found.isComplete = false
      return
    }
    filesLeft -= 1
    switch disk.readFile(path, limit: min(TextFiles.mostFileBytes, bytesLeft), follow: false) {
    case .bytes(let bytes):
      bytesLeft -= bytes.count
      if isWanted(bytes) { found.paths.append(path) }
    case .empty: return
    case .tooLarge, .unreadable: found.isComplete = false
    }
  }
}
