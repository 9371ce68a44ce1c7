/// Puts an APNG together, frame by frame. The first frame is the default image.
struct APNGWriter {
  private var png = PNGWriter()
  private let layout: SampleLayout
  private var sequence = 0  // of fcTL and fdAT chunks together

  /// Everything before the first frame: IHDR, the color chunks, acTL and the palette.
  init(_ size: PixelSize, _ layout: SampleLayout, frames: Int, plays: Int, colorChunks: [[UInt8]]) {
    self.layout = layout
    png.appendHeader(size, layout)
    for chunk in colorChunks { png.append(complete: chunk) }
    png.append("acTL", bigEndian(frames), bigEndian(plays))
    png.appendPalette(layout)
  }

  /// Appends a frame: fcTL and its data.
  mutating func append(
    _ patch: PlannedPatch, delay: ExactSeconds
  ) throws(EncodingDefect) {
    guard let delay = storedDelay(delay) else {
      throw EncodingDefect("a delay of \(delay.numerator)/\(delay.denominator) s does not fit an APNG")
    }
    let isFirst = sequence == 0
    png.append(
      "fcTL", nextNumber(), bigEndian(patch.rect.width), bigEndian(patch.rect.height),
      bigEndian(patch.rect.x),
      bigEndian(patch.rect.y), bigEndian16(delay.numerator), bigEndian16(delay.denominator),
      [number(of: patch.disposal), patch.blend == .source ? 0 : 1])
    let rows = patch.bitmap.withView { PNGRows($0, layout) }
    let stream = try smallestStream(rows, layout)
    if isFirst { png.append("IDAT", stream) } else { png.append("fdAT", nextNumber(), stream) }
  }

  /// The file.
  mutating func finished() -> [UInt8] {
    png.append("IEND")
    return png.bytes
  }

  private mutating func nextNumber() -> [UInt8] {
    defer { sequence += 1 }
    return bigEndian(sequence)
  }
}

/// dispose_op of fcTL.
private func number(of disposal: StoredFrame.Disposal) -> UInt8 {
  switch disposal {
  case .keep: 0
  case .background: 1
  case .previous: 2
  }
}
