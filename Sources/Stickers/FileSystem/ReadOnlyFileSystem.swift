package import StickerEngine
import StickerImage

/// Finds and reads files on disk, or files in memory as if they were on disk. Never writes.
package struct ReadOnlyFileSystem: Sendable {
  let calls: SystemCalls

  /// The real file system.
  package static let disk = ReadOnlyFileSystem(calls: .real)

  init(calls: SystemCalls) { self.calls = calls }

  /// Creates a file system that contains files in memory. Reading a file does not copy its bytes.
  ///
  /// - Parameter files: the files, by relative path without `.` and `..`. No file may be inside another.
  /// - Parameter root: the absolute path of the folder that the files appear to be in. Relative paths are
  ///   resolved against this folder.
  package init(holding files: [Path: [UInt8]], in root: Path) {
    calls = InMemoryFileSystem(files, in: root).realCallsReadingFromMemory
  }
}

/// Implements system calls for files in memory. Only folders have descriptors. Reading a file returns its
/// stored bytes without copying them.
private struct InMemoryFileSystem {
  private let root: Path
  /// The bytes of each file, by its absolute path.
  private var files: [Path: [UInt8]] = [:]
  private var folders: [Path: Folder] = [:]
  private var foldersByDescriptor: [Path] = []

  private struct Folder {
    /// The index of the folder.
    let descriptor: Int
    var entries: Set<FolderEntry> = []
  }

  init(_ files: [Path: [UInt8]], in root: Path) {
    self.root = root
    for path in Path.pathsFromRoot(to: root) { addFolder(path) }
    for (path, bytes) in files {
      let absolute = path.absolute(from: root)
      self.files[absolute] = bytes
      addParentsWithEntries(of: absolute, .file)
    }
  }

  private mutating func addFolder(_ folder: Path) {
    guard folders[folder] == nil else { return }
    folders[folder] = Folder(descriptor: foldersByDescriptor.count)
    foldersByDescriptor.append(folder)
  }

  private mutating func addParentsWithEntries(of path: Path, _ kind: EntryKind) {
    var (path, kind) = (path, kind)
    while path != path.parent {
      let parent = path.parent
      let isKnown = folders[parent] != nil
      addFolder(parent)
      folders[parent]?.entries.insert(FolderEntry(name: path.name, kind: kind))
      if isKnown { return }
      (path, kind) = (parent, .folder)
    }
  }

  var realCallsReadingFromMemory: SystemCalls {
    var calls = SystemCalls.real
    calls.bytesInMemory = { files[$0.absolute(from: root)] }
    calls.resolveLinks = { (path) throws(SystemError) in
      let absolute = path.absolute(from: root)
      _ = try status(absolute)
      return absolute
    }
    calls.status = { (place, _) throws(SystemError) in try status(place.path.absolute(from: root)) }
    calls.open = { (place, mode) throws(SystemError) in
      guard case .folder = mode else { throw .invalidArgument }
      guard let folder = folders[place.path.absolute(from: root)] else { throw .notAFolder }
      return Int32(folder.descriptor)
    }
    calls.close = { _ in }
    calls.statusOfDescriptor = { (number) throws(SystemError) in try status(foldersByDescriptor[Int(number)])
    }
    calls.entries = { number in folders[foldersByDescriptor[Int(number)]].map { Array($0.entries) } ?? [] }
    return calls
  }

  private func status(_ path: Path) throws(SystemError) -> FileStatus {
    if let bytes = files[path] { return FileStatus(.file, size: bytes.count, folderIndex: 0) }
    guard let folder = folders[path] else { throw .notFound }
    return FileStatus(.folder, size: 0, folderIndex: folder.descriptor)
  }
}

extension FileStatus {
  /// - Parameter folderIndex: the index of a folder, which distinguishes it from others.
  fileprivate init(_ kind: EntryKind, size: Int, folderIndex: Int) {
    self.init(
      kind: kind, identity: Identity(device: 0, inode: UInt64(folderIndex)), size: size, linkCount: 1,
      modificationTime: FileTime(seconds: 0, nanoseconds: 0),
      statusChangeTime: FileTime(seconds: 0, nanoseconds: 0),
      permissions: 0o644, owner: 0, group: 0)
  }
}

extension Path {
  /// The folder itself and all of its ancestors, the root first.
  fileprivate static func pathsFromRoot(to folder: Path) -> [Path] {
    var all = [folder]
    while let last = all.last, last != last.parent { all.append(last.parent) }
    return all.reversed()
  }
}

/// The kind of contents that a file's extension suggests.
package enum FileExtensionKind: Sendable {
  /// A file with the extension of an image or drawing.
  case asset
  /// A file with the extension of a video. In a catalog, it is an asset. Elsewhere, it is unsupported art.
  case mp4OrMOV
  /// A file with the extension of a drawing or animation program. It is unsupported art if its contents match
  /// the extension.
  case drawingProgramFile
  /// A JSON file. A Lottie animation is handled like a video; other JSON is ignored.
  case json
  /// Any other file.
  case otherOrNone

  /// Determines the kind from the extension.
  package init(_ name: Path) {
    guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else {
      self = .otherOrNone
      return
    }
    let lowercased = name.bytes[(dot + 1)...].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    self = kindsByExtension[Array(lowercased)] ?? .otherOrNone
  }
}

/// Maps extensions to kinds. Includes formats that Messages does not support, so that they are reported.
private let kindsByExtension: [[UInt8]: FileExtensionKind] = {
  let pictures = [
    "png", "apng", "gif", "jpg", "jpeg", "jpe",
    "webp", "webm", "heic", "heif", "avif", "svg", "tif", "tiff", "bmp", "pdf",
  ]
  var all = [Array("json".utf8): FileExtensionKind.json]
  for name in UnsupportedArtFormat.extensionsToOpen { all[Array(name.utf8)] = .drawingProgramFile }
  for name in ["mp4", "mov"] { all[Array(name.utf8)] = .mp4OrMOV }
  for name in pictures { all[Array(name.utf8)] = .asset }
  return all
}()

/// The kind of a file whose extension suggests art, detected from its first bytes.
enum DetectedArt: Equatable {
  /// A readable image, regardless of its extension. The file is checked like any other.
  case image
  /// A layered document, whose image becomes a sticker unless an exported image is next to it.
  case readableLayeredDocument
  /// Art in a format that stickerlint cannot read.
  case unsupported(UnsupportedArtFormat)
  /// A file that is not art.
  case notArt
}

extension ReadOnlyFileSystem {
  /// Detects the kind of a file that has the extension of a video or of a drawing or animation program.
  func detectArt(in path: Path) -> DetectedArt {
    let isAmbiguous = UnsupportedArtFormat.ambiguousExtensions.contains(path.lowercasedExtension ?? "")
    let named = isAmbiguous ? nil : UnsupportedArtFormat(extensionOf: path.name)
    let byName = named.map(DetectedArt.unsupported) ?? .notArt
    guard let start = readStart(of: path, count: 4096), !start.isEmpty else { return byName }
    guard case .foreign(let found) = SniffedFormat(of: start) else { return .image }
    if found.isConvertible { return found.isLayeredDocument ? .readableLayeredDocument : .image }
    return UnsupportedArtFormat(found, named: path.name).map(DetectedArt.unsupported) ?? byName
  }

  /// Returns whether a file is a Lottie animation.
  func isLottie(_ path: Path) -> Bool {
    readStart(of: path, count: 4096).map { SniffedFormat(of: $0) == .foreign(.lottie) } ?? false
  }

  /// Returns whether a file is an AppleDouble file (`._name`), in which macOS stores extended attributes.
  func isAppleDoubleFile(_ path: Path) -> Bool {
    guard path.name.bytes.starts(with: Array("._".utf8)) else { return false }
    return readStart(of: path, count: 16).map { SniffedFormat(of: $0) == .foreign(.appleDouble) } ?? false
  }
}
