#if HEIF
  private import CLibHEIF
#endif

/// Decodes the primary image of a HEIC or AVIF file, rotated and cropped as the file specifies.
///
/// - Parameter format: The name of the format, for messages.
func decodeHEIF(
  _ bytes: [UInt8], _ budget: DecodingBudget, format: String
) throws(ImageError) -> ForeignImage {
  #if HEIF
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) -> ForeignImage in
      guard let reader = unsafe HEIFReader(borrowing: buffer, budget) else {
        throw HEIFReader.damaged("libheif ran out of memory")
      }
      return try reader.picture(budget)
    }
  #else
    throw .missingPackageTrait(format: format, trait: "HEIF")
  #endif
}

#if HEIF
  /// A file opened by libheif.
  @safe private struct HEIFReader: ~Copyable {
    private let context: OpaquePointer
    private let file: UnsafeBufferPointer<UInt8>

    /// - Parameter file: Bytes that outlive the reader.
    init?(borrowing file: UnsafeBufferPointer<UInt8>, _ budget: DecodingBudget) {
      guard let context = unsafe heif_context_alloc() else { return nil }
      unsafe self.context = context
      unsafe self.file = file
      // The coded image may be larger than the file's header says.
      unsafe heif_context_set_maximum_image_size_limit(context, Int32(clamping: budget.sidePixels))
      unsafe heif_context_set_max_decoding_threads(context, 0)
    }

    deinit { unsafe heif_context_free(context) }

    static func damaged(_ reason: String) -> ImageError {
      .damaged(Damage(reason, at: ByteLocation(partOffset: 0)))
    }

    private func check(_ outcome: heif_error) throws(ImageError) {
      let code = unsafe outcome.code
      guard code != heif_error_Ok else { return }
      let reason = unsafe String(cString: outcome.message)
      let isUnsupported = unsupported.contains { $0 == code }
      throw .damaged(
        Damage("libheif: \(reason)", at: ByteLocation(partOffset: 0), isUnsupported: isUnsupported))
    }

    func picture(_ budget: DecodingBudget) throws(ImageError) -> ForeignImage {
      try unsafe check(
        heif_context_read_from_memory_without_copy(context, file.baseAddress, file.count, nil))
      var primary: OpaquePointer?
      try unsafe check(heif_context_get_primary_image_handle(context, &primary))
      guard let handle = unsafe primary else { throw Self.damaged("the file has no image") }
      defer { unsafe heif_image_handle_release(handle) }
      let size = unsafe try validatedCanvasSize(
        Int(heif_image_handle_get_width(handle)), Int(heif_image_handle_get_height(handle)), budget,
        at: ByteLocation(partOffset: 0))
      let profile = unsafe try profile(handle, budget)
      let space = unsafe profile == nil ? try space(handle) : nil
      let bitmap = unsafe try bitmap(handle, size)
      return ForeignImage([Frame(bitmap)], profile: profile, space: space)
    }

    private func profile(_ handle: OpaquePointer, _ budget: DecodingBudget) throws(ImageError) -> [UInt8]? {
      let count = unsafe heif_image_handle_get_raw_color_profile_size(handle)
      guard count > 0 else { return nil }
      if let exceeded = budget.exceededLimit(.inflatedChunkBytes, by: Int(clamping: count)) {
        throw .exceeded(exceeded)
      }
      var profile = [UInt8](repeating: 0, count: count)
      try unsafe check(heif_image_handle_get_raw_color_profile(handle, &profile))
      return profile
    }

    /// - Throws: `ImageError` for BT.2020 and HDR colors, which can't be converted.
    private func space(_ handle: OpaquePointer) throws(ImageError) -> StickerColorSpace? {
      var numbers: UnsafeMutablePointer<heif_color_profile_nclx>?
      guard unsafe heif_image_handle_get_nclx_color_profile(handle, &numbers).code == heif_error_Ok,
        let profile = unsafe numbers
      else { return nil }
      defer { unsafe heif_nclx_color_profile_free(profile) }
      let (primaries, transfer) = unsafe (
        Int(profile.pointee.color_primaries.rawValue), Int(profile.pointee.transfer_characteristics.rawValue)
      )
      // In Rec. ITU-T H.273, primaries 12 are Display P3 and 9 are BT.2020, and transfer functions 16 and 18
      // are HDR.
      guard primaries != 9, transfer != 16, transfer != 18 else {
        throw .damaged(
          Damage(
            "HDR colors are not supported (primaries \(primaries), transfer function \(transfer))",
            at: ByteLocation(partOffset: 0),
            isUnsupported: true))
      }
      return primaries == 12 ? .displayP3 : nil
    }

    private func bitmap(_ handle: OpaquePointer, _ size: PixelSize) throws(ImageError) -> Bitmap {
      guard let options = unsafe heif_decoding_options_alloc() else {
        throw Self.damaged("libheif ran out of memory")
      }
      defer { unsafe heif_decoding_options_free(options) }
      unsafe options.pointee.convert_hdr_to_8bit = 1
      var decoded: OpaquePointer?
      try unsafe check(
        heif_decode_image(
          handle, &decoded, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options))
      guard let image = unsafe decoded else { throw Self.damaged("the pixels are damaged") }
      defer { unsafe heif_image_release(image) }
      var stride: Int32 = 0
      guard let plane = unsafe heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride),
        unsafe heif_image_get_width(image, heif_channel_interleaved) == size.width,
        unsafe heif_image_get_height(image, heif_channel_interleaved) == size.height,
        Int(stride) >= size.width * 4
      else { throw Self.damaged("the pixels are damaged") }
      var pixels: [UInt8] = []
      pixels.reserveCapacity(size.area * 4)
      for row in 0..<size.height {
        unsafe pixels.append(
          contentsOf: UnsafeBufferPointer(start: plane + row * Int(stride), count: size.width * 4))
      }
      let bitmap = Bitmap(size, pixels: pixels)
      return unsafe heif_image_handle_is_premultiplied_alpha(handle) != 0 ? straight(bitmap) : bitmap
    }
  }

  /// Errors that don't mean that the file is damaged.
  private let unsupported = [
    heif_error_Unsupported_filetype, heif_error_Unsupported_feature, heif_error_Plugin_loading_error,
  ]

  /// Converts premultiplied alpha to straight alpha.
  private func straight(_ bitmap: Bitmap) -> Bitmap {
    var out = bitmap
    for at in stride(from: 0, to: out.pixels.count, by: 4) where out.pixels[at + 3] < 255 {
      let alpha = Int(out.pixels[at + 3])
      for channel in at..<at + 3 {
        out.pixels[channel] =
          alpha == 0 ? 0 : UInt8(clamping: (Int(out.pixels[channel]) * 510 + alpha) / (2 * alpha))
      }
    }
    return out
  }
#endif
