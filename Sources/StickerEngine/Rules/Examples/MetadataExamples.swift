import StickerImage

extension ExampleFile {
  /// The same PNG with a chunk after its header.
  func withChunk(_ type: StaticString, _ data: [UInt8]) -> ExampleFile {
    changed { $0.prefix(pngHeaderByteCount) + pngChunk(type, [data]) + $0.dropFirst(pngHeaderByteCount) }
  }

  /// The same PNG with a private chunk of `count` bytes in total.
  func withPrivateChunk(totalByteCount count: Int) -> ExampleFile {
    withChunk("paDd", [UInt8](repeating: 0, count: count - 12))  // length, type and checksum take 12 bytes
  }

  /// The same PNG with an embedded ICC profile.
  func withICCProfile(_ profile: ExampleICCProfile) -> ExampleFile {
    changed { bytes in
      guard let chunk = iccProfileChunk(profile.bytes, name: profile.name) else { return bytes }
      return bytes.prefix(pngHeaderByteCount) + chunk + bytes.dropFirst(pngHeaderByteCount)
    }
  }
}

/// The number of bytes in the signature and the IHDR chunk of a PNG.
private let pngHeaderByteCount = 33

/// The data of a tEXt chunk.
func textChunkData(_ key: String, _ value: String) -> [UInt8] { Array(key.utf8) + [0] + Array(value.utf8) }

/// EXIF data with only an orientation.
func exifData(orientation: Int) -> [UInt8] {
  exifDirectory(at: 8, [(0x0112, 3, 1, [0, UInt8(orientation), 0, 0])], includesTIFFHeader: true)
}

/// The data of a tEXt chunk with a profile in hexadecimal digits, as ImageMagick writes it.
func rawProfileTextChunkData(_ name: String, _ profile: [UInt8]) -> [UInt8] {
  let digits = profile.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  return textChunkData("Raw profile type \(name)", "\n\(name)\n\(profile.count)\n\(digits)\n")
}

/// EXIF data of a photo, with the name of the photographer and the coordinates.
func artistAndGPSEXIFData() -> [UInt8] {
  // The first directory has two entries and ends at byte 38. The GPS directory ends at 38 + 30.
  let name = Array("Somebody".utf8)
  let first = exifDirectory(
    at: 8,
    [(0x013B, 2, UInt8(name.count), [0, 0, 0, 68]), (0x8825, 4, 1, [0, 0, 0, 38])], includesTIFFHeader: true)
  let position = exifDirectory(
    at: 38, [(2, 5, 3, [0, 0, 0, 76]), (4, 5, 3, [0, 0, 0, 100])], includesTIFFHeader: false)
  // Degrees, minutes and seconds, each as a numerator and a denominator.
  let angle: [UInt8] = [0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 34, 0, 0, 0, 1, 0, 0, 0, 56, 0, 0, 0, 1]
  return first + position + name + angle + angle
}

/// An EXIF directory (IFD), big-endian. Each entry has a tag, a type, a count, and four bytes with a value or
/// an offset.
private func exifDirectory(
  at offset: UInt8, _ entries: [(tag: Int, type: UInt8, count: UInt8, value: [UInt8])],
  includesTIFFHeader header: Bool
) -> [UInt8] {
  var out: [UInt8] = header ? [0x4D, 0x4D, 0, 42, 0, 0, 0, offset] : []
  out += [0, UInt8(entries.count)]
  for entry in entries {
    out += [UInt8(entry.tag >> 8), UInt8(entry.tag & 0xFF), 0, entry.type, 0, 0, 0, entry.count]
    out += entry.value
  }
  return out + [0, 0, 0, 0]  // no further directory
}

/// The data of an iTXt chunk with XMP, in which a program has recorded one editing step.
func xmpHistoryChunkData() -> [UInt8] {
  let packet = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
      xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#">
    <xmpMM:History><rdf:Seq><rdf:li stEvt:action="saved" stEvt:when="2026-01-02T03:04:05Z"/></rdf:Seq>
    </xmpMM:History></rdf:Description></rdf:RDF></x:xmpmeta>
    """
  // The zeros mean that the text is not compressed, and has no language and no translated keyword.
  return Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + Array(packet.utf8)
}

/// A version 2 ICC profile with three primaries and one gamma.
struct ExampleICCProfile {
  let name: String
  let bytes: [UInt8]

  /// Adobe RGB: the primaries under D50, and a gamma of 2.19921875.
  ///
  /// - Source: Adobe RGB (1998) Color Image Encoding, 2005-05, annex B.
  static let adobeRGB = ExampleICCProfile(
    "Adobe RGB (1998)", gamma: 0x0233,
    [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]])
  /// Display P3: the primaries under D50, and a plain gamma of 2.2.
  static let displayP3 = ExampleICCProfile(
    "Display P3", gamma: 0x0233,
    [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]])

  /// - Parameter gamma: the exponent, multiplied by 256.
  private init(_ name: String, gamma: Int, _ primaries: [[Double]]) {
    self.name = name
    let curve =
      Array("curv".utf8) + bigEndian32(0) + bigEndian32(1) + Array(bigEndian32(gamma).suffix(2)) + [0, 0]
    let description =
      Array("desc".utf8) + bigEndian32(0) + bigEndian32(name.utf8.count + 1) + Array(name.utf8)
    let end = [UInt8](repeating: 0, count: 1 + 78 + 3 - name.utf8.count % 4)
    var tags = [("desc", description + end)]
    for (tag, color) in zip(["rXYZ", "gXYZ", "bXYZ"], primaries) {
      tags.append((tag, Array("XYZ ".utf8) + bigEndian32(0) + color.flatMap { bigEndian32(Int($0 * 65536)) }))
    }
    for tag in ["rTRC", "gTRC", "bTRC"] { tags.append((tag, curve)) }
    var (table, data) = (bigEndian32(tags.count), [UInt8]())
    for (tag, content) in tags {
      table += Array(tag.utf8) + bigEndian32(132 + 12 * tags.count + data.count) + bigEndian32(content.count)
      data += content
    }
    let body = table + data
    bytes = iccHeader(length: 128 + body.count) + body
  }
}

/// The header of an ICC profile: length, program, version, class, color space, connection space, date,
/// signature, and the illuminant of the connection space.
///
/// - Source: ICC.1:2001-04, 6.1.
private func iccHeader(length: Int) -> [UInt8] {
  var out = bigEndian32(length) + bigEndian32(0) + bigEndian32(0x0210_0000) + Array("mntrRGB XYZ ".utf8)
  out += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
  out += bigEndian32(0xF6D6) + bigEndian32(0x10000) + bigEndian32(0xD32D)
  return out + [UInt8](repeating: 0, count: 128 - out.count)
}
