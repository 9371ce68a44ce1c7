extension CarriedChunks {
  /// The same chunks, each orientation of an eXIf chunk set to 1, which is "as it is".
  public func sayingUpright() -> CarriedChunks {
    CarriedChunks(ahead: ahead.map(upright), behind: behind.map(upright))
  }
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
