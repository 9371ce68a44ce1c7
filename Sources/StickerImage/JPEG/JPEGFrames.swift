import CImageCodecs

/// Decodes a JPEG and shows its one frame to the visitor.
///
/// Most damaged JPEGs only make libjpeg warn: a picture that was decoded with warnings is shown, and the
/// first warning is damage. EXIF orientation is not applied.
func visitJPEGFrames(
  _ bytes: [UInt8], _ container: Container, _ planes: JPEGPlanes, _ visitor: inout some FrameVisitor
) -> [Damage] {
  let size = container.canvas
  var outcome = Result<Damage?, ImageError>.failure(.damaged("out of memory", at: ByteLocation(offset: 0)))
  // libjpeg fills every row or gives none: what it leaves is never shown.
  let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size.area * 4) { target, count in
    outcome = unsafe bytes.withUnsafeBufferPointer { source in
      guard let decoder = unsafe LibJPEGDecoder(source) else { return outcome }
      decoder.allow(bytes: planes.codecBytes(of: size))
      return unsafe decoder.read(into: UnsafeMutableBufferPointer(rebasing: target[..<(size.area * 4)]))
    }
    if case .success = outcome { count = size.area * 4 }
  }
  switch outcome {
  case .failure(let error): return [container.naming(error.asDamage)]
  case .success(let warning):
    visitor.visit(Frame(Bitmap(size, pixels: pixels)), number: 0)
    return warning.map { [container.naming($0)] } ?? []
  }
}

#if LittleCMS
  /// Decodes the inks of a JPEG: four samples a pixel, 255 is no ink.
  ///
  /// - Returns: nil where it has other components, or any damage.
  func decodeCMYK(_ bytes: [UInt8], _ container: Container) -> Bitmap? {
    guard container.exceeded.isEmpty, case .jpeg(let planes) = container.layout else { return nil }
    var pixels = [UInt8](repeating: 0, count: container.canvas.area * 4)
    let outcome = unsafe bytes.withUnsafeBufferPointer { source -> Result<Damage?, ImageError>? in
      guard let decoder = unsafe LibJPEGDecoder(source) else { return nil }
      decoder.allow(bytes: planes.codecBytes(of: container.canvas))
      return unsafe pixels.withUnsafeMutableBufferPointer { unsafe decoder.read(into: $0, keepsCMYK: true) }
    }
    guard case .success(nil) = outcome else { return nil }
    return Bitmap(container.canvas, pixels: pixels)
  }
#endif

extension Container {
  /// Damage in the words of libjpeg, which knows bytes only, with the segment that it lies in.
  fileprivate func naming(_ damage: Damage) -> Damage {
    guard let position = damage.location.position else { return damage }
    let part = parts.last { $0.offset <= position }
    var location = damage.location
    (location.unit, location.offset) = (part?.type, part?.offset ?? position)
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

  /// Bounds what libjpeg may hold: what asks for more ends in libjpeg's error before it is allocated.
  func allow(bytes: Int) { unsafe sl_jpeg_allow(jpeg, bytes) }

  /// Fills `pixels` with RGBA.
  ///
  /// - Parameter keepsCMYK: whether four inks stay what they are.
  /// - Returns: the first warning; failure with libjpeg's sentence where no picture comes out.
  func read(
    into pixels: UnsafeMutableBufferPointer<UInt8>, keepsCMYK: Bool = false
  ) -> Result<Damage?, ImageError> {
    guard unsafe sl_jpeg_read_header(jpeg) == SL_OK,
      unsafe sl_jpeg_read_pixels(jpeg, pixels.baseAddress, pixels.count) == SL_OK
    else {
      let location = unsafe ByteLocation(position: sl_jpeg_position(jpeg), line: Int(sl_jpeg_line(jpeg)))
      return .failure(.damaged(unsafe String(cString: sl_jpeg_message(jpeg)), at: location))
    }
    if !keepsCMYK, unsafe sl_jpeg_pixel_layout(jpeg) == SL_JPEG_CMYK {
      unsafe convertCMYK(pixels)
    }
    let count = unsafe sl_jpeg_warning_count(jpeg)
    guard count > 0 else { return .success(nil) }
    let more = count > 1 ? " (and \(count - 1) more like it)" : ""
    let location = unsafe ByteLocation(
      position: sl_jpeg_warning_position(jpeg), line: Int(sl_jpeg_warning_line(jpeg)))
    let text = unsafe String(cString: sl_jpeg_warning(jpeg))
    return .success(Damage(text + more, at: location))
  }
}

/// CMYK to RGBA in place without a color profile: each of red, green, blue is what ink and black leave of
/// white.
///
/// 255 is no ink: so Adobe's programs store it, with their marker or without, and so browsers, Pillow,
/// ImageMagick and ffmpeg read every CMYK file.
private func convertCMYK(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
  for at in stride(from: 0, to: pixels.count, by: 4) {
    let paper = unsafe Int(pixels[at + 3])
    for sample in at..<at + 3 {
      unsafe pixels[sample] = UInt8((Int(pixels[sample]) * paper + 127) / 255)
    }
    unsafe pixels[at + 3] = 255
  }
}

/// How large the planes of a JPEG are, in blocks of 8 × 8 samples, and how much work its scans are.
///
/// - Source: ITU-T T.81, A.1.1 (sampling), A.2 (order of blocks in a scan).
struct JPEGPlanes: Hashable, Sendable {
  private var size = PixelSize(0, 0)
  private var components: [Component] = []
  private var isProgressive = false
  private var isArithmetic = false
  private var hasMultipleScans: Bool?
  /// Blocks of all scans so far. Coded arithmetically, each coefficient of a block counts as
  /// `arithmeticWeight` of them.
  private(set) var blocksInScans = 0

  private struct Component: Hashable, Sendable {
    let identifier: UInt8
    /// Sampling factors, 1...4; a decoder refuses others.
    let horizontal: Int
    let vertical: Int
  }

  /// A picture without planes.
  init() {}

  /// - Parameter components: of the frame header, three bytes each: identifier, sampling, table.
  /// - Parameter isArithmetic: whether its coefficients are coded arithmetically, not by Huffman's codes.
  init(size: PixelSize, components: ArraySlice<UInt8>, isProgressive: Bool, isArithmetic: Bool) {
    let bytes = Array(components)
    self.size = size
    self.isProgressive = isProgressive
    self.isArithmetic = isArithmetic
    self.components = stride(from: 0, to: bytes.count - 2, by: 3).map { at in
      Component(
        identifier: bytes[at], horizontal: max(1, min(4, Int(bytes[at + 1] >> 4))),
        vertical: max(1, min(4, Int(bytes[at + 1] & 15))))
    }
  }

  /// Counts the blocks of one scan: the body of an SOS segment.
  mutating func note(_ header: ArraySlice<UInt8>) {
    let bytes = Array(header)
    let count = bytes.first.map(Int.init) ?? 0
    let sent = (0..<count).compactMap { number -> Component? in
      guard 1 + number * 2 < bytes.count else { return nil }
      return components.first { $0.identifier == bytes[1 + number * 2] }
    }
    if hasMultipleScans == nil { hasMultipleScans = sent.count < components.count }
    // A component alone is sent in the blocks that it has; several together fill their units up.
    let blocks =
      sent.count == 1
      ? blocks(of: sent[0]).area
      : units.area * sent.reduce(0) { $0 + $1.horizontal * $1.vertical }
    blocksInScans = saturatingSum(blocksInScans, saturatingProduct(blocks, weight(bytes)))
  }

  /// How much a block of a scan counts as work; without arithmetic coding it is 1.
  private func weight(_ header: [UInt8]) -> Int {
    guard isArithmetic else { return 1 }
    guard isProgressive, header.count >= 3 else { return 64 * arithmeticWeight }
    let (first, last) = (Int(header[header.count - 3]), Int(header[header.count - 2]))
    return max(1, min(64, last - first + 1)) * arithmeticWeight
  }

  /// Bytes that libjpeg keeps of all coefficients, 2 each: a progressive picture, or one whose components
  /// come one after the other, is whole only after its last scan. 0 for the others, which pass row by row.
  var coefficientBytes: Int {
    guard isProgressive || hasMultipleScans == true else { return 0 }
    return components.reduce(0) { sum, component in
      let plane = blocks(of: component)
      let width = roundedUp(plane.width, to: component.horizontal)
      let height = roundedUp(plane.height, to: component.vertical)
      return saturatingSum(sum, saturatingProduct(saturatingProduct(width, height), 64 * 2))
    }
  }

  /// Units of an interleaved scan, across and down.
  private var units: PixelSize {
    PixelSize(divided(size.width, by: widest * 8), divided(size.height, by: tallest * 8))
  }

  private func blocks(of component: Component) -> PixelSize {
    PixelSize(
      divided(size.width * component.horizontal, by: widest * 8),
      divided(size.height * component.vertical, by: tallest * 8))
  }

  private var widest: Int { components.reduce(1) { max($0, $1.horizontal) } }
  private var tallest: Int { components.reduce(1) { max($0, $1.vertical) } }
}

/// An arithmetic decoder that is out of data goes on as its statistics have been taught: a few thousand bytes
/// make it spend some 50 ns on every coefficient of the canvas, again in each scan. A Huffman decoder stops
/// there, and what it decodes is in the file.
private let arithmeticWeight = 32

/// A quotient, rounded up.
private func divided(_ number: Int, by divisor: Int) -> Int { (number + divisor - 1) / divisor }

private func roundedUp(_ number: Int, to step: Int) -> Int { divided(number, by: step) * step }

/// Which parts of the picture the scans have sent so far. libjpeg is silent about scans that never come: it
/// makes a coarse or colorless picture of what there is.
struct JPEGScans: Hashable {
  private let isProgressive: Bool
  /// For each component the lowest bit sent of each of its 64 coefficients; nil where nothing came.
  private var lowestBits: [UInt8: [UInt8?]]

  /// - Parameter components: their identifiers, from the frame header.
  init(components: [UInt8], isProgressive: Bool) {
    self.isProgressive = isProgressive
    lowestBits = Dictionary(components.map { ($0, [UInt8?](repeating: nil, count: 64)) }) { first, _ in first
    }
  }

  /// Takes in one scan header: the body of an SOS segment, as far as it is sound.
  mutating func note(_ header: ArraySlice<UInt8>) {
    let bytes = Array(header)
    guard let count = bytes.first.map(Int.init), 1...4 ~= count, bytes.count >= 4 + count * 2 else { return }
    let tail = bytes[(1 + count * 2)...].map { $0 }
    let (first, last) = isProgressive ? (Int(tail[0]), min(63, Int(tail[1]))) : (0, 63)
    guard first <= last else { return }
    for component in 0..<count {
      for coefficient in first...last {
        lowestBits[bytes[1 + component * 2]]?[coefficient] = isProgressive ? tail[2] & 15 : 0
      }
    }
  }

  /// What is still missing; nil where every coefficient of every component has come to its last bit.
  var missing: String? {
    let coarse = lowestBits.values.count { $0.contains { $0 != 0 } }
    return coarse == 0
      ? nil : "scans are missing: \(coarse) of \(lowestBits.count) color components are incomplete"
  }
}
