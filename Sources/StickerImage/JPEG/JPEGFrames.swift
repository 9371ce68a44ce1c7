private import CImageCodecs

/// Decodes a JPEG and shows its one frame to the visitor.
///
/// Most damaged JPEGs only make libjpeg warn: a picture that was decoded with warnings is shown, and the
/// first warning is damage. EXIF orientation is not applied.
func visitJPEGFrames(
  _ bytes: [UInt8], _ container: Container, _ planes: JPEGPlanes, _ visitor: inout some FrameVisitor
) -> [Damage] {
  let size = container.canvas
  var outcome = Result<Damage?, Damage>.failure(Damage("out of memory", at: FilePlace(offset: 0)))
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
  case .failure(let damage): return [container.naming(damage)]
  case .success(let warning):
    visitor.visit(Frame(Bitmap(size, pixels: pixels)), number: 0)
    return warning.map { [container.naming($0)] } ?? []
  }
}

#if LittleCMS
  /// Decodes the inks of a JPEG: four samples a pixel, 255 is no ink.
  ///
  /// - Returns: nil where it has other components, or any damage.
  func decodeInk(_ bytes: [UInt8], _ container: Container) -> Bitmap? {
    guard container.exceeded.isEmpty, case .jpeg(let planes) = container.layout else { return nil }
    var pixels = [UInt8](repeating: 0, count: container.canvas.area * 4)
    let outcome = unsafe bytes.withUnsafeBufferPointer { source -> Result<Damage?, Damage>? in
      guard let decoder = unsafe LibJPEGDecoder(source) else { return nil }
      decoder.allow(bytes: planes.codecBytes(of: container.canvas))
      return unsafe pixels.withUnsafeMutableBufferPointer { unsafe decoder.read(into: $0, keepsInk: true) }
    }
    guard case .success(nil) = outcome else { return nil }
    return Bitmap(container.canvas, pixels: pixels)
  }
#endif

extension Container {
  /// Damage in the words of libjpeg, which knows bytes only, with the segment that it lies in.
  fileprivate func naming(_ damage: Damage) -> Damage {
    guard let position = damage.place.position else { return damage }
    let part = parts.last { $0.offset <= position }
    var place = damage.place
    (place.unit, place.offset) = (part?.type, part?.offset ?? position)
    return Damage(damage.reason, at: place)
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
  /// - Parameter keepsInk: whether four inks stay what they are.
  /// - Returns: the first warning; failure with libjpeg's sentence where no picture comes out.
  func read(
    into pixels: UnsafeMutableBufferPointer<UInt8>, keepsInk: Bool = false
  ) -> Result<Damage?, Damage> {
    guard unsafe sl_jpeg_read_header(jpeg) == SL_OK,
      unsafe sl_jpeg_read_pixels(jpeg, pixels.baseAddress, pixels.count) == SL_OK
    else {
      let place = unsafe FilePlace(position: sl_jpeg_position(jpeg), line: Int(sl_jpeg_line(jpeg)))
      return .failure(Damage(unsafe String(cString: sl_jpeg_message(jpeg)), at: place))
    }
    if !keepsInk, unsafe sl_jpeg_pixel_layout(jpeg) == SL_JPEG_CMYK {
      unsafe convertCMYK(pixels)
    }
    let count = unsafe sl_jpeg_warning_count(jpeg)
    guard count > 0 else { return .success(nil) }
    let more = count > 1 ? " (and \(count - 1) more like it)" : ""
    let place = unsafe FilePlace(
      position: sl_jpeg_warning_position(jpeg), line: Int(sl_jpeg_warning_line(jpeg)))
    let text = unsafe String(cString: sl_jpeg_warning(jpeg))
    return .success(Damage(text + more, at: place))
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
