import CImageCodecs

/// Decodes a JPEG and passes its single frame to the visitor.
///
/// libjpeg only warns about most damage. Images decoded with warnings are passed on, and the first warning is
/// reported as damage. EXIF orientation isn't applied.
func visitJPEGFrames(
  _ bytes: [UInt8], _ container: ImageContainer, _ planes: JPEGPlaneLayout, _ visitor: inout some FrameVisitor
) -> [Damage] {
  let size = container.canvas
  var outcome = Result<Damage?, ImageError>.failure(
    .damaged("out of memory", at: ByteLocation(partOffset: 0)))
  // libjpeg fills all rows or fails. Partial output is never used.
  let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size.area * 4) { target, count in
    outcome = unsafe bytes.withUnsafeBufferPointer { source in
      guard let decoder = unsafe LibJPEGDecoder(source) else { return outcome }
      decoder.limitMemory(bytes: planes.maxCodecMemoryBytes(of: size))
      return unsafe decoder.decode(into: UnsafeMutableBufferPointer(rebasing: target[..<(size.area * 4)]))
    }
    if case .success = outcome { count = size.area * 4 }
  }
  switch outcome {
  case .failure(let error): return [container.addingSegment(to: error.asDamage)]
  case .success(let warning):
    visitor.visit(Frame(Bitmap(size, pixels: pixels)), number: 0)
    return warning.map { [container.addingSegment(to: $0)] } ?? []
  }
}

#if LittleCMS
  /// Decodes a CMYK JPEG: four samples per pixel, where 255 means no ink.
  ///
  /// - Returns: nil if the file isn't CMYK or is damaged.
  func decodeCMYK(_ bytes: [UInt8], _ container: ImageContainer) -> Bitmap? {
    guard container.exceededLimits.isEmpty, case .jpeg(let planes) = container.dataPositions else {
      return nil
    }
    var pixels = [UInt8](repeating: 0, count: container.canvas.area * 4)
    let outcome = unsafe bytes.withUnsafeBufferPointer { source -> Result<Damage?, ImageError>? in
      guard let decoder = unsafe LibJPEGDecoder(source) else { return nil }
      decoder.limitMemory(bytes: planes.maxCodecMemoryBytes(of: container.canvas))
      return unsafe pixels.withUnsafeMutableBufferPointer { unsafe decoder.decode(into: $0, keepsCMYK: true) }
    }
    guard case .success(nil) = outcome else { return nil }
    return Bitmap(container.canvas, pixels: pixels)
  }
#endif

extension ImageContainer {
  /// Adds the segment to damage reported by libjpeg, which knows only byte positions.
  fileprivate func addingSegment(to damage: Damage) -> Damage {
    guard let position = damage.location.problemOffset else { return damage }
    let part = parts.last { $0.offset <= position }
    var location = damage.location
    (location.partName, location.partStartOffset) = (part?.type, part?.offset ?? position)
    return Damage(damage.reason, at: location)
  }
}

@safe private struct LibJPEGDecoder: ~Copyable {
  private let jpeg: OpaquePointer

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let jpeg = unsafe sl_jpeg_open(bytes.baseAddress, bytes.count) else { return nil }
    unsafe self.jpeg = jpeg
  }

  deinit { unsafe sl_jpeg_close(jpeg) }

  /// Limits libjpeg's memory. An allocation beyond the limit makes libjpeg fail.
  func limitMemory(bytes: Int) { unsafe sl_jpeg_limit_memory(jpeg, bytes) }

  /// Fills `pixels` with RGBA.
  ///
  /// - Parameter keepsCMYK: Whether to keep CMYK samples.
  /// - Returns: The first warning, or a failure with libjpeg's message if no image can be decoded.
  func decode(
    into pixels: UnsafeMutableBufferPointer<UInt8>, keepsCMYK: Bool = false
  ) -> Result<Damage?, ImageError> {
    guard unsafe sl_jpeg_read_header(jpeg) == SL_OK,
      unsafe sl_jpeg_read_pixels(jpeg, pixels.baseAddress, pixels.count) == SL_OK
    else {
      let location = unsafe ByteLocation(
        problemOffset: sl_jpeg_position(jpeg), scanLineIndex: Int(sl_jpeg_line(jpeg)))
      return .failure(.damaged(unsafe String(cString: sl_jpeg_message(jpeg)), at: location))
    }
    if !keepsCMYK, unsafe sl_jpeg_pixel_layout(jpeg) == SL_JPEG_CMYK {
      unsafe convertInvertedCMYKToRGBA(pixels)
    }
    let count = unsafe sl_jpeg_warning_count(jpeg)
    guard count > 0 else { return .success(nil) }
    let more = count > 1 ? " (and \(count - 1) more like it)" : ""
    let location = unsafe ByteLocation(
      problemOffset: sl_jpeg_warning_position(jpeg), scanLineIndex: Int(sl_jpeg_warning_line(jpeg)))
    let text = unsafe String(cString: sl_jpeg_warning(jpeg))
    return .success(Damage(text + more, at: location))
  }
}

/// Converts CMYK to RGBA in place without a color profile. Red, green and blue are what remains of white
/// after the complementary ink and black are applied.
///
/// 255 means no ink. Adobe's programs store CMYK this way, with or without an Adobe marker, and browsers,
/// Pillow, ImageMagick and ffmpeg read every CMYK file this way.
private func convertInvertedCMYKToRGBA(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
  for at in stride(from: 0, to: pixels.count, by: 4) {
    let paper = unsafe Int(pixels[at + 3])
    for sample in at..<at + 3 {
      unsafe pixels[sample] = UInt8((Int(pixels[sample]) * paper + 127) / 255)
    }
    unsafe pixels[at + 3] = 255
  }
}

/// The sizes of a JPEG's planes in blocks of 8 × 8 samples, and the work of decoding its scans.
///
/// - Source: ITU-T T.81, A.1.1 (sampling), A.2 (order of blocks in a scan).
struct JPEGPlaneLayout: Hashable, Sendable {
  private var size = PixelSize(0, 0)
  private var components: [Component] = []
  private var isProgressive = false
  private var isArithmetic = false
  private var hasSeparateComponentScans: Bool?
  /// The number of blocks in all scans so far. With arithmetic coding, each coefficient of a block counts as
  /// `workPerArithmeticCoefficient` blocks.
  private(set) var weightedBlocksInScans = 0

  private struct Component: Hashable, Sendable {
    let identifier: UInt8
    /// Sampling factors, 1...4. Decoders reject other values.
    let horizontalSampling: Int
    let verticalSampling: Int
  }

  /// An image without planes.
  init() {}

  /// - Parameter components: The components in the frame header, with three bytes each: identifier, sampling,
  ///   table.
  /// - Parameter isArithmetic: Whether coefficients use arithmetic coding instead of Huffman coding.
  init(size: PixelSize, components: ArraySlice<UInt8>, isProgressive: Bool, isArithmetic: Bool) {
    let bytes = Array(components)
    self.size = size
    self.isProgressive = isProgressive
    self.isArithmetic = isArithmetic
    self.components = stride(from: 0, to: bytes.count - 2, by: 3).map { at in
      Component(
        identifier: bytes[at], horizontalSampling: max(1, min(4, Int(bytes[at + 1] >> 4))),
        verticalSampling: max(1, min(4, Int(bytes[at + 1] & 15))))
    }
  }

  /// Counts the blocks of one scan.
  ///
  /// - Parameter header: The body of an SOS segment.
  mutating func countBlocks(inScan header: ArraySlice<UInt8>) {
    let bytes = Array(header)
    let count = bytes.first.map(Int.init) ?? 0
    let sent = (0..<count).compactMap { number -> Component? in
      guard 1 + number * 2 < bytes.count else { return nil }
      return components.first { $0.identifier == bytes[1 + number * 2] }
    }
    if hasSeparateComponentScans == nil { hasSeparateComponentScans = sent.count < components.count }
    // A scan of a single component has only that component's blocks. Interleaved components are padded to
    // whole MCUs (minimum coded units).
    let blocks =
      sent.count == 1
      ? blockCounts(of: sent[0]).area
      : interleavedMCUCounts.area * sent.reduce(0) { $0 + $1.horizontalSampling * $1.verticalSampling }
    weightedBlocksInScans = saturatingSum(
      weightedBlocksInScans, saturatingProduct(blocks, workPerBlock(bytes)))
  }

  /// The work per block of a scan. It is 1 unless arithmetic coding is used.
  private func workPerBlock(_ header: [UInt8]) -> Int {
    guard isArithmetic else { return 1 }
    guard isProgressive, header.count >= 3 else { return 64 * workPerArithmeticCoefficient }
    let (first, last) = (Int(header[header.count - 3]), Int(header[header.count - 2]))
    return max(1, min(64, last - first + 1)) * workPerArithmeticCoefficient
  }

  /// The memory in bytes that libjpeg needs for all coefficients (2 bytes each) of progressive images and of
  /// images whose components come in separate scans, because these are complete only after the last scan. 0
  /// for other images, which are decoded row by row.
  var coefficientBufferBytes: Int {
    guard isProgressive || hasSeparateComponentScans == true else { return 0 }
    return components.reduce(0) { sum, component in
      let plane = blockCounts(of: component)
      let width = roundedUp(plane.width, to: component.horizontalSampling)
      let height = roundedUp(plane.height, to: component.verticalSampling)
      return saturatingSum(sum, saturatingProduct(saturatingProduct(width, height), 64 * 2))
    }
  }

  /// The number of MCUs (minimum coded units) in an interleaved scan, across and down.
  private var interleavedMCUCounts: PixelSize {
    PixelSize(
      quotientRoundedUp(size.width, by: maxHorizontalSampling * 8),
      quotientRoundedUp(size.height, by: maxVerticalSampling * 8))
  }

  private func blockCounts(of component: Component) -> PixelSize {
    PixelSize(
      quotientRoundedUp(size.width * component.horizontalSampling, by: maxHorizontalSampling * 8),
      quotientRoundedUp(size.height * component.verticalSampling, by: maxVerticalSampling * 8))
  }

  private var maxHorizontalSampling: Int { components.reduce(1) { max($0, $1.horizontalSampling) } }
  private var maxVerticalSampling: Int { components.reduce(1) { max($0, $1.verticalSampling) } }
}

/// The work per coefficient with arithmetic coding. When an arithmetic decoder runs out of data, it continues
/// with its current statistics, so a few thousand bytes can make it spend about 50 ns on every coefficient of
/// the canvas in every scan. A Huffman decoder stops, so its work is bounded by the file size.
private let workPerArithmeticCoefficient = 32

/// The quotient, rounded up.
private func quotientRoundedUp(_ number: Int, by divisor: Int) -> Int { (number + divisor - 1) / divisor }

private func roundedUp(_ number: Int, to step: Int) -> Int { quotientRoundedUp(number, by: step) * step }

/// The parts of the image that scans have provided so far. libjpeg doesn't report missing scans: it produces
/// a coarse or colorless image from the scans that are present.
struct JPEGScanCoverage: Hashable {
  private let isProgressive: Bool
  /// For each component, the lowest bit position received for each of its 64 coefficients, or nil if nothing
  /// was received.
  private var lowestReceivedBits: [UInt8: [UInt8?]]

  /// - Parameter components: The identifiers from the frame header.
  init(components: [UInt8], isProgressive: Bool) {
    self.isProgressive = isProgressive
    lowestReceivedBits = Dictionary(components.map { ($0, [UInt8?](repeating: nil, count: 64)) }) {
      first, _ in first
    }
  }

  /// Reads one scan header. Ignores an invalid header.
  ///
  /// - Parameter header: The body of an SOS segment.
  mutating func readScanHeader(_ header: ArraySlice<UInt8>) {
    let bytes = Array(header)
    guard let count = bytes.first.map(Int.init), 1...4 ~= count, bytes.count >= 4 + count * 2 else { return }
    let tail = bytes[(1 + count * 2)...].map { $0 }
    let (first, last) = isProgressive ? (Int(tail[0]), min(63, Int(tail[1]))) : (0, 63)
    guard first <= last else { return }
    for component in 0..<count {
      for coefficient in first...last {
        lowestReceivedBits[bytes[1 + component * 2]]?[coefficient] = isProgressive ? tail[2] & 15 : 0
      }
    }
  }

  /// A message about what is missing, or nil if every coefficient of every component is complete.
  var incompleteChannelsMessage: String? {
    let coarse = lowestReceivedBits.values.count { $0.contains { $0 != 0 } }
    return coarse == 0
      ? nil
      : "part of the image data is missing: \(coarse) of \(lowestReceivedBits.count) color channels \(coarse == 1 ? "is" : "are") incomplete"
  }
}
