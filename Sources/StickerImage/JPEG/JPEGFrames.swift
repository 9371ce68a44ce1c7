private import CImageCodecs

/// Decodes a JPEG and shows its one frame to the visitor.
///
/// Most damaged JPEGs only make libjpeg warn: a picture that was decoded with warnings is shown, and the
/// first warning is damage. EXIF orientation is not applied.
func visitJPEGFrames(
  _ bytes: [UInt8], _ container: Container, _ visitor: inout some FrameVisitor
) -> [Damage] {
  let size = container.canvas
  var outcome = Result<Damage?, Damage>.failure(Damage("out of memory", at: FilePlace(offset: 0)))
  // libjpeg fills every row or gives none: what it leaves is never shown.
  let pixels = unsafe [UInt8](unsafeUninitializedCapacity: size.area * 4) { target, count in
    outcome = unsafe bytes.withUnsafeBufferPointer { source in
      guard let decoder = unsafe LibJPEGDecoder(source) else { return outcome }
      return unsafe decoder.read(into: UnsafeMutableBufferPointer(rebasing: target[..<(size.area * 4)]))
    }
    if case .success = outcome { count = size.area * 4 }
  }
  switch outcome {
  case .failure(let damage): return [damage]
  case .success(let warning):
    visitor.visit(Frame(Bitmap(size, pixels: pixels)), number: 0)
    return warning.map { [$0] } ?? []
  }
}

@safe private struct LibJPEGDecoder: ~Copyable {
  private let jpeg: OpaquePointer

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let jpeg = unsafe sl_jpeg_open(bytes.baseAddress, bytes.count) else { return nil }
    unsafe self.jpeg = jpeg
  }

  deinit { unsafe sl_jpeg_close(jpeg) }

  /// Fills `pixels` with RGBA.
  ///
  /// - Returns: the first warning; failure with libjpeg's sentence where no picture comes out.
  func read(into pixels: UnsafeMutableBufferPointer<UInt8>) -> Result<Damage?, Damage> {
    let place = FilePlace(unit: "image data")
    guard unsafe sl_jpeg_read_header(jpeg) == SL_OK,
      unsafe sl_jpeg_read_pixels(jpeg, pixels.baseAddress, pixels.count) == SL_OK
    else { return .failure(Damage(unsafe String(cString: sl_jpeg_message(jpeg)), at: place)) }
    if unsafe sl_jpeg_pixel_layout(jpeg) == SL_JPEG_CMYK {
      // Adobe's programs store CMYK inverted, and say so with their marker.
      unsafe convertCMYK(pixels, isInverted: sl_jpeg_has_adobe_marker(jpeg) != 0)
    }
    let count = unsafe sl_jpeg_warning_count(jpeg)
    guard count > 0 else { return .success(nil) }
    let more = count > 1 ? " (and \(count - 1) more like it)" : ""
    let line = unsafe Int(sl_jpeg_warning_line(jpeg))
    let text = unsafe String(cString: sl_jpeg_warning(jpeg))
    return .success(Damage(text + more, at: FilePlace(unit: "image data", line: line)))
  }
}

/// CMYK to RGBA in place without a color profile: each of red, green, blue is what ink and black leave of
/// white.
private func convertCMYK(_ pixels: UnsafeMutableBufferPointer<UInt8>, isInverted: Bool) {
  for at in stride(from: 0, to: pixels.count, by: 4) {
    let flip: UInt8 = isInverted ? 0 : 255
    let black = unsafe Int(pixels[at + 3] ^ flip)
    for sample in at..<at + 3 {
      unsafe pixels[sample] = UInt8((Int(pixels[sample] ^ flip) * black + 127) / 255)
    }
    unsafe pixels[at + 3] = 255
  }
}
