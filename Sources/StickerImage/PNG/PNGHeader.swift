/// The fields of an IHDR chunk.
struct PNGHeader: Hashable, Sendable {
  enum ColorType: Int, Hashable, Sendable {
    case gray = 0
    case trueColor = 2
    case palette = 3
    case grayAlpha = 4
    case trueColorAlpha = 6

    /// The color type in the specification's words.
    var name: String {
      switch self {
      case .gray: "grayscale"
      case .trueColor: "truecolor"
      case .palette: "palette"
      case .grayAlpha: "grayscale with alpha"
      case .trueColorAlpha: "truecolor with alpha"
      }
    }

    var samples: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .trueColor: 3
      case .trueColorAlpha: 4
      }
    }

    var depths: Set<Int> {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .trueColor, .grayAlpha, .trueColorAlpha: [8, 16]
      }
    }
  }

  var size: PixelSize
  let depth: Int
  let colorType: ColorType
  let isInterlaced: Bool

  /// Whether the fast path leaves it to libpng.
  var needsLibPNG: Bool { isInterlaced || depth == 16 }

  /// Bits of one pixel.
  var pixelBits: Int { depth * colorType.samples }
  /// Bytes of one row without its filter byte.
  var rowBytes: Int { (size.width * pixelBits + 7) / 8 }

  /// Reads the 13 bytes of an IHDR at `offset`.
  ///
  /// - Throws: a sentence on the first field with a value that the specification does not know.
  init(_ bytes: [UInt8], at offset: Int) throws(Invalid) {
    let (width, height) = (bytes.big32(at: offset), bytes.big32(at: offset + 4))
    guard 1...0x7FFF_FFFF ~= width, 1...0x7FFF_FFFF ~= height else {
      throw Invalid(reason: "the size \(width) × \(height) is not allowed")
    }
    guard let colorType = ColorType(rawValue: Int(bytes[offset + 9])) else {
      throw Invalid(reason: "color type \(bytes[offset + 9]) does not exist")
    }
    guard colorType.depths.contains(Int(bytes[offset + 8])) else {
      throw Invalid(reason: "\(bytes[offset + 8]) bits a sample are not allowed for \(colorType.name)")
    }
    guard bytes[offset + 10] == 0 else {
      throw Invalid(reason: "compression method \(bytes[offset + 10]) does not exist")
    }
    guard bytes[offset + 11] == 0 else {
      throw Invalid(reason: "filter method \(bytes[offset + 11]) does not exist")
    }
    guard bytes[offset + 12] <= 1 else {
      throw Invalid(reason: "interlace method \(bytes[offset + 12]) does not exist")
    }
    size = PixelSize(width, height)
    depth = Int(bytes[offset + 8])
    self.colorType = colorType
    isInterlaced = bytes[offset + 12] == 1
  }

  struct Invalid: Error {
    let reason: String
  }
}
