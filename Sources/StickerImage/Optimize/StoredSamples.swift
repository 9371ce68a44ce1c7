/// A picture's samples as a file stores them, of any depth.
struct StoredSamples {
  /// The rows, without filters.
  let rows: PNGRows
  let layout: SampleLayout

  /// The samples without color where alpha is 0.
  func cleared() -> StoredSamples {
    guard layout.hasAlphaChannel else { return self }
    let (pixel, sample) = (rows.bytesPerPixel, layout.bitDepth / 8)
    var bytes = rows.bytes
    forEachPixel { at in
      let alpha = at + pixel - sample
      guard (alpha..<at + pixel).allSatisfy({ bytes[$0] == 0 }) else { return }
      for place in at..<alpha { bytes[place] = 0 }
    }
    return StoredSamples(
      rows: PNGRows(bytes: bytes, rowBytes: rows.rowBytes, bytesPerPixel: pixel), layout: layout)
  }

  /// The samples without alpha, where every pixel is opaque.
  func opaque() -> StoredSamples {
    let (pixel, sample) = (rows.bytesPerPixel, layout.bitDepth / 8)
    guard layout.hasAlphaChannel else { return self }
    let isOpaque = allPixels { at in
      (at + pixel - sample..<at + pixel).allSatisfy { rows.bytes[$0] == 255 }
    }
    guard isOpaque else { return self }
    return keeping(0..<pixel - sample, as: layout.samples == .colorAndAlpha ? .color : .gray)
  }

  /// The samples as gray where every pixel is, and a profile does not forbid it.
  func gray(_ rule: PNGGrayRule) -> StoredSamples {
    let sample = layout.bitDepth / 8
    guard rule != .forbidden, layout.samples == .color || layout.samples == .colorAndAlpha else {
      return self
    }
    let isGray = allPixels { at in
      (at..<at + sample).allSatisfy {
        rows.bytes[$0] == rows.bytes[$0 + sample] && rows.bytes[$0] == rows.bytes[$0 + 2 * sample]
      }
    }
    guard isGray else { return self }
    return keeping(2 * sample..<rows.bytesPerPixel, as: layout.samples == .color ? .gray : .grayAndAlpha)
  }

  /// Samples of which only some bytes of each pixel are kept.
  private func keeping(_ kept: Range<Int>, as samples: SampleLayout.Samples) -> StoredSamples {
    let width = rows.rowBytes / rows.bytesPerPixel
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.bytes.count)
    for row in stride(from: 0, to: rows.bytes.count, by: 1 + rows.rowBytes) {
      bytes.append(0)
      for pixel in stride(from: row + 1, to: row + 1 + rows.rowBytes, by: rows.bytesPerPixel) {
        bytes += rows.bytes[pixel + kept.lowerBound..<pixel + kept.upperBound]
      }
    }
    return StoredSamples(
      rows: PNGRows(bytes: bytes, rowBytes: width * kept.count, bytesPerPixel: kept.count),
      layout: SampleLayout(samples, bitDepth: layout.bitDepth))
  }

  /// Calls with where each pixel of at least a byte begins.
  private func forEachPixel(_ body: (Int) -> Void) {
    _ = allPixels { at in
      body(at)
      return true
    }
  }

  private func allPixels(_ test: (Int) -> Bool) -> Bool {
    for row in stride(from: 0, to: rows.bytes.count, by: 1 + rows.rowBytes) {
      for at in stride(from: row + 1, to: row + 1 + rows.rowBytes, by: rows.bytesPerPixel) where !test(at) {
        return false
      }
    }
    return true
  }
}

extension SampleLayout {
  /// Whether each pixel has an alpha sample of its own.
  var hasAlphaChannel: Bool { samples == .grayAndAlpha || samples == .colorAndAlpha }
}
