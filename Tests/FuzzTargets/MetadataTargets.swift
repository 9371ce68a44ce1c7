import StickerImage

extension FuzzTarget {
  static let exif = FuzzTarget(
    "exif", summary: "EXIF data in a JPEG, in a PNG, and as hex digits in a PNG's text chunk",
    maxInputBytes: 1024,
    seeds: exifOfFile,
    attempt: { bytes throws(PropertyViolation) in
      let body = Array("Exif\0\0".utf8) + bytes
      let jpeg = try container([0xFF, 0xD8, 0xFF, 0xE1] + big16(body.count + 2) + body + [0xFF, 0xD9])
      let png = try container(still([("eXIf", bytes)]))
      try expect(jpeg.orientation == png.orientation, "a JPEG and a PNG disagree on their orientation")
      try expect(png.orientation.map { 1...8 ~= $0 } ?? true, "an orientation that does not exist")
      try expect(png.damage.isEmpty, "EXIF data damages a PNG: \(png.damage)")
      try expect(jpeg.privateFields == png.privateFields, "a JPEG and a PNG disagree on private fields")
      let text = try container(still([("zTXt", hexEXIFChunkData(body))]))
      try expect(
        text.damage.isEmpty && text.orientation == nil, "text is mistaken for a chunk with EXIF data")
      try expect(
        text.textChunkOrientation?.value == png.orientation,
        "a text and a chunk disagree on their orientation")
      try expect(text.privateFields == png.privateFields, "a text and a chunk disagree on private fields")
      if let plain = plainOrientation(bytes) {
        try expect(
          png.orientation == plain, "orientation \(String(describing: png.orientation)), not \(plain)")
      }
    })

  static let icc = FuzzTarget(
    "icc", summary: "an ICC profile: its colors, and whether it survives in files", seeds: profileOfFile,
    attempt: { bytes throws(PropertyViolation) in
      let name: [UInt8] = [0x70, 0, 0]
      let png = still([("iCCP", name + storedStream(bytes))])
      let carried = try container(png)
      try expect(carried.profile == bytes, "a PNG has a different profile than the original one")
      let jpeg = try expectEncoding { () throws(InternalError) in try gradient.encodedJPEG(profile: bytes) }
      let kept = try container(jpeg).profile
      try expect(kept == nil || kept == bytes, "a JPEG has a different profile than the original one")
      for file in [png, jpeg] {
        let chunks = try container(file).colorChunks(of: file)
        let written = try expectEncoding { () throws(InternalError) in
          try gradient.encodedPNG(colorChunks: chunks)
        }
        try expect(try container(written).damage.isEmpty, "color chunks damage a PNG")
      }
      try expectColors(of: bytes, claimedBy: carried)
    })

  static let text = FuzzTarget(
    "text", summary: "a text, profile or other chunk of a PNG, as is or with a valid stream",
    seeds: chunksOfFile,
    attempt: { bytes throws(PropertyViolation) in
      let type = metadataChunkTypes[Int(bytes.first ?? 0) % metadataChunkTypes.count]
      let data = Array(bytes.dropFirst())
      let plain = try container(still([(type, data)]))
      try expect(plain.damage.isEmpty, "\(type) damages a PNG: \(plain.damage)")
      guard let end = data.firstIndex(of: 0) else { return }
      // The same keyword, with the rest of the data in a valid stream.
      let head = data[...end] + (type == "iTXt" ? [1, 0, 0, 0] : [0])
      let content = Array(data[(end + 1)...])
      let mended = try container(still([(type, head + storedStream(content)), (type, data)]))
      try expect(mended.textKeywords.count <= 2, "a chunk has more than one keyword")
      if type == "iCCP", 1...79 ~= end {
        try expect(mended.profile == content, "the profile differs from the one in the stream")
      }
    })
}

/// Checks that a profile of curves and primaries is recognized wherever it is stored, and changes only
/// colors.
private func expectColors(of profile: [UInt8], claimedBy container: ImageContainer) throws(PropertyViolation)
{
  guard let colors = ColorProfile(profile: profile) else { return }
  let distance = ColorProfileSampleDifferences(colors)
  try expect(
    0...255 ~= distance.maxDifferenceFromSRGB && 0...255 ~= distance.maxDifferenceFromDisplayP3,
    "a distance of \(distance)")
  try expect(container.declaredColorSpace == .profile(distance), "a profile has changed")
  for space in StickerColorSpace.allCases {
    let out = gradient.converted(from: colors, to: space)
    try expect(
      stride(from: 3, to: 28, by: 4).allSatisfy { out.pixels[$0] == 255 }, "a profile changes alpha")
  }
}

private let metadataChunkTypes = [
  "tEXt", "zTXt", "iTXt", "iCCP", "eXIf", "gAMA", "cHRM", "sRGB", "cICP", "pHYs", "tIME",
]

private let gradient: Bitmap = {
  let pixels = (UInt8(0)..<7).flatMap { step -> [UInt8] in [step * 36, 255 - step * 36, step, 255] }
  return Bitmap(PixelSize(7, 1), pixels: pixels)
}()

/// A valid image of one pixel, with chunks before its data.
func still(_ chunks: [(type: String, data: [UInt8])]) -> [UInt8] {
  var png = AssembledPNG()
  png.appendHeader(1, 1)
  for chunk in chunks { png.append(chunk.type, chunk.data) }
  png.append("IDAT", storedStream([0, 1, 2, 3, 4]))
  png.append("IEND")
  return png.bytes
}

func container(_ file: [UInt8]) throws(PropertyViolation) -> ImageContainer {
  guard let container = ImageContainer(of: file, budget: .small) else {
    throw PropertyViolation(description: "a file is not recognized")
  }
  return container
}

/// Runs an encoder, which must never fail.
func expectEncoding<Result>(_ encode: () throws(InternalError) -> Result) throws(PropertyViolation) -> Result
{
  do { return try encode() } catch {
    throw PropertyViolation(description: "encoding failed: \(error.reason)")
  }
}

/// The data of a zTXt chunk with EXIF data in hexadecimal digits.
private func hexEXIFChunkData(_ bytes: [UInt8]) -> [UInt8] {
  let digits = bytes.flatMap { byte in
    [byte >> 4, byte & 15].map { Array("0123456789abcdef".utf8)[Int($0)] }
  }
  let text = Array("\nexif\n\(bytes.count)\n".utf8) + digits
  return Array("Raw profile type exif\0\0".utf8) + storedStream(text)
}

/// The orientation in valid EXIF data whose first directory follows its header, or nil for other data.
private func plainOrientation(_ bytes: [UInt8]) -> Int? {
  guard bytes.count >= 26, bytes.starts(with: [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3]),
    bytes[18] == 0, 1...8 ~= bytes[19]
  else { return nil }
  return Int(bytes[19])
}

private func exifOfFile(_ file: SeedFile) -> [[UInt8]] {
  let mark = Array("Exif\0\0".utf8)
  let found = file.bytes.indices.dropLast(mark.count).first { file.bytes[$0...].starts(with: mark) }
  return found.map { [Array(file.bytes[($0 + mark.count)...].prefix(512))] } ?? []
}

private func profileOfFile(_ file: SeedFile) -> [[UInt8]] {
  ImageContainer(of: file.bytes)?.profile.map { [$0] } ?? []
}

private func chunksOfFile(_ file: SeedFile) -> [[UInt8]] {
  ImageContainer(of: file.bytes)?.parts.compactMap { part in
    guard let type = metadataChunkTypes.firstIndex(of: part.type) else { return nil }
    return [UInt8(type)] + file.bytes[part.offset + 8..<part.offset + part.length - 4]
  } ?? []
}
