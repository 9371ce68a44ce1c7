import Corpus

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPacker

/// An icon as a designer might draw it: discs on a background, fully opaque.
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

/// An image file as the source of an icon.
func picture(_ bytes: [UInt8], _ file: String = "icon.png") -> IconSetSource.ImageFile {
  IconSetSource.ImageFile(file: Path(file), bytes: bytes)
}

/// The errors from building an icon set from a source. Empty if the icon set can be built.
func iconFaults(_ source: IconSetSource) -> [String] {
  do {
    _ = try iconSet(from: source)
    return []
  } catch let error as Diagnostic {
    return error.allDiagnostics.map(\.messageLineWithFile)
  } catch { return ["\(error)"] }
}

/// A PNG with chunks inserted after its header.
func withChunks(_ png: [UInt8], _ chunks: [UInt8]...) -> [UInt8] {
  let header = 8 + 25
  return Array(png[..<header] + chunks.joined() + png[header...])
}

/// A PNG with an alpha channel, whether it needs one or not. Its rows are not compressed.
func withAlphaChannel(_ bitmap: Bitmap) -> [UInt8] {
  plainPNG(bitmap.size, depth: 8, colorType: 6, bitmap.pixels)
}
