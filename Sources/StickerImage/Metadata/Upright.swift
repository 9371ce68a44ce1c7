extension CarriedChunks {
  /// The same chunks, with the orientation in eXIf set to 1 (no rotation), and without text
  /// chunks that carry EXIF data, which describes the picture before the rotation.
  public func sayingUpright() -> CarriedChunks {
    func upright(_ chunks: [[UInt8]]) -> [[UInt8]] {
      chunks.filter { !carriesEXIFAsText($0) }.map(StickerImage.upright)
    }
    return CarriedChunks(ahead: upright(ahead), behind: upright(behind))
  }
}

/// Whether a complete chunk is a text chunk with the keyword of EXIF data.
private func carriesEXIFAsText(_ chunk: [UInt8]) -> Bool {
  guard ["tEXt", "zTXt", "iTXt"].contains(where: { chunk.has($0, at: 4) }) else { return false }
  return carriesEXIF(String(latin1: chunk.dropFirst(8).prefix(79).prefix { $0 != 0 }))
}

/// A complete eXIf chunk with its orientation set to 1; unchanged where it has none, and any other chunk as
/// it is.
private func upright(_ chunk: [UInt8]) -> [UInt8] {
  guard chunk.count > 12, chunk.has("eXIf", at: 4) else { return chunk }
  var data = Array(chunk.dropFirst(8).dropLast(4))
  guard let place = orientationPlace(data[...]) else { return chunk }
  let isLittle = data.has("II")
  (data[place], data[place + 1]) = isLittle ? (1, 0) : (0, 1)
  return pngChunk("eXIf", [data])
}
