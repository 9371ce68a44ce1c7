import StickerEngine
import StickerImage
package import StickerPacker

extension ContactSheetThumbnail: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(bitmap.width, bitmap.height)
    encoder.encode(bitmap.pixels)
  }

  /// Decodes the pixels. The process that receives them does not decode an image file.
  package init(from decoder: inout BinaryDecoder) throws {
    let size = PixelSize(try decoder.decode(in: 1...Self.maxSide), try decoder.decode(in: 1...Self.maxSide))
    let pixels = try decoder.decodeBytes()
    try decoder.check(pixels.count == size.area * 4)
    self.init(Bitmap(size, pixels: pixels))
  }
}

extension ContactSheetThumbnail {
  /// Encodes the answer of a worker process.
  ///
  /// - Parameter image: the image; nil if it could not be decoded.
  package static func encodedAnswer(_ image: ContactSheetThumbnail?) -> [UInt8] {
    var encoder = BinaryEncoder()
    encoder.encodeOptional(image) { $0.encode($1) }
    return encoder.bytes
  }

  /// Decodes the answer of a worker process; nil if the file could not be decoded.
  package static func decoded(answer: [UInt8]) throws -> ContactSheetThumbnail? {
    try BinaryDecoder.decode(answer[...]) { try $0.decodeOptional { try $0.decode() } }
  }
}
