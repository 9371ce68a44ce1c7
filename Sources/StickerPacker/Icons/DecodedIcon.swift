import StickerEngine
import StickerImage

/// A decoded image for icons: upright, opaque, in sRGB.
struct DecodedIcon {
  let uprightOpaqueSRGBBitmap: Bitmap
  /// Notes on changes to the image, escaped for display.
  let notes: [String]
  /// The bytes of the file, if they can be used as an icon unchanged.
  private let reusableBytes: [UInt8]?

  /// - Parameter sizeFault: returns what is wrong with the size of the upright image, or nil.
  init(
    _ picture: IconSetSource.ImageFile, background: UInt32?, budget: DecodingBudget,
    sizeFault: (PixelSize) -> String?
  ) throws(Diagnostic) {
    func fault(_ reason: String, _ rule: String? = nil) -> Diagnostic {
      Diagnostic("\(reason)", file: picture.file, rule: rule)
    }
    let container = try validatedContainer(picture, budget)
    let orientation = container.orientation ?? 1
    if let problem = sizeFault(container.canvas.oriented(by: orientation)) { throw fault(problem) }
    let decoded: Bitmap
    switch Result(catching: { try Image(decoding: picture.bytes, budget: budget).frames.first?.bitmap }) {
    case .success(let bitmap?): decoded = bitmap
    case .success(nil): throw fault("contains no image", RuleID.corruptImage)
    case .failure(let error):
      let reason =
        (error as? ImageError)?.damage.map { "\($0.reason) (\($0.location))" } ?? "cannot be decoded"
      throw fault("\(reason). Export the icon again.", RuleID.corruptImage)
    }
    let colors = convertedToSRGB(decoded, container)
    guard let converted = colors.bitmap else { throw fault(colors.note, RuleID.colorSpace) }
    var bitmap = converted.oriented(by: orientation)
    let translucent = bitmap.nonOpaquePixelCount
    if translucent > 0 {
      guard let background else {
        throw fault(
          "\(numberText(translucent)) of \(numberText(bitmap.size.area)) pixels are not opaque. "
            + "Set icon-background to a color such as \"#FFFFFF\", or export the icon without transparency.")
      }
      var flat = Bitmap(bitmap.size, color: background)
      flat.draw(bitmap, x: 0, y: 0)
      bitmap = flat
    }
    self.uprightOpaqueSRGBBitmap = bitmap
    notes = colors.note.isEmpty ? [] : ["\(picture.file.displayText): \(colors.note)"]
    reusableBytes = container.isUsableAsIconUnchanged ? picture.bytes : nil
  }

  /// The PNG file of the icon. If the original file needs no change, it is kept, unless `minimizingEffort` is
  /// set and encoding it again makes it smaller.
  func pngBytes(minimizingEffort: OptimizingEffort?) throws(InternalError) -> [UInt8] {
    if let reusableBytes, minimizingEffort == nil { return reusableBytes }
    let made = try encodedOpaqueIconPNG(uprightOpaqueSRGBBitmap, minimizingEffort)
    return reusableBytes.flatMap { $0.count <= made.count ? $0 : nil } ?? made
  }
}

/// A chunk that declares sRGB. The value 0 is the perceptual rendering intent, which is usual for images.
let sRGBChunkBytes = pngChunk("sRGB", [[0]])

/// The container of a still PNG or JPEG that is undamaged and within the limits.
private func validatedContainer(
  _ picture: IconSetSource.ImageFile, _ budget: DecodingBudget
) throws(Diagnostic) -> ImageContainer {
  func fault(_ reason: String, _ rule: String? = nil) -> Diagnostic {
    Diagnostic("\(reason)", file: picture.file, rule: rule)
  }
  guard let container = ImageContainer(of: picture.bytes, budget: budget) else {
    throw fault("not a PNG or JPEG. Export the icon as PNG.", RuleID.unsupportedFormat)
  }
  if container.frameCount > 1 {
    throw fault(
      "animated (\(countText(container.frameCount, "frame"))). An icon must be a still image. Export one frame."
    )
  }
  guard container.format != .gif else { throw fault("GIF is not supported. Export the icon as PNG.") }
  if let exceeded = container.exceededLimits.first {
    throw fault(exceeded.messageWithAdvice, RuleID.resourceLimit)
  }
  if let damage = container.damage.first {
    throw fault("\(damage.reason) (\(damage.location)). Export the icon again.", RuleID.corruptImage)
  }
  return container
}

extension ImageContainer {
  /// Whether the file can be used as an icon unchanged: an opaque 8-bit RGB PNG that declares sRGB, and has
  /// no other metadata.
  fileprivate var isUsableAsIconUnchanged: Bool {
    return format == .png && colorType == "truecolor" && bitDepth == 8 && !canBeTransparent
      && declaredColorSpace == .sRGB
      && metadataBytes == 0 && trailingBytes == 0 && (orientation ?? 1) == 1
  }
}

/// Converts an image to sRGB.
///
/// - Returns: the converted bitmap, and a note, which is empty if nothing was changed or assumed. If the
///   colors cannot be converted, the bitmap is nil, and the note says why.
func convertedToSRGB(_ bitmap: Bitmap, _ container: ImageContainer) -> (bitmap: Bitmap?, note: String) {
  let advice = "Export the icon in sRGB."
  if container.isCMYK {
    return (nil, "the color mode is \(container.colorType), which is for printing. \(advice)")
  }
  let changed = "converted the colors to sRGB"
  switch container.declaredColorSpace {
  case .undeclared, .sRGB: return (bitmap, "")
  case .codePoints(let points):
    guard let space = points.stickerColorSpace else {
      let numbers = "primaries \(points.primaries), transfer \(points.transfer)"
      return (nil, "its cICP chunk names an unsupported color space (\(numbers)). \(advice)")
    }
    return space == .sRGB
      ? (bitmap, "") : (bitmap.converted(from: space.profile, to: .sRGB), "\(changed) from Display P3")
  case .profile(let distance):
    if distance.maxDifferenceFromSRGB <= maxSRGBDistance { return (bitmap, "") }
    guard let profile = container.profile, let result = bitmap.converted(fromProfile: profile, to: .sRGB)
    else { return (nil, "its color profile cannot be evaluated. \(advice)") }
    return (result, "\(changed)\(fromColorSpaceSuffix(container))")
  case .unevaluatedLookupTables:
    return (nil, "its color profile uses lookup tables, which are not supported. \(advice)")
  case .gammaAndChromaticities(let distance):
    if distance.maxDifferenceFromSRGB <= maxSRGBDistance { return (bitmap, "") }
    guard let profile = ColorProfile(container.pngColorFacts) else { return (bitmap, "") }
    return (bitmap.converted(from: profile, to: .sRGB), "\(changed) according to gAMA and cHRM")
  case .mismatchedColorModelProfile, .unreadableProfile:
    return (bitmap, "its color profile is invalid, so the image is treated as sRGB, as in other programs")
  }
}

/// The largest color difference at which a profile counts as sRGB, as in the rule `color-space`. Converting
/// from such a profile would only cause rounding errors.
private let maxSRGBDistance = 2

/// The source color space for messages, such as ` from Display P3`; empty if the profile has no name.
private func fromColorSpaceSuffix(_ container: ImageContainer) -> String {
  let name = container.profileFacts?.description ?? container.profileName ?? ""
  let shown = UntrustedText(String(name.prefix(80))).displayText
  return shown.isEmpty ? "" : " from \(shown)"
}

extension CICPCodePoints {
  /// The display color space of a full-range image with the sRGB curve or a plain gamma.
  ///
  /// - Source: ITU-T H.273 (2021), tables 2 and 3.
  fileprivate var stickerColorSpace: StickerColorSpace? {
    guard [4, 13].contains(transfer), matrix == 0, videoFullRangeFlag == 1 else { return nil }
    return primaries == 1 ? .sRGB : primaries == 12 ? .displayP3 : nil
  }
}

/// Draws the icon source from a sticker: a 1024 px square with the sticker in the center of a colored
/// background.
///
/// - Parameter sticker: a PNG, GIF or JPEG file. For an animation, the first frame is drawn.
/// - Parameter color: the color as 0xRRGGBB.
/// - Throws: `Diagnostic` if the sticker cannot be read, or its colors cannot be converted.
func iconSourceShowingSticker(
  from sticker: IconSetSource.ImageFile, on color: UInt32, budget: DecodingBudget
) throws -> IconSetSource.ImageFile {
  func fault(_ reason: String) -> Diagnostic { Diagnostic("\(reason)", file: sticker.file) }
  guard let container = ImageContainer(of: sticker.bytes, budget: budget), container.exceededLimits.isEmpty,
    let frame = try? Image(decoding: sticker.bytes, budget: budget).frames.first?.bitmap
  else { throw fault("cannot draw an icon from it, because it cannot be read") }
  let colors = convertedToSRGB(frame, container)
  guard let converted = colors.bitmap else { throw fault("cannot draw an icon from it: \(colors.note)") }
  let art = converted.oriented(by: container.orientation ?? 1)
  let longer = max(art.width, art.height)
  func scaled(_ side: Int) -> Int { max(1, (side * drawnStickerLongerSidePixels + longer / 2) / longer) }
  let drawn = art.scaled(to: PixelSize(scaled(art.width), scaled(art.height)))
  let side = IconSetSource.minSide
  var whole = Bitmap(PixelSize(side, side), color: color)
  whole.draw(drawn, x: (side - drawn.width) / 2, y: (side - drawn.height) / 2)
  return IconSetSource.ImageFile(file: sticker.file, bytes: try encodedOpaqueIconPNG(whole, nil))
}

/// The longer side of the drawn sticker in pixels. The margin keeps it away from the corners, which iOS
/// rounds.
private let drawnStickerLongerSidePixels = 832

/// The default background of drawn icons.
let defaultDrawnIconBackground: UInt32 = 0xFF_FFFF
