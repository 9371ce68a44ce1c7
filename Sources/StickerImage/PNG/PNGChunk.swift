/// A chunk of a PNG stream: its position, and whether its checksum is correct.
struct PNGChunk {
  let type: String
  /// The offset of its length field.
  let offset: Int
  /// The range of its data.
  let dataRange: Range<Int>
  let hasValidCRC: Bool

  var end: Int { dataRange.upperBound + 4 }
  /// Whether the first letter of its type is uppercase. A decoder that doesn't know the chunk must stop.
  var isCritical: Bool { type.utf8.first.map { $0 & 0x20 == 0 } ?? true }
}

/// Iterates over the chunks of a PNG stream, up to the first invalid one.
struct PNGChunkIterator {
  private let bytes: [UInt8]
  private var position = 8
  /// The reason for stopping before the end of the file, or nil.
  private(set) var damage: Damage?

  /// Starts after the signature.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next chunk, or nil at the end of the file or at damage.
  mutating func next() -> PNGChunk? {
    guard damage == nil, position < bytes.count else { return nil }
    guard bytes.count - position >= 12 else {
      damage = Damage(
        "the file ends inside a chunk's header (\(bytes.count - position) of 12 bytes)",
        at: ByteLocation(partName: "chunk", partOffset: position))
      return nil
    }
    let (length, typeBytes) = (bytes.big32(at: position), bytes[position + 4..<position + 8])
    guard typeBytes.allSatisfy({ 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }) else {
      damage = Damage(
        "the chunk's type is not four letters", at: ByteLocation(partName: "chunk", partOffset: position))
      return nil
    }
    let type = String(decoding: typeBytes, as: UTF8.self)
    guard length <= bytes.count - position - 12 else {
      damage = chunkPastEndDamage(length, ByteLocation(partName: type, partOffset: position))
      return nil
    }
    let data = position + 8..<position + 8 + length
    let crc = crc32(bytes[position + 4..<data.upperBound])
    let chunk = PNGChunk(
      type: type, offset: position, dataRange: data, hasValidCRC: Int(crc) == bytes.big32(at: data.upperBound)
    )
    position = chunk.end
    return chunk
  }

  /// The damage of a chunk that extends past the end of the file. If IEND is present, the chunk's length is
  /// wrong, and the file isn't truncated.
  private func chunkPastEndDamage(_ length: Int, _ location: ByteLocation) -> Damage {
    if hasIENDAhead {
      let there = bytes.count - position - 8
      return Damage(
        "the chunk should have \(length) bytes, but only \(there) follow, including IEND",
        at: location
      )
    }
    let there = bytes.count - position - 12
    return Damage(
      "the chunk should have \(length) bytes, but the file ends after \(there)", at: location,
      maxPresentShare: Double(bytes.count) / Double(position + 12 + length))
  }

  /// Whether the type and checksum of IEND follow the current position, possibly with bytes after them.
  private var hasIENDAhead: Bool {
    let end: [UInt8] = [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    return stride(from: bytes.count - end.count, through: position + 4, by: -1).contains {
      bytes[$0] == end[0] && bytes[$0..<$0 + end.count] == end[...]
    }
  }
}
