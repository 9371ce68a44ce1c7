import StickerImage
import StickerModel
import StickerPacker

/// An icon as somebody might draw one: discs on a ground, all of it opaque.
func iconArt(_ width: Int, _ height: Int, ground: UInt32 = 0x3366CC) -> Bitmap {
  var art = Bitmap(PixelSize(width, height), color: ground)
  let discs = (0..<4).map { disc(160, 160, step: $0) }
  for (index, disc) in discs.enumerated() {
    for turn in 0..<6 {
      art.draw(
        disc, x: 40 + (turn * 173 + index * 61) % (width - 240),
        y: 40 + (turn * 97 + index * 211) % (height - 240))
    }
  }
  return art
}

/// A picture for icons.
func picture(_ bytes: [UInt8], _ file: String = "icon.png") -> IconSource.Picture {
  IconSource.Picture(file: Path(file), bytes: bytes)
}

/// What is wrong with a source.
func iconFaults(_ source: IconSource) -> [String] {
  do {
    _ = try iconSet(from: source)
    return []
  } catch PackError.faults(let faults) {
    return faults.map { "\($0.path.shown): \($0.reason)" }
  } catch { return ["\(error)"] }
}

/// A PNG with chunks put in behind its header.
func withChunks(_ png: [UInt8], _ chunks: [UInt8]...) -> [UInt8] {
  let header = 8 + 25
  return Array(png[..<header] + chunks.joined() + png[header...])
}

/// A PNG with an alpha channel, needed or not; its rows are not compressed.
func withAlphaChannel(_ bitmap: Bitmap) -> [UInt8] {
  let row = bitmap.width * 4
  var rows: [UInt8] = []
  for y in 0..<bitmap.height { rows += [0] + bitmap.pixels[y * row..<(y + 1) * row] }
  // RFC 1950 and 1951: blocks that are stored.
  var (stream, at): ([UInt8], Int) = ([0x78, 0x01], 0)
  while at < rows.count {
    let count = min(65535, rows.count - at)
    let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
    stream += [at + count == rows.count ? 1 : 0, low, high, ~low, ~high] + rows[at..<at + count]
    at += count
  }
  var (a, b) = (UInt32(1), UInt32(0))
  for byte in rows {
    a = (a &+ UInt32(byte)) % 65521
    b = (b &+ a) % 65521
  }
  stream += [b >> 8, b, a >> 8, a].map { UInt8(truncatingIfNeeded: $0) }
  func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  let header = number(bitmap.width) + number(bitmap.height) + [8, 6, 0, 0, 0]
  return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + pngChunk("IHDR", [header])
    + pngChunk("IDAT", [stream]) + pngChunk("IEND", [])
}
