import Foundation

/// Returns the SHA-256 of data as 64 lowercase hexadecimal digits. The extension passes CryptoKit's.
public typealias SHA256Function = @Sendable (Data) -> String

/// The reason why data is not the file in an index.
public enum VerificationError: Error, Equatable, Sendable {
  /// There is no such file.
  case missing
  /// A different number of bytes.
  case size(expected: Int, found: Int)
  /// The right number of bytes, but different ones.
  case digest(expected: String, found: String)
}

extension StickerIndex.Sticker {
  /// Checks data against the size and the digest in the index. Data that does not match is never shown.
  public func verify(_ data: Data, sha256: SHA256Function) throws(VerificationError) {
    guard data.count == bytes else { throw .size(expected: bytes, found: data.count) }
    let found = sha256(data)
    guard found == self.sha256 else { throw .digest(expected: self.sha256, found: found) }
  }
}
