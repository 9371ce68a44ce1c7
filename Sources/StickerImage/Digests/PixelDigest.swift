private import CImageCodecs

/// A 128-bit XXH3 hash of pixels: for telling frames apart, not for security.
public struct PixelDigest: Hashable, Sendable {
  private let low: UInt64
  private let high: UInt64

  /// The hash of the bytes.
  ///
  /// - Parameter seed: bytes of which nobody knows the seed cannot be chosen so that their hash is another's.
  public init(of bytes: [UInt8], seed: UInt64 = 0) {
    let hash = unsafe bytes.withUnsafeBufferPointer { unsafe sl_xxh3($0.baseAddress, $0.count, seed) }
    (low, high) = (hash.low, hash.high)
  }

  /// A hash that was kept as `bytes`; nil for another number of them.
  public init?(bytes: ArraySlice<UInt8>) {
    guard bytes.count == 16 else { return nil }
    func half(_ eight: ArraySlice<UInt8>) -> UInt64 { eight.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    (low, high) = (half(bytes.prefix(8)), half(bytes.suffix(8)))
  }

  /// The hash of numbers, as they lie in memory.
  init(of numbers: [UInt32]) {
    let hash = unsafe numbers.withUnsafeBytes { bytes in
      unsafe sl_xxh3(bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, 0)
    }
    (low, high) = (hash.low, hash.high)
  }

  /// The lower half of the hash.
  public var lowerHalf: UInt64 { low }

  /// The hash in hexadecimal, 32 digits in the order of its bytes.
  public var hexadecimal: String {
    bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// The hash, 16 bytes.
  public var bytes: [UInt8] {
    [low, high].flatMap { half in stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: half >> $0) }
    }
  }
}
