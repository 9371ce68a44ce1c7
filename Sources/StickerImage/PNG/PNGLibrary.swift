private import CImageCodecs

/// Decodes a picture with libpng.
///
/// libpng is shown a datastream of the chunks that pixels hang on, and nothing else; checksums were checked
/// by the walk. Whether the rows are sound is libpng's judgment; what is wrong with them is said in the words
/// of the fast path.
func decodeWithLibPNG(_ picture: PNGPicture, _ stream: ArraySlice<UInt8>) throws(Damage) -> Bitmap {
  let decoded = decode(picture, palette: picture.palette, picture.transparency, stream)
  if decoded.failure != nil || decoded.hasWarnings {
    let scanlines = try inflateScanlines(picture, stream)
    if let unknown = picture.header.unknownFilter(in: scanlines) {
      throw picture.unknownFilter(unknown.filter, row: unknown.row)
    }
  }
  if let failure = decoded.failure { throw Damage(failure, at: picture.place) }
  if let damage = picture.beyondPalette(largestIndex(picture, stream)) { throw damage }
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
