import CImageCodecs

#if canImport(CommonCrypto)
  private import CommonCrypto
#else
  private import CLibCrypto
#endif

/// A 128-bit XXH3 hash of pixels or other data. It isn't suitable for security purposes.
public struct XXH3Digest: Hashable, Sendable {
  private let low: UInt64
  private let high: UInt64

  /// Hashes bytes.
  ///
  /// - Parameter bytes: The bytes to hash.
  /// - Parameter seed: With a secret seed, attackers can't craft data that has the same hash as other data.
  public init(of bytes: [UInt8], seed: UInt64 = 0) {
    let hash = unsafe bytes.withUnsafeBufferPointer { unsafe sl_xxh3($0.baseAddress, $0.count, seed) }
    (low, high) = (hash.low, hash.high)
  }

  /// Restores a hash from its `bytes`. Returns nil unless there are 16 of them.
  public init?(bytes: ArraySlice<UInt8>) {
    guard bytes.count == 16 else { return nil }
    func half(_ eight: ArraySlice<UInt8>) -> UInt64 { eight.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    (low, high) = (half(bytes.prefix(8)), half(bytes.suffix(8)))
  }

  /// Hashes numbers as stored in memory.
  init(of numbers: [UInt32]) {
    let hash = unsafe numbers.withUnsafeBytes { bytes in
      unsafe sl_xxh3(bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, 0)
    }
    (low, high) = (hash.low, hash.high)
  }

  /// The lower 64 bits of the hash.
  public var lowerHalf: UInt64 { low }

  /// The hash as 32 hexadecimal digits, in the order of its bytes.
  public var hexadecimal: String {
    bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// The 16 bytes of the hash.
  public var bytes: [UInt8] {
    [low, high].flatMap { half in stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: half >> $0) }
    }
  }
}

/// SHA-256 (FIPS 180-4) of data that arrives in pieces. See docs/decisions/0006.
public struct SHA256 {
  #if canImport(CommonCrypto)
    private var state = CC_SHA256_CTX()
  #else
    private var state = SHA256_CTX()
  #endif

  /// Creates a hash without any input.
  public init() {
    #if canImport(CommonCrypto)
      unsafe CC_SHA256_Init(&state)
    #else
      _ = unsafe SHA256_Init(&state)
    #endif
  }

  /// Adds bytes to the hash.
  public mutating func update(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      #if canImport(CommonCrypto)
        _ = unsafe CC_SHA256_Update(&state, buffer.baseAddress, CC_LONG(buffer.count))
      #else
        _ = unsafe SHA256_Update(&state, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  /// The 32 bytes of the digest. Call it only once, at the end.
  private mutating func finalize() -> [UInt8] {
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

  /// The digest of all added bytes as 64 lowercase hexadecimal digits. Call it only once, at the end.
  public mutating func hexDigest() -> String { hexadecimal(finalize()) }

  /// The digest of one array as 32 bytes.
  public static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finalize()
  }

  /// The digest of one array as 64 lowercase hexadecimal digits.
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
