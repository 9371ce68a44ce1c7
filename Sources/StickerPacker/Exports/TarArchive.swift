package import StickerModel

/// Files as one tar archive. The same files give the same bytes everywhere: nobody's name, clock or rights
/// are in it.
///
/// - Source: POSIX.1-2017, pax: the ustar interchange format.
package struct TarArchive: Sendable {
  /// The whole archive.
  package let bytes: [UInt8]

  /// Why there can be no archive: a name that is too long for it, or that leads out of the folder.
  package struct Fault: Error, Hashable, Sendable {
    package let name: String
  }

  package init(_ tree: FileTree) throws(Fault) {
    var bytes: [UInt8] = []
    for path in tree.paths {
      let file = tree[path] ?? []
      guard let header = header(path, file.count) else { throw Fault(name: path) }
      bytes += header + file
      bytes += [UInt8](repeating: 0, count: (block - file.count % block) % block)
    }
    // Two empty blocks say that nothing follows.
    self.bytes = bytes + [UInt8](repeating: 0, count: 2 * block)
  }
}

private let block = 512

/// A file's header; nil where its name or its length has no room.
private func header(_ path: String, _ length: Int) -> [UInt8]? {
  guard !path.isEmpty, path.utf8.count <= 100, let size = octal(length, digits: 11) else { return nil }
  let name = Array(path.utf8) + [UInt8](repeating: 0, count: 100 - path.utf8.count)
  let rights = Array("0000644\0".utf8)
  let nobody = Array("0000000\0".utf8)
  let time = Array("00000000000\0".utf8)
  let front = name + rights + nobody + nobody + size + [0] + time
  // A plain file, no link, the format's mark; no owner's names, no device, no prefix.
  let middle = Array("0".utf8) + [UInt8](repeating: 0, count: 100) + Array("ustar\u{0}00".utf8)
  let back = [UInt8](repeating: 0, count: block - front.count - 8 - middle.count)
  // The sum counts its own place as blanks.
  let sum = (front + middle).reduce(8 * 0x20) { $0 + Int($1) }
  guard let digits = octal(sum, digits: 6) else { return nil }
  return front + digits + [0, 0x20] + middle + back
}

private func octal(_ number: Int, digits: Int) -> [UInt8]? {
  let text = Array(String(number, radix: 8).utf8)
  guard number >= 0, text.count <= digits else { return nil }
  return [UInt8](repeating: UInt8(ascii: "0"), count: digits - text.count) + text
}
