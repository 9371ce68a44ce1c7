/// What a file says its colors are, by the statement that counts.
public enum ColorClaim: Hashable, Sendable {
  /// The file says nothing: everybody takes it for sRGB.
  case unsaid
  /// A PNG's sRGB chunk.
  case sRGB
  /// A PNG's cICP chunk.
  case codePoints(CodePoints)
  /// An embedded profile of curves and primaries, or of tables that were evaluated.
  case profile(ColorDistance)
  /// An embedded profile of tables, which is not evaluated.
  case tables
  /// An embedded profile for colors that the picture does not have, four characters as stored: `CMYK`.
  /// Hostile text.
  case otherColors(String)
  /// An embedded profile that nobody can read.
  case unreadable
  /// A PNG's chunks gAMA and cHRM, where no other statement stands above them.
  case chunks(ColorDistance)
}

extension ColorClaim {
  /// Whether samples are shown as those of sRGB are, as everybody has it.
  package var isSRGB: Bool { self == .unsaid || self == .sRGB }
}

extension Container {
  /// What the file says its colors are.
  ///
  /// - Source: PNG specification, third edition, 4.3: cICP before iCCP before sRGB before gAMA and cHRM.
  public var colorClaim: ColorClaim {
    if let codePoints = color.codePoints { return .codePoints(codePoints) }
    if profileName != nil { return profile.map(claim(of:)) ?? .unreadable }
    if color.sRGBIntent != nil { return .sRGB }
    return ColorProfile(color).map { .chunks(ColorDistance($0)) } ?? .unsaid
  }

  /// Whether the pixels are amounts of ink: four components.
  public var isCMYK: Bool { ["CMYK", "YCCK"].contains(colorType) }

  private func claim(of bytes: [UInt8]) -> ColorClaim {
    guard let profile = ICCProfile(bytes) else { return .unreadable }
    let wanted = isCMYK ? ["CMYK"] : ["RGB ", "GRAY"]
    guard wanted.contains(profile.colorSpace) else { return .otherColors(profile.colorSpace) }
    if let matrix = ColorProfile(profile: bytes) { return .profile(ColorDistance(matrix)) }
    return profile.hasTables ? distanceThroughTables(bytes).map(ColorClaim.profile) ?? .tables : .unreadable
  }
}

/// A color space that stickers may be in.
public enum DisplaySpace: String, Hashable, Sendable, CaseIterable {
  /// What everything shows that knows of no color space.
  case sRGB = "sRGB"
  /// What Apple's screens show: redder reds, greener greens.
  case displayP3 = "Display P3"

  /// The color profile of the space: its curves and primaries.
  public var profile: ColorProfile {
    switch self {
    case .sRGB: .sRGB
    case .displayP3: .displayP3
    }
  }
}

extension Bitmap {
  /// Converts colors to a space that stickers may be in: relative to white, and what that space does not have
  /// is cut off channel by channel.
  ///
  /// - Parameter profile: of the colors that the bitmap is in.
  /// - Returns: straight RGBA in the colors of `space`; alpha as it was. Largest error, against arithmetic in
  ///   double precision: 1 of 255.
  /// - Complexity: O(pixels).
  public func converted(from profile: ColorProfile, to space: DisplaySpace) -> Bitmap {
    guard let conversion = ColorConversion(from: profile, to: space) else { return self }
    return conversion.converted(self)
  }

  /// Converts the colors of an embedded profile to a space that stickers may be in.
  ///
  /// - Parameter profile: any ICC profile for red, green and blue, or for gray. One of tables is evaluated
  ///   only in a build with the trait `LittleCMS`.
  /// - Returns: nil where the profile cannot be evaluated.
  public func converted(fromProfile profile: [UInt8], to space: DisplaySpace) -> Bitmap? {
    if let matrix = ColorProfile(profile: profile) { return converted(from: matrix, to: space) }
    guard ICCProfile(profile)?.hasTables == true else { return nil }
    return convertedThroughTables(self, profile, to: space)
  }
}

/// A conversion of samples by tables: what each sample of each channel adds to the light of the target.
struct ColorConversion {
  private var red: [SIMD4<Float>] = []
  private var green: [SIMD4<Float>] = []
  private var blue: [SIMD4<Float>] = []
  private let samples = SRGBCurve.samples  // both spaces have this curve

  /// - Returns: nil where the target cannot be left backwards, which is so for no space that there is.
  init?(from profile: ColorProfile, to space: DisplaySpace) {
    guard let back = space.profile.toXYZ.inverse else { return nil }
    let matrix = back * profile.toXYZ
    func additions(_ channel: Int, _ column: SIMD3<Double>) -> [SIMD4<Float>] {
      (0...255).map { sample in
        let light = column * profile.curves[channel].light(Double(sample) / 255)
        return SIMD4(SIMD3<Float>(light), 0)
      }
    }
    red = additions(0, matrix.x)
    green = additions(1, matrix.y)
    blue = additions(2, matrix.z)
  }

  func converted(_ bitmap: Bitmap) -> Bitmap {
    var out = bitmap.pixels
    for at in stride(from: 0, to: out.count, by: 4) {
      let light = red[Int(out[at])] + green[Int(out[at + 1])] + blue[Int(out[at + 2])]
      let steps = (light * 65535).rounded(.toNearestOrEven).clamped(
        lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 65535))
      out[at] = samples[Int(steps.x)]
      out[at + 1] = samples[Int(steps.y)]
      out[at + 2] = samples[Int(steps.z)]
    }
    return Bitmap(bitmap.size, pixels: out)
  }
}
