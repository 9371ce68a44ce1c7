import StickerImage
package import StickerModel

/// Files as one ZIP archive, in pieces that can be sent one after the other: the files themselves are among
/// them, and never copied.
///
/// Nothing is compressed, since art is already. The same files give the same bytes everywhere.
///
/// - Source: PKWARE APPNOTE 6.3.10: 4.3.7 local headers, 4.3.12 central directory, 4.3.16 end record.
package struct ZipArchive: Sendable {
  /// The archive, one piece after the other.
  package let pieces: [[UInt8]]

  /// Why there can be no archive.
  package enum Fault: Error, Hashable, Sendable {
    /// A name that leads out of the folder where it is unpacked, or that systems understand differently.
    case name(String)
    /// Two files have the same name.
    case twice(String)
    /// More than 65 534 files, or than 4 GiB: readers would need an extension that few of them have.
    case tooLarge
  }

  /// - Parameter files: relative paths with `/` between the parts, in the order of the archive.
  /// - Parameter forWindows: whether names that Windows cannot write are replaced; not if a file of the archive
  ///   names the others.
  package init(_ files: [(path: String, bytes: [UInt8])], forWindows: Bool = false) throws(Fault) {
    var (pieces, directory, offset) = ([[UInt8]](), [UInt8](), 0)
    var met: Set<String> = []
    for (path, _) in files {
      guard isSafe(path) else { throw .name(path) }
      guard met.insert(path).inserted else { throw .twice(path) }
    }
    var names = WindowsNames(files.map(\.path))
    for (path, bytes) in files {
      let name = Array((forWindows ? names.name(for: path) : path).utf8)
      let facts = fields(crc32(bytes[...]), bytes.count, name.count)
      guard let facts, let place = UInt32(exactly: offset), met.count < 0xFFFF else { throw .tooLarge }
      let header = little(localHeader) + facts + name
      // Version 2.0 made it; no comment, first disk, no attributes.
      directory += little(directoryHeader) + little(UInt16(20)) + facts
      directory += [UInt8](repeating: 0, count: 10) + little(place) + name
      pieces += [header, bytes]
      offset += header.count + bytes.count
    }
    guard let start = UInt32(exactly: offset), let size = UInt32(exactly: directory.count),
      start < .max - size
    else { throw .tooLarge }
    let count = little(UInt16(met.count))
    let end = little(endRecord) + little(UInt32(0)) + count + count + little(size) + little(start)
    self.pieces = pieces + [directory, end + little(UInt16(0))]
  }

  /// A file tree below a folder of its own.
  package init(_ tree: FileTree, below folder: String) throws(Fault) {
    try self.init(tree.paths.map { ("\(folder)/\($0)", tree[$0] ?? []) })
  }
}

/// Names that Windows can write: what it cannot is replaced, and never takes the name of another file.
///
/// - Source: Microsoft, "Naming Files, Paths, and Namespaces": reserved characters and device names, and no dot or
///   space at the end of a part.
private struct WindowsNames {
  private var taken: Set<String>

  init(_ paths: [String]) { taken = Set(paths.map { $0.uppercased() }) }

  mutating func name(for path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(Self.writable)
    let name = parts.joined(separator: "/")
    guard name != path else { return path }
    let folder = parts.dropLast().map { $0 + "/" }.joined()
    let last = Path(parts.last ?? "")
    let ending = last.shown.dropFirst(last.stem.shown.count)
    var (number, free) = (2, name)
    while !taken.insert(free.uppercased()).inserted {
      free = "\(folder)\(last.stem.shown)-\(number)\(ending)"
      number += 1
    }
    return free
  }

  private static func writable(_ part: Substring) -> String {
    var name = String(part.map { "<>:\"|?*".contains($0) ? "_" : $0 })
    if let last = name.last, ". ".contains(last) { name = name.dropLast() + "_" }
    return isDevice(name) ? "_" + name : name
  }
}

private let localHeader: UInt32 = 0x0403_4B50
private let directoryHeader: UInt32 = 0x0201_4B50
private let endRecord: UInt32 = 0x0605_4B50

/// What a local header and a directory entry have in common, from the version that is needed on.
private func fields(_ crc: UInt32, _ size: Int, _ nameLength: Int) -> [UInt8]? {
  guard let size = UInt32(exactly: size), let length = UInt16(exactly: nameLength) else { return nil }
  let version = little(UInt16(20))
  let nameIsUTF8 = little(UInt16(1 << 11))
  let stored = little(UInt16(0))
  // 1 January 1980, the first day that can be said: nobody's clock is in an archive.
  let time = little(UInt16(0)) + little(UInt16(1 << 5 | 1))
  return version + nameIsUTF8 + stored + time + little(crc) + little(size) + little(size) + little(length)
    + little(UInt16(0))
}

/// Whether a path leads to the same place below a folder on every system.
private func isSafe(_ path: String) -> Bool {
  guard !path.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F || $0 == "\\" }) else {
    return false
  }
  let parts = path.split(separator: "/", omittingEmptySubsequences: false)
  // Some systems take `C:` for a drive.
  return !parts.contains { ["", ".", ".."].contains($0) } && parts.first?.dropFirst().first != ":"
}

private func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  stride(from: 0, to: Number.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: number >> Number($0)) }
}
