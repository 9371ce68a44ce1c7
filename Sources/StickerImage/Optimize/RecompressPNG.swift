/// Filters and deflates a PNG or APNG again, without changing its patches and samples.
///
/// For files that an 8-bit encoder would degrade, and for animations too large to hold in memory: only one
/// image is in memory at a time. Clears colors under transparency. In a still, also removes an alpha channel
/// if all pixels are opaque, and converts gray colors to grayscale.
///
/// - Parameter container: The container of an undamaged file.
/// - Throws: `ImageError` if the image data is damaged, and `InternalError` if the result has other samples.
func recompressed(
  _ file: [UInt8], _ container: Container, _ chunks: PreservedChunks, _ effort: OptimizingEffort
) throws -> [UInt8]? {
  guard case .png(let layout) = container.layout else { return nil }
  let stored = SampleLayout(stored: layout.header)
  let pictures = layout.pictures(of: file, container)
  // In an animation, one patch can't have fewer channels than the others.
  let mayShrink = container.animation == nil && layout.transparency == nil
  let grayRule = usableColorChunks(chunks.beforeImageData, isGray: true).rule
  func samples(_ number: Int) throws -> StoredSamples {
    let rows = try pictures[number].unfilteredRows(of: file)
    let samples = StoredSamples(rows: rows, layout: stored).cleared()
    return mayShrink ? samples.opaque().gray(grayRule) : samples
  }
  let first = try samples(0)
  let isGray = first.layout.samples == .gray || first.layout.samples == .grayAndAlpha
  var stream = PNGRecompressor(effort)
  stream.begin(
    file, container, first.layout, usableColorChunks(chunks.beforeImageData, isGray: isGray).chunks)
  var controls = (container.animation?.frames ?? [])[...]
  if container.animation?.hidesDefaultImage == false { stream.append(control: controls.removeFirst(), file) }
  try stream.append(first)
  for (number, control) in zip(1..., controls) {
    stream.append(control: control, file)
    try stream.append(samples(number), isPatch: true)
  }
  let result = stream.finished(chunks.afterImageData)
  try verify(result, is: container, samples)
  return result
}

/// Compares the result with the original sample by sample.
private func verify(_ result: [UInt8], is container: Container, _ samples: (Int) throws -> StoredSamples)
  throws
{
  guard let again = Container(of: result, budget: .unlimited), again.damage.isEmpty,
    again.canvas == container.canvas, again.animation?.withoutOffsets == container.animation?.withoutOffsets,
    case .png(let layout) = again.layout
  else { throw InternalError("the file differs from the original") }
  for (number, picture) in layout.pictures(of: result, again).enumerated() {
    guard try picture.unfilteredRows(of: result).bytes == samples(number).rows.bytes else {
      throw InternalError("image \(number + 1): the samples differ")
    }
  }
}

extension Animation {
  /// The same animation without the offsets of its chunks in the file.
  fileprivate var withoutOffsets: Animation {
    var copy = self
    for index in frames.indices { copy.frames[index].offset = 0 }
    return copy
  }
}

extension SampleLayout {
  /// The layout of a file's samples. Palette and key are copied separately.
  fileprivate init(stored header: PNGHeader) {
    let samples: Samples =
      switch header.colorType {
      case .gray: .gray
      case .trueColor: .color
      case .palette: .index
      case .grayAlpha: .grayAndAlpha
      case .trueColorAlpha: .colorAndAlpha
      }
    self.init(samples, bitDepth: header.depth)
  }
}

/// Writes the file.
private struct PNGRecompressor {
  private let effort: OptimizingEffort
  private var png = PNGWriter()
  private var sequence = 0
  private var zopfliBytes = maxZopfliStillBytes
  private var thoroughBytes = maxThoroughAnimationBytes

  init(_ effort: OptimizingEffort) { self.effort = effort }

  mutating func begin(
    _ file: [UInt8], _ container: Container, _ layout: SampleLayout, _ colorChunks: [[UInt8]]
  ) {
    png.appendHeader(container.canvas, layout)
    for chunk in colorChunks { png.append(complete: chunk) }
    if let animation = container.animation {
      zopfliBytes = maxZopfliAnimationBytes
      png.append("acTL", bigEndian(animation.frames.count), bigEndian(animation.plays))
    }
    guard case .png(let stored) = container.layout else { return }
    // Except for indexed images, a palette is only a suggestion.
    if layout.samples == .index, let palette = stored.palette { png.append("PLTE", Array(file[palette])) }
    if let transparency = stored.transparency { png.append("tRNS", Array(file[transparency])) }
  }

  mutating func append(control frame: StoredFrame, _ file: [UInt8]) {
    png.append("fcTL", nextNumber(), Array(file[frame.offset + 12..<frame.offset + 34]))
  }

  mutating func append(_ samples: StoredSamples, isPatch: Bool = false) throws {
    let isThorough = effort == .max || thoroughBytes > 0 || !isPatch
    var search = StreamSearch(isThorough ? effort : .fast, zopfliBytes: zopfliBytes, isPatch: isPatch)
    search.consider(samples.rows, samples.layout)
    zopfliBytes -= samples.rows.bytes.count
    thoroughBytes -= samples.rows.bytes.count
    let stream = try search.smallest().stream
    if isPatch { png.append("fdAT", nextNumber(), stream) } else { png.append("IDAT", stream) }
  }

  mutating func finished(_ behind: [[UInt8]]) -> [UInt8] {
    for chunk in behind { png.append(complete: chunk) }
    png.append("IEND")
    return png.bytes
  }

  private mutating func nextNumber() -> [UInt8] {
    defer { sequence += 1 }
    return bigEndian(sequence)
  }
}
