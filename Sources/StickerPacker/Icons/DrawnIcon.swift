import StickerImage
import StickerModel

/// The picture for icons that is drawn from a sticker: 1024 px square, the sticker in its middle on a color.
///
/// - Parameter sticker: a PNG, GIF or JPEG; of an animation the first frame is drawn.
/// - Parameter color: 0xRRGGBB.
/// - Throws: `SourceFault` where it cannot be read, or its colors cannot be converted.
func iconPicture(
  drawnFrom sticker: IconSource.Picture, on color: UInt32, budget: Budget
) throws -> IconSource.Picture {
  func fault(_ reason: String) -> SourceFault { SourceFault(path: sticker.file, reason: reason) }
  guard let container = Container(of: sticker.bytes, budget: budget), container.exceeded.isEmpty,
    let frame = try? Image(decoding: sticker.bytes, budget: budget).frames.first?.bitmap
  else { throw fault("no icon can be drawn from it: it cannot be read") }
  let colors = inSRGB(frame, container)
  guard let converted = colors.bitmap else { throw fault("no icon can be drawn from it: \(colors.reason)") }
  let art = converted.oriented(by: container.orientation ?? 1)
  let longer = max(art.width, art.height)
  func scaled(_ side: Int) -> Int { max(1, (side * drawnSide + longer / 2) / longer) }
  let drawn = art.scaled(to: PixelSize(scaled(art.width), scaled(art.height)))
  let side = IconSource.leastSide
  var whole = Bitmap(PixelSize(side, side), color: color)
  whole.draw(drawn, x: (side - drawn.width) / 2, y: (side - drawn.height) / 2)
  return IconSource.Picture(file: sticker.file, bytes: try encodedIcon(whole, nil))
}

/// Pixels of the drawn sticker's longer side: what is left around it keeps it off the corners, which iOS
/// rounds.
private let drawnSide = 832

/// What a drawn icon lies on where nobody said a color.
let whiteBelowDrawnIcons: UInt32 = 0xFF_FFFF
