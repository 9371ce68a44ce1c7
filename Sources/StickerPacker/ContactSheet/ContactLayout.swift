import StickerImage

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
  var mostLetters: Int { lettersFitting(backgrounds * pitch - gap, height: digitHeight) }
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
    let most = (columns: (mostSide - 3 * gap) / strip, rows: (mostSide - 5 * gap) / pitch)
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
private let mostSide = 4096
