import Foundation

/// SHA-256 of data as 64 lowercase hexadecimal digits. The extension passes CryptoKit's.
public typealias SHA256Function = @Sendable (Data) -> String

/// Why data is not the file that an index describes.
public enum VerificationError: Error, Equatable, Sendable {
  /// There is no such file.
  case missing
  /// Another number of bytes.
  case size(expected: Int, found: Int)
  /// The right number of bytes, but others.
  case digest(expected: String, found: String)
}

extension StickerIndex.Sticker {
  /// Holds data to the size and the digest in the index. What has not passed here is never shown.
  public func verify(_ data: Data, sha256: SHA256Function) throws(VerificationError) {
    guard data.count == bytes else { throw .size(expected: bytes, found: data.count) }
    let found = sha256(data)
    guard found == self.sha256 else { throw .digest(expected: self.sha256, found: found) }
  }
}
