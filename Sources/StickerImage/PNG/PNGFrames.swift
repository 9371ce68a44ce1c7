import CImageCodecs

/// Where the pixels of a PNG or APNG are; kept from the walk so that decoding need not walk again.
struct PNGLayout: Hashable, Sendable {
  var header: PNGHeader
  var palette: Range<Int>?
  var transparency: Range<Int>?
  /// Where the data of the IDAT chunks lies in the file.
  var idat: [Range<Int>] = []
  var idatOffset = 0
  /// Data of each frame's fdAT chunks without their sequence numbers; of IDAT where it is a frame.
  var frameData: [[Range<Int>]] = []
  /// Whether damage forbids decoding the default image: a broken critical chunk.
  var isReadable = true
}

/// Decodes the frames of a PNG or APNG and shows each, composited, to the visitor.
///
/// Of an animation whose container is damaged the default image is shown.
func visitPNGFrames(
  _ bytes: consuming [UInt8], _ container: Container, _ layout: PNGLayout, _ visitor: inout some FrameVisitor
) -> [Damage] {
  guard layout.isReadable else { return [] }
  do {
    if let animation = container.animation {
      try visitAnimation(bytes, animation, layout, &visitor)
    } else {
      visitor.visit(Frame(try decodedStill(bytes, layout)), number: 0)
    }
    return []
  } catch {
    return [error.asDamage]
  }
}

/// Decodes a still in the memory of its file, where nobody else holds that: of a large picture the file, its
/// image data in one piece and the frame are megabytes each, and two of the three are enough.
private func decodedStill(_ bytes: consuming [UInt8], _ layout: PNGLayout) throws(ImageError) -> Bitmap {
  // What smaller pictures left for the next of their kind is of no use to a large one.
  if layout.header.size.area * 4 >= largeFrame { sl_return_freed_memory() }
  let picture = PNGPicture(defaultImageOf: copy bytes, layout)
  return try decodePNGPicture(picture, picture.stream(takenFrom: consume bytes))
}

/// Bytes of a frame from which on memory goes back first: stickers stay below, and of ten pictures of up to
/// 3,000 px, one after the other, 69 MiB became 65.
private let largeFrame = 16 << 20

private func visitAnimation(
  _ bytes: [UInt8], _ animation: Animation, _ layout: PNGLayout, _ visitor: inout some FrameVisitor
) throws(ImageError) {
  if animation.hidesDefaultImage {  // not shown, but a damaged one is damage all the same
    let hidden = PNGPicture(defaultImageOf: bytes, layout)
    _ = try decodePNGPicture(hidden, hidden.stream(in: bytes))
  }
  var canvas = Canvas(layout.header.size)
  for (number, stored) in animation.frames.enumerated() {
    let location = layout.placeOfData(number, isDefaultImage: number == 0 && !animation.hidesDefaultImage)
    let picture = PNGPicture(
      bytes, layout, size: stored.patch.size, data: layout.frameData[number], location: location)
    let patch = try decodePNGPicture(picture, picture.stream(in: bytes))
    canvas.draw(patch, stored)
    visitor.visit(Frame(canvas.bitmap, delay: stored.delay), number: number)
    canvas.dispose()
  }
}

/// Decodes a picture with libpng.
///
/// libpng is shown a datastream of the chunks that pixels hang on, and nothing else; checksums were checked
/// by the walk. Whether the rows are sound is libpng's judgment; what is wrong with them is said in the words
/// of the fast path.
func decodeWithLibPNG(_ picture: PNGPicture, _ stream: ArraySlice<UInt8>) throws(ImageError) -> Bitmap {
  let decoded = decode(picture, palette: picture.palette, picture.transparency, stream)
  if decoded.failure != nil || decoded.hasWarnings {
    let scanlines = try inflateScanlines(picture, stream)
    if let unknown = picture.header.unknownFilter(in: scanlines) {
      throw picture.unknownFilter(unknown.filter, row: unknown.row)
    }
  }
  if let failure = decoded.failure { throw .damaged(failure, at: picture.location) }
  if let damage = picture.beyondPalette(largestIndex(picture, stream)) { throw .damaged(damage) }
  return Bitmap(picture.header.size, pixels: decoded.pixels)
}

/// The largest color number that a picture uses; 0 where none can be too large.
///
/// libpng takes a number beyond the palette for black and says nothing. So it is given a palette in which
/// each number is its own gray.
private func largestIndex(_ picture: PNGPicture, _ stream: ArraySlice<UInt8>) -> UInt8 {
  let colors = 1 << picture.header.depth
  guard picture.header.colorType == .palette, picture.palette.count / 3 < colors else { return 0 }
  let grays = (0..<colors).flatMap { [UInt8](repeating: UInt8($0), count: 3) }
  let pixels = decode(picture, palette: grays, nil, stream).pixels
  return stride(from: 0, to: pixels.count, by: 4).reduce(0) { max($0, pixels[$1]) }
}

/// What libpng makes of a picture in other colors, or in its own.
private func decode(
  _ picture: PNGPicture, palette: [UInt8], _ transparency: [UInt8]?, _ stream: ArraySlice<UInt8>
) -> (pixels: [UInt8], failure: String?, hasWarnings: Bool) {
  // A short decode shows nothing, not memory.
  var pixels = [UInt8](repeating: 0, count: picture.header.size.area * 4)
  let datastream = stillDatastream(picture, palette: palette, transparency, stream)
  let (failure, hasWarnings) = unsafe datastream.withUnsafeBufferPointer { source -> (String?, Bool) in
    guard let decoder = unsafe LibPNGDecoder(source) else { return ("out of memory", false) }
    let failure = unsafe pixels.withUnsafeMutableBufferPointer { unsafe decoder.read(into: $0) }
    return (failure, decoder.hasWarnings)
  }
  return (pixels, failure, hasWarnings)
}

/// Signature, IHDR of the picture's size, PLTE, tRNS, IDAT, IEND.
private func stillDatastream(
  _ picture: PNGPicture, palette: [UInt8], _ transparency: [UInt8]?, _ stream: ArraySlice<UInt8>
) -> [UInt8] {
  let header = picture.header
  var fields = bigEndian(header.size.width) + bigEndian(header.size.height)
  fields += [UInt8(header.depth), UInt8(header.colorType.rawValue), 0, 0, header.isInterlaced ? 1 : 0]
  var out = pngSignature + pngChunk("IHDR", [fields])
  if header.colorType == .palette { out += pngChunk("PLTE", [palette]) }
  if let transparency, !transparency.isEmpty { out += pngChunk("tRNS", [transparency]) }
  out += pngChunk("IDAT", [Array(stream)])
  return out + pngChunk("IEND", [])
}

@safe private struct LibPNGDecoder: ~Copyable {
  private let png: OpaquePointer

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let png = unsafe sl_png_open(bytes.baseAddress, bytes.count) else { return nil }
    unsafe self.png = png
  }

  deinit { unsafe sl_png_close(png) }

  /// Whether libpng found something that does not stop it.
  var hasWarnings: Bool { unsafe sl_png_warning_count(png) > 0 }

  /// Decodes the picture; gives libpng's sentence where that fails.
  func read(into pixels: UnsafeMutableBufferPointer<UInt8>) -> String? {
    guard unsafe sl_png_read_header(png) == SL_OK,
      unsafe sl_png_read_rgba(png, pixels.baseAddress, pixels.count) == SL_OK
    else { return unsafe String(cString: sl_png_message(png)) }
    return nil
  }
}
