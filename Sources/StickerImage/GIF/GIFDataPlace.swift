extension GIFFrame {
  /// Adds to a frame's place the row and the byte at which its data went wrong.
  ///
  /// - Parameter pixels: how many came out before, in the order they are stored.
  /// - Parameter codeBytes: how many bytes of its codes lie before, the sub-blocks' lengths not counted.
  func point(_ place: inout FilePlace, after pixels: Int, codeBytes: Int, of bytes: [UInt8]) {
    let (width, height) = (stored.patch.width, stored.patch.height)
    let row = min(pixels / width, height - 1)
    place.line = isInterlaced ? (0..<height).first { interlacedPlace(of: $0, height: height) == row } : row
    place.position = position(of: codeBytes, of: bytes)
  }

  /// Where a byte of the codes lies in the file.
  private func position(of codeByte: Int, of bytes: [UInt8]) -> Int {
    var (left, position) = (codeByte, data.lowerBound + 1)
    while position < data.upperBound {
      let length = Int(bytes[position])
      if left < length { return min(position + 1 + left, bytes.count) }
      if length == 0 { return position }
      left -= length
      position += 1 + length
    }
    return min(position, bytes.count)
  }
}
