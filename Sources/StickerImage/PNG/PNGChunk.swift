/// One chunk of a PNG datastream: where it is and whether it is sound.
struct PNGChunk {
  let type: String
  /// The byte at which its length field begins.
  let offset: Int
  /// The range of its data.
  let data: Range<Int>
  let crcIsRight: Bool

  var end: Int { data.upperBound + 4 }
  /// Upper-case first letter: a decoder that does not know it must stop.
  var isCritical: Bool { type.utf8.first.map { $0 & 0x20 == 0 } ?? true }
}

/// Walks the chunks of a datastream; stops at the first that cannot be a chunk.
struct PNGChunkWalk {
  private let bytes: [UInt8]
  private var position = 8
  /// Why the walk stopped before the end of the file; nil at its end.
  private(set) var damage: Damage?

  /// The walk begins behind the signature.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next chunk, nil at the end of the file or at damage.
  mutating func next() -> PNGChunk? {
    guard damage == nil, position < bytes.count else { return nil }
    guard bytes.count - position >= 12 else {
      damage = Damage(
        "the file ends inside a chunk's header: \(bytes.count - position) of 12 bytes are there",
        at: ByteLocation(unit: "chunk", offset: position))
      return nil
    }
    let (length, typeBytes) = (bytes.big32(at: position), bytes[position + 4..<position + 8])
    guard typeBytes.allSatisfy({ 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 }) else {
      damage = Damage(
        "the chunk's name is not four letters", at: ByteLocation(unit: "chunk", offset: position))
      return nil
    }
    let type = String(decoding: typeBytes, as: UTF8.self)
    guard length <= bytes.count - position - 12 else {
      damage = tooLong(length, ByteLocation(unit: type, offset: position))
      return nil
    }
    let data = position + 8..<position + 8 + length
    let crc = crc32(bytes[position + 4..<data.upperBound])
    let chunk = PNGChunk(
      type: type, offset: position, data: data, crcIsRight: Int(crc) == bytes.big32(at: data.upperBound))
    position = chunk.end
    return chunk
  }

  /// Of a chunk that reaches beyond the file: where the datastream's end is there, not the file is too short
  /// but the length too large.
  private func tooLong(_ length: Int, _ location: ByteLocation) -> Damage {
    if holdsEnd {
      let there = bytes.count - position - 8
      return Damage(
        "the chunk says it holds \(length) bytes, but only \(there) follow, and IEND is among them",
        at: location
      )
    }
    let there = bytes.count - position - 12
    return Damage(
      "the chunk says it holds \(length) bytes, but the file ends after \(there)", at: location,
      maxPresentShare: Double(bytes.count) / Double(position + 12 + length))
  }

  /// Whether IEND, which may have bytes behind it, is there from the walk's place on: its name and checksum.
  private var holdsEnd: Bool {
    let end: [UInt8] = [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    return stride(from: bytes.count - end.count, through: position + 4, by: -1).contains {
      bytes[$0] == end[0] && bytes[$0..<$0 + end.count] == end[...]
    }
  }
}
