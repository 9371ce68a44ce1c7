/// What a file of a format that Messages does not show decodes to: pixels to make a PNG or APNG of.
public struct ForeignPicture: Hashable, Sendable {
  /// The frames in playing order, each as large as the canvas; a still has one, without a delay.
  public var frames: [Frame]
  /// How often it plays, 0 is endless; nil for a still.
  public var plays: Int?
  /// What the samples mean; nil where nothing is said, which is taken for sRGB.
  public var profile: [UInt8]?
  /// What the samples mean, where a number says so and no profile.
  public var space: DisplaySpace?
  /// How EXIF wants the picture turned, 2...8: not done yet. Nil where there is nothing to do; HEIC and AVIF
  /// say it by boxes of their own, which have been obeyed.
  public var orientation: Int?

  init(
    _ frames: [Frame], plays: Int? = nil, profile: [UInt8]? = nil, space: DisplaySpace? = nil,
    orientation: Int? = nil
  ) {
    self.frames = frames
    self.plays = plays
    self.profile = profile
    self.space = space
    self.orientation = orientation
  }
}

extension ForeignFormat {
  /// Whether a build can decode it, by a package trait where need be.
  public var isConvertible: Bool {
    switch name {
    case "BMP": true
    case "HEIC", "AVIF": !isAnimated
    default: false
    }
  }
}

extension ForeignPicture {
  /// Decodes a file of a format that Messages does not show.
  ///
  /// BMP is read by every build, HEIC and AVIF (stills) by one with the package trait `HEIF`:
  /// docs/decisions/0025.
  ///
  /// - Parameter budget: sides, canvas and frames are compared before memory is asked for.
  /// - Throws: also for PNG, GIF, JPEG and WebP, which `Image` reads.
  public init(decoding bytes: [UInt8], budget: Budget = .standard) throws(ImageError) {
    if let exceeded = budget.exceeded(.fileBytes, by: bytes.count) { throw .exceeded(exceeded) }
    guard case .foreign(let format) = Sniffed(of: bytes) else { throw .noReader(ForeignFormat(nil)) }
    guard budget.formats.contains(.others) else {
      throw .exceeded(LimitExceeded(leftOut: format.name ?? "others"))
    }
    switch format.name {
    case "BMP": self = try decodeBMP(bytes, budget)
    case "HEIC", "AVIF":
      // libheif knows stills only; the one that such a file may have is not what it shows.
      if format.isAnimated { throw .noReader(ForeignFormat("animated \(format.name ?? "")")) }
      self = try decodeHEIF(bytes, budget, format: format.name ?? "")
    default: throw .noReader(format)
    }
  }
}

/// The size of a canvas that a budget allows.
///
/// - Throws: for sides of 0, too.
func checkedSize(
  _ width: Int, _ height: Int, _ budget: Budget, at location: ByteLocation
) throws(ImageError) -> PixelSize {
  guard width > 0, height > 0 else { throw .damaged(Damage("it has no pixels", at: location)) }
  let size = PixelSize(width, height)
  if let exceeded = canvasLimits(size, budget).first { throw .exceeded(exceeded) }
  return size
}
