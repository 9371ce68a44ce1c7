public import StickerImage
public import StickerModel

/// Sheets that show every sticker on the six backgrounds which it may come to lie on: white, black, red,
/// yellow, multicolor, photo. One row a sticker, with its number in the pack; rows stand in several columns
/// where they are many, and on several sheets where they are more.
///
/// - Parameter pictures: in the order of the pack.
/// - Returns: `contact-sheet.png`, `contact-sheet-2.png` ...: each at most 4096 px wide and high. Nothing
///   without a picture.
/// - Throws: `EncodingDefect` where the encoder did not keep its promise.
public func contactSheets(_ pictures: [ContactPicture]) throws(EncodingDefect) -> FileTree {
  var tree = FileTree()
  guard !pictures.isEmpty else { return tree }
  let layout = ContactLayout(pictures.count)
  let tiles = backgroundTiles(layout)
  var first = 0
  while first < pictures.count {
    let rest = pictures[first..<min(first + layout.stickersOnSheet, pictures.count)]
    let number = first / layout.stickersOnSheet + 1
    let name = number == 1 ? "contact-sheet.png" : "contact-sheet-\(number).png"
    tree[name] = try encodeTruecolorPNG(sheet(rest, layout, tiles), colorChunks: [sRGBChunk])
    first += rest.count
  }
  return tree
}

/// Light gray, on which white and black both stand out.
private let paper: UInt32 = 0xE5_E5EA

/// Dark gray.
private let ink: UInt32 = 0x6C_6C70

private func sheet(_ pictures: ArraySlice<ContactPicture>, _ layout: ContactLayout, _ tiles: [Bitmap])
  -> Bitmap
{
  var sheet = Bitmap(layout.size(of: pictures.count), color: paper)
  for (index, picture) in pictures.enumerated() {
    let (left, top) = layout.place(of: index, among: pictures.count)
    let number = numberBitmap(pictures.startIndex + index + 1, color: ink, height: layout.digitHeight)
    sheet.draw(
      number, x: left + layout.numberWidth - layout.gap - number.width,
      y: top + (layout.cell - number.height) / 2)
    let art = picture.bitmap.fitted(into: layout.art)
    for (column, tile) in tiles.enumerated() {
      let x = left + layout.numberWidth + column * layout.pitch
      sheet.draw(tile, x: x, y: top)
      sheet.draw(art, x: x + (layout.cell - art.width) / 2, y: top + (layout.cell - art.height) / 2)
    }
  }
  return sheet
}

/// Each background as a square with round corners.
private func backgroundTiles(_ layout: ContactLayout) -> [Bitmap] {
  TestBackground.all.map { background in
    var tile = background.bitmap(PixelSize(layout.cell, layout.cell))
    let last = layout.cell - 1
    for y in 0..<layout.radius {
      for x in 0..<layout.radius {
        let alpha = cornerAlpha(x, y, radius: layout.radius)
        for (x, y) in [(x, y), (last - x, y), (x, last - y), (last - x, last - y)] {
          tile.pixels[(y * layout.cell + x) * 4 + 3] = alpha
        }
      }
    }
    return tile
  }
}

/// How much of a corner's pixel lies in the circle, counted at 16 × 16 places.
private func cornerAlpha(_ x: Int, _ y: Int, radius: Int) -> UInt8 {
  var inside = 0
  for row in 0..<16 {
    for column in 0..<16 {
      let across = radius * 32 - (x * 32 + column * 2 + 1)
      let down = radius * 32 - (y * 32 + row * 2 + 1)
      if across * across + down * down <= radius * radius * 1024 { inside += 1 }
    }
  }
  return UInt8((inside * 255 + 128) / 256)
}
