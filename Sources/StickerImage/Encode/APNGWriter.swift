/// Puts an APNG together, frame by frame. The first frame is the default image, where no other was appended.
struct APNGWriter {
  private var png = PNGWriter()
  private let layout: SampleLayout
  private let effort: OptimizingEffort?
  private var sequence = 0  // of fcTL and fdAT chunks together
  private var hasDefaultImage = false
  private var zopfliBytes = mostZopfliOfAnimation
  private var carefulBytes = mostCarefulOfAnimation

  /// Everything before the first frame: IHDR, the color chunks, acTL and the palette.
  ///
  /// - Parameter effort: how long filters are searched for; nil for `smallestStream`'s quick choice.
  init(
    _ size: PixelSize, _ layout: SampleLayout, frames: Int, plays: Int, colorChunks: [[UInt8]],
    effort: OptimizingEffort? = nil
  ) {
    self.layout = layout
    self.effort = effort
    png.appendHeader(size, layout)
    for chunk in colorChunks { png.append(complete: chunk) }
    png.append("acTL", bigEndian(frames), bigEndian(plays))
    png.appendPalette(layout)
  }

  /// Appends a default image that is no frame; before the first frame.
  mutating func append(hidden bitmap: Bitmap) throws(EncodingDefect) {
    png.append("IDAT", try stream(bitmap.withView { PNGRows($0, layout) }, isPatch: false))
    hasDefaultImage = true
  }

  /// Appends a frame: fcTL and its data.
  mutating func append(
    _ patch: PlannedPatch, delay: ExactSeconds
  ) throws(EncodingDefect) {
    guard let delay = storedDelay(delay) else {
      throw EncodingDefect("a delay of \(delay.numerator)/\(delay.denominator) s does not fit an APNG")
    }
    let isDefaultImage = !hasDefaultImage
    hasDefaultImage = true
    png.append(
      "fcTL", nextNumber(), bigEndian(patch.rect.width), bigEndian(patch.rect.height),
      bigEndian(patch.rect.x),
      bigEndian(patch.rect.y), bigEndian16(delay.numerator), bigEndian16(delay.denominator),
      [number(of: patch.disposal), patch.blend == .source ? 0 : 1])
    let rows = patch.bitmap.withView { PNGRows($0, layout) }
    let stream = try stream(rows, isPatch: !isDefaultImage)
    if isDefaultImage { png.append("IDAT", stream) } else { png.append("fdAT", nextNumber(), stream) }
  }

  private mutating func stream(_ rows: PNGRows, isPatch: Bool) throws(EncodingDefect) -> [UInt8] {
    guard let effort, effort != .fast || rows.bytes.count <= longPatch else {
      return try smallestStream(rows, layout)
    }
    let isCareful = effort == .max || carefulBytes > 0
    var search = StreamSearch(isCareful ? effort : .fast, zopfliBytes: zopfliBytes, isPatch: isPatch)
    search.consider(rows, layout)
    zopfliBytes -= rows.bytes.count
    carefulBytes -= rows.bytes.count
    return try search.smallest().stream
  }

  /// The file.
  ///
  /// - Parameter chunks: complete ones to put behind the frames.
  mutating func finished(_ chunks: [[UInt8]] = []) -> [UInt8] {
    for chunk in chunks { png.append(complete: chunk) }
    png.append("IEND")
    return png.bytes
  }

  private mutating func nextNumber() -> [UInt8] {
    defer { sequence += 1 }
    return bigEndian(sequence)
  }
}

/// Bytes of rows of an animation that normal effort deflates with care; those behind them are deflated quickly.
let mostCarefulOfAnimation = 8 << 20

/// The number of a disposal in the field dispose_op of fcTL.
private func number(of disposal: StoredFrame.Disposal) -> UInt8 {
  switch disposal {
  case .keep: 0
  case .background: 1
  case .previous: 2
  }
}
