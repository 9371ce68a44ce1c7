/// Filters and deflates a PNG or APNG again, without changing its patches or visible samples.
///
/// Used for files that an 8-bit encoder would degrade, and for animations that are too large to hold in
/// memory, because only one image is in memory at a time. Clears colors under transparency. In a still, also
/// removes an alpha channel if all pixels are opaque, and converts gray colors to grayscale.
///
/// - Parameter container: The container of an undamaged file.
/// - Throws: `ImageError` if the image data is damaged, and `InternalError` if the result has different
///   samples.
func recompressedIfPNG(
  _ file: [UInt8], _ container: ImageContainer, _ chunks: PreservedChunks, _ effort: OptimizingEffort
) throws -> [UInt8]? {
  guard case .png(let layout) = container.dataPositions else { return nil }
  let stored = PNGSampleLayout(stored: layout.header)
  let pictures = layout.defaultImageAndPatches(of: file, container)
  // In an animation, one patch can't have fewer channels than the others.
  let mayShrink = container.animation == nil && layout.transparencyRange == nil
  let grayRule = allowedColorChunks(chunks.afterHeader, isGray: true).rule
  func samples(_ number: Int) throws -> StoredSamples {
    let rows = try pictures[number].unfilteredRows(of: file)
    let samples = StoredSamples(rows: rows, layout: stored).clearingColorUnderTransparency()
    return mayShrink ? samples.droppingAlphaIfOpaque().convertingToGrayIfLossless(grayRule) : samples
  }
  let first = try samples(0)
  let isGray = first.layout.colorType == .gray || first.layout.colorType == .grayAlpha
  var stream = PNGRecompressor(effort)
  stream.appendChunksBeforeImageData(
    file, container, first.layout, allowedColorChunks(chunks.afterHeader, isGray: isGray).chunks)
  var controls = (container.animation?.frames ?? [])[...]
  if container.animation?.hidesDefaultImage == false {
    stream.appendFrameControl(of: controls.removeFirst(), from: file)
  }
  try stream.append(first)
  for (number, control) in zip(1..., controls) {
    stream.appendFrameControl(of: control, from: file)
    try stream.append(samples(number), isPatch: true)
  }
  let result = stream.finish(appending: chunks.afterImageData)
  try verifyRecompressedPNG(result, is: container, samples)
  return result
}

/// Compares the result with the original sample by sample.
private func verifyRecompressedPNG(
  _ result: [UInt8], is container: ImageContainer, _ samples: (Int) throws -> StoredSamples
)
  throws
{
  guard let again = ImageContainer(of: result, budget: .unlimited), again.damage.isEmpty,
    again.canvas == container.canvas,
    again.animation?.withoutFileOffsets == container.animation?.withoutFileOffsets,
    case .png(let layout) = again.dataPositions
  else { throw InternalError("the file differs from the original") }
  for (number, picture) in layout.defaultImageAndPatches(of: result, again).enumerated() {
    guard try picture.unfilteredRows(of: result).bytes == samples(number).rows.bytes else {
      throw InternalError("image \(number + 1): the samples differ")
    }
  }
}

extension Animation {
  /// The same animation without the offsets of its chunks in the file.
  fileprivate var withoutFileOffsets: Animation {
    var copy = self
    for index in frames.indices { copy.frames[index].headerOffset = 0 }
    return copy
  }
}

extension PNGSampleLayout {
  /// The layout of a file's samples. The palette and the color key are copied separately.
  fileprivate init(stored header: PNGHeader) {
    self.init(header.colorType, bitDepth: header.bitDepth)
  }
}

/// Writes the recompressed file.
private struct PNGRecompressor {
  private let effort: OptimizingEffort
  private var writer = PNGWriter()
  private var nextSequenceNumber = 0
  private var remainingZopfliBytes = maxZopfliStillBytes
  private var remainingThoroughBytes = maxThoroughBytesPerAnimation

  init(_ effort: OptimizingEffort) { self.effort = effort }

  mutating func appendChunksBeforeImageData(
    _ file: [UInt8], _ container: ImageContainer, _ layout: PNGSampleLayout, _ colorChunks: [[UInt8]]
  ) {
    writer.appendHeader(container.canvas, layout)
    for chunk in colorChunks { writer.append(complete: chunk) }
    if let animation = container.animation {
      remainingZopfliBytes = maxZopfliBytesPerAnimation
      writer.append("acTL", bigEndian32(animation.frames.count), bigEndian32(animation.plays))
    }
    guard case .png(let stored) = container.dataPositions else { return }
    // Except in indexed images, a palette is only a suggestion.
    if layout.colorType == .palette, let palette = stored.paletteRange {
      writer.append("PLTE", Array(file[palette]))
    }
    if let transparency = stored.transparencyRange { writer.append("tRNS", Array(file[transparency])) }
  }

  mutating func appendFrameControl(of frame: StoredFrame, from file: [UInt8]) {
    writer.append(
      "fcTL", takeSequenceNumberBytes(), Array(file[frame.headerOffset + 12..<frame.headerOffset + 34]))
  }

  mutating func append(_ samples: StoredSamples, isPatch: Bool = false) throws {
    let isThorough = effort == .max || remainingThoroughBytes > 0 || !isPatch
    var search = SmallestPNGDataSearch(
      isThorough ? effort : .fast, maxZopfliBytes: remainingZopfliBytes, isOneOfMany: isPatch)
    search.tryStrategies(samples.rows, samples.layout)
    remainingZopfliBytes -= samples.rows.bytes.count
    remainingThoroughBytes -= samples.rows.bytes.count
    let stream = try search.smallestDeflatedFinalist().stream
    if isPatch {
      writer.append("fdAT", takeSequenceNumberBytes(), stream)
    } else {
      writer.append("IDAT", stream)
    }
  }

  mutating func finish(appending behind: [[UInt8]]) -> [UInt8] {
    for chunk in behind { writer.append(complete: chunk) }
    writer.append("IEND")
    return writer.bytes
  }

  private mutating func takeSequenceNumberBytes() -> [UInt8] {
    defer { nextSequenceNumber += 1 }
    return bigEndian32(nextSequenceNumber)
  }
}
