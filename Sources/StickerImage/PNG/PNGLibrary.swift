private import CImageCodecs

/// Decodes a picture with libpng.
///
/// libpng is shown a datastream of the chunks that pixels hang on, and nothing else; checksums were checked
/// by the walk.
func decodeWithLibPNG(_ picture: PNGPicture, of bytes: [UInt8]) throws(Damage) -> Bitmap {
  let size = picture.header.size
  var pixels = [UInt8](repeating: 0, count: size.area * 4)  // a short decode shows nothing, not memory
  let datastream = stillDatastream(picture, of: bytes)
  let failure = unsafe datastream.withUnsafeBufferPointer { source -> String? in
    guard let decoder = unsafe LibPNGDecoder(source) else { return "out of memory" }
    return unsafe pixels.withUnsafeMutableBufferPointer { unsafe decoder.read(into: $0) }
  }
  if let failure { throw Damage(failure, at: picture.place) }
  return Bitmap(size, pixels: pixels)
}

/// Signature, IHDR of the picture's size, PLTE, tRNS, IDAT, IEND; without checksums, which libpng is told to
/// ignore.
private func stillDatastream(_ picture: PNGPicture, of bytes: [UInt8]) -> [UInt8] {
  let header = picture.header
  var fields = big32(header.size.width) + big32(header.size.height)
  fields += [UInt8(header.depth), UInt8(header.colorType.rawValue), 0, 0, header.isInterlaced ? 1 : 0]
  var out = pngSignature + chunk("IHDR", fields[...])
  if header.colorType == .palette { out += chunk("PLTE", picture.palette) }
  if let transparency = picture.transparency, !transparency.isEmpty { out += chunk("tRNS", transparency) }
  out += chunk("IDAT", bytes.joined(picture.data)[...])
  return out + chunk("IEND", [])
}

private func chunk(_ type: String, _ data: ArraySlice<UInt8>) -> [UInt8] {
  big32(data.count) + Array(type.utf8) + data + [0, 0, 0, 0]
}

private func big32(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

@safe private struct LibPNGDecoder: ~Copyable {
  private let png: OpaquePointer

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let png = unsafe sl_png_open(bytes.baseAddress, bytes.count) else { return nil }
    unsafe self.png = png
  }

  deinit { unsafe sl_png_close(png) }

  /// libpng's sentence where it fails.
  func read(into pixels: UnsafeMutableBufferPointer<UInt8>) -> String? {
    guard unsafe sl_png_read_header(png) == SL_OK,
      unsafe sl_png_read_rgba(png, pixels.baseAddress, pixels.count) == SL_OK
    else { return unsafe String(cString: sl_png_message(png)) }
    return nil
  }
}
