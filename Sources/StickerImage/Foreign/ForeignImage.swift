/// The pixels of a file in a format that Messages can't show, for conversion to PNG or APNG.
public struct ForeignImage: Hashable, Sendable {
  /// The frames in playing order, each as large as the canvas. A still has one frame without a delay.
  public var frames: [Frame]
  /// The number of plays (0 means infinite), or nil for a still.
  public var plays: Int?
  /// The embedded color profile, or nil if the file has no profile. If `declaredColorSpace` is also nil, colors are
  /// treated as sRGB.
  public var profile: [UInt8]?
  /// The color space, if the file declares one with code points instead of a profile.
  public var cicpColorSpace: StickerColorSpace?
  /// The EXIF orientation (2...8), which hasn't been applied to the frames, or nil if there is nothing to
  /// apply. HEIC and AVIF have their own orientation boxes, which have been applied.
  public var unappliedOrientation: Int?

  init(
    _ frames: [Frame], plays: Int? = nil, profile: [UInt8]? = nil, space: StickerColorSpace? = nil,
    orientation: Int? = nil
  ) {
    self.frames = frames
    self.plays = plays
    self.profile = profile
    self.cicpColorSpace = space
    self.unappliedOrientation = orientation
  }
}

extension ForeignFormat {
  /// Whether the format can be converted, in some cases only by a build with a package trait.
  public var isConvertible: Bool {
    switch name {
    case "BMP", "PSD", Self.aseprite.name, Self.openRaster.name, Self.krita.name: true
    case "HEIC", "AVIF": !isAnimated
    default: false
    }
  }
}

extension ForeignFormat {
  /// Whether the file has layers, which a PNG can't store, so a PNG must not replace it.
  package var isLayeredDocument: Bool {
    ["PSD", Self.aseprite.name, Self.openRaster.name, Self.krita.name].contains(name)
  }
}

extension ForeignImage {
  /// Decodes a file in a format that Messages can't show.
  ///
  /// Every build decodes BMP, Aseprite sprites, and the merged images of OpenRaster, Krita and Photoshop
  /// documents. Still HEIC and AVIF images require a build with the package trait `HEIF`
  /// (docs/decisions/0025).
  ///
  /// - Parameter bytes: The whole file.
  /// - Parameter budget: The limits for sides, canvas and frames, which are checked before memory is
  ///   allocated.
  /// - Throws: `ImageError` if the file is damaged, exceeds a limit or can't be decoded. Also thrown for PNG,
  ///   GIF, JPEG and WebP, which `Image` decodes.
  public init(decoding bytes: [UInt8], budget: DecodingBudget = .standard) throws(ImageError) {
    if let exceeded = budget.exceededLimit(.fileBytes, by: bytes.count) { throw .exceeded(exceeded) }
    guard case .foreign(let format) = SniffedFormat(of: bytes) else {
      throw .unsupportedFormat(ForeignFormat(nil))
    }
    guard budget.formats.contains(.convertibleForeign) else {
      throw .exceeded(ExceededLimit(excludedFormat: format.name ?? "others"))
    }
    switch format.name {
    case "BMP": self = try decodeUncompressedBMP(bytes, budget)
    case "PSD": self = try decodePSD(bytes, budget)
    case ForeignFormat.aseprite.name: self = try decodeAseprite(bytes, budget)
    case ForeignFormat.openRaster.name, ForeignFormat.krita.name:
      self = try decodeOpenRasterOrKrita(bytes, budget, format: format.name ?? "")
    case "HEIC", "AVIF":
      // libheif decodes only stills, and the still in an animated file isn't the animation.
      if format.isAnimated { throw .unsupportedFormat(ForeignFormat("animated \(format.name ?? "")")) }
      self = try decodeHEIF(bytes, budget, format: format.name ?? "")
    default: throw .unsupportedFormat(format)
    }
  }
}

/// Checks dimensions against a budget.
///
/// - Throws: `ImageError` if the dimensions exceed a limit, or if a side is 0.
func validatedCanvasSize(
  _ width: Int, _ height: Int, _ budget: DecodingBudget, at location: ByteLocation
) throws(ImageError) -> PixelSize {
  guard width > 0, height > 0 else { throw .damaged(Damage("the image has no pixels", at: location)) }
  let size = PixelSize(width, height)
  if let exceeded = exceededCanvasLimits(size, budget).first { throw .exceeded(exceeded) }
  return size
}
