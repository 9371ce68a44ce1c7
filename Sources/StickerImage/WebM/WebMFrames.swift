import CImageCodecs

/// Decodes the frames of a WebM, and passes each one to the visitor. Color and alpha are two VP9 videos.
/// Colors are converted with the matrix that the video specifies. If it specifies none, the matrix in the
/// header is used (default: BT.601). Chroma is interpolated. The luma of the alpha video is the alpha.
/// Pixels with alpha 0 are transparent black, because a video holds only compression noise there.
func visitWebMFrames(
  _ bytes: [UInt8], _ container: ImageContainer, _ layout: WebMDataPositions,
  _ visitor: inout some FrameVisitor
) -> [Damage] {
  guard let decoder = VP9Decoder(container.canvas, matrix: layout.fallbackMatrixCoefficients) else {
    return [Damage("out of memory", at: ByteLocation(partOffset: 0))]
  }
  for (number, frame) in layout.frames.enumerated() {
    do throws(ImageError) {
      let location = ByteLocation(
        partName: "Block", partOffset: frame.stored.headerOffset, frameIndex: number)
      for alpha in frame.alphaByteRanges { try decoder.decode(bytes[alpha], SL_VP9_ALPHA, location) }
      for color in frame.colorByteRanges { try decoder.decode(bytes[color], SL_VP9_COLOR, location) }
      if frame.alphaByteRanges.isEmpty { decoder.makeShownFrameOpaque() }
      visitor.visit(
        Frame(try decoder.shownBitmap(errorLocation: location), delay: frame.stored.delay), number: number)
    } catch {
      return [error.asDamage]
    }
  }
  return []
}

/// Decodes a VP9 video with alpha.
@safe private final class VP9Decoder {
  private let decoderHandle: OpaquePointer
  private let size: PixelSize
  private let fallbackMatrix: sl_vp9_matrix
  private var shownFrameHasAlpha = false

  /// - Parameter matrix: A code of ITU-T H.273, or another number if it is unknown.
  /// - Returns: nil if memory runs out.
  init?(_ size: PixelSize, matrix: Int) {
    guard let opened = unsafe sl_vp9_reader_open(UInt32(size.width), UInt32(size.height)) else { return nil }
    unsafe decoderHandle = opened
    self.size = size
    self.fallbackMatrix = matrix == 1 ? SL_VP9_BT709 : matrix == 9 ? SL_VP9_BT2020 : SL_VP9_BT601
  }

  deinit { unsafe sl_vp9_reader_close(decoderHandle) }

  func decode(
    _ frame: ArraySlice<UInt8>, _ stream: sl_vp9_stream, _ location: ByteLocation
  ) throws(ImageError) {
    if stream == SL_VP9_ALPHA { shownFrameHasAlpha = true }
    let status = unsafe frame.withUnsafeBufferPointer {
      unsafe sl_vp9_read_frame(decoderHandle, stream, $0.baseAddress, $0.count)
    }
    switch status {
    case SL_OK: return
    case SL_OUT_OF_MEMORY: throw .damaged("out of memory", at: location)
    case SL_WRONG_SIZE: throw .damaged("the dimensions of a frame do not match the header", at: location)
    default:
      throw .damaged(
        "the compressed \(stream == SL_VP9_ALPHA ? "alpha" : "video") data is damaged", at: location)
    }
  }

  func makeShownFrameOpaque() { shownFrameHasAlpha = false }

  func shownBitmap(errorLocation location: ByteLocation) throws(ImageError) -> Bitmap {
    if shownFrameHasAlpha, unsafe sl_vp9_shows_frame(decoderHandle, SL_VP9_ALPHA) == 0 {
      throw .damaged("the block contains no visible alpha frame", at: location)
    }
    var status = SL_DAMAGED
    let count = size.area * 4
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { out, filled in
      status = unsafe sl_vp9_convert_to_rgba(
        decoderHandle, fallbackMatrix, shownFrameHasAlpha ? 1 : 0, out.baseAddress, count)
      filled = status == SL_OK ? count : 0
    }
    guard status == SL_OK else { throw .damaged("the block contains no visible frame", at: location) }
    return Bitmap(size, pixels: pixels)
  }
}
