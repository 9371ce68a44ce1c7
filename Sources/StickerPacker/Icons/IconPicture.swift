import StickerEngine
import StickerImage

/// A picture for icons, decoded: upright, opaque, in sRGB.
struct IconPicture {
  let bitmap: Bitmap
  /// What was changed in the picture; already escaped for people.
  let notes: [String]
  /// The file, where it may be an icon as it is.
  private let untouched: [UInt8]?

  /// - Parameter fits: what is wrong with the size, as the picture is seen; nil for nothing.
  init(
    _ picture: IconSource.Picture, background: UInt32?, budget: Budget, fits: (PixelSize) -> String?
  ) throws(Diagnostic) {
    func fault(_ reason: String, _ rule: String? = nil) -> Diagnostic {
      Diagnostic("\(reason)", file: picture.file, rule: rule)
    }
    let container = try validContainer(picture, budget)
    let orientation = container.orientation ?? 1
    if let problem = fits(container.canvas.oriented(by: orientation)) { throw fault(problem) }
    let decoded: Bitmap
    switch Result(catching: { try Image(decoding: picture.bytes, budget: budget).frames.first?.bitmap }) {
    case .success(let bitmap?): decoded = bitmap
    case .success(nil): throw fault("it has no picture", RuleID.corruptImage)
    case .failure(let error):
      let reason =
        (error as? ImageError)?.damage.map { "\($0.reason) (\($0.location))" } ?? "it cannot be decoded"
      throw fault("\(reason); export the icon again", RuleID.corruptImage)
    }
    let colors = inSRGB(decoded, container)
    guard let converted = colors.bitmap else { throw fault(colors.reason, RuleID.colorSpace) }
    var bitmap = converted.oriented(by: orientation)
    let translucent = bitmap.translucentPixels
    if translucent > 0 {
      guard let background else {
        throw fault(
          "\(numberText(translucent)) of \(numberText(bitmap.size.area)) pixels are transparent, at least in part: "
            + "an icon must be opaque; give icon-background a color (\"#FFFFFF\"), or export the icon "
            + "without transparency")
      }
      var flat = Bitmap(bitmap.size, color: background)
      flat.draw(bitmap, x: 0, y: 0)
      bitmap = flat
    }
    self.bitmap = bitmap
    notes = colors.reason.isEmpty ? [] : ["\(picture.file.displayText): \(colors.reason)"]
    untouched = container.isReadyIcon ? picture.bytes : nil
  }

  /// The picture as an icon: the file as it is where nothing about it had to be changed, and nothing about it
  /// is to be.
  func encoded(_ smallest: OptimizingEffort?) throws(InternalError) -> [UInt8] {
    if let untouched, smallest == nil { return untouched }
    let made = try encodedIcon(bitmap, smallest)
    return untouched.flatMap { $0.count <= made.count ? $0 : nil } ?? made
  }
}

/// Says that numbers are sRGB; 0 is the perceptual intent, the usual one of pictures.
let sRGBChunk = pngChunk("sRGB", [[0]])

/// A still PNG or JPEG without damage and within limits.
private func validContainer(
  _ picture: IconSource.Picture, _ budget: Budget
) throws(Diagnostic) -> Container {
  func fault(_ reason: String, _ rule: String? = nil) -> Diagnostic {
    Diagnostic("\(reason)", file: picture.file, rule: rule)
  }
  guard let container = Container(of: picture.bytes, budget: budget) else {
    throw fault("it is no PNG or JPEG; export the icon as PNG", RuleID.unsupportedFormat)
  }
  if container.frameCount > 1 {
    throw fault(
      "it moves (\(countText(container.frameCount, "frame"))): an icon is a still; export one frame")
  }
  guard container.format != .gif else { throw fault("it is a GIF; export the icon as PNG") }
  if let exceeded = container.exceeded.first { throw fault(exceeded.sentence, RuleID.resourceLimit) }
  if let damage = container.damage.first {
    throw fault("\(damage.reason) (\(damage.location)); export the icon again", RuleID.corruptImage)
  }
  return container
}

extension Container {
  /// Whether the file may be an icon as it is: red, green and blue of 8 bits that say they are sRGB, and
  /// nothing else in it.
  fileprivate var isReadyIcon: Bool {
    return format == .png && colorType == "truecolor" && bitDepth == 8 && !canBeTransparent
      && colorClaim == .sRGB
      && metadataBytes == 0 && trailingBytes == 0 && (orientation ?? 1) == 1
  }
}

/// A picture's pixels in sRGB.
///
/// - Returns: the pixels and a note, empty where nothing was changed or guessed; or no pixels, and why they
///   cannot be converted.
func inSRGB(_ bitmap: Bitmap, _ container: Container) -> (bitmap: Bitmap?, reason: String) {
  let advice = "export the icon in sRGB"
  if container.isCMYK {
    return (nil, "it is made of four inks (\(container.colorType)), for printing; \(advice)")
  }
  let changed = "its colors were converted to sRGB"
  switch container.colorClaim {
  case .unsaid, .sRGB: return (bitmap, "")
  case .codePoints(let points):
    guard let space = points.displaySpace else {
      let numbers = "primaries \(points.primaries), transfer \(points.transfer)"
      return (nil, "its cICP chunk names a color space that is not converted (\(numbers)); \(advice)")
    }
    return space == .sRGB
      ? (bitmap, "") : (bitmap.converted(from: space.profile, to: .sRGB), "\(changed) from Display P3")
  case .profile(let distance):
    if distance.sRGB <= maxDifference { return (bitmap, "") }
    guard let profile = container.profile, let result = bitmap.converted(fromProfile: profile, to: .sRGB)
    else { return (nil, "its profile cannot be evaluated; \(advice)") }
    return (result, "\(changed)\(source(container))")
  case .tables:
    return (nil, "its profile is made of tables, which are not evaluated; \(advice)")
  case .chunks(let distance):
    if distance.sRGB <= maxDifference { return (bitmap, "") }
    guard let profile = ColorProfile(container.color) else { return (bitmap, "") }
    return (bitmap.converted(from: profile, to: .sRGB), "\(changed) from what gAMA and cHRM say")
  case .otherColors, .unreadable:
    return (bitmap, "its profile cannot be used, as programs that show it find too; it is taken for sRGB")
  }
}

/// Up to here a profile is sRGB under another name, and converting would only round; as `color-space` has it.
private let maxDifference = 2

/// Where the colors came from, in words: ` from Display P3`; empty where the profile has no name.
private func source(_ container: Container) -> String {
  let name = container.profileFacts?.description ?? container.profileName ?? ""
  let shown = Untrusted(String(name.prefix(80))).displayText
  return shown.isEmpty ? "" : " from \(shown)"
}

extension CodePoints {
  /// The space of a picture in full range with the sRGB curve, or the plain gamma that stands in for it.
  ///
  /// - Source: ITU-T H.273 (2021), tables 2 and 3.
  fileprivate var displaySpace: DisplaySpace? {
    guard [4, 13].contains(transfer), matrix == 0, fullRange == 1 else { return nil }
    return primaries == 1 ? .sRGB : primaries == 12 ? .displayP3 : nil
  }
}

/// The picture for icons that is drawn from a sticker: 1024 px square, the sticker in its middle on a color.
///
/// - Parameter sticker: a PNG, GIF or JPEG; of an animation the first frame is drawn.
/// - Parameter color: 0xRRGGBB.
/// - Throws: `Diagnostic` where it cannot be read, or its colors cannot be converted.
func iconPicture(
  drawnFrom sticker: IconSource.Picture, on color: UInt32, budget: Budget
) throws -> IconSource.Picture {
  func fault(_ reason: String) -> Diagnostic { Diagnostic("\(reason)", file: sticker.file) }
  guard let container = Container(of: sticker.bytes, budget: budget), container.exceeded.isEmpty,
    let frame = try? Image(decoding: sticker.bytes, budget: budget).frames.first?.bitmap
  else { throw fault("no icon can be drawn from it: it cannot be read") }
  let colors = inSRGB(frame, container)
  guard let converted = colors.bitmap else { throw fault("no icon can be drawn from it: \(colors.reason)") }
  let art = converted.oriented(by: container.orientation ?? 1)
  let longer = max(art.width, art.height)
  func scaled(_ side: Int) -> Int { max(1, (side * drawnSide + longer / 2) / longer) }
  let drawn = art.scaled(to: PixelSize(scaled(art.width), scaled(art.height)))
  let side = IconSource.minSide
  var whole = Bitmap(PixelSize(side, side), color: color)
  whole.draw(drawn, x: (side - drawn.width) / 2, y: (side - drawn.height) / 2)
  return IconSource.Picture(file: sticker.file, bytes: try encodedIcon(whole, nil))
}

/// Pixels of the drawn sticker's longer side: what is left around it keeps it off the corners, which iOS
/// rounds.
private let drawnSide = 832

/// What a drawn icon lies on where nobody said a color.
let whiteBelowDrawnIcons: UInt32 = 0xFF_FFFF
