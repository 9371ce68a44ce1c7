import StickerImage

extension FuzzTarget {
  static let aseprite = FuzzTarget(
    "aseprite", summary: "an Aseprite sprite: as is, and with its frame and chunk lengths corrected",
    seeds: { SniffedFormat(of: $0.bytes) == .foreign(.aseprite) ? [$0.bytes] : [] },
    attempt: { bytes throws(PropertyViolation) in
      for file in [bytes, repairedSprite(bytes)] {
        try expectImage(file)
        for (index, tag) in asepriteTags(of: file, budget: .small).enumerated() {
          try expect(!tag.frameIndices.isEmpty && tag.plays >= 0, "a tag has no frames")
          guard let image = try? ForeignImage(decodingAseprite: file, tag: index, budget: .small) else {
            break
          }
          try expect(image.frames.count == tag.frameIndices.count, "frames of a tag are missing")
        }
      }
    })

  static let psd = FuzzTarget(
    "psd", summary: "a Photoshop document",
    seeds: { $0.bytes.starts(with: "8BPS".utf8) ? [$0.bytes] : [] },
    attempt: { bytes throws(PropertyViolation) in
      try expectImage(bytes)
      try expectImage(Array("8BPS".utf8) + bytes.dropFirst(4))
    })

  static let openRaster = FuzzTarget(
    "open-raster",
    summary: "an OpenRaster or Krita archive: as is, and as the image in an archive",
    seeds: { file in
      file.bytes.starts(with: "PK".utf8) || file.bytes.starts(with: [0x89] + Array("PNG".utf8))
        ? [file.bytes] : []
    },
    attempt: { bytes throws(PropertyViolation) in
      try expectImage(bytes)
      try expectImage(archive(of: bytes))
    })
}

/// Checks that decoding results in an image within the limits, or in an error.
private func expectImage(_ bytes: [UInt8]) throws(PropertyViolation) {
  guard let image = try? ForeignImage(decoding: bytes, budget: .small) else { return }
  try expect(!image.frames.isEmpty, "a document has no frames")
  let size = image.frames[0].bitmap.size
  try expect(image.frames.allSatisfy { $0.bitmap.size == size }, "frames differ in size")
  try expect(size.area <= DecodingBudget.small.canvasPixels, "the canvas exceeds its limit")
  try expect(image.frames.count <= DecodingBudget.small.frames, "there are more frames than the limit")
  try expect((image.plays == nil) == (image.frames.count == 1), "the loop count contradicts the frames")
}

/// Corrects the lengths of frames and chunks in a sprite, so that mutations reach their contents.
private func repairedSprite(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.count >= 150 else { return bytes }
  var file = bytes
  (file[4], file[5]) = (0xE0, 0xA5)
  if ![8, 16, 32].contains(file[12]) { file[12] = 32 }
  file[13] = 0
  // A single frame contains all chunks.
  file.replaceSubrange(6..<8, with: [1, 0])
  var (at, count) = (144, 0)
  while at + 6 <= file.count {
    let claimed = file[at..<at + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    let length = claimed < 6 || claimed > file.count - at ? file.count - at : claimed
    file.replaceSubrange(at..<at + 4, with: little32(length))
    at += length
    count += 1
  }
  file.replaceSubrange(128..<134, with: little32(file.count - 128) + [0xFA, 0xF1])
  file.replaceSubrange(140..<144, with: little32(count))
  return file
}

/// An OpenRaster archive whose merged image is stored without compression.
private func archive(of image: [UInt8]) -> [UInt8] {
  var (body, directory) = ([UInt8](), [UInt8]())
  for (name, content) in [("mimetype", Array("image/openraster".utf8)), ("mergedimage.png", image)] {
    let checksum = little32(Int(crc32(content[...])))
    let head =
      [UInt8](repeating: 0, count: 6) + checksum + little32(content.count) + little32(content.count)
      + [UInt8(name.utf8.count), 0, 0, 0]
    directory += little32(0x0201_4B50) + [20, 0, 20, 0, 0, 0] + head + [UInt8](repeating: 0, count: 10)
    directory += little32(body.count) + Array(name.utf8)
    body += little32(0x0403_4B50) + [20, 0, 0, 0] + head + Array(name.utf8) + content
  }
  return body + directory + little32(0x0605_4B50) + [0, 0, 0, 0, 2, 0, 2, 0] + little32(directory.count)
    + little32(body.count) + [0, 0]
}

private func little32(_ number: Int) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}
