import StickerEngine
package import StickerImage

/// The layout of a contact sheet. All lengths are in pixels. The more stickers there are, the smaller each
/// one is drawn.
struct ContactSheetLayout {
  /// The maximum length of a sticker's longer side.
  let maxArtSide: Int
  /// The side length of a background. It is larger than the art, so that edges are visible.
  let backgroundSide: Int
  /// The space between two backgrounds.
  let gap: Int
  /// The corner radius of backgrounds.
  let cornerRadius: Int
  /// The font for numbers and names.
  let font: TextFont
  /// The size of a dot in marks.
  let verdictMarkDotSide: Int
  /// The width of the column with the number and, below it, the mark. The first background is to the right of
  /// it.
  let numberAndMarkColumnWidth: Int
  /// The number of columns that rows are arranged in.
  let columnCount: Int
  /// The maximum number of rows in a column.
  let maxRowsPerColumn: Int
  /// The number of backgrounds in a row.
  let backgroundCount: Int
  /// The height of the name below the backgrounds of a row, including the space above it.
  let nameHeightWithGap: Int

  /// The distance from one background to the next.
  var backgroundPitch: Int { backgroundSide + gap }
  /// The distance from one row to the next.
  var rowPitch: Int { backgroundPitch + nameHeightWithGap }
  /// The maximum width of a name.
  var maxNameWidth: Int { backgroundCount * backgroundPitch - gap }
  /// The distance from the top of a row to the baseline of its name.
  var nameBaseline: Int { backgroundSide + gap + font.ascent }
  /// The number of stickers on a full sheet.
  var maxStickersPerSheet: Int { columnCount * maxRowsPerColumn }

  /// The space around the rows.
  private var margin: Int { 3 * gap }
  /// The width of a row, including the space before the next column.
  private var columnPitch: Int { numberAndMarkColumnWidth + backgroundCount * backgroundPitch + margin }

  /// Creates a layout for the given number of stickers, which is at least one.
  ///
  /// - Parameter highestNumber: the highest sticker number; nil if it equals the number of stickers.
  /// - Parameter backgroundCount: the number of backgrounds for each sticker.
  init(
    stickerCount count: Int, highestNumber: Int? = nil, hasMarks: Bool = false, hasNames: Bool = false,
    backgroundCount: Int = ContactSheetBackground.defaults.count
  ) {
    maxArtSide = ContactSheetThumbnail.maxLongerSide(forStickerCount: count)
    (backgroundSide, gap) = (maxArtSide + (maxArtSide > 68 ? 16 : 12), maxArtSide > 68 ? 6 : 4)
    cornerRadius = maxArtSide > 68 ? 10 : 7
    (font, verdictMarkDotSide) = maxArtSide > 100 ? (.large, 2) : (.small, 1)
    let digits = String(highestNumber ?? count).count
    let mark = hasMarks ? ContactSheetVerdictMark.dotsPerSide * verdictMarkDotSide : 0
    self.backgroundCount = backgroundCount
    nameHeightWithGap = hasNames ? gap + font.ascent + font.descent : 0
    numberAndMarkColumnWidth = max(digits * font.digitWidth, mark) + 2 * gap
    let (pitch, strip) = (
      backgroundSide + gap + nameHeightWithGap,
      numberAndMarkColumnWidth + backgroundCount * (backgroundSide + gap) + 3 * gap
    )
    let most = (columns: (maxSheetSide - 3 * gap) / strip, rows: (maxSheetSide - 5 * gap) / pitch)
    // Use the fewest columns that keep the sheet from being taller than it is wide.
    columnCount =
      (1...most.columns).first { columns in
        (count + columns - 1) / columns * pitch <= columns * strip
      } ?? most.columns
    maxRowsPerColumn = min(most.rows, (count + columnCount - 1) / columnCount)
  }

  /// The size of a sheet in pixels.
  ///
  /// - Parameter count: the number of stickers on it, at most `maxStickersPerSheet`.
  func sheetSize(for count: Int) -> PixelSize {
    let rows = rowsPerColumn(count)
    let columns = (count + rows - 1) / rows
    return PixelSize(margin + columns * columnPitch, 2 * margin + rows * rowPitch - gap)
  }

  /// The top-left corner of a sticker's row. Rows fill one column at a time.
  func rowOrigin(of index: Int, among count: Int) -> (x: Int, y: Int) {
    let rows = rowsPerColumn(count)
    return (margin + index / rows * columnPitch, margin + index % rows * rowPitch)
  }

  private func rowsPerColumn(_ count: Int) -> Int {
    min(maxRowsPerColumn, (count + columnCount - 1) / columnCount)
  }
}

/// The maximum width and height of a sheet in pixels. Every image viewer can open an image of this size.
private let maxSheetSide = 4096

/// Draws sheets that show every sticker on six backgrounds: white, black, red, yellow, multicolor and photo.
/// Each sticker has one row with its number in the pack. Rows continue in the next column, and then on the
/// next sheet.
///
/// - Parameter pictures: the images in the order of the pack, each with a name.
/// - Returns: `contact-sheet.png`, `contact-sheet-2.png` and so on, each at most 4096 px wide and high. Empty
///   if there are no images.
func contactSheetPNGTree(
  _ pictures: [(name: String, picture: ContactSheetThumbnail)]
) throws(InternalError) -> FileTree {
  var tree = FileTree()
  for (index, sheet) in try contactSheetPNGs(
    pictures.enumerated().map { ContactSheetRow(number: $0 + 1, $1.picture, name: $1.name) }
  ).enumerated() {
    tree[index == 0 ? "contact-sheet.png" : "contact-sheet-\(index + 1).png"] = sheet
  }
  return tree
}

/// A row of a contact sheet.
package struct ContactSheetRow: Sendable {
  let stickerNumber: Int
  let image: ContactSheetThumbnail?
  let verdictMark: ContactSheetVerdictMark?
  let name: String?

  /// - Parameter number: the number before the row; not negative.
  /// - Parameter picture: the image; nil to leave the backgrounds empty.
  /// - Parameter verdict: the mark below the number; nil for no mark.
  /// - Parameter name: the name below the backgrounds. If `TextFont` lacks one of its characters, the row shows
  ///   the number instead.
  package init(
    number: Int, _ picture: ContactSheetThumbnail?, _ verdict: ContactSheetVerdictMark? = nil,
    name: String? = nil
  ) {
    self.stickerNumber = number
    self.image = picture
    self.verdictMark = verdict
    self.name = name
  }

  /// The text below the backgrounds; nil if there is no name.
  fileprivate func shortenedNameOrNumber(_ layout: ContactSheetLayout) -> String? {
    guard let name, !name.isEmpty else { return nil }
    return layout.font.shortenedIfAllGlyphsExist(name, toWidth: layout.maxNameWidth) ?? "#\(stickerNumber)"
  }
}

/// Draws sheets from rows, with marks for verdicts.
///
/// - Parameter backgrounds: the backgrounds for each sticker, at least one.
/// - Returns: PNG files, each at most 4096 px wide and high. Empty if there are no rows.
/// - Throws: `InternalError` if the encoder fails.
package func contactSheetPNGs(
  _ rows: [ContactSheetRow], on backgrounds: [ContactSheetBackground] = ContactSheetBackground.defaults
) throws(InternalError) -> [[UInt8]] {
  guard !rows.isEmpty else { return [] }
  let layout = ContactSheetLayout(
    stickerCount: rows.count, highestNumber: rows.map(\.stickerNumber).max(),
    hasMarks: rows.contains { $0.verdictMark != nil },
    hasNames: rows.contains { $0.name != nil }, backgroundCount: backgrounds.count)
  let tiles = backgroundTiles(backgrounds, layout)
  var sheets: [[UInt8]] = []
  for first in stride(from: 0, to: rows.count, by: layout.maxStickersPerSheet) {
    let rest = rows[first..<min(first + layout.maxStickersPerSheet, rows.count)]
    sheets.append(
      try sheetBitmap(rest, layout, tiles).encodedOpaqueTruecolorPNG(colorChunks: [sRGBChunkBytes]))
  }
  return sheets
}

/// A light gray on which both white and black stand out, as 0xRRGGBB.
private let sheetColor: UInt32 = 0xE5_E5EA

/// The color of numbers and names: a dark gray with a contrast of 7.3:1 on the sheet, as 0xRRGGBB.
private let textColor: UInt32 = 0x48_484A

private func sheetBitmap(_ rows: ArraySlice<ContactSheetRow>, _ layout: ContactSheetLayout, _ tiles: [Bitmap])
  -> Bitmap
{
  var sheet = Bitmap(layout.sheetSize(for: rows.count), color: sheetColor)
  for (index, row) in rows.enumerated() {
    let (left, top) = layout.rowOrigin(of: index, among: rows.count)
    let (font, number) = (layout.font, String(row.stickerNumber))
    let mark = row.verdictMark?.bitmap(dotSide: layout.verdictMarkDotSide)
    let height = font.capHeight + (mark.map { layout.gap + $0.height } ?? 0)
    let right = left + layout.numberAndMarkColumnWidth - layout.gap
    let baseline = top + (layout.backgroundSide - height) / 2 + font.capHeight
    font.drawSkippingMissingGlyphs(
      number, color: textColor, x: right - number.count * font.digitWidth, baseline: baseline, on: &sheet)
    if let mark { sheet.draw(mark, x: right - mark.width, y: baseline + layout.gap) }
    let art = row.image?.bitmap.scaledDown(toLongerSide: layout.maxArtSide)
    for (column, tile) in tiles.enumerated() {
      let x = left + layout.numberAndMarkColumnWidth + column * layout.backgroundPitch
      sheet.draw(tile, x: x, y: top)
      guard let art else { continue }
      sheet.draw(
        art, x: x + (layout.backgroundSide - art.width) / 2, y: top + (layout.backgroundSide - art.height) / 2
      )
    }
    if let label = row.shortenedNameOrNumber(layout) {
      font.drawSkippingMissingGlyphs(
        label, color: textColor, x: left + layout.numberAndMarkColumnWidth,
        baseline: top + layout.nameBaseline,
        on: &sheet)
    }
  }
  return sheet
}

/// Draws each background as a square with rounded corners.
private func backgroundTiles(_ backgrounds: [ContactSheetBackground], _ layout: ContactSheetLayout)
  -> [Bitmap]
{
  backgrounds.map { background in
    var tile = background.bitmap(side: layout.backgroundSide)
    let last = layout.backgroundSide - 1
    for y in 0..<layout.cornerRadius {
      for x in 0..<layout.cornerRadius {
        let alpha = cornerAlpha(x, y, radius: layout.cornerRadius)
        for (x, y) in [(x, y), (last - x, y), (x, last - y), (last - x, last - y)] {
          tile.pixels[(y * layout.backgroundSide + x) * 4 + 3] = alpha
        }
      }
    }
    return tile
  }
}

/// The alpha of a corner pixel: the fraction of it that is inside the circle, sampled at 16 × 16 points.
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

/// One small frame of a sticker for a contact sheet, about 70 kB in memory.
package struct ContactSheetThumbnail: Hashable, Sendable {
  /// The frame. Each of its sides is at most `ContactSheetThumbnail.maxSide`.
  package let bitmap: Bitmap

  /// The maximum length of the longer side in pixels, which is the regular grid size at @1x.
  package static let maxSide = 136

  /// The maximum length of the longer side in pixels on sheets with this many stickers. If there are many
  /// stickers, smaller images save memory.
  package static func maxLongerSide(forStickerCount count: Int) -> Int {
    count <= 60 ? maxSide : count <= 400 ? 100 : 68
  }

  /// Creates an image of the frame with the most opaque art, because an animation often starts almost empty.
  /// If several frames are equally opaque, uses the first of them.
  ///
  /// - Parameter frames: upright frames that all have the same size, whose colors are treated as sRGB.
  /// - Returns: nil if there are no frames.
  init?(mostOpaqueOf frames: some Sequence<Bitmap>) {
    var fullest: (bitmap: Bitmap, alpha: Int)?
    for frame in frames {
      let alpha = frame.alphaSum
      if fullest.map({ alpha > $0.alpha }) ?? true { fullest = (frame, alpha) }
    }
    guard let fullest else { return nil }
    self.init(fullest.bitmap)
  }

  /// Creates an image of a sticker, scaled down if its longer side exceeds `side`.
  ///
  /// - Parameter bitmap: a bitmap with at least one pixel.
  /// - Parameter side: the maximum length of the longer side in pixels.
  package init(_ bitmap: Bitmap, side: Int = maxSide) {
    self.bitmap = bitmap.scaledDown(toLongerSide: min(side, Self.maxSide))
  }
}

extension ContactSheetThumbnail {
  /// Creates the image of a built file. It is made from the file itself, so it stays the same if the sticker
  /// is not rebuilt.
  init?(ofBuiltFile bytes: [UInt8]) {
    guard let container = ImageContainer(of: bytes, budget: .unlimited) else { return nil }
    self.init(of: bytes, container)
  }

  /// Creates the image of a sticker: the frame with the most opaque art, upright, in sRGB.
  ///
  /// - Parameter side: the maximum length of the longer side in pixels.
  /// - Returns: nil if the image exceeds limits, or the file cannot be decoded completely.
  package init?(of bytes: [UInt8], _ container: ImageContainer, side: Int = maxSide) {
    guard container.exceededLimits.isEmpty else { return nil }
    var visitor = MostOpaqueFrameVisitor()
    guard container.visitFrames(of: bytes, with: &visitor).isEmpty, let bitmap = visitor.bitmap else {
      return nil
    }
    let upright = bitmap.oriented(by: container.orientation ?? 1)
    self.init(convertedToSRGB(upright, container).bitmap ?? upright, side: side)
  }
}

private struct MostOpaqueFrameVisitor: FrameVisitor {
  private(set) var bitmap: Bitmap?
  private var alphaSum = -1

  mutating func visit(_ frame: Frame, number: Int) {
    let own = frame.bitmap.alphaSum
    if own > alphaSum { (bitmap, alphaSum) = (frame.bitmap, own) }
  }
}

extension Bitmap {
  /// The bitmap, scaled down so that its longer side is at most `side`.
  func scaledDown(toLongerSide side: Int) -> Bitmap {
    let longer = size.longerSide
    guard longer > side else { return self }
    func length(_ pixels: Int) -> Int { max(1, (2 * pixels * side + longer) / (2 * longer)) }
    return scaled(to: PixelSize(length(width), length(height)))
  }
}
