import StickerEngine

/// The dropped files by number and by path, with their totals. Adding, replacing and removing a file takes
/// constant time.
struct DroppedFileTable {
  private var files: [Int: DroppedFile] = [:]
  private var numbers: [Path: Int] = [:]
  /// The number of files in each folder, at any depth.
  private var fileCounts: [Path: Int] = [:]
  /// The number of images for each first path component, which is a folder or the image itself.
  private var pictureCounts: [Path: Int] = [:]
  /// The total size of the original files, in bytes.
  private var originalBytes = 0
  /// The total size of the fixed files, in bytes.
  private var fixedBytes = 0
  private var catalogDocumentCount = 0
  /// The paths of the files named `stickerpack.yml`.
  private(set) var descriptions: Set<Path> = []
  /// The numbers of files that were fixed after the last evaluation of the pack.
  private(set) var unevaluatedFixes: Set<Int> = []
  /// The number of files that `all` has returned. Uploads must not increase it, since their cost would then depend
  /// on the number of files.
  private(set) var visitCount = 0

  var count: Int { files.count }
  var isEmpty: Bool { files.isEmpty }
  /// The total size of original and fixed files, in bytes.
  var byteCount: Int { originalBytes + fixedBytes }
  var hasPictures: Bool { !pictureCounts.isEmpty }
  /// Whether there is a `Contents.json` of a catalog.
  var hasCatalogDocument: Bool { catalogDocumentCount > 0 }

  /// The top-level folder that contains every image, or `.` if they are in several folders or in none.
  var commonFolder: Path {
    guard pictureCounts.count == 1, let (first, _) = pictureCounts.first, numbers[first] == nil else {
      return Path(".")
    }
    return first
  }

  /// All files, in no particular order.
  mutating func all() -> some Collection<DroppedFile> {
    visitCount += files.count
    return files.values
  }

  func number(of path: Path) -> Int? { numbers[path] }

  /// Whether a folder contains a file, at any depth.
  func hasFiles(in folder: Path) -> Bool { fileCounts[folder] != nil }

  subscript(path: Path) -> DroppedFile? { numbers[path].flatMap { files[$0] } }

  /// The file with a number. A number never changes its path.
  subscript(number: Int) -> DroppedFile? {
    get { files[number] }
    set {
      let old = files[number]
      files[number] = newValue
      originalBytes += (newValue?.bytes.count ?? 0) - (old?.bytes.count ?? 0)
      fixedBytes += (newValue?.fixed?.bytes.count ?? 0) - (old?.fixed?.bytes.count ?? 0)
      if newValue?.isFixUnevaluated == true {
        unevaluatedFixes.insert(number)
      } else {
        unevaluatedFixes.remove(number)
      }
      switch (old, newValue) {
      case (nil, let new?):
        numbers[new.path] = number
        count(new, 1)
      case (let old?, nil):
        numbers[old.path] = nil
        count(old, -1)
      default: break
      }
    }
  }

  mutating func removeAll() {
    let visits = visitCount
    self = DroppedFileTable()
    visitCount = visits
  }

  /// Adds a file to the counts, or subtracts it.
  private mutating func count(_ file: DroppedFile, _ change: Int) {
    func add(_ change: Int, to counts: inout [Path: Int], at key: Path) {
      let sum = counts[key, default: 0] + change
      counts[key] = sum > 0 ? sum : nil
    }
    for folder in file.path.folders { add(change, to: &fileCounts, at: folder) }
    switch file.kind {
    case .art: add(change, to: &pictureCounts, at: file.path.components[0])
    case .document where file.path.name == PackFile.fileName:
      if change > 0 { descriptions.insert(file.path) } else { descriptions.remove(file.path) }
    case .document where file.path.name == Catalog.documentName: catalogDocumentCount += change
    case .document, .other: break
    }
  }
}

extension DroppedFile {
  /// Whether the file was fixed after the last evaluation of the pack.
  fileprivate var isFixUnevaluated: Bool { shown?.fixed?.change != nil && shown?.now == nil }
}

extension Path {
  /// All parent folders, the nearest first.
  var folders: [Path] {
    let parts = components.dropLast()
    return parts.indices.reversed().map { Path(joining: parts[...$0]) }
  }
}
