import CImageCodecs

#if canImport(CommonCrypto)
  private import CommonCrypto
#else
  private import CLibCrypto
#endif

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

/// SHA-256 (FIPS 180-4) of bytes that come in pieces: docs/decisions/0006.
public struct SHA256 {
  #if canImport(CommonCrypto)
    private var state = CC_SHA256_CTX()
  #else
    private var state = SHA256_CTX()
  #endif

  /// A hash that has taken no bytes in yet.
  public init() {
    #if canImport(CommonCrypto)
      unsafe CC_SHA256_Init(&state)
    #else
      _ = unsafe SHA256_Init(&state)
    #endif
  }

  /// Takes more bytes in.
  public mutating func update(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      #if canImport(CommonCrypto)
        _ = unsafe CC_SHA256_Update(&state, buffer.baseAddress, CC_LONG(buffer.count))
      #else
        _ = unsafe SHA256_Update(&state, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  /// The digest of all bytes so far, 32 bytes. Call once, last.
  private mutating func digest() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe digest.withUnsafeMutableBufferPointer { buffer in
      #if canImport(CommonCrypto)
        _ = unsafe CC_SHA256_Final(buffer.baseAddress, &state)
      #else
        _ = unsafe SHA256_Final(buffer.baseAddress, &state)
      #endif
    }
    return digest
  }

  /// The digest of all bytes so far, 64 lower-case hexadecimal digits. Call once, last.
  public mutating func hexDigest() -> String { hexadecimal(digest()) }

  /// The digest of one array, 32 bytes.
  public static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = SHA256()
    digest.update(bytes)
    return digest.digest()
  }

  /// The digest of one array, 64 lower-case hexadecimal digits.
  public static func hexDigest(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(bytes)
    return digest.hexDigest()
  }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
