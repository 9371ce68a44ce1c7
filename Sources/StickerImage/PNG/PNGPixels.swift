/// One still picture inside a PNG datastream: an image header and the data that belongs to it.
struct PNGPicture {
  let header: PNGHeader
  /// Own copies, so that the file can go while the picture is decoded.
  let palette: [UInt8]
  let transparency: [UInt8]?
  /// A zlib stream in pieces: the data of IDAT chunks, or of fdAT chunks without their sequence numbers.
  let data: [Range<Int>]
  let place: FilePlace

  /// The picture that `data` holds, `size` large: an APNG's patches share everything else with the default
  /// image.
  init(_ bytes: [UInt8], _ layout: PNGLayout, size: PixelSize, data: [Range<Int>], place: FilePlace) {
    var header = layout.header
    header.size = size
    self.header = header
    palette = layout.palette.map { Array(bytes[$0]) } ?? []
    transparency = layout.transparency.map { Array(bytes[$0]) }
    self.data = data
    self.place = place
  }
}

extension PNGPicture {
  /// The default image: what the IDAT chunks hold.
  init(defaultImageOf bytes: [UInt8], _ layout: PNGLayout) {
    self.init(
      bytes, layout, size: layout.header.size, data: layout.idat,
      place: FilePlace(unit: "IDAT", offset: layout.idatOffset))
  }
}

/// Decodes one still picture to straight RGBA, 8 bits a sample.
///
/// Most art takes the fast path (libdeflate and rows unfiltered here); interlaced and 16-bit pictures go
/// through libpng. A test decodes the whole corpus both ways and compares; what is damage on one way is
/// damage on the other, in the same words. But for one: codes that RFC 1951 (3.2.6, 3.2.7) gives no meaning
/// are damage to zlib, and so to libpng, while libdeflate goes on; the checksum must still be right then.
///
/// - Parameter stream: the picture's zlib stream, in one piece.
/// - Throws: `Damage`; damaged input is ordinary input.
func decodePNGPicture(_ picture: PNGPicture, _ stream: ArraySlice<UInt8>) throws(Damage) -> Bitmap {
  if picture.header.needsLibPNG {
    return try decodeWithLibPNG(picture, stream)
  }
  if picture.header.colorType == .trueColor || picture.header.colorType == .trueColorAlpha {
    return try decodeTruecolor(picture, stream)
  }
  var scanlines = try inflateScanlines(picture, stream)
  return try expand(&scanlines, picture)
}

/// The inflated stream of a picture: the rows of each pass, a filter byte before each; and one byte more.
func inflateScanlines(_ picture: PNGPicture, _ stream: ArraySlice<UInt8>) throws(Damage) -> [UInt8] {
  var (outcome, scanlines) = inflate(stream, expecting: picture.header.scanlineBytes)
  if let damage = picture.damage(of: outcome, in: stream) { throw damage }
  scanlines.append(0)  // `inflate` left room: nothing is copied
  return scanlines
}

extension PNGPicture {
  /// The zlib stream, in one piece.
  func stream(in bytes: [UInt8]) -> ArraySlice<UInt8> {
    data.count == 1 ? bytes[data[0]] : bytes.joined(data)[...]
  }

  /// The same in the file's own memory, where nobody else holds it: the pieces are pushed together.
  func stream(takenFrom bytes: consuming [UInt8]) -> ArraySlice<UInt8> {
    if data.count == 1 { return bytes[data[0]] }
    return bytes.pushedTogether(data)
  }

  /// What is wrong with a stream that does not hold just the rows; nil where it does.
  func damage(of outcome: Inflated, in stream: ArraySlice<UInt8>) -> Damage? {
    let expected = header.scanlineBytes
    switch outcome {
    case .whole: return nil
    case .short(let count):
      return Damage("the image data ends early: \(count) of \(expected) bytes", at: stop(in: stream))
    case .long:
      return Damage(
        "the image data holds more than the \(expected) bytes of the picture", at: stop(in: stream))
    case .broken: return Damage("the compressed image data is broken or cut off", at: stop(in: stream))
    }
  }
}

extension PNGPicture {
  /// The damage of a row whose filter type the specification does not know.
  func unknownFilter(_ filter: UInt8, row: Int) -> Damage {
    var place = place
    place.line = row
    return Damage("filter type \(filter) does not exist", at: place)
  }

  /// The damage of a picture that uses a color beyond its palette; nil where the palette reaches.
  func beyondPalette(_ largestIndex: UInt8) -> Damage? {
    let count = palette.count / 3
    guard header.colorType == .palette, Int(largestIndex) >= count else { return nil }
    return Damage("a pixel uses color number \(largestIndex), the palette has \(count)", at: place)
  }
}
