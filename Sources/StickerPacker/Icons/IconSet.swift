package import StickerEngine
package import StickerImage

/// What an icon set is made of.
package struct IconSource: Hashable, Sendable {
  /// A picture for icons, as it was read.
  package struct Picture: Hashable, Sendable {
    /// The path of the file, as faults and notes name it.
    var file: Path
    /// The bytes of a PNG or JPEG; hostile.
    package var bytes: [UInt8]

    package init(file: Path, bytes: [UInt8]) {
      self.file = file
      self.bytes = bytes
    }
  }

  /// Square, each side at least `IconSource.minSide` pixels.
  var picture: Picture
  /// 0xRRGGBB: lies below what is transparent, and beside the picture in wide icons. Nil where none was
  /// given: then the picture has to be opaque, and its border tells what lies beside it.
  var background: UInt32?
  /// Pictures drawn for one slot, of exactly its pixels.
  var own: [IconSlot: Picture]

  init(_ picture: Picture, background: UInt32? = nil, own: [IconSlot: Picture] = [:]) {
    self.picture = picture
    self.background = background
    self.own = own
  }

  /// Pixels of a side, at least: the largest icon, that of the App Store, is never enlarged.
  static let minSide = 1024
}

/// An iMessage icon set, complete in memory.
struct IconSet: Hashable, Sendable {
  /// An icon and the place that it fills.
  struct Icon: Hashable, Sendable {
    let slot: IconSlot
    /// A PNG of 8-bit red, green and blue, of exactly the slot's pixels.
    let bytes: [UInt8]
  }

  /// The icons, one for each slot, in the order of `IconSlot.all`.
  let icons: [Icon]
  /// What was chosen and changed; already escaped for people.
  let notes: [String]

  /// As Xcode's template calls the set; the name, without its extension, stands in a project's setting
  /// `ASSETCATALOG_COMPILER_APPICON_NAME`.
  static let folderName = "\(appIconName).stickersiconset"

  /// `Contents.json` and the icons, relative to the set's own folder.
  var tree: FileTree {
    var tree = FileTree()
    tree[contentsName] = JSON.object(["images": .array(icons.map(\.slot).map(image)), "info": info]).encoded()
    for icon in icons { tree[icon.slot.fileName] = icon.bytes }
    return tree
  }
}

/// The icon set's name without its extension.
let appIconName = "iMessage App Icon"

private func image(_ slot: IconSlot) -> JSON {
  .members([
    "filename": .string(slot.fileName), "idiom": .string(slot.idiom.rawValue),
    "platform": slot.platform.map(JSON.string), "scale": .string("\(slot.scale.rawValue)x"),
    "size": .string(slot.size),
  ])
}

/// Makes the icons of all 13 slots: opaque, in sRGB, of exact pixels, without anything about people in them.
///
/// A square icon is the picture scaled down. A wide one (4:3) shows the whole picture in its
/// middle, on the background color, or else on the color that most of the picture's border has.
///
/// - Parameter budget: the most that reading one picture may take.
/// - Parameter smallest: the effort with which icons take the fewest bytes; nil: they are encoded quickly,
///   and a picture that may be an icon as it is stays so.
/// - Returns: the same source gives the same bytes on every machine.
/// - Throws: a `Diagnostic` with everything that is wrong with all pictures: too small, not square,
///   transparent without a background color, animated, damaged, of colors that cannot be converted.
///   `InternalError` if an encoder fails.
func iconSet(
  from source: IconSource, budget: Budget = .standard, smallest: OptimizingEffort? = nil
) throws -> IconSet {
  var (faults, notes) = ([Diagnostic](), [String]())
  func read(_ picture: IconSource.Picture, fits: (PixelSize) -> String?) -> IconPicture? {
    do {
      let picture = try IconPicture(picture, background: source.background, budget: budget, fits: fits)
      notes += picture.notes
      return picture
    } catch {
      faults.append(error)
      return nil
    }
  }
  let picture = read(source.picture, fits: sourceSizeError)
  var own: [IconSlot: IconPicture] = [:]
  for slot in IconSlot.all {
    guard let given = source.own[slot] else { continue }
    own[slot] = read(given) { $0 == slot.pixels ? nil : wrongSize($0, for: slot) }
  }
  guard let picture, faults.isEmpty else { throw Diagnostic(all: faults) }
  let beside = source.background ?? borderColor(of: picture.bitmap)
  if source.background == nil {
    notes.append(
      "\(source.picture.file.displayText): wide icons are filled up with \(written(beside)), the color that most "
        + "of its border has; icon-background chooses another")
  }
  let icons = try IconSlot.all.map { slot in
    let bytes = try own[slot]?.encoded(smallest) ?? icon(of: picture, for: slot, beside: beside, smallest)
    return IconSet.Icon(slot: slot, bytes: bytes)
  }
  return IconSet(icons: icons, notes: notes)
}

/// Makes the icon of one slot, as a build makes it.
///
/// - Parameter isDrawn: whether the picture is a sticker, which the icon is drawn from.
/// - Parameter background: 0xRRGGBB; white, where a sticker is drawn and nobody said.
/// - Throws: `Diagnostic` where no icon can be made of the picture.
package func icon(
  _ slot: IconSlot, from source: IconSource.Picture, isDrawn: Bool, background: UInt32?,
  budget: Budget = .standard
) throws -> [UInt8] {
  var picture = source
  if isDrawn {
    picture = try iconPicture(drawnFrom: source, on: background ?? whiteBelowDrawnIcons, budget: budget)
  }
  let read = try IconPicture(picture, background: background, budget: budget, fits: sourceSizeError)
  return try icon(of: read, for: slot, beside: background ?? borderColor(of: read.bitmap), nil)
}

private func sourceSizeError(_ size: PixelSize) -> String? {
  let least = "\(IconSource.minSide) × \(IconSource.minSide) px"
  if size.width != size.height {
    return "\(size): an icon is square; export it again with at least \(least)"
  }
  guard size.width < IconSource.minSide else { return nil }
  return "\(size): an icon needs at least \(least); export it again, larger"
}

private func wrongSize(_ size: PixelSize, for slot: IconSlot) -> String {
  "\(size): the icon \(slot.name) has exactly \(slot.pixels); export it again in that size"
}

/// A color 0xRRGGBB in hexadecimal: `#FFD54F`.
func written(_ color: UInt32) -> String {
  let digits = String(color, radix: 16, uppercase: true)
  return "#" + String(repeating: "0", count: 6 - digits.count) + digits
}

/// The picture as large as the slot is high, in its middle.
private func icon(
  of picture: IconPicture, for slot: IconSlot, beside: UInt32, _ smallest: OptimizingEffort?
) throws -> [UInt8] {
  let size = slot.pixels
  if size == picture.bitmap.size { return try picture.encoded(smallest) }
  let square = PixelSize(size.height, size.height)
  var scaled = picture.bitmap
  if scaled.size != square { scaled = scaled.scaled(to: square) }
  var whole = Bitmap(size, color: beside)
  whole.draw(scaled, x: (size.width - square.width) / 2, y: 0)
  return try encodedIcon(whole, smallest)
}

/// The color that most pixels of the outermost ring have; of several the one with the lowest number.
func borderColor(of bitmap: Bitmap) -> UInt32 {
  var counts: [UInt32: Int] = [:]
  func count(_ x: Int, _ y: Int) {
    let at = (y * bitmap.width + x) * 4
    let color = bitmap.pixels[at..<at + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    counts[color, default: 0] += 1
  }
  for x in 0..<bitmap.width {
    count(x, 0)
    count(x, bitmap.height - 1)
  }
  for y in 1..<max(1, bitmap.height - 1) {
    count(0, y)
    count(bitmap.width - 1, y)
  }
  return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0xFF_FFFF
}
