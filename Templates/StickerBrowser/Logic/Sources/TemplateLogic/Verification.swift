import Foundation

/// Returns the SHA-256 of data as 64 lowercase hexadecimal digits. The extension uses CryptoKit.
public typealias SHA256Function = @Sendable (Data) -> String

/// The reason why data does not match a file in an index.
public enum VerificationError: Error, Equatable, Sendable {
  /// There is no such file.
  case missing
  /// The number of bytes is different.
  case size(expected: Int, found: Int)
  /// The number of bytes is right, but the bytes differ.
  case digest(expected: String, found: String)
  /// The bytes match the index, but do not have the header of a PNG, a GIF or a JPEG.
  case notAnImage
  /// The dimensions of the image differ from the index.
  case pixels(expected: PixelSize, found: PixelSize)
  /// The image has more frames than ``StickerLimits/maxFrames``.
  case frames(Int)
}

extension StickerLimits {
  /// The maximum number of frames of an image.
  public static let maxFrames = 1_000
}

extension StickerIndex.Sticker {
  /// Checks data against the size and the digest in the index, and the header of the image against its
  /// dimensions. Data that does not match is never stored or shown.
  ///
  /// The digest comes from the same server as the file, so it does not protect against an image that needs
  /// more memory than the extension may use.
  public func verify(_ data: Data, sha256: SHA256Function) throws(VerificationError) {
    guard data.count == bytes else { throw .size(expected: bytes, found: data.count) }
    let found = sha256(data)
    guard found == self.sha256 else { throw .digest(expected: self.sha256, found: found) }
    guard let header = ImageHeader(data) else { throw .notAnImage }
    guard header.matches(pixels) else { throw .pixels(expected: pixels, found: header.pixels) }
    guard header.frames <= StickerLimits.maxFrames else { throw .frames(header.frames) }
  }
}
