private import CLibXXHash

/// A 128-bit XXH3 hash of pixels: for telling frames apart, not for security.
public struct PixelDigest: Hashable, Sendable {
  private let low: UInt64
  private let high: UInt64

  /// The hash of the bytes.
  public init(of bytes: [UInt8]) {
    let hash = unsafe bytes.withUnsafeBufferPointer { unsafe XXH3_128bits($0.baseAddress, $0.count) }
    (low, high) = (hash.low64, hash.high64)
  }

  /// The hash of numbers, as they lie in memory.
  init(of numbers: [UInt32]) {
    let hash = unsafe numbers.withUnsafeBytes { unsafe XXH3_128bits($0.baseAddress, $0.count) }
    (low, high) = (hash.low64, hash.high64)
  }

  /// The hash, 16 bytes.
  var bytes: [UInt8] {
    [low, high].flatMap { half in stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: half >> $0) }
    }
  }
}
