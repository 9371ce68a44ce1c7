import CImageCodecs

/// The positions of a PNG's or APNG's data, kept from parsing the container so that the decoder doesn't parse
/// the chunks again.
struct PNGDataPositions: Hashable, Sendable {
  var header: PNGHeader
  var paletteRange: Range<Int>?
  var transparencyRange: Range<Int>?
  /// The ranges of the IDAT chunks' data in the file.
  var idatRanges: [Range<Int>] = []
  var firstIDATOffset = 0
  /// For each frame, the data of its fdAT chunks without their sequence numbers, or of its IDAT chunks if the
  /// frame is the default image.
  var frameDataRanges: [[Range<Int>]] = []
  /// Whether the image and its frames can be decoded. A damaged critical chunk prevents it.
  var isDecodable = true
}

/// Decodes the frames of a PNG or APNG, and passes each composited frame to the visitor.
///
/// If the container of an animation is damaged, passes only the default image.
func visitPNGFrames(
  _ bytes: consuming [UInt8], _ container: ImageContainer, _ layout: PNGDataPositions,
  _ visitor: inout some FrameVisitor
) -> [Damage] {
  guard layout.isDecodable else { return [] }
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

/// Decodes a still, reusing the file's own buffer if it has no other owner. For a large image, the file, its
/// joined image data and the frame each take megabytes. This function keeps only two of the three in memory.
private func decodedStill(_ bytes: consuming [UInt8], _ layout: PNGDataPositions) throws(ImageError) -> Bitmap
{
  // Memory freed by smaller images is too fragmented for a large one.
  if layout.header.size.area * 4 >= minStillBytesForMemoryReturn { sl_return_freed_memory() }
  let picture = EncodedPNGImage(defaultImageOf: copy bytes, layout)
  return try decodePNGImage(picture, picture.zlibStream(takenFrom: consume bytes))
}

/// The minimum size in bytes of a frame for which freed memory is returned to the system before decoding.
/// Stickers are smaller. For ten consecutive images of up to 3,000 px, this reduced the peak memory from 69
/// MiB to 65 MiB.
private let minStillBytesForMemoryReturn = 16 << 20

private func visitAnimation(
  _ bytes: [UInt8], _ animation: Animation, _ layout: PNGDataPositions, _ visitor: inout some FrameVisitor
) throws(ImageError) {
  if animation.hidesDefaultImage {  // it isn't displayed, but must be undamaged
    let hidden = EncodedPNGImage(defaultImageOf: bytes, layout)
    _ = try decodePNGImage(hidden, hidden.zlibStream(in: bytes))
  }
  var compositor = FrameCompositor(layout.header.size)
  for (number, stored) in animation.frames.enumerated() {
    let location = layout.dataLocation(
      ofFrame: number, isDefaultImage: number == 0 && !animation.hidesDefaultImage)
    let picture = EncodedPNGImage(
      bytes, layout, size: stored.patch.size, dataRanges: layout.frameDataRanges[number],
      dataLocation: location)
    let patch = try decodePNGImage(picture, picture.zlibStream(in: bytes))
    compositor.drawDeferringDisposal(patch, stored)
    visitor.visit(Frame(compositor.canvas, delay: stored.delay), number: number)
    compositor.applyPendingDisposal()
  }
}

/// Decodes an image with libpng.
///
/// libpng gets a stream with only the chunks that affect pixels. Their checksums were checked while parsing.
/// libpng decides whether the rows are valid. If they aren't, this function reports the same damage as the
/// fast decoder.
func decodeWithLibPNG(_ picture: EncodedPNGImage, _ stream: ArraySlice<UInt8>) throws(ImageError) -> Bitmap {
  let decoded = decodePixelsWithLibPNG(picture, palette: picture.palette, picture.transparency, stream)
  if decoded.failure != nil || decoded.hasWarnings {
    let scanlines = try inflateScanlinesAndAppendByte(picture, stream)
    if let unknown = picture.header.unknownFilter(in: scanlines) {
      throw picture.unknownFilterError(unknown.filter, row: unknown.row)
    }
  }
  if let failure = decoded.failure { throw .damaged(failure, at: picture.dataLocation) }
  if let damage = picture.paletteOverflowDamage(largestIndexIfPaletteIncomplete(picture, stream)) {
    throw .damaged(damage)
  }
  return Bitmap(picture.header.size, pixels: decoded.pixels)
}

/// The largest color index in an image, or 0 if none can exceed the palette.
///
/// libpng silently replaces an index beyond the palette with black. Therefore, libpng gets a palette in which
/// each index has its own gray value.
private func largestIndexIfPaletteIncomplete(_ picture: EncodedPNGImage, _ stream: ArraySlice<UInt8>) -> UInt8
{
  let colors = 1 << picture.header.bitDepth
  guard picture.header.colorType == .palette, picture.palette.count / 3 < colors else { return 0 }
  let grays = (0..<colors).flatMap { [UInt8](repeating: UInt8($0), count: 3) }
  let pixels = decodePixelsWithLibPNG(picture, palette: grays, nil, stream).pixels
  return stride(from: 0, to: pixels.count, by: 4).reduce(0) { max($0, pixels[$1]) }
}

/// Decodes an image with libpng and the given palette.
private func decodePixelsWithLibPNG(
  _ picture: EncodedPNGImage, palette: [UInt8], _ transparency: [UInt8]?, _ stream: ArraySlice<UInt8>
) -> (pixels: [UInt8], failure: String?, hasWarnings: Bool) {
  // The buffer is filled with zeros so that a partial decode doesn't expose uninitialized memory.
  var pixels = [UInt8](repeating: 0, count: picture.header.size.area * 4)
  let datastream = stillDatastream(picture, palette: palette, transparency, stream)
  let (failure, hasWarnings) = unsafe datastream.withUnsafeBufferPointer { source -> (String?, Bool) in
    guard let decoder = unsafe LibPNGDecoder(source) else { return ("out of memory", false) }
    let failure = unsafe pixels.withUnsafeMutableBufferPointer { unsafe decoder.read(into: $0) }
    return (failure, decoder.hasWarnings)
  }
  return (pixels, failure, hasWarnings)
}

/// Builds a stream of signature, IHDR with the image's size, PLTE, tRNS, IDAT and IEND.
private func stillDatastream(
  _ picture: EncodedPNGImage, palette: [UInt8], _ transparency: [UInt8]?, _ stream: ArraySlice<UInt8>
) -> [UInt8] {
  let header = picture.header
  var fields = bigEndian32(header.size.width) + bigEndian32(header.size.height)
  fields += [UInt8(header.bitDepth), UInt8(header.colorType.rawValue), 0, 0, header.isInterlaced ? 1 : 0]
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

  /// Whether libpng reported problems that didn't stop it.
  var hasWarnings: Bool { unsafe sl_png_warning_count(png) > 0 }

  /// Decodes the image. Returns libpng's message if that fails.
  func read(into pixels: UnsafeMutableBufferPointer<UInt8>) -> String? {
    guard unsafe sl_png_read_header(png) == SL_OK,
      unsafe sl_png_read_rgba(png, pixels.baseAddress, pixels.count) == SL_OK
    else { return unsafe String(cString: sl_png_message(png)) }
    return nil
  }
}

extension PNGDataPositions {
  /// The default image, followed by all other patches.
  func defaultImageAndPatches(of bytes: [UInt8], _ container: ImageContainer) -> [EncodedPNGImage] {
    let first = EncodedPNGImage(defaultImageOf: bytes, self)
    guard let animation = container.animation else { return [first] }
    let patches = animation.frames.enumerated().map { number, stored in
      EncodedPNGImage(
        bytes, self, size: stored.patch.size, dataRanges: frameDataRanges[number],
        dataLocation: first.dataLocation)
    }
    return [first] + patches.dropFirst(animation.hidesDefaultImage ? 0 : 1)
  }
}

extension EncodedPNGImage {
  /// The samples as stored, with filters and interlacing undone.
  ///
  /// - Throws: `ImageError` if the data is damaged. Also throws for interlaced images with less than one byte
  ///   per pixel, which aren't supported here.
  func unfilteredRows(of bytes: [UInt8]) throws(ImageError) -> PNGRows {
    var lines = try inflateScanlinesAndAppendByte(self, zlibStream(in: bytes))
    lines.removeLast()  // the extra byte
    var start = 0
    for pass in header.passes {
      let stored = header.rowBytesIncludingFilter(pass)
      let end = start + stored * pass.size.height
      let unknown = unsafe lines.withUnsafeMutableBufferPointer { lines in
        unsafe unfilter(
          UnsafeMutableBufferPointer(rebasing: lines[start..<end]), rowBytes: stored - 1,
          height: pass.size.height, bytesPerPixel: max(1, header.bitsPerPixel / 8))
      }
      if let unknown {
        throw unknownFilterError(unknown.filter, row: pass.firstLine + unknown.row * pass.lineStep)
      }
      for row in stride(from: start, to: end, by: stored) { lines[row] = 0 }
      start = end
    }
    let step = max(1, header.bitsPerPixel / 8)
    guard header.isInterlaced else {
      return PNGRows(bytes: lines, rowBytes: header.rowBytesWithoutFilter, bytesPerPixel: step)
    }
    guard header.bitsPerPixel >= 8 else {
      throw .damaged(
        "interlaced images with less than one byte per pixel are not supported", at: dataLocation)
    }
    return PNGRows(
      bytes: deinterlaced(lines, step), rowBytes: header.rowBytesWithoutFilter, bytesPerPixel: step)
  }

  /// Moves the pixels of all passes to their positions.
  private func deinterlaced(_ lines: [UInt8], _ pixelBytes: Int) -> [UInt8] {
    let stride = 1 + header.rowBytesWithoutFilter
    var plain = [UInt8](repeating: 0, count: stride * header.size.height)
    var from = 0
    for pass in header.passes {
      for row in 0..<pass.size.height {
        from += 1  // the filter byte
        let line = (pass.firstLine + row * pass.lineStep) * stride + 1
        for column in 0..<pass.size.width {
          let to = line + (pass.firstColumn + column * pass.columnStep) * pixelBytes
          for byte in 0..<pixelBytes { plain[to + byte] = lines[from + byte] }
          from += pixelBytes
        }
      }
    }
    return plain
  }
}
