import StickerImage
import StickerModel

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
  ) throws(SourceFault) {
    func fault(_ reason: String, _ rule: String? = nil) -> SourceFault {
      SourceFault(path: picture.file, reason: reason, rule: rule)
    }
    let container = try soundContainer(picture, budget)
    let orientation = container.orientation ?? 1
    if let complaint = fits(container.canvas.oriented(by: orientation)) { throw fault(complaint) }
    let decoded: Bitmap
    switch Result(catching: { try Image(decoding: picture.bytes, budget: budget).frames.first?.bitmap }) {
    case .success(let bitmap?): decoded = bitmap
    case .success(nil): throw fault("it has no picture", RuleID.corruptImage)
    case .failure(let error):
      let reason = (error as? Damage).map { "\($0.reason) (\($0.place))" } ?? "it cannot be decoded"
      throw fault("\(reason); export the icon again", RuleID.corruptImage)
    }
    let colors = inSRGB(decoded, container)
    guard let converted = colors.bitmap else { throw fault(colors.reason, RuleID.colorSpace) }
    var bitmap = converted.oriented(by: orientation)
    let translucent = bitmap.translucentPixels
    if translucent > 0 {
      guard let background else {
        throw fault(
          "\(grouped(translucent)) of \(grouped(bitmap.size.area)) pixels are transparent, at least in part: "
            + "an icon must be opaque; give icon-background a color (\"#FFFFFF\"), or export the icon "
            + "without transparency")
      }
      var flat = Bitmap(bitmap.size, color: background)
      flat.draw(bitmap, x: 0, y: 0)
      bitmap = flat
    }
    self.bitmap = bitmap
    notes = colors.reason.isEmpty ? [] : ["\(picture.file.shown): \(colors.reason)"]
    untouched = container.isReadyIcon ? picture.bytes : nil
  }

  /// The picture as an icon: the file as it is where nothing about it had to be changed, and nothing about it
  /// is to be.
  func encoded(_ smallest: OptimizingEffort?) throws(EncodingDefect) -> [UInt8] {
    if let untouched, smallest == nil { return untouched }
    let made = try encodedIcon(bitmap, smallest)
    return untouched.flatMap { $0.count <= made.count ? $0 : nil } ?? made
  }
}

/// Says that numbers are sRGB; 0 is the perceptual intent, the usual one of pictures.
let sRGBChunk = pngChunk("sRGB", [[0]])

/// A still PNG or JPEG without damage and within limits.
private func soundContainer(
  _ picture: IconSource.Picture, _ budget: Budget
) throws(SourceFault) -> Container {
  func fault(_ reason: String, _ rule: String? = nil) -> SourceFault {
    SourceFault(path: picture.file, reason: reason, rule: rule)
  }
  guard let container = Container(of: picture.bytes, budget: budget) else {
    throw fault("it is no PNG or JPEG; export the icon as PNG", RuleID.unsupportedFormat)
  }
  if container.frameCount > 1 {
    throw fault("it moves (\(counted(container.frameCount, "frame"))): an icon is a still; export one frame")
  }
  guard container.format != .gif else { throw fault("it is a GIF; export the icon as PNG") }
  if let exceeded = container.exceeded.first { throw fault(exceeded.sentence, RuleID.resourceLimit) }
  if let damage = container.damage.first {
    throw fault("\(damage.reason) (\(damage.place)); export the icon again", RuleID.corruptImage)
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
