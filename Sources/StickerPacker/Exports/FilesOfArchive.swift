import StickerImage

/// The files of an archive that `ZipArchive` or `TarArchive` has written, without their names: what a later
/// export takes from it is known by its content.
///
/// - Parameter archive: whatever lies there.
/// - Returns: as many as are found from the beginning on; none of an archive of anybody else.
package func filesOfArchive(_ archive: [UInt8]) -> [[UInt8]] {
  if archive.starts(with: [0x1F, 0x8B]) {
    return gunzip(archive, limit: mostBytes).map(filesOfTar) ?? []
  }
  return filesOfZip(archive)
}

/// As much as the art of one pack may be.
private let mostBytes = 1 << 30

/// - Source: APPNOTE 6.3.10, 4.3.7: 30 bytes, the name, what else there is, and the file.
private func filesOfZip(_ archive: [UInt8]) -> [[UInt8]] {
  var (files, at) = ([[UInt8]](), 0)
  func number(_ place: Int, _ length: Int) -> Int {
    archive[at + place..<at + place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
  while at + 30 <= archive.count, archive[at...].starts(with: [0x50, 0x4B, 3, 4]) {
    let isStored = number(8, 2) == 0
    let start = at + 30 + number(26, 2) + number(28, 2)
    let end = start + number(18, 4)
    guard isStored, end <= archive.count else { break }
    files.append(Array(archive[start..<end]))
    at = end
  }
  return files
}

/// - Source: POSIX.1-2017, pax: a header of 512 bytes with the length in octal digits at 124, and the file in
///   blocks of that size.
private func filesOfTar(_ archive: [UInt8]) -> [[UInt8]] {
  var (files, at) = ([[UInt8]](), 0)
  while at + block <= archive.count, archive[at] != 0 {
    let digits = String(decoding: archive[at + 124..<at + 135], as: UTF8.self)
    guard let length = Int(digits, radix: 8), length >= 0, length <= archive.count - at - block else { break }
    files.append(Array(archive[at + block..<at + block + length]))
    at += block + (length + block - 1) / block * block
  }
  return files
}

private let block = 512
