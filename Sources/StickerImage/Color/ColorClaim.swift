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
  public var isMadeOfInk: Bool { ["CMYK", "YCCK"].contains(colorType) }

  private func claim(of bytes: [UInt8]) -> ColorClaim {
    guard let profile = ICCProfile(bytes) else { return .unreadable }
    let wanted = isMadeOfInk ? ["CMYK"] : ["RGB ", "GRAY"]
    guard wanted.contains(profile.colorSpace) else { return .otherColors(profile.colorSpace) }
    if let matrix = ColorProfile(profile: bytes) { return .profile(ColorDistance(matrix)) }
    return profile.hasTables ? distanceThroughTables(bytes).map(ColorClaim.profile) ?? .tables : .unreadable
  }
}
