/// The color space that a file declares. If there are several declarations, the one that takes precedence is
/// used.
public enum DeclaredColorSpace: Hashable, Sendable {
  /// The file declares nothing. Decoders assume sRGB.
  case undeclared
  /// A PNG's sRGB chunk.
  case sRGB
  /// A PNG's cICP chunk.
  case codePoints(CICPCodePoints)
  /// An embedded profile with curves and primaries, or with lookup tables that were evaluated.
  case profile(ColorProfileSampleDifferences)
  /// An embedded profile with lookup tables that wasn't evaluated.
  case unevaluatedLookupTables
  /// An embedded profile for a color model other than the image's. The value is four untrusted characters as
  /// stored, such as `CMYK`.
  case mismatchedColorModelProfile(String)
  /// An embedded profile that can't be parsed.
  case unreadableProfile
  /// A PNG's gAMA and cHRM chunks, if no other declaration takes precedence.
  case gammaAndChromaticities(ColorProfileSampleDifferences)
}

extension DeclaredColorSpace {
  /// Whether the file declares sRGB or nothing, so that samples are displayed as sRGB.
  package var isUndeclaredOrSRGBChunk: Bool { self == .undeclared || self == .sRGB }
}

extension ImageContainer {
  /// The color space that the file declares.
  ///
  /// - Source: PNG specification, third edition, 4.3: cICP before iCCP before sRGB before gAMA and cHRM.
  public var declaredColorSpace: DeclaredColorSpace {
    if let codePoints = pngColorFacts.codePoints { return .codePoints(codePoints) }
    if profileName != nil { return profile.map(profileColorSpace(ofICCProfile:)) ?? .unreadableProfile }
    if pngColorFacts.sRGBIntent != nil { return .sRGB }
    return ColorProfile(pngColorFacts).map { .gammaAndChromaticities(ColorProfileSampleDifferences($0)) }
      ?? .undeclared
  }

  /// Whether the pixels are CMYK or YCCK.
  public var isCMYK: Bool { ["CMYK", "YCCK"].contains(colorType) }

  private func profileColorSpace(ofICCProfile bytes: [UInt8]) -> DeclaredColorSpace {
    guard let profile = ICCProfileReader(bytes) else { return .unreadableProfile }
    let wanted = isCMYK ? ["CMYK"] : ["RGB ", "GRAY"]
    guard wanted.contains(profile.colorSpaceSignature) else {
      return .mismatchedColorModelProfile(profile.colorSpaceSignature)
    }
    if let matrix = ColorProfile(profile: bytes) { return .profile(ColorProfileSampleDifferences(matrix)) }
    return profile.hasLookupTables
      ? sampleDifferences(ofLookupTableProfile: bytes).map(DeclaredColorSpace.profile)
        ?? .unevaluatedLookupTables
      : .unreadableProfile
  }
}

/// A color space that stickers may use.
public enum StickerColorSpace: String, Hashable, Sendable, CaseIterable {
  /// sRGB, the space that software without color management assumes.
  case sRGB = "sRGB"
  /// Display P3, the space of Apple's displays, with more saturated reds and greens.
  case displayP3 = "Display P3"

  /// The curves and primaries of the space.
  public var profile: ColorProfile {
    switch self {
    case .sRGB: .sRGB
    case .displayP3: .displayP3
    }
  }
}

extension Bitmap {
  /// Converts colors to a space that stickers may use. The conversion is relative colorimetric, so white stays
  /// white. Colors outside the space are clipped in each channel.
  ///
  /// - Parameter profile: The color space of the bitmap.
  /// - Parameter space: The target space.
  /// - Returns: Straight RGBA in `space` with unchanged alpha. Each sample differs by at most 1 of 255 from
  ///   the result of double-precision arithmetic.
  /// - Complexity: O(pixels).
  public func converted(from profile: ColorProfile, to space: StickerColorSpace) -> Bitmap {
    guard let conversion = ColorConversion(from: profile, to: space) else { return self }
    return conversion.converted(self)
  }

  /// Converts colors from an embedded profile to a space that stickers may use.
  ///
  /// - Parameter profile: An ICC profile for RGB or gray. Profiles with lookup tables require a build with
  ///   the trait `LittleCMS`.
  /// - Parameter space: The target space.
  /// - Returns: nil if the profile can't be evaluated.
  public func converted(fromProfile profile: [UInt8], to space: StickerColorSpace) -> Bitmap? {
    if let matrix = ColorProfile(profile: profile) { return converted(from: matrix, to: space) }
    guard ICCProfileReader(profile)?.hasLookupTables == true else { return nil }
    return convertedThroughTables(self, profile, to: space)
  }
}

/// A color conversion with lookup tables. For each channel, a table lists what each sample value contributes
/// to the linear light in the target space.
struct ColorConversion {
  private var redContributions: [SIMD4<Float>] = []
  private var greenContributions: [SIMD4<Float>] = []
  private var blueContributions: [SIMD4<Float>] = []
  private let sampleBy16BitLight = SRGBCurve.sampleBy16BitLight  // both target spaces use this curve

  /// - Returns: nil if the matrix of the target space can't be inverted, which never happens for the existing
  ///   spaces.
  init?(from profile: ColorProfile, to space: StickerColorSpace) {
    guard let back = space.profile.toD50XYZ.inverse else { return nil }
    let matrix = back * profile.toD50XYZ
    func additions(_ channel: Int, _ column: SIMD3<Double>) -> [SIMD4<Float>] {
      (0...255).map { sample in
        let light = column * profile.rgbCurves[channel].linearLight(of: Double(sample) / 255)
        return SIMD4(SIMD3<Float>(light), 0)
      }
    }
    redContributions = additions(0, matrix.firstColumn)
    greenContributions = additions(1, matrix.secondColumn)
    blueContributions = additions(2, matrix.thirdColumn)
  }

  func converted(_ bitmap: Bitmap) -> Bitmap {
    var out = bitmap.pixels
    for at in stride(from: 0, to: out.count, by: 4) {
      let light =
        redContributions[Int(out[at])] + greenContributions[Int(out[at + 1])]
        + blueContributions[Int(out[at + 2])]
      let steps = (light * 65535).rounded(.toNearestOrEven).clamped(
        lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 65535))
      out[at] = sampleBy16BitLight[Int(steps.x)]
      out[at + 1] = sampleBy16BitLight[Int(steps.y)]
      out[at + 2] = sampleBy16BitLight[Int(steps.z)]
    }
    return Bitmap(bitmap.size, pixels: out)
  }
}
