/// The samples of an image as a file stores them, at any bit depth.
struct StoredSamples {
  /// The unfiltered rows.
  let rows: PNGRows
  let layout: PNGSampleLayout

  /// The samples, with color set to 0 where alpha is 0.
  func clearingColorUnderTransparency() -> StoredSamples {
    guard layout.hasAlphaChannel else { return self }
    let (pixel, sample) = (rows.bytesPerPixel, layout.bitDepth / 8)
    var bytes = rows.bytes
    forEachPixelOffset { at in
      let alpha = at + pixel - sample
      guard (alpha..<at + pixel).allSatisfy({ bytes[$0] == 0 }) else { return }
      for place in at..<alpha { bytes[place] = 0 }
    }
    return StoredSamples(
      rows: PNGRows(bytes: bytes, rowBytes: rows.sampleBytesPerRow, bytesPerPixel: pixel), layout: layout)
  }

  /// The samples without alpha if every pixel is opaque.
  func droppingAlphaIfOpaque() -> StoredSamples {
    let (pixel, sample) = (rows.bytesPerPixel, layout.bitDepth / 8)
    guard layout.hasAlphaChannel else { return self }
    let isOpaque = allPixelOffsets { at in
      (at + pixel - sample..<at + pixel).allSatisfy { rows.bytes[$0] == 255 }
    }
    guard isOpaque else { return self }
    return keepingPixelBytes(0..<pixel - sample, as: layout.colorType == .truecolorAlpha ? .truecolor : .gray)
  }

  /// The samples as grayscale if every pixel is gray and no profile forbids it.
  func convertingToGrayIfLossless(_ rule: PNGGrayscaleStorageRule) -> StoredSamples {
    let sample = layout.bitDepth / 8
    guard rule != .forbidden, layout.colorType == .truecolor || layout.colorType == .truecolorAlpha else {
      return self
    }
    let isGray = allPixelOffsets { at in
      (at..<at + sample).allSatisfy {
        rows.bytes[$0] == rows.bytes[$0 + sample] && rows.bytes[$0] == rows.bytes[$0 + 2 * sample]
      }
    }
    guard isGray else { return self }
    return keepingPixelBytes(
      2 * sample..<rows.bytesPerPixel, as: layout.colorType == .truecolor ? .gray : .grayAlpha)
  }

  /// Keeps only some bytes of each pixel.
  private func keepingPixelBytes(_ kept: Range<Int>, as colorType: PNGHeader.ColorType) -> StoredSamples {
    let width = rows.sampleBytesPerRow / rows.bytesPerPixel
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.bytes.count)
    for row in stride(from: 0, to: rows.bytes.count, by: 1 + rows.sampleBytesPerRow) {
      bytes.append(0)
      for pixel in stride(from: row + 1, to: row + 1 + rows.sampleBytesPerRow, by: rows.bytesPerPixel) {
        bytes += rows.bytes[pixel + kept.lowerBound..<pixel + kept.upperBound]
      }
    }
    return StoredSamples(
      rows: PNGRows(bytes: bytes, rowBytes: width * kept.count, bytesPerPixel: kept.count),
      layout: PNGSampleLayout(colorType, bitDepth: layout.bitDepth))
  }

  /// Calls `body` with the offset of each pixel. Pixels must be at least one byte long.
  private func forEachPixelOffset(_ body: (Int) -> Void) {
    _ = allPixelOffsets { at in
      body(at)
      return true
    }
  }

  private func allPixelOffsets(satisfy test: (Int) -> Bool) -> Bool {
    for row in stride(from: 0, to: rows.bytes.count, by: 1 + rows.sampleBytesPerRow) {
      for at in stride(from: row + 1, to: row + 1 + rows.sampleBytesPerRow, by: rows.bytesPerPixel)
      where !test(at) {
        return false
      }
    }
    return true
  }
}
