#if canImport(CommonCrypto)
  private import CommonCrypto
#else
  private import CLibCrypto
#endif

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
