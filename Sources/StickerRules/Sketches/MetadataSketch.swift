import StickerImage
import StickerModel

extension Sketch {
  /// The same PNG with a chunk behind its header.
  func with(_ type: StaticString, _ data: [UInt8]) -> Sketch {
    changed { $0.prefix(headerEnd) + pngChunk(type, [data]) + $0.dropFirst(headerEnd) }
  }

  /// The same PNG with a private chunk of so many bytes in all.
  func padded(by count: Int) -> Sketch {
    with("paDd", [UInt8](repeating: 0, count: count - 12))  // length, type and checksum are 12
  }

  /// The same PNG with an embedded profile.
  func tagged(_ profile: SketchedProfile) -> Sketch {
    changed { bytes in
      guard let chunk = profileChunk(profile.bytes, name: profile.name) else { return bytes }
      return bytes.prefix(headerEnd) + chunk + bytes.dropFirst(headerEnd)
    }
  }
}

/// Bytes from the start of a PNG to the end of its header: the signature and IHDR.
private let headerEnd = 33

/// A tEXt chunk's data.
func text(_ key: String, _ value: String) -> [UInt8] { Array(key.utf8) + [0] + Array(value.utf8) }

/// EXIF data that says nothing but an orientation.
func exif(orientation: Int) -> [UInt8] {
  directory(at: 8, [(0x0112, 3, 1, [0, UInt8(orientation), 0, 0])], header: true)
}

/// A tEXt chunk's data: a profile in hexadecimal digits, as ImageMagick writes it.
func rawProfile(_ name: String, _ profile: [UInt8]) -> [UInt8] {
  let digits = profile.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  return text("Raw profile type \(name)", "\n\(name)\n\(profile.count)\n\(digits)\n")
}

/// EXIF data of a photo: who took it, and at which coordinates.
func exifOfPhoto() -> [UInt8] {
  // A first directory of two entries ends at byte 38, one of coordinates at 38 + 30.
  let name = Array("Somebody".utf8)
  let first = directory(
    at: 8,
    [(0x013B, 2, UInt8(name.count), [0, 0, 0, 68]), (0x8825, 4, 1, [0, 0, 0, 38])], header: true)
  let position = directory(
    at: 38, [(2, 5, 3, [0, 0, 0, 76]), (4, 5, 3, [0, 0, 0, 100])], header: false)
  // Degrees, minutes, seconds: each a numerator and a denominator.
  let angle: [UInt8] = [0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 34, 0, 0, 0, 1, 0, 0, 0, 56, 0, 0, 0, 1]
  return first + position + name + angle + angle
}

/// A directory of EXIF data, big endian: tag, type, count and four bytes of value or offset of each entry.
private func directory(
  at offset: UInt8, _ entries: [(tag: Int, type: UInt8, count: UInt8, value: [UInt8])], header: Bool
) -> [UInt8] {
  var out: [UInt8] = header ? [0x4D, 0x4D, 0, 42, 0, 0, 0, offset] : []
  out += [0, UInt8(entries.count)]
  for entry in entries {
    out += [UInt8(entry.tag >> 8), UInt8(entry.tag & 0xFF), 0, entry.type, 0, 0, 0, entry.count]
    out += entry.value
  }
  return out + [0, 0, 0, 0]  // no directory follows
}

/// An iTXt chunk's data: XMP in which a program has noted one step.
func xmpHistory() -> [UInt8] {
  let packet = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
      xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#">
    <xmpMM:History><rdf:Seq><rdf:li stEvt:action="saved" stEvt:when="2026-01-02T03:04:05Z"/></rdf:Seq>
    </xmpMM:History></rdf:Description></rdf:RDF></x:xmpmeta>
    """
  // Not compressed; no language, no translated keyword.
  return Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0] + Array(packet.utf8)
}
