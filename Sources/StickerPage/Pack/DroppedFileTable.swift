import StickerEngine

/// The dropped files by number and by path, with totals. Adding, replacing and removing a file takes constant
/// time.
struct DroppedFileTable {
  private var files: [Int: DroppedFile] = [:]
  private var numbersByPath: [Path: Int] = [:]
  /// The number of files in each folder, at any depth.
  private var recursiveFileCountsByFolder: [Path: Int] = [:]
  /// The number of images for each first path component, which is a folder or the image itself.
  private var imageCountsByFirstPathComponent: [Path: Int] = [:]
  /// The total size of the original files, in bytes.
  private var originalByteCount = 0
  /// The total size of the fixed files and the converted images, in bytes.
  private var derivedByteCount = 0
  private var catalogDocumentCount = 0
  /// The paths of the files named `stickerpack.yml`.
  private(set) var packFilePaths: Set<Path> = []
  /// The numbers of files that were fixed after the last evaluation of the pack.
  private(set) var fixedFilesAwaitingPackEvaluation: Set<Int> = []
  /// The total number of files that all calls of `allFiles()` have returned. Tests check that an upload does
  /// not increase it, because the cost of an upload must not depend on the number of files.
  private(set) var visitedFileCountForTests = 0

  var count: Int { files.count }
  var isEmpty: Bool { files.isEmpty }
  /// The total size of original files, fixed files and converted images, in bytes.
  var originalAndDerivedByteCount: Int { originalByteCount + derivedByteCount }
  var hasImages: Bool { !imageCountsByFirstPathComponent.isEmpty }
  /// Whether any file is the `Contents.json` of a catalog.
  var hasCatalogContentsJSON: Bool { catalogDocumentCount > 0 }

  /// The top-level folder that contains every image, or `.` if the images are in several folders or in none.
  var topFolderOfAllImages: Path {
    guard imageCountsByFirstPathComponent.count == 1, let (first, _) = imageCountsByFirstPathComponent.first,
      numbersByPath[first] == nil
    else {
      return Path(".")
    }
    return first
  }

  /// All files, in no particular order.
  mutating func allFiles() -> some Collection<DroppedFile> {
    visitedFileCountForTests += files.count
    return files.values
  }

  /// The numbers of all files, in no particular order.
  var numbers: some Collection<Int> { files.keys }

  func contains(_ number: Int) -> Bool { files[number] != nil }

  func number(of path: Path) -> Int? { numbersByPath[path] }

  /// Whether a folder contains a file, at any depth.
  func hasFiles(in folder: Path) -> Bool { recursiveFileCountsByFolder[folder] != nil }

  subscript(path: Path) -> DroppedFile? { numbersByPath[path].flatMap { files[$0] } }

  /// The file with a number. The path of this file never changes.
  subscript(number: Int) -> DroppedFile? {
    get { files[number] }
    set {
      let old = files[number]
      files[number] = newValue
      originalByteCount += (newValue?.bytes.count ?? 0) - (old?.bytes.count ?? 0)
      derivedByteCount += (newValue?.derivedByteCount ?? 0) - (old?.derivedByteCount ?? 0)
      if newValue?.hasUnevaluatedFix == true {
        fixedFilesAwaitingPackEvaluation.insert(number)
      } else {
        fixedFilesAwaitingPackEvaluation.remove(number)
      }
      switch (old, newValue) {
      case (nil, let new?):
        numbersByPath[new.path] = number
        updateFileCounts(for: new, by: 1)
      case (let old?, nil):
        numbersByPath[old.path] = nil
        updateFileCounts(for: old, by: -1)
      default: break
      }
    }
  }

  mutating func removeAll() {
    let visits = visitedFileCountForTests
    self = DroppedFileTable()
    visitedFileCountForTests = visits
  }

  /// Adds a file to the counts, or subtracts it.
  private mutating func updateFileCounts(for file: DroppedFile, by change: Int) {
    func add(_ change: Int, to counts: inout [Path: Int], at key: Path) {
      let sum = counts[key, default: 0] + change
      counts[key] = sum > 0 ? sum : nil
    }
    for folder in file.path.parentFolders { add(change, to: &recursiveFileCountsByFolder, at: folder) }
    switch file.kind {
    case .art: add(change, to: &imageCountsByFirstPathComponent, at: file.path.components[0])
    case .packDocument where file.path.name == PackFile.fileName:
      if change > 0 { packFilePaths.insert(file.path) } else { packFilePaths.remove(file.path) }
    case .packDocument where file.path.name == Catalog.documentName: catalogDocumentCount += change
    case .packDocument, .ignored: break
    }
  }
}

extension DroppedFile {
  fileprivate var derivedByteCount: Int { (fixedFile?.bytes.count ?? 0) + convertedPreviewImageByteCount }

  /// Whether the file was fixed after the last evaluation of the pack.
  fileprivate var hasUnevaluatedFix: Bool {
    shownSticker?.fixResult?.change != nil && shownSticker?.findingsAfterFixIfRechecked == nil
  }
}

extension Path {
  /// All parent folders, the nearest first.
  var parentFolders: [Path] {
    let parts = components.dropLast()
    return parts.indices.reversed().map { Path(joining: parts[...$0]) }
  }
}
