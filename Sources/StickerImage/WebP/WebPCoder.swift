import CImageCodecs

/// One picture as libwebp codes it.
struct WebPPixels: Hashable, Sendable {
  /// The chunk `VP8L` or `VP8 `, complete and of even length.
  let image: [UInt8]
  /// The chunk `ALPH` that goes ahead of a `VP8 `, just so; empty where there is none.
  let alpha: [UInt8]

  /// Whether a pixel may be anything but opaque.
  ///
  /// - Source: RFC 9649, section 3.4: behind the signature and twice 14 bits of size there is a bit that says
  ///   whether alpha is used.
  var canBeTransparent: Bool {
    if !alpha.isEmpty { return true }
    return image.starts(with: "VP8L".utf8) && image.count > 12 && image[12] & 0x10 != 0
  }

  /// Bytes of both.
  var count: Int { image.count + alpha.count }
}

/// Codes a picture as often as is asked for. Pixels are libwebp's, and the container is ours: of the file
/// that it makes only the chunks of pixels are taken.
@safe final class WebPCoder {
  private let writer: OpaquePointer

  /// - Throws: `InternalError` where a side has more pixels than a WebP can, or memory runs out.
  init(_ bitmap: Bitmap) throws(InternalError) {
    guard 1...maxSide ~= bitmap.width, 1...maxSide ~= bitmap.height else {
      throw InternalError("a WebP has sides of 1 to \(maxSide) px")
    }
    let opened = unsafe bitmap.pixels.withUnsafeBufferPointer {
      unsafe sl_webp_writer_open($0.baseAddress, $0.count, UInt32(bitmap.width), UInt32(bitmap.height))
    }
    guard let opened = unsafe opened else { throw InternalError("no memory for a WebP") }
    unsafe writer = opened
  }

  deinit { unsafe sl_webp_writer_close(writer) }

  /// Every pixel as it is, or nearly so.
  ///
  /// - Parameter nearness: 100 where nothing may change, and down to 0 the more may.
  /// - Parameter isThorough: whether a fiftieth of the bytes is worth 1.4 times the time; at normal effort.
  func lossless(
    nearness: Int, _ effort: OptimizingEffort, isThorough: Bool = false
  ) throws(InternalError) -> WebPPixels {
    let (method, search) = effort.lossless(isThorough: isThorough)
    return try taken(unsafe sl_webp_write_lossless(writer, CInt(nearness), method, search))
  }

  /// Encodes colors and alpha, each with its own quality.
  ///
  /// - Parameter alpha: the `ALPH` chunk if it was encoded before; color quality does not change it.
  func lossy(
    quality: Double, alphaQuality: Int, _ effort: OptimizingEffort, alpha: [UInt8]?
  ) throws(InternalError) -> WebPPixels {
    let made = try taken(
      unsafe sl_webp_write_lossy(
        writer, Float(quality), effort.lossyMethod, CInt(alphaQuality), alpha == nil ? 1 : 0))
    return alpha.map { WebPPixels(image: made.image, alpha: $0) } ?? made
  }

  private func taken(_ status: sl_status) throws(InternalError) -> WebPPixels {
    switch status {
    case SL_OK: break
    case SL_LONG: throw InternalError("libwebp: more bytes than the format can hold")
    case SL_OUT_OF_MEMORY: throw InternalError("libwebp: no memory")
    default: throw InternalError("libwebp does not take the picture")
    }
    let bytes = unsafe UnsafeBufferPointer(
      start: sl_webp_writer_bytes(writer), count: sl_webp_writer_count(writer))
    let chunks = unsafe pixelChunks(Array(bytes))
    guard let image = chunks["VP8L"] ?? chunks["VP8 "] else {
      throw InternalError("libwebp made a file without a picture")
    }
    return WebPPixels(image: image, alpha: chunks["ALPH"] ?? [])
  }
}

/// The chunks of a WebP file by their names, each complete and of even length.
private func pixelChunks(_ file: [UInt8]) -> [String: [UInt8]] {
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

/// The most pixels of a side.
///
/// - Source: RFC 9649, section 3.3 and RFC 6386, section 9.1: 14 bits.
private let maxSide = 16_383

extension OptimizingEffort {
  /// libwebp's method, and how much is searched for where that leaves a choice, 0...100. Method 4 at 75 is
  /// what cwebp does: it takes 1.4 times the time of method 2 at 50.
  fileprivate func lossless(isThorough: Bool) -> (method: CInt, search: CInt) {
    switch self {
    case .fast: (1, 30)
    case .normal: isThorough ? (4, 75) : (2, 50)
    case .max: (6, 100)
    }
  }
  fileprivate var lossyMethod: CInt { self == .fast ? 2 : self == .normal ? 4 : 6 }
}
