/// Whether a PNG's samples of 16 bits say no more than 8 would; true where it has fewer.
///
/// - Source: PNG specification, 12.4: 8 bits are widened by repeating the byte.
public func hasEightBitSamples(_ bytes: [UInt8], _ container: Container) -> Bool {
  guard case .png(let layout) = container.layout, layout.header.depth == 16 else { return true }
  if let key = layout.transparency, !isWidened(bytes[key]) { return false }
  return layout.pictures(of: bytes, container).allSatisfy { picture in
    guard var lines = try? inflateScanlines(picture, of: bytes) else { return false }
    return picture.hasWidenedSamples(&lines)
  }
}

/// The default image of an APNG that does not show it; nil of others.
///
/// - Throws: its `Damage`.
public func hiddenDefaultImage(_ bytes: [UInt8], _ container: Container) throws(Damage) -> Bitmap? {
  guard container.animation?.hidesDefaultImage == true, case .png(let layout) = container.layout else {
    return nil
  }
  return try decodePNGPicture(PNGPicture(defaultImageOf: bytes, layout), of: bytes)
}

extension PNGLayout {
  /// The default image and every patch that is another.
  fileprivate func pictures(of bytes: [UInt8], _ container: Container) -> [PNGPicture] {
    let first = PNGPicture(defaultImageOf: bytes, self)
    let patches = (container.animation?.frames ?? []).enumerated().map { number, stored in
      PNGPicture(bytes, self, size: stored.patch.size, data: frameData[number], place: first.place)
    }
    return [first] + patches
  }
}

extension PNGPicture {
  fileprivate func hasWidenedSamples(_ lines: inout [UInt8]) -> Bool {
    var start = 0
    for pass in header.passes {
      let stored = header.storedRowBytes(pass)
      let end = start + stored * pass.size.height
      let unknown = unsafe lines.withUnsafeMutableBufferPointer { lines in
        unsafe unfilter(
          UnsafeMutableBufferPointer(rebasing: lines[start..<end]), rowBytes: stored - 1,
          height: pass.size.height, step: header.pixelBits / 8)
      }
      guard unknown == nil else { return false }
      for row in stride(from: start, to: end, by: stored) where !isWidened(lines[row + 1..<row + stored]) {
        return false
      }
      start = end
    }
    return true
  }
}

private func isWidened(_ samples: ArraySlice<UInt8>) -> Bool {
  stride(from: samples.startIndex, to: samples.endIndex - 1, by: 2).allSatisfy {
    samples[$0] == samples[$0 + 1]
  }
}
