import CImageCodecs

extension Bitmap {
  /// Encodes the bitmap as a baseline JPEG at 4:4:4 with optimized Huffman tables.
  ///
  /// Alpha is ignored, so flatten the bitmap first. No orientation is written, so rotate the pixels first.
  ///
  /// - Parameter quality: 1...100.
  /// - Parameter profile: An ICC profile to embed. With an RGB profile, gray art is stored in color. A gray
  ///   profile is omitted if the art isn't gray. Other profiles are always omitted.
  /// - Returns: The file. Gray art without an RGB profile has one component.
  /// - Throws: `InternalError` if the decoded file is damaged or has a different size, or if a side exceeds
  ///   libjpeg's limit of 65,500 px.
  public func encodedJPEG(quality: Int = 90, profile: [UInt8]? = nil) throws(InternalError) -> [UInt8] {
    guard size.area > 0, size.longerSide <= 65_500 else {
      throw InternalError("\(size) is too large for a JPEG")
    }
    let space = profile.flatMap { ICCProfileReader($0)?.colorSpaceSignature }
    let isGray = space != "RGB " && hasOnlyGrayPixels(self)
    let usable = space == "RGB " || (space == "GRAY" && isGray)
    let bytes = try compressedJPEG(self, quality, isGray: isGray, profile: usable ? profile ?? [] : [])
    try verifyJPEG(bytes, decodesTo: size)
    return bytes
  }
}

private func hasOnlyGrayPixels(_ bitmap: Bitmap) -> Bool {
  bitmap.withView { view in
    (0..<view.size.height).allSatisfy { y in (0..<view.size.width).allSatisfy { x in view[x, y].isGray } }
  }
}

private func compressedJPEG(
  _ bitmap: Bitmap, _ quality: Int, isGray: Bool, profile: [UInt8]
) throws(InternalError) -> [UInt8] {
  guard let writer = unsafe sl_jpeg_writer_open() else {
    throw InternalError("out of memory while writing a JPEG")
  }
  defer { unsafe sl_jpeg_writer_close(writer) }
  let status = unsafe bitmap.pixels.withUnsafeBufferPointer { pixels in
    unsafe profile.withUnsafeBufferPointer { profile in
      unsafe sl_jpeg_write_rgba(
        writer, pixels.baseAddress, pixels.count, UInt32(bitmap.width), UInt32(bitmap.height),
        CInt(min(max(quality, 1), 100)), isGray ? SL_JPEG_WRITE_GRAY : SL_JPEG_WRITE_COLOR,
        profile.baseAddress, profile.count)
    }
  }
  guard status == SL_OK, let bytes = unsafe sl_jpeg_writer_bytes(writer) else {
    let reason = unsafe String(cString: sl_jpeg_writer_message(writer))
    throw InternalError("libjpeg: \(reason)")
  }
  return unsafe Array(UnsafeBufferPointer(start: bytes, count: sl_jpeg_writer_count(writer)))
}
