/// The central directory of a ZIP archive.
///
/// - Source: PKWARE, APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16. Encrypted entries, multi-part archives
///   and ZIP64 aren't supported.
struct ZipDirectory {
  struct Entry: Hashable {
    /// The compression method: 0 means stored, and 8 means deflated.
    let compressionMethod: Int
    let isEncrypted: Bool
    /// The CRC-32 of the file, in little-endian order.
    let littleEndianCRC32: [UInt8]
    /// The compressed length of the file in bytes.
    let compressedByteCount: Int
    /// The uncompressed length of the file in bytes, according to the archive.
    let byteCount: Int
    /// The offset of the entry's local header.
    let localHeaderOffset: Int
  }

  private var entries: [String: Entry] = [:]

  /// Returns the entry at a path, or nil.
  subscript(path: String) -> Entry? { entries[path] }

  init(of bytes: [UInt8], _ budget: DecodingBudget) throws(ImageError) {
    guard let end = Self.endRecordOffset(of: bytes) else {
      throw Self.damageError("the archive has no directory", 0)
    }
    let count = bytes.little16(at: end + 10)
    let (length, start) = (bytes.little32(at: end + 12), bytes.little32(at: end + 16))
    if let exceeded = budget.exceededLimit(.containerParts, by: count) { throw .exceeded(exceeded) }
    guard bytes.little16(at: end + 4) == 0, count < 0xFFFF, start < 0xFFFF_FFFF else {
      throw .damaged(
        "the archive is split, or uses ZIP64 (more than 65,534 files or 4 GiB)",
        at: ByteLocation(partOffset: end), isUnsupported: true)
    }
    guard start <= end, length <= end - start else {
      throw Self.damageError("the directory is outside of the archive", end)
    }
    var at = start
    for _ in 0..<count {
      guard end - at >= 46, bytes.little32(at: at) == 0x0201_4B50 else {
        throw Self.damageError("the directory is damaged", at)
      }
      let nameLength = bytes.little16(at: at + 28)
      let size = 46 + nameLength + bytes.little16(at: at + 30) + bytes.little16(at: at + 32)
      guard size <= end - at else { throw Self.damageError("the directory is damaged", at) }
      let name = String(decoding: bytes[at + 46..<at + 46 + nameLength], as: UTF8.self)
      // If two files have the same name, programs disagree about which one to use.
      guard entries[name] == nil else {
        throw Self.damageError("two files in the archive have the same name", at)
      }
      entries[name] = Entry(
        compressionMethod: bytes.little16(at: at + 10), isEncrypted: bytes[at + 8] & 1 != 0,
        littleEndianCRC32: Array(bytes[at + 16..<at + 20]), compressedByteCount: bytes.little32(at: at + 20),
        byteCount: bytes.little32(at: at + 24), localHeaderOffset: bytes.little32(at: at + 42))
      at += size
    }
  }

  /// The offset of the end record, before a comment of at most 65,535 bytes.
  private static func endRecordOffset(of bytes: [UInt8]) -> Int? {
    guard bytes.count >= 22 else { return nil }
    var at = bytes.count - 22
    while at >= max(0, bytes.count - 22 - 65_535) {
      if bytes[at] == 0x50, bytes.little32(at: at) == 0x0605_4B50,
        bytes.little16(at: at + 20) == bytes.count - at - 22
      {
        return at
      }
      at -= 1
    }
    return nil
  }

  private static func damageError(_ reason: String, _ offset: Int) -> ImageError {
    .damaged(reason, at: ByteLocation(partOffset: offset))
  }

  /// Unpacks a file, and verifies its checksum.
  ///
  /// - Parameter maxBytes: The maximum size of the unpacked file. It is checked before memory is allocated.
  func content(of entry: Entry, in bytes: [UInt8], maxBytes: Int) throws(ImageError) -> [UInt8] {
    guard !entry.isEncrypted, entry.compressionMethod == 0 || entry.compressionMethod == 8 else {
      let how = entry.isEncrypted ? "encrypted" : "compressed with method \(entry.compressionMethod)"
      throw .damaged(
        "the image in the archive is \(how)", at: ByteLocation(partOffset: entry.localHeaderOffset),
        isUnsupported: true)
    }
    guard entry.byteCount <= maxBytes else {
      throw .exceeded(
        ExceededLimit(
          ResourceLimit.fileBytes.name, measured: entry.byteCount, limit: maxBytes,
          unit: ResourceLimit.fileBytes.unit))
    }
    guard bytes.count - entry.localHeaderOffset >= 30,
      bytes.little32(at: entry.localHeaderOffset) == 0x0403_4B50
    else {
      throw Self.damageError("a file in the archive is missing", entry.localHeaderOffset)
    }
    let start =
      entry.localHeaderOffset + 30 + bytes.little16(at: entry.localHeaderOffset + 26)
      + bytes.little16(at: entry.localHeaderOffset + 28)
    guard entry.compressedByteCount <= bytes.count - start else {
      throw Self.damageError("the archive ends inside a file", entry.localHeaderOffset)
    }
    let stored = bytes[start..<start + entry.compressedByteCount]
    let content: [UInt8]?
    if entry.compressionMethod == 0 {
      content =
        entry.compressedByteCount == entry.byteCount && entry.matchesChecksum(of: stored)
        ? Array(stored) : nil
    } else {
      // A gzip file has the same stream and checksum between its own header and length (RFC 1952).
      let length = (0..<4).map { UInt8(truncatingIfNeeded: entry.byteCount >> (8 * $0)) }
      content = gunzip(
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + stored + entry.littleEndianCRC32 + length, limit: maxBytes)
    }
    guard let content else {
      throw Self.damageError("a file in the archive is damaged", entry.localHeaderOffset)
    }
    return content
  }
}

extension ZipDirectory.Entry {
  fileprivate func matchesChecksum(of bytes: ArraySlice<UInt8>) -> Bool {
    let computed = crc32(bytes)
    return littleEndianCRC32 == (0..<4).map { UInt8(truncatingIfNeeded: computed >> (8 * $0)) }
  }
}
