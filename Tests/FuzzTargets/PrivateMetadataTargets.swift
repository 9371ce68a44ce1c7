import StickerImage

extension FuzzTarget {
  static let xmp = FuzzTarget(
    "xmp", summary: "XMP in a PNG, a JPEG and a GIF", seeds: xmpOfFile,
    attempt: { bytes throws(PropertyViolation) in
      let text = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + bytes
      let png = try container(still([("iTXt", text)]))
      try expect(png.damage.isEmpty, "XMP damages a PNG: \(png.damage)")
      let jpeg = try container(jpegWithSegment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + bytes))
      try expect(jpeg.privateFields == png.privateFields, "a JPEG and a PNG disagree on XMP")
      let names = Set(png.privateFields.map(\.standardName))
      try expect(names.count == png.privateFields.count, "a field is listed twice")
      // A first block of 60 bytes can look like the start of a packet without blocks.
      guard bytes.count != 60 else { return }
      let gif = try container(gifWithApplicationBlock("XMP DataXMP", bytes))
      try expect(gif.privateFields == png.privateFields, "a GIF and a PNG disagree on XMP")
    })

  static let iptc = FuzzTarget(
    "iptc", summary: "Photoshop image resources with IPTC data in a JPEG, and as hex digits in a PNG",
    seeds: resourcesOfFile,
    attempt: { bytes throws(PropertyViolation) in
      let jpeg = try container(jpegWithSegment(0xED, Array("Photoshop 3.0\0".utf8) + bytes))
      let digits = bytes.flatMap { byte in
        [byte >> 4, byte & 15].map { Array("0123456789abcdef".utf8)[Int($0)] }
      }
      let text = Array("Raw profile type 8bim\0\n8bim\n\(bytes.count)\n".utf8) + digits
      let png = try container(still([("tEXt", text)]))
      guard bytes.starts(with: "8BIM".utf8) else { return }
      try expect(jpeg.privateFields == png.privateFields, "a JPEG and a PNG disagree on IPTC")
    })
}

/// A JPEG with one segment and without an image.
private func jpegWithSegment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
  [0xFF, 0xD8, 0xFF, marker] + big16(body.count + 2) + body + [0xFF, 0xD9]
}

/// A GIF of one pixel with an application extension in sub-blocks.
private func gifWithApplicationBlock(_ name: String, _ data: [UInt8]) -> [UInt8] {
  var out = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  out += [0x21, 0xFF, 11] + Array(name.utf8)
  for start in stride(from: 0, to: data.count, by: 255) {
    let block = data[start..<min(start + 255, data.count)]
    out += [UInt8(block.count)] + block
  }
  return out + [0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
}

/// At most `most` bytes that follow a marker.
private func bytesAfterMarker(of bytes: [UInt8], behind mark: String, atMost most: Int) -> [[UInt8]] {
  let mark = Array(mark.utf8)
  let found = bytes.indices.dropLast(mark.count).first { bytes[$0...].starts(with: mark) }
  return found.map { [Array(bytes[($0 + mark.count)...].prefix(most))] } ?? []
}

private func xmpOfFile(_ file: SeedFile) -> [[UInt8]] {
  bytesAfterMarker(of: file.bytes, behind: "http://ns.adobe.com/xap/1.0/\0", atMost: 4096)
    + bytesAfterMarker(of: file.bytes, behind: "XML:com.adobe.xmp\0\0\0\0\0", atMost: 4096)
}

private func resourcesOfFile(_ file: SeedFile) -> [[UInt8]] {
  bytesAfterMarker(of: file.bytes, behind: "Photoshop 3.0\0", atMost: 2048)
}
