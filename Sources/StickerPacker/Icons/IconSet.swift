package import StickerEngine
package import StickerImage

/// The images that an icon set is made from.
package struct IconSetSource: Hashable, Sendable {
  /// An image file for icons.
  package struct ImageFile: Hashable, Sendable {
    /// The path of the file for messages.
    var file: Path
    /// The bytes of a PNG or JPEG file, which are not trusted.
    package var bytes: [UInt8]

    package init(file: Path, bytes: [UInt8]) {
      self.file = file
      self.bytes = bytes
    }
  }

  /// The main image. It must be square, with sides of at least `IconSetSource.minSide` pixels.
  var mainImage: ImageFile
  /// The color behind transparent pixels and at the sides of wide icons, as 0xRRGGBB. If nil, the image must
  /// be opaque, and the color of its border is used at the sides.
  var backgroundAndSideColor: UInt32?
  /// Images for individual slots. Each must have exactly the slot's size in pixels.
  var imagesBySlot: [IconSlot: ImageFile]

  init(_ picture: ImageFile, background: UInt32? = nil, imagesBySlot: [IconSlot: ImageFile] = [:]) {
    self.mainImage = picture
    self.backgroundAndSideColor = background
    self.imagesBySlot = imagesBySlot
  }

  /// The minimum side length in pixels, equal to the side of the largest icon, the App Store icon. Images are
  /// never enlarged.
  static let minSide = 1024
}

/// A complete iMessage icon set in memory.
struct IconSet: Hashable, Sendable {
  /// An icon and its slot.
  struct Icon: Hashable, Sendable {
    let slot: IconSlot
    /// An opaque 8-bit RGB PNG of exactly the slot's size in pixels.
    let bytes: [UInt8]
  }

  /// The icons, one for each slot, in the order of `IconSlot.all`.
  let icons: [Icon]
  /// Notes on choices and changes, escaped for display.
  let notes: [String]

  /// The folder name that Xcode's template uses. Without its extension, it is the value of the project
  /// setting `ASSETCATALOG_COMPILER_APPICON_NAME`.
  static let folderName = "\(iconSetName).stickersiconset"

  /// `Contents.json` and the icons, relative to the set's own folder.
  var tree: FileTree {
    var tree = FileTree()
    tree[contentsFileName] = JSON.object([
      "images": .array(icons.map(\.slot).map(contentsEntry)), "info": contentsInfoJSON,
    ]).encoded()
    for icon in icons { tree[icon.slot.fileName] = icon.bytes }
    return tree
  }
}

/// The icon set's name without its extension.
let iconSetName = "iMessage App Icon"

private func contentsEntry(_ slot: IconSlot) -> JSON {
  .objectOmittingNil([
    "filename": .string(slot.fileName), "idiom": .string(slot.idiom.rawValue),
    "platform": slot.platform.map(JSON.string), "scale": .string("\(slot.scale.rawValue)x"),
    "size": .string(slot.pointSizeText),
  ])
}

/// Makes the icons for all 13 slots. They are opaque, in sRGB, exactly the slot's size in pixels, and free of
/// personal metadata.
///
/// A square icon is the scaled-down image. A wide icon (4:3) shows the whole image in the center, on the
/// background color or the most frequent color of the image's border. The same source produces the same bytes
/// on every machine.
///
/// - Parameter budget: the resource limits for reading one image.
/// - Parameter minimizingEffort: the effort for minimizing the file size of icons; nil to encode quickly and
///   to keep files that can be used unchanged.
/// - Throws: a `Diagnostic` that lists every problem in every image: too small, not square, transparent
///   without a background color, animated, damaged, or in colors that cannot be converted. `InternalError` if
///   an encoder fails.
func iconSet(
  from source: IconSetSource, budget: DecodingBudget = .standard, minimizingEffort: OptimizingEffort? = nil
) throws -> IconSet {
  var (faults, notes) = ([Diagnostic](), [String]())
  func read(_ picture: IconSetSource.ImageFile, fits: (PixelSize) -> String?) -> DecodedIcon? {
    do {
      let picture = try DecodedIcon(
        picture, background: source.backgroundAndSideColor, budget: budget, sizeFault: fits)
      notes += picture.notes
      return picture
    } catch {
      faults.append(error)
      return nil
    }
  }
  let picture = read(source.mainImage, fits: sourceSizeError)
  var own: [IconSlot: DecodedIcon] = [:]
  for slot in IconSlot.all {
    guard let given = source.imagesBySlot[slot] else { continue }
    own[slot] = read(given) { $0 == slot.pixelSize ? nil : wrongSizeFault($0, for: slot) }
  }
  guard let picture, faults.isEmpty else { throw Diagnostic(combining: faults) }
  let beside = source.backgroundAndSideColor ?? mostFrequentBorderColor(of: picture.uprightOpaqueSRGBBitmap)
  if source.backgroundAndSideColor == nil {
    notes.append(
      "\(source.mainImage.file.displayText): wide icons are padded with \(hexColorText(beside)), the most common "
        + "color in the image's border (set icon-background to use another)")
  }
  let icons = try IconSlot.all.map { slot in
    let bytes =
      try own[slot]?.pngBytes(minimizingEffort: minimizingEffort)
      ?? iconPNG(of: picture, for: slot, sideColor: beside, minimizingEffort)
    return IconSet.Icon(slot: slot, bytes: bytes)
  }
  return IconSet(icons: icons, notes: notes)
}

/// Makes the icon for one slot in the same way as a build.
///
/// - Parameter isDrawn: whether the image is a sticker that the icon is drawn from.
/// - Parameter background: the color as 0xRRGGBB (default for drawn icons: white).
/// - Throws: `Diagnostic` if no icon can be made from the image.
package func iconPNG(
  for slot: IconSlot, from source: IconSetSource.ImageFile, isDrawnFromSticker isDrawn: Bool,
  background: UInt32?,
  budget: DecodingBudget = .standard
) throws -> [UInt8] {
  var picture = source
  if isDrawn {
    picture = try iconSourceShowingSticker(
      from: source, on: background ?? defaultDrawnIconBackground, budget: budget)
  }
  let read = try DecodedIcon(picture, background: background, budget: budget, sizeFault: sourceSizeError)
  return try iconPNG(
    of: read, for: slot, sideColor: background ?? mostFrequentBorderColor(of: read.uprightOpaqueSRGBBitmap),
    nil)
}

private func sourceSizeError(_ size: PixelSize) -> String? {
  let least = "\(IconSetSource.minSide) × \(IconSetSource.minSide) px"
  if size.width != size.height {
    return "\(size) is not square. Export a square icon of at least \(least)."
  }
  guard size.width < IconSetSource.minSide else { return nil }
  return "\(size) is too small (minimum: \(least)). Export a larger icon."
}

private func wrongSizeFault(_ size: PixelSize, for slot: IconSlot) -> String {
  "\(size) is the wrong size for icon \(slot.name). Export it at exactly \(slot.pixelSize)."
}

/// A 0xRRGGBB color in hexadecimal notation, such as `#FFD54F`.
func hexColorText(_ color: UInt32) -> String {
  let digits = String(color, radix: 16, uppercase: true)
  return "#" + String(repeating: "0", count: 6 - digits.count) + digits
}

/// Scales the image to the height of the slot, and centers it.
private func iconPNG(
  of picture: DecodedIcon, for slot: IconSlot, sideColor: UInt32, _ minimizingEffort: OptimizingEffort?
) throws -> [UInt8] {
  let size = slot.pixelSize
  if size == picture.uprightOpaqueSRGBBitmap.size {
    return try picture.pngBytes(minimizingEffort: minimizingEffort)
  }
  let square = PixelSize(size.height, size.height)
  var scaled = picture.uprightOpaqueSRGBBitmap
  if scaled.size != square { scaled = scaled.scaled(to: square) }
  var whole = Bitmap(size, color: sideColor)
  whole.draw(scaled, x: (size.width - square.width) / 2, y: 0)
  return try encodedOpaqueIconPNG(whole, minimizingEffort)
}

/// The most frequent color of the outermost pixels. If several colors are equally frequent, the one with the
/// smallest 0xRRGGBB value.
func mostFrequentBorderColor(of bitmap: Bitmap) -> UInt32 {
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
