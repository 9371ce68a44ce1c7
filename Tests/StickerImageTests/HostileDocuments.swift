import Foundation
import Testing

@testable import StickerImage

/// A document that is inconsistent, truncated, or requires too much.
struct HostileDocument: Sendable, CustomTestStringConvertible {
  enum Format: CaseIterable { case aseprite, psd, archive }
  let format: Format
  let name: String
  let bytes: [UInt8]

  var testDescription: String { "\(format): \(name)" }

  static let all = sprites + photoshopDocuments + archives

  // MARK: Aseprite

  private static let sprites: [HostileDocument] = {
    var all: [HostileDocument] = []
    func add(_ name: String, _ bytes: [UInt8]) {
      all.append(HostileDocument(format: .aseprite, name: name, bytes: bytes))
    }
    let good = asepriteFile([layer(), cel()])
    func changed(_ offset: Int, _ values: [UInt8]) -> [UInt8] {
      var bytes = good
      bytes.replaceSubrange(offset..<offset + values.count, with: values)
      return bytes
    }
    let bomb = deflate([UInt8](repeating: 7, count: 1 << 24), level: 9) ?? []
    add("cut inside the header", Array(good[..<100]))
    add("cut before the first frame", Array(good[..<128]))
    add("cut inside the frame", Array(good.dropLast(3)))
    add("65,535 frames in 200 bytes", changed(6, [0xFF, 0xFF]))
    add("no frames", changed(6, [0, 0]))
    add("a canvas of 65,535 × 65,535", changed(8, [0xFF, 0xFF, 0xFF, 0xFF]))
    add("a canvas without pixels", changed(8, [0, 0]))
    add("24 bits per pixel", changed(12, [24]) /* sniffed as another format */)
    add("pixels 255 wide on a wide canvas", changed(8, [0, 32, 0, 32]).with(34, [255, 1]))
    add("a frame of 4 GB", changed(128, [0xFF, 0xFF, 0xFF, 0xFF]))
    add("a frame of no bytes", changed(128, [0, 0, 0, 0]))
    add("a frame without its signature", changed(132, [0, 0]))
    add("4,294,967,295 chunks", changed(140, [0xFF, 0xFF, 0xFF, 0xFF]))
    add("more chunks than there are", changed(140, [9, 0]))
    add("a chunk of 4 GB", changed(144, [0xFF, 0xFF, 0xFF, 0xFF]))
    add("a chunk of no bytes", changed(144, [0, 0, 0, 0]))
    add("a layer whose name extends past its chunk", asepriteFile([layer(nameLength: 60_000), cel()]))
    add("a layer in a group that is missing", asepriteFile([layer(level: 3), cel()]))
    add(
      "groups inside each other, 1,000 deep",
      asepriteFile((0..<1000).map { layer(kind: 1, level: $0) } + [layer(level: 1000)]))
    add(
      "30 waiting canvases of 16 megapixels",
      {
        var bytes = asepriteFile((0..<30).map { layer(kind: 1, level: $0) } + [layer(level: 30)], flags: 3)
        bytes.replaceSubrange(8..<12, with: [0, 16, 0, 16])
        return bytes
      }())
    add("an unknown blend mode", asepriteFile([layer(blend: 99), cel()]))
    add("an unknown kind of layer", asepriteFile([layer(kind: 9), cel()]))
    add("a cel on a layer that is missing", asepriteFile([layer(), cel(layer: 7)]))
    add("an unknown kind of cel", asepriteFile([layer(), cel(kind: 9)]))
    add("a raw cel that is cut", asepriteFile([layer(), cel(kind: 0, size: (200, 200))]))
    add("a cel of 65,535 × 65,535", asepriteFile([layer(), cel(size: (65_535, 65_535), data: bomb)]))
    add("a cel that inflates to more than its size", asepriteFile([layer(), cel(data: bomb)]))
    add("a cel that inflates to less than its size", asepriteFile([layer(), cel(size: (9, 9))]))
    add("a cel that is not deflated", asepriteFile([layer(), cel(data: [1, 2, 3, 4, 5])]))
    add("a cel linked to itself", asepriteFile([layer(), cel(kind: 1, data: [0, 0])]))
    add("a cel linked to a later frame", asepriteFile([layer(), cel(kind: 1, data: [9, 0])]))
    add(
      "a large cel in 60 layers that are blended",
      {
        let pixels = deflate([UInt8](repeating: 200, count: 4096 * 4096 * 4), level: 9) ?? []
        var chunks = [layer(), cel(size: (4096, 4096), data: pixels)]
        chunks += (1..<60).map { _ in layer(blend: 12) }
        chunks += (1..<60).map { cel(layer: $0, size: (4096, 4096), data: pixels) }
        return asepriteFile(chunks).with(8, [0, 16, 0, 16])
      }())
    add("a tilemap without its tiles", asepriteFile([layer(kind: 2), tilemap()]))
    add(
      "a tilemap of 65,535 × 65,535",
      asepriteFile([layer(kind: 2), tileset(), tilemap(size: (65_535, 65_535))]))
    add("8-bit tiles", asepriteFile([layer(kind: 2), tileset(), tilemap(bits: 8)]))
    add("4,294,967,295 tiles", asepriteFile([layer(kind: 2), tileset(count: 0xFFFF_FFFF), tilemap()]))
    add("tiles without pixels", asepriteFile([layer(kind: 2), tileset(size: (0, 4)), tilemap()]))
    add("tiles in another file", asepriteFile([layer(kind: 2), tileset(flags: 1), tilemap()]))
    add("a tileset that is cut", asepriteFile([layer(kind: 2), tileset(length: 1 << 20), tilemap()]))
    add(
      "a palette of 4,294,967,295 colors",
      asepriteFile([chunk(0x2019, long(0xFFFF_FFFF) + long(0) + long(9)), layer()]))
    add(
      "a palette whose colors are missing",
      asepriteFile([chunk(0x2019, long(256) + long(0) + long(255)), layer()]))
    add("a tag of frames that are missing", asepriteFile([layer(), cel(), tag(first: 0, last: 900)]))
    add("a tag that ends before it begins", asepriteFile([layer(), cel(), tag(first: 1, last: 0)]))
    add(
      "a color profile of 4 GB",
      asepriteFile([chunk(0x2007, word(2) + zeros(14) + long(0xFFFF_FFFF)), layer()]))
    return all
  }()

  private static func asepriteFile(_ chunks: [[UInt8]], flags: Int = 1) -> [UInt8] {
    let body = chunks.joined()
    let frame =
      long(16 + body.count) + word(0xF1FA) + word(0xFFFF) + word(100) + zeros(2) + long(chunks.count)
    let header =
      word(0xA5E0) + word(1) + word(4) + word(4) + word(32) + long(flags) + word(100) + zeros(108)
    return long(4 + header.count + frame.count + body.count) + header + frame + body
  }

  private static func chunk(_ type: Int, _ data: [UInt8]) -> [UInt8] {
    long(6 + data.count) + word(type) + data
  }

  private static func layer(kind: Int = 0, level: Int = 0, blend: Int = 0, nameLength: Int = 0) -> [UInt8] {
    chunk(
      0x2004,
      word(1) + word(kind) + word(level) + zeros(4) + word(blend) + [255] + zeros(3) + word(nameLength)
        + (kind == 2 ? long(0) : []))
  }

  private static func cel(
    layer: Int = 0, kind: Int = 2, size: (Int, Int) = (4, 4), data: [UInt8]? = nil
  ) -> [UInt8] {
    let pixels = data ?? deflate([UInt8](repeating: 9, count: 64), level: 1) ?? []
    let sides = kind == 1 ? [] : word(size.0) + word(size.1)
    return chunk(0x2005, word(layer) + zeros(4) + [255] + word(kind) + zeros(7) + sides + pixels)
  }

  private static func tilemap(size: (Int, Int) = (1, 1), bits: Int = 32) -> [UInt8] {
    let head = word(0) + zeros(4) + [255] + word(3) + zeros(7) + word(size.0) + word(size.1) + word(bits)
    return chunk(
      0x2005, head + long(0x1FFF_FFFF) + zeros(22) + (deflate([1, 0, 0, 0], level: 1) ?? []))
  }

  private static func tileset(
    count: Int = 2, size: (Int, Int) = (4, 4), flags: Int = 6, length: Int? = nil
  ) -> [UInt8] {
    let data = deflate([UInt8](repeating: 5, count: 128), level: 1) ?? []
    return chunk(
      0x2023,
      long(0) + long(flags) + long(count) + word(size.0) + word(size.1) + zeros(16) + word(0)
        + long(length ?? data.count) + data)
  }

  private static func tag(first: Int, last: Int) -> [UInt8] {
    chunk(0x2018, word(1) + zeros(8) + word(first) + word(last) + [0] + word(0) + zeros(10) + word(0))
  }

  // MARK: PSD

  private static let photoshopDocuments: [HostileDocument] = {
    var all: [HostileDocument] = []
    func add(_ name: String, _ bytes: [UInt8]) {
      all.append(HostileDocument(format: .psd, name: name, bytes: bytes))
    }
    let raw: [UInt8] = [0, 0] + [UInt8](repeating: 50, count: 48)
    let good = photoshopFile(raw)
    func changed(_ offset: Int, _ values: [UInt8]) -> [UInt8] { good.with(offset, values) }
    let packedRows = [UInt8]((0..<12).flatMap { _ in [0, 2] as [UInt8] })
    let packed: [UInt8] = [0, 1] + packedRows + (0..<12).flatMap { _ in [253, 7] as [UInt8] }
    add("cut inside the header", Array(good[..<20]))
    add("cut before the palette", Array(good[..<28]))
    add("cut before the resources", Array(good[..<30]))
    add("cut before the layers", Array(good[..<36]))
    add("cut before the image", Array(good[..<38]))
    add("cut inside the raw image", Array(good.dropLast(1)))
    add("cut inside the lengths of the rows", Array(photoshopFile(packed)[..<45]))
    add("cut inside the packed rows", Array(photoshopFile(packed).dropLast(1)))
    add("version 9", changed(4, [0, 9]))
    add("30,000 × 30,000 px", changed(14, [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]))
    add("4,294,967,295 px wide", changed(18, [0xFF, 0xFF, 0xFF, 0xFF]))
    add("no rows", changed(14, [0, 0, 0, 0]))
    add("no columns", changed(18, [0, 0, 0, 0]))
    add("4,096 × 4,096 px in 90 bytes, raw", changed(14, [0, 0, 16, 0, 0, 0, 16, 0]))
    add("4,096 × 4,096 px in 90 bytes, packed", photoshopFile(packed).with(14, [0, 0, 16, 0, 0, 0, 16, 0]))
    add("1 bit per channel", changed(22, [0, 1]))
    add("16 bits per channel", changed(22, [0, 16]))
    add("32 bits per channel", changed(22, [0, 32]))
    add("CMYK", changed(24, [0, 4]))
    add("Lab", changed(24, [0, 9]))
    add("an unknown color mode", changed(24, [0xFF, 0xFF]))
    add("no channels", changed(12, [0, 0]))
    add("two channels for three colors", changed(12, [0, 2]))
    add("65,535 channels", changed(12, [0xFF, 0xFF]))
    add("a palette of 4 GB", changed(26, [0xFF, 0xFF, 0xFF, 0xFF]))
    add("indexed colors without a palette", changed(24, [0, 2]))
    add("resources of 4 GB", changed(30, [0xFF, 0xFF, 0xFF, 0xFF]))
    add("layers of 4 GB", changed(34, [0xFF, 0xFF, 0xFF, 0xFF]))
    add("layers of 2^63 bytes in a large document", changed(4, [0, 2]).with(34, [0x80, 0, 0, 0]))
    add("an unknown compression", photoshopFile([0, 9] + raw.dropFirst(2)))
    add("deflated pixels", photoshopFile([0, 2] + raw.dropFirst(2)))
    add(
      "a row that is too long",
      photoshopFile([0, 1] + packedRows + (0..<12).flatMap { _ in [200, 7] as [UInt8] }))
    add(
      "a row that is too short",
      photoshopFile([0, 1] + packedRows + (0..<12).flatMap { _ in [255, 7] as [UInt8] }))
    add("a row of lengths without samples", photoshopFile([0, 1] + packedRows + (0..<24).map { _ in 128 }))
    add("a row of 65,535 bytes", photoshopFile(packed).with(40, [0xFF, 0xFF]))
    add(
      "a copy that ends later",
      photoshopFile([0, 1] + packedRows + (0..<12).flatMap { _ in [3, 7] as [UInt8] }))
    add(
      "no merged image",
      photoshopFile(raw, resources: Array("8BIM".utf8) + [4, 0x21, 0, 0, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0]))
    add(
      "a color profile that is too long",
      photoshopFile(
        raw,
        resources: Array("8BIM".utf8) + [4, 0x0F, 0, 0, 0, 0x20, 0, 0] + [UInt8](repeating: 0, count: 1 << 21)
      ))
    return all
  }()

  /// 4 × 4 px, RGB.
  private static func photoshopFile(_ image: [UInt8], resources: [UInt8] = []) -> [UInt8] {
    let header: [UInt8] =
      Array("8BPS".utf8) + [0, 1] + zeros(6) + [0, 3, 0, 0, 0, 4, 0, 0, 0, 4, 0, 8, 0, 3]
    return header + zeros(4) + long(resources.count).reversed() + resources + zeros(4) + image
  }

  // MARK: OpenRaster and Krita

  private static let archives: [HostileDocument] = {
    var all: [HostileDocument] = []
    func add(_ name: String, _ bytes: [UInt8]) {
      all.append(HostileDocument(format: .archive, name: name, bytes: bytes))
    }
    let png = smallPNG
    let file = archive([("mergedimage.png", png)])
    let end = file.count - 22
    let entry = end - 46 - 15
    let local = file.count - 22 - 2 * 46 - 23 - 30 - 15 - png.count
    add("cut after the mimetype", Array(file[..<70]))
    add("cut inside the image", Array(file[..<(local + 60)]))
    add("cut inside the directory", Array(file.dropLast(40)))
    add("cut inside the end record", Array(file.dropLast(1)))
    add("no merged image", archive([("stack.xml", [1])]))
    add("two merged images", archive([("mergedimage.png", png), ("mergedimage.png", png)]))
    add("an empty merged image", archive([("mergedimage.png", [])]))
    add("a merged image that is text", archive([("mergedimage.png", Array("hello".utf8))]))
    add("a merged image that is a GIF", archive([("mergedimage.png", Array("GIF89a".utf8))]))
    add("a merged image that is cut", archive([("mergedimage.png", Array(png.dropLast(20)))]))
    add("a merged image that is another archive", archive([("mergedimage.png", file)]))
    add("a damaged merged image", archive([("mergedimage.png", png.with(45, [1, 2, 3]))]))
    add(
      "a merged image of 60,000 × 60,000 px",
      archive([
        (
          "mergedimage.png",
          pngSignature + pngChunk("IHDR", [[0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 6, 0, 0, 0]])
        )
      ]))
    add("a merged image in a folder", archive([("x/mergedimage.png", png)]))
    add("a merged image whose name ends in zero", archive([("mergedimage.png\0", png)]))
    add("an encrypted image", file.with(entry + 8, [1]))
    add("bzip2", file.with(entry + 10, [12]))
    add("deflated, but stored", file.with(entry + 10, [8]))
    add("a wrong checksum", file.with(entry + 16, [1, 2, 3, 4]))
    add("a stored size of 4 GB", file.with(entry + 20, [0xFE, 0xFF, 0xFF, 0xFF]))
    add("a file size of 4 GB", file.with(entry + 24, [0xFE, 0xFF, 0xFF, 0xFF]))
    add("a smaller file size", file.with(entry + 24, [9, 0, 0, 0]))
    add("a local header past the end", file.with(entry + 42, [0, 0, 0, 0x7F]))
    add("an offset to something other than a local header", file.with(entry + 42, [1, 0, 0, 0]))
    add("a local name of 65,535 bytes", file.with(local + 26, [0xFF, 0xFF]))
    add("local extra data of 65,535 bytes", file.with(local + 28, [0xFF, 0xFF]))
    add("a directory entry without its signature", file.with(entry, [0]))
    add("a directory name of 65,535 bytes", file.with(entry + 28, [0xFF, 0xFF]))
    add("a directory comment of 65,535 bytes", file.with(entry + 32, [0xFF, 0xFF]))
    add("a directory past the end", file.with(end + 16, [0xFF, 0xFF, 0xFF, 0x7F]))
    add("a directory of 4 GB", file.with(end + 12, [0xFF, 0xFF, 0xFF, 0xFF]))
    add("ZIP64", file.with(end + 16, [0xFF, 0xFF, 0xFF, 0xFF]))
    add("65,535 files", file.with(end + 10, [0xFF, 0xFF]))
    add("9 files", file.with(end + 10, [9]))
    add("the second of two parts", file.with(end + 4, [1]))
    add("a comment that is cut", file.with(end + 20, [9]))
    let zeros = deflate([UInt8](repeating: 0, count: 40 << 20), level: 12) ?? []
    add("40 MB of zeros", archive([("mergedimage.png", zeros)], inflatedBytes: 40 << 20))
    add(
      "40 MB of zeros that claim to be 100 bytes", archive([("mergedimage.png", zeros)], inflatedBytes: 100))
    return all
  }()

  /// One gray pixel.
  private static let smallPNG: [UInt8] =
    pngSignature + pngChunk("IHDR", [[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]])
    + pngChunk("IDAT", [deflate([0, 77], level: 1) ?? []]) + pngChunk("IEND", [])

  /// An OpenRaster archive.
  ///
  /// - Parameter inflatedBytes: the claimed size of the second file, which is a zlib stream; nil if files are
  ///   stored.
  private static func archive(_ files: [(String, [UInt8])], inflatedBytes: Int? = nil) -> [UInt8] {
    var (body, directory) = ([UInt8](), [UInt8]())
    for (name, content) in [("mimetype", Array("image/openraster".utf8))] + files {
      let isDeflated = inflatedBytes != nil && name != "mimetype"
      // ZIP has no zlib header and checksum.
      let stored = isDeflated ? Array(content.dropFirst(2).dropLast(4)) : content
      let sizes =
        long(Int(crc32(content[...]))) + long(stored.count)
        + long(isDeflated ? inflatedBytes ?? 0 : stored.count)
      let head = word(isDeflated ? 8 : 0) + zeros(4) + sizes + word(name.utf8.count) + word(0)
      directory +=
        long(0x0201_4B50) + word(20) + word(20) + word(0) + head + zeros(10) + long(body.count)
        + Array(name.utf8)
      body += long(0x0403_4B50) + word(20) + word(0) + head + Array(name.utf8) + stored
    }
    let count = word(files.count + 1)
    return body + directory + long(0x0605_4B50) + zeros(4) + count + count + long(directory.count)
      + long(body.count) + zeros(2)
  }

  // MARK: Numbers

  private static func word(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  private static func long(_ number: Int) -> [UInt8] { word(number) + word(number >> 16) }

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

extension [UInt8] {
  fileprivate func with(_ offset: Int, _ values: [UInt8]) -> [UInt8] {
    var bytes = self
    bytes.replaceSubrange(offset..<offset + values.count, with: values)
    return bytes
  }
}
