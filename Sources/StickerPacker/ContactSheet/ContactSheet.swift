import StickerEngine
package import StickerImage

/// How a contact sheet is divided: the more stickers, the smaller each is shown.
struct ContactLayout: Hashable {
  /// Pixels that the longer side of a sticker has at most.
  let art: Int
  /// Pixels of a background's side: there is room around the art, since an edge is what is to be seen.
  let cell: Int
  /// Pixels between two backgrounds.
  let gap: Int
  /// Pixels of a round corner.
  let radius: Int
  /// Pixels of a digit.
  let digitHeight: Int
  /// Pixels of a dot that digits and marks are made of.
  var dot: Int { digitHeight / 7 }
  /// Pixels that the number and the mark below it take before the first background.
  let numberWidth: Int
  /// Columns of rows.
  let columns: Int
  /// The most rows of a column.
  let rows: Int
  /// Backgrounds of a row.
  let backgrounds: Int
  /// Pixels that a name takes below the backgrounds of a row, with the room around it.
  let nameHeight: Int

  /// Pixels from one background to the next.
  var pitch: Int { cell + gap }
  /// Pixels from one row to the next.
  var rowPitch: Int { pitch + nameHeight }
  /// How many letters of a name there is room for.
  var maxLetters: Int { lettersFitting(backgrounds * pitch - gap, height: digitHeight) }
  /// How many stickers a full sheet shows.
  var stickersOnSheet: Int { columns * rows }

  /// Pixels around everything.
  private var margin: Int { 3 * gap }
  /// Pixels of a row with what parts it from the next column.
  private var strip: Int { numberWidth + backgrounds * pitch + margin }

  /// A layout for so many stickers, at least one.
  ///
  /// - Parameter highest: of their numbers; nil: as many as they are.
  /// - Parameter backgrounds: of each sticker.
  init(
    _ count: Int, highest: Int? = nil, hasVerdicts: Bool = false, hasNames: Bool = false,
    backgrounds: Int = TestBackground.all.count
  ) {
    art = ContactPicture.side(among: count)
    (cell, gap) = (art + (art > 68 ? 16 : 12), art > 68 ? 6 : 4)
    (radius, digitHeight) = (art > 68 ? 10 : 7, art > 100 ? 14 : 7)
    let digits = String(highest ?? count).count
    let mark = hasVerdicts ? ContactVerdict.dots * digitHeight / 7 : 0
    self.backgrounds = backgrounds
    nameHeight = hasNames ? digitHeight + 2 * gap : 0
    numberWidth = max(digits * (digitHeight * 6 / 7), mark) + 2 * gap
    let (pitch, strip) = (cell + gap + nameHeight, numberWidth + backgrounds * (cell + gap) + 3 * gap)
    let most = (columns: (maxSide - 3 * gap) / strip, rows: (maxSide - 5 * gap) / pitch)
    // As many columns as make the sheet no higher than it is wide.
    columns =
      (1...most.columns).first { columns in
        (count + columns - 1) / columns * pitch <= columns * strip
      } ?? most.columns
    rows = min(most.rows, (count + columns - 1) / columns)
  }

  /// The size of a sheet.
  ///
  /// - Parameter count: stickers on it, at most `stickersOnSheet`.
  func size(of count: Int) -> PixelSize {
    let rows = rowsNeeded(count)
    let columns = (count + rows - 1) / rows
    return PixelSize(margin + columns * strip, 2 * margin + rows * rowPitch - gap)
  }

  /// The left top corner of a sticker's row; the order runs down, then to the next column.
  func place(of index: Int, among count: Int) -> (x: Int, y: Int) {
    let rows = rowsNeeded(count)
    return (margin + index / rows * strip, margin + index % rows * rowPitch)
  }

  private func rowsNeeded(_ count: Int) -> Int { min(rows, (count + columns - 1) / columns) }
}

/// Pixels of a sheet's side, at most: what every program opens.
private let maxSide = 4096

/// Sheets that show every sticker on the six backgrounds which it may come to lie on: white, black, red,
/// yellow, multicolor, photo. One row a sticker, with its number in the pack; rows stand in several columns
/// where they are many, and on several sheets where they are more.
///
/// - Parameter pictures: in the order of the pack, each with what it is called.
/// - Returns: `contact-sheet.png`, `contact-sheet-2.png` ...: each at most 4096 px wide and high. Nothing
///   without a picture.
/// - Throws: `InternalError` if the encoder fails.
func contactSheets(
  _ pictures: [(name: String, picture: ContactPicture)]
) throws(InternalError) -> FileTree {
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
    self.number = number
    self.picture = picture
    self.verdict = verdict
    self.name = name
  }

  /// The name as far as there is room for it.
  fileprivate func nameBitmap(_ layout: ContactLayout) -> Bitmap? {
    guard let name else { return nil }
    let most = layout.maxLetters
    let fitting = name.unicodeScalars.count <= most ? name : String(name.prefix(most - 3)) + "..."
    return textBitmap(fitting, color: ink, height: layout.digitHeight)
  }
}

/// The same sheets row by row, with verdicts where there are any.
///
/// - Parameter backgrounds: what each sticker is shown on, at least one.
/// - Returns: PNGs, each at most 4096 px wide and high; none without a row.
/// - Throws: `InternalError` if the encoder fails.
package func contactSheets(
  _ rows: [ContactRow], on backgrounds: [TestBackground] = TestBackground.all
) throws(InternalError) -> [[UInt8]] {
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

/// What a contact sheet shows of a sticker: one frame, small. A pack's pictures can be kept while its
/// stickers are built, some 70 kB each.
package struct ContactPicture: Hashable, Sendable {
  /// No side longer than `ContactPicture.maxSide`.
  let bitmap: Bitmap

  /// Pixels of the longer side, at most: the regular grid size at @1x.
  package static let maxSide = 136

  /// Pixels of the longer side, at most, on sheets of so many: what is kept of thousands need be no larger.
  package static func side(among count: Int) -> Int { count <= 60 ? maxSide : count <= 400 ? 100 : 68 }

  /// The fullest of a sticker's frames: an animation often begins with next to nothing. The first of several
  /// that are as full.
  ///
  /// - Parameter frames: in colors that are shown as sRGB, each as large as the first; any size, upright.
  /// - Returns: nil without a frame.
  init?(fullestOf frames: some Sequence<Bitmap>) {
    var fullest: (bitmap: Bitmap, alpha: Int)?
    for frame in frames {
      let alpha = frame.alphaSum
      if fullest.map({ alpha > $0.alpha }) ?? true { fullest = (frame, alpha) }
    }
    guard let fullest else { return nil }
    self.init(fullest.bitmap)
  }

  /// A sticker's picture; scaled down where it is larger than the sheet shows it.
  ///
  /// - Parameter bitmap: at least one pixel.
  /// - Parameter side: pixels of the longer side, at most.
  init(_ bitmap: Bitmap, side: Int = maxSide) {
    self.bitmap = bitmap.fitted(into: min(side, Self.maxSide))
  }
}

/// Made from a file of the build and not from what led to it, so that a sticker that is not built again has
/// the same.
func contactPicture(of bytes: [UInt8]) -> ContactPicture? {
  Container(of: bytes, budget: .unlimited).flatMap { contactPicture(of: bytes, $0) }
}

/// A sticker's picture for contact sheets: its fullest frame, upright, in sRGB.
///
/// - Parameter side: pixels of the longer side, at most.
/// - Returns: nil where limits are exceeded, or the file cannot be decoded whole.
package func contactPicture(
  of bytes: [UInt8], _ container: Container, side: Int = ContactPicture.maxSide
) -> ContactPicture? {
  guard container.exceeded.isEmpty else { return nil }
  var visitor = FullestFrame()
  guard container.visitFrames(of: bytes, with: &visitor).isEmpty, let bitmap = visitor.bitmap else {
    return nil
  }
  let upright = bitmap.oriented(by: container.orientation ?? 1)
  return ContactPicture(inSRGB(upright, container).bitmap ?? upright, side: side)
}

private struct FullestFrame: FrameVisitor {
  private(set) var bitmap: Bitmap?
  private var alpha = -1

  mutating func visit(_ frame: Frame, number: Int) {
    let own = frame.bitmap.alphaSum
    if own > alpha { (bitmap, alpha) = (frame.bitmap, own) }
  }
}

extension Bitmap {
  /// The bitmap with its longer side at most `side`; never enlarged.
  func fitted(into side: Int) -> Bitmap {
    let longer = size.longerSide
    guard longer > side else { return self }
    func length(_ pixels: Int) -> Int { max(1, (2 * pixels * side + longer) / (2 * longer)) }
    return scaled(to: PixelSize(length(width), length(height)))
  }
}
