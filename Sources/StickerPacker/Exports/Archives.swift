package import StickerEngine
import StickerImage

/// Returns the contents of the files in an archive that `ZipArchive` or `TarArchive` wrote, without their
/// names. A later export finds reusable files by their content.
///
/// - Parameter archive: the bytes of an archive, which are not trusted.
/// - Returns: the files up to the first one that cannot be read. Compressed entries in a ZIP file from
///   another program cannot be read.
package func exportArchiveContents(_ archive: [UInt8]) -> [[UInt8]] {
  exportArchiveFiles(archive).map(\.bytes)
}

/// Returns the files in an archive by path. Files with unsafe paths are omitted.
///
/// - Parameter archive: the same as for `exportArchiveContents`.
package func archiveTreeOmittingUnsafePaths(_ archive: [UInt8]) -> FileTree {
  var tree = FileTree()
  for (path, bytes) in exportArchiveFiles(archive) where isSafeArchivePath(path) {
    tree[path] = bytes
  }
  return tree
}

private func exportArchiveFiles(_ archive: [UInt8]) -> [(path: String, bytes: [UInt8])] {
  if archive.starts(with: [0x1F, 0x8B]) {
    return gunzip(archive, limit: maxGunzippedBytes).map(tarFiles) ?? []
  }
  return uncompressedZipFiles(archive)
}

/// The maximum number of unpacked bytes, which is the same as for the art of one pack.
private let maxGunzippedBytes = 1 << 30

/// - Source: APPNOTE 6.3.10, 4.3.7: a header of 30 bytes, the name, the extra field, and the file.
private func uncompressedZipFiles(_ archive: [UInt8]) -> [(path: String, bytes: [UInt8])] {
  var (files, at) = ([(path: String, bytes: [UInt8])](), 0)
  func number(_ place: Int, _ length: Int) -> Int {
    archive[at + place..<at + place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
  while at + 30 <= archive.count, archive[at...].starts(with: [0x50, 0x4B, 3, 4]) {
    let isStored = number(8, 2) == 0
    let endOfName = at + 30 + number(26, 2)
    let start = endOfName + number(28, 2)
    let end = start + number(18, 4)
    guard isStored, end <= archive.count else { break }
    files.append((String(decoding: archive[at + 30..<endOfName], as: UTF8.self), Array(archive[start..<end])))
    at = end
  }
  return files
}

/// - Source: POSIX.1-2017, pax: a header of 512 bytes with the name in the first 100 bytes and the length in
///   octal digits at offset 124, and the file in blocks of 512 bytes.
private func tarFiles(_ archive: [UInt8]) -> [(path: String, bytes: [UInt8])] {
  var (files, at) = ([(path: String, bytes: [UInt8])](), 0)
  while at + tarBlockBytes <= archive.count, archive[at] != 0 {
    let digits = String(decoding: archive[at + 124..<at + 135], as: UTF8.self)
    guard let length = Int(digits, radix: 8), length >= 0, length <= archive.count - at - tarBlockBytes else {
      break
    }
    let name = String(decoding: archive[at..<at + 100].prefix { $0 != 0 }, as: UTF8.self)
    files.append((name, Array(archive[at + tarBlockBytes..<at + tarBlockBytes + length])))
    at += tarBlockBytes + (length + tarBlockBytes - 1) / tarBlockBytes * tarBlockBytes
  }
  return files
}

private let tarBlockBytes = 512

/// A tar archive of a file tree. The same files produce the same bytes everywhere, because owners, times and
/// permissions are constant.
///
/// - Source: POSIX.1-2017, pax: the ustar interchange format.
struct TarArchive: Sendable {
  /// The whole archive.
  let bytes: [UInt8]

  /// - Throws: `Diagnostic` if a name is too long for the format.
  init(_ tree: FileTree) throws(Diagnostic) {
    var bytes: [UInt8] = []
    for path in tree.paths {
      let file = tree[path] ?? []
      guard let header = tarHeader(path, file.count) else {
        throw Diagnostic("\(UntrustedText(path).displayText) is not a valid file name for an archive")
      }
      bytes += header + file
      bytes += [UInt8](repeating: 0, count: (tarBlockBytes - file.count % tarBlockBytes) % tarBlockBytes)
    }
    // Two blocks of zeros mark the end.
    self.bytes = bytes + [UInt8](repeating: 0, count: 2 * tarBlockBytes)
  }
}

/// The header of a file; nil if its name or its length does not fit.
private func tarHeader(_ path: String, _ length: Int) -> [UInt8]? {
  guard !path.isEmpty, path.utf8.count <= 100, let size = octalDigits(length, digits: 11) else { return nil }
  let name = Array(path.utf8) + [UInt8](repeating: 0, count: 100 - path.utf8.count)
  let rights = Array("0000644\0".utf8)
  let nobody = Array("0000000\0".utf8)
  let time = Array("00000000000\0".utf8)
  let front = name + rights + nobody + nobody + size + [0] + time
  // A regular file, no link name and the format's magic. The owner names, device numbers and prefix stay
  // empty.
  let middle = Array("0".utf8) + [UInt8](repeating: 0, count: 100) + Array("ustar\u{0}00".utf8)
  let back = [UInt8](repeating: 0, count: tarBlockBytes - front.count - 8 - middle.count)
  // The checksum treats its own field as spaces.
  let sum = (front + middle).reduce(8 * 0x20) { $0 + Int($1) }
  guard let digits = octalDigits(sum, digits: 6) else { return nil }
  return front + digits + [0, 0x20] + middle + back
}

private func octalDigits(_ number: Int, digits: Int) -> [UInt8]? {
  let text = Array(String(number, radix: 8).utf8)
  guard number >= 0, text.count <= digits else { return nil }
  return [UInt8](repeating: UInt8(ascii: "0"), count: digits - text.count) + text
}

/// A ZIP archive, as pieces to be written in order. The contents of each file are a separate piece and are
/// never copied.
///
/// Files are stored without compression, because images are already compressed. The same files produce the
/// same bytes everywhere.
///
/// - Source: PKWARE APPNOTE 6.3.10: 4.3.7 local headers, 4.3.12 central directory, 4.3.16 end record.
package struct ZipArchive: Sendable {
  /// The pieces of the archive, in order.
  package let pieces: [[UInt8]]

  /// - Parameter files: the files in the order of the archive, each with a relative path whose parts are
  ///   separated by `/`.
  /// - Parameter forWindows: whether to replace names that Windows cannot write. Do not set it if a file in
  ///   the archive lists the names of other files.
  /// - Throws: a `Diagnostic` with the `file` if its name is unsafe: the name leads outside the folder,
  ///   systems interpret it differently, or it occurs twice. A `Diagnostic` without `file` if there are more
  ///   than 65,534 files or more than 4 GiB of data, because such an archive needs ZIP64, which not every
  ///   reader supports.
  package init(_ files: [(path: String, bytes: [UInt8])], forWindows: Bool = false) throws(Diagnostic) {
    var (pieces, directory, offset) = ([[UInt8]](), [UInt8](), 0)
    var seen: Set<String> = []
    for (path, _) in files {
      guard isSafeArchivePath(path) else { throw Self.pathFault(path, "is not a valid path in an archive") }
      guard seen.insert(path).inserted else {
        throw Self.pathFault(path, "would be in the archive twice")
      }
    }
    var names = WindowsNameReplacer(files.map(\.path))
    for (path, bytes) in files {
      let name = Array((forWindows ? names.writablePath(for: path) : path).utf8)
      let facts = sharedZIPHeaderFields(crc32(bytes[...]), bytes.count, name.count)
      guard let facts, let place = UInt32(exactly: offset), seen.count < 0xFFFF else {
        throw Self.tooLargeFault
      }
      let header = littleEndianBytes(localHeaderSignature) + facts + name
      // Made by version 2.0, no comment, first disk, no attributes.
      directory += littleEndianBytes(directoryHeaderSignature) + littleEndianBytes(UInt16(20)) + facts
      directory += [UInt8](repeating: 0, count: 10) + littleEndianBytes(place) + name
      pieces += [header, bytes]
      offset += header.count + bytes.count
    }
    guard let start = UInt32(exactly: offset), let size = UInt32(exactly: directory.count),
      start < .max - size
    else { throw Self.tooLargeFault }
    let count = littleEndianBytes(UInt16(seen.count))
    let end =
      littleEndianBytes(endRecordSignature) + littleEndianBytes(UInt32(0)) + count + count
      + littleEndianBytes(size) + littleEndianBytes(start)
    self.pieces = pieces + [directory, end + littleEndianBytes(UInt16(0))]
  }

  private static func pathFault(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic("\(UntrustedText(path).displayText) \(reason)", file: Path(path))
  }

  private static let tooLargeFault = Diagnostic(
    "the archive would have too many files, or would be too large")

  /// Archives a file tree, with all paths below a folder.
  package init(_ tree: FileTree, below folder: String) throws(Diagnostic) {
    try self.init(tree.paths.map { ("\(folder)/\($0)", tree[$0] ?? []) })
  }
}

/// Replaces names that Windows cannot write. A new name never equals the name of another file.
///
/// - Source: Microsoft, "Naming Files, Paths, and Namespaces": reserved characters and device names, and no dot or
///   space at the end of a part.
private struct WindowsNameReplacer {
  private var uppercasedPathsInUse: Set<String>

  init(_ paths: [String]) { uppercasedPathsInUse = Set(paths.map { $0.uppercased() }) }

  mutating func writablePath(for path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(Self.writablePart)
    let name = parts.joined(separator: "/")
    guard name != path else { return path }
    let folder = parts.dropLast().map { $0 + "/" }.joined()
    let last = Path(parts.last ?? "")
    let ending = last.displayText.dropFirst(last.stem.displayText.count)
    var (number, free) = (2, name)
    while !uppercasedPathsInUse.insert(free.uppercased()).inserted {
      free = "\(folder)\(last.stem.displayText)-\(number)\(ending)"
      number += 1
    }
    return free
  }

  private static func writablePart(_ part: Substring) -> String {
    var name = String(part.map { "<>:\"|?*".contains($0) ? "_" : $0 })
    if let last = name.last, ". ".contains(last) { name = name.dropLast() + "_" }
    return isWindowsDeviceName(name) ? "_" + name : name
  }
}

private let localHeaderSignature: UInt32 = 0x0403_4B50
private let directoryHeaderSignature: UInt32 = 0x0201_4B50
private let endRecordSignature: UInt32 = 0x0605_4B50

/// The fields that local headers and directory entries share, starting with the required version.
private func sharedZIPHeaderFields(_ crc: UInt32, _ size: Int, _ nameLength: Int) -> [UInt8]? {
  guard let size = UInt32(exactly: size), let length = UInt16(exactly: nameLength) else { return nil }
  let version = littleEndianBytes(UInt16(20))
  let nameIsUTF8 = littleEndianBytes(UInt16(1 << 11))
  let stored = littleEndianBytes(UInt16(0))
  // January 1, 1980, the earliest date of the format. A constant date keeps archives reproducible.
  let time = littleEndianBytes(UInt16(0)) + littleEndianBytes(UInt16(1 << 5 | 1))
  return version + nameIsUTF8 + stored + time + littleEndianBytes(crc) + littleEndianBytes(size)
    + littleEndianBytes(size) + littleEndianBytes(length)
    + littleEndianBytes(UInt16(0))
}

/// Whether a path below a folder leads to the same place on every system.
private func isSafeArchivePath(_ path: String) -> Bool {
  guard !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F || $0 == "\\" }) else {
    return false
  }
  let parts = path.split(separator: "/", omittingEmptySubsequences: false)
  // Some systems interpret `C:` as a drive.
  return !parts.contains { ["", ".", ".."].contains($0) } && parts.first?.dropFirst().first != ":"
}

private func littleEndianBytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  stride(from: 0, to: Number.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: number >> Number($0)) }
}
