extension Container {
  /// Whether a PNG's samples of 16 bits say no more than 8 would; true where it has fewer.
  ///
  /// - Source: PNG specification, 12.4: 8 bits are widened by repeating the byte.
  public func hasEightBitSamples(in bytes: [UInt8]) -> Bool {
    guard case .png(let layout) = layout, layout.header.depth == 16 else { return true }
    if let key = layout.transparency, !isWidened(bytes[key]) { return false }
    return layout.pictures(of: bytes, self).allSatisfy { picture in
      guard let rows = try? picture.unfilteredRows(of: bytes) else { return false }
      let stride = 1 + rows.rowBytes
      return Swift.stride(from: 0, to: rows.bytes.count, by: stride).allSatisfy {
        isWidened(rows.bytes[$0 + 1..<$0 + stride])
      }
    }
  }
}

private func isWidened(_ samples: ArraySlice<UInt8>) -> Bool {
  stride(from: samples.startIndex, to: samples.endIndex - 1, by: 2).allSatisfy {
    samples[$0] == samples[$0 + 1]
  }
}

extension Container {
  /// The default image of an APNG that does not show it; nil of others.
  ///
  /// - Throws: its `Damage`.
  public func hiddenDefaultImage(of bytes: [UInt8]) throws(Damage) -> Bitmap? {
    guard animation?.hidesDefaultImage == true, case .png(let layout) = layout else { return nil }
    let picture = PNGPicture(defaultImageOf: bytes, layout)
    return try decodePNGPicture(picture, picture.stream(in: bytes))
  }
}
