import CImageCodecs

/// An image encoded by libwebp.
struct WebPImageChunks: Hashable, Sendable {
  /// The complete chunk `VP8L` or `VP8 `, of even length.
  let imageChunk: [UInt8]
  /// The complete `ALPH` chunk before a `VP8 ` chunk, of even length; empty if missing.
  let alphaChunk: [UInt8]

  /// Whether a pixel may be transparent or translucent.
  ///
  /// - Source: RFC 9649, section 3.4: after the signature and two 14-bit dimensions, one bit indicates
  ///   whether alpha is used.
  var canBeTransparent: Bool {
    if !alphaChunk.isEmpty { return true }
    return imageChunk.starts(with: "VP8L".utf8) && imageChunk.count > 12 && imageChunk[12] & 0x10 != 0
  }

  /// The total size in bytes.
  var byteCount: Int { imageChunk.count + alphaChunk.count }
}

/// Encodes an image any number of times. libwebp encodes the pixels, and this project writes the container,
/// so only the image chunks of libwebp's file are used.
@safe final class WebPEncoder {
  private let encoderHandle: OpaquePointer

  /// - Throws: `InternalError` if a side is too long for a WebP, or if memory runs out.
  init(_ bitmap: Bitmap) throws(InternalError) {
    guard 1...maxWebPSidePixels ~= bitmap.width, 1...maxWebPSidePixels ~= bitmap.height else {
      throw InternalError("the sides of a WebP must be 1 to \(maxWebPSidePixels) px")
    }
    let opened = unsafe bitmap.pixels.withUnsafeBufferPointer {
      unsafe sl_webp_writer_open($0.baseAddress, $0.count, UInt32(bitmap.width), UInt32(bitmap.height))
    }
    guard let opened = unsafe opened else { throw InternalError("out of memory while writing a WebP") }
    unsafe encoderHandle = opened
  }

  deinit { unsafe sl_webp_writer_close(encoderHandle) }

  /// Encodes every pixel exactly or almost exactly.
  ///
  /// - Parameter nearness: 100 keeps every pixel exact. Lower values, down to 0, allow larger changes.
  /// - Parameter isThorough: Whether to take 1.4 times as long to save about 2% of the size. Applies only at
  ///   normal effort.
  func encodeLossless(
    nearness: Int, _ effort: OptimizingEffort, isThorough: Bool = false
  ) throws(InternalError) -> WebPImageChunks {
    let (method, search) = effort.webPLosslessSettings(isThorough: isThorough)
    return try takeResult(unsafe sl_webp_write_lossless(encoderHandle, CInt(nearness), method, search))
  }

  /// Encodes colors and alpha, each with its own quality.
  ///
  /// - Parameter alpha: The `ALPH` chunk at this alpha quality if it was encoded before. The color quality
  ///   doesn't change it.
  func encodeLossy(
    quality: Double, alphaQuality: Int, _ effort: OptimizingEffort, reusingAlphaChunk alpha: [UInt8]?
  ) throws(InternalError) -> WebPImageChunks {
    let made = try takeResult(
      unsafe sl_webp_write_lossy(
        encoderHandle, Float(quality), effort.webPLossyMethod, CInt(alphaQuality), alpha == nil ? 1 : 0))
    return alpha.map { WebPImageChunks(imageChunk: made.imageChunk, alphaChunk: $0) } ?? made
  }

  private func takeResult(_ status: sl_status) throws(InternalError) -> WebPImageChunks {
    switch status {
    case SL_OK: break
    case SL_LONG: throw InternalError("libwebp: the file exceeds the maximum size of the format")
    case SL_OUT_OF_MEMORY: throw InternalError("libwebp: out of memory")
    default: throw InternalError("libwebp rejected the image")
    }
    let bytes = unsafe UnsafeBufferPointer(
      start: sl_webp_writer_bytes(encoderHandle), count: sl_webp_writer_count(encoderHandle))
    let chunks = unsafe chunksByName(Array(bytes))
    guard let image = chunks["VP8L"] ?? chunks["VP8 "] else {
      throw InternalError("libwebp wrote a file without an image")
    }
    return WebPImageChunks(imageChunk: image, alphaChunk: chunks["ALPH"] ?? [])
  }
}

/// The chunks of a WebP file by name, each complete and of even length.
private func chunksByName(_ file: [UInt8]) -> [String: [UInt8]] {
  var chunks: [String: [UInt8]] = [:]
  var at = 12
  while at + 8 <= file.count {
    let length = file.little32(at: at + 4)
    let end = at + 8 + length + length % 2
    guard end <= file.count else { break }
    chunks[String(decoding: file[at..<at + 4], as: UTF8.self)] = Array(file[at..<end])
    at = end
  }
  return chunks
}

/// The maximum length of a side in pixels.
///
/// - Source: RFC 9649, section 3.3 and RFC 6386, section 9.1: 14 bits.
private let maxWebPSidePixels = 16_383

extension OptimizingEffort {
  /// libwebp's method and its search effort, 0...100. cwebp uses method 4 with a search effort of 75, which
  /// takes 1.4 times as long as method 2 with 50.
  fileprivate func webPLosslessSettings(isThorough: Bool) -> (method: CInt, search: CInt) {
    switch self {
    case .fast: (1, 30)
    case .moderate, .normal: isThorough ? (4, 75) : (2, 50)
    case .max: (6, 100)
    }
  }
  fileprivate var webPLossyMethod: CInt { self == .fast ? 2 : self == .max ? 6 : 4 }
}
