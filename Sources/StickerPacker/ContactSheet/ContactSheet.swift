package import StickerImage
package import StickerModel

/// Sheets that show every sticker on the six backgrounds which it may come to lie on: white, black, red,
/// yellow, multicolor, photo. One row a sticker, with its number in the pack; rows stand in several columns
/// where they are many, and on several sheets where they are more.
///
/// - Parameter pictures: in the order of the pack, each with what it is called.
/// - Returns: `contact-sheet.png`, `contact-sheet-2.png` ...: each at most 4096 px wide and high. Nothing
///   without a picture.
/// - Throws: `EncodingDefect` where the encoder did not keep its promise.
package func contactSheets(
  _ pictures: [(name: String, picture: ContactPicture)]
) throws(EncodingDefect) -> FileTree {
  var tree = FileTree()
  for (index, sheet) in try contactSheets(
    pictures.enumerated().map { ContactRow(number: $0 + 1, $1.picture, name: $1.name) }
  ).enumerated() {
    tree[index == 0 ? "contact-sheet.png" : "contact-sheet-\(index + 1).png"] = sheet
  }
  return tree
}

/// A row of a contact sheet.
package struct ContactRow: Sendable {
  let number: Int
  let picture: ContactPicture?
  let verdict: ContactVerdict?
  let name: String?

  /// - Parameter number: stands before the row; not negative.
  /// - Parameter picture: nil where there is none to show: the backgrounds stay empty.
  /// - Parameter verdict: drawn below the number.
  /// - Parameter name: stands below the backgrounds, where its letters are ASCII's; of another the number has
  ///   to do.
  package init(
    number: Int, _ picture: ContactPicture?, _ verdict: ContactVerdict? = nil, name: String? = nil
  ) {
    (self.number, self.picture, self.verdict, self.name) = (number, picture, verdict, name)
  }

  /// The name as far as there is room for it.
  fileprivate func nameBitmap(_ layout: ContactLayout) -> Bitmap? {
    guard let name else { return nil }
    let most = layout.mostLetters
    let fitting = name.unicodeScalars.count <= most ? name : String(name.prefix(most - 3)) + "..."
    return textBitmap(fitting, color: ink, height: layout.digitHeight)
  }
}

/// The same sheets row by row, with verdicts where there are any.
///
/// - Parameter backgrounds: what each sticker is shown on, at least one.
/// - Returns: PNGs, each at most 4096 px wide and high; none without a row.
/// - Throws: `EncodingDefect` where the encoder did not keep its promise.
package func contactSheets(
  _ rows: [ContactRow], on backgrounds: [TestBackground] = TestBackground.all
) throws(EncodingDefect) -> [[UInt8]] {
  guard !rows.isEmpty else { return [] }
  let layout = ContactLayout(
    rows.count, highest: rows.map(\.number).max(), hasVerdicts: rows.contains { $0.verdict != nil },
    hasNames: rows.contains { $0.name != nil }, backgrounds: backgrounds.count)
  let tiles = backgroundTiles(backgrounds, layout)
  var sheets: [[UInt8]] = []
  for first in stride(from: 0, to: rows.count, by: layout.stickersOnSheet) {
    let rest = rows[first..<min(first + layout.stickersOnSheet, rows.count)]
    sheets.append(try sheet(rest, layout, tiles).encodedTruecolorPNG(colorChunks: [sRGBChunk]))
  }
  return sheets
}

/// Light gray, on which white and black both stand out.
private let paper: UInt32 = 0xE5_E5EA

/// The color of the numbers: a dark gray, 0xRRGGBB.
private let ink: UInt32 = 0x6C_6C70

private func sheet(_ rows: ArraySlice<ContactRow>, _ layout: ContactLayout, _ tiles: [Bitmap]) -> Bitmap {
  var sheet = Bitmap(layout.size(of: rows.count), color: paper)
  for (index, row) in rows.enumerated() {
    let (left, top) = layout.place(of: index, among: rows.count)
    let digits = textBitmap(String(row.number), color: ink, height: layout.digitHeight)
    guard let number = digits else { continue }
    let mark = row.verdict?.bitmap(dot: layout.dot)
    let height = number.height + (mark.map { layout.gap + $0.height } ?? 0)
    let (right, y) = (left + layout.numberWidth - layout.gap, top + (layout.cell - height) / 2)
    sheet.draw(number, x: right - number.width, y: y)
    if let mark { sheet.draw(mark, x: right - mark.width, y: y + number.height + layout.gap) }
    let art = row.picture?.bitmap.fitted(into: layout.art)
    for (column, tile) in tiles.enumerated() {
      let x = left + layout.numberWidth + column * layout.pitch
      sheet.draw(tile, x: x, y: top)
      guard let art else { continue }
      sheet.draw(art, x: x + (layout.cell - art.width) / 2, y: top + (layout.cell - art.height) / 2)
    }
    if let name = row.nameBitmap(layout) {
      sheet.draw(name, x: left + layout.numberWidth, y: top + layout.cell + layout.gap)
    }
  }
  return sheet
}

/// Each background as a square with round corners.
private func backgroundTiles(_ backgrounds: [TestBackground], _ layout: ContactLayout) -> [Bitmap] {
  backgrounds.map { background in
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
