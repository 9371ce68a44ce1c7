import StickerImage

extension Rule {
  /// Reports color spaces that not all programs show correctly.
  static let colorSpace = Rule(
    id: RuleID.colorSpace,
    severity: .warning,
    summary: "Colors are in sRGB or Display P3.",
    reason: """
      A file stores colors as numbers and can specify their color space. Some programs use that color space.
      Others treat all numbers as sRGB, the color space of the web. Art in Adobe RGB therefore looks right in
      one program and pale in another. sRGB and Display P3, the color space of Apple's screens, are safe. A
      CMYK JPEG is made for printing. It is reported as an error, because programs show it with wrong colors
      or not at all.

      The rule checks what an embedded profile does to colors, not its name. A profile counts as sRGB or
      Display P3 if no color shifts by more than the limit. A gamma of 2.2, which is often used in place of
      the sRGB curve, is also allowed. A PNG can describe its colors in several ways at once. The first of
      these that is present applies: cICP, the embedded profile, sRGB, gAMA with cHRM.
      """,
    advice: "Convert the art to sRGB (\"Convert to Profile\", not \"Assign Profile\") and export it again.",
    fixes: [.convertToSRGB],
    options: [maxColorDifference],
    references: [.png, .icc, .sRGB, .displayP3],
    roles: .allRoles,
    checkedAspect: .storage,
    examples: [
      .passes("no color space, which means sRGB", .disc(300, 300)),
      .passes("an embedded Display P3 profile", .disc(300, 300).withICCProfile(.displayP3)),
      .passes(
        "a gamma of 2.2, which is close to sRGB", .disc(300, 300).withChunk("gAMA", [0, 0, 0xB1, 0x8F])),
      .fires(
        "an export in Adobe RGB", .disc(300, 300).withICCProfile(.adobeRGB),
        message: """
          the embedded profile, Adobe RGB (1998), is neither sRGB nor Display P3, so colors change by up to \
          128 of 255 in programs that ignore it (limit: 2)
          """),
      .fires(
        "a gamma of 1 from a 3D program", .disc(300, 300).withChunk("gAMA", [0, 1, 0x86, 0xA0]),
        message: """
          the file has no profile, but a gamma of 1, so colors change by up to 73 of 255 in programs that \
          apply it (limit: 2)
          """),
      .fires("a CMYK JPEG", .cmykJPEG(), message: "the image is CMYK (must be RGB)"),
    ],
    check: .asset(evaluate))
}

private let maxColorDifference = RuleOption(
  "max-difference", 2, .eightBitSteps, in: 0...255, source: .ownMeasurements,
  "maximum color shift at which a profile still counts as sRGB or Display P3")

private func evaluate(_ asset: Asset, _ options: OptionValues) -> [Evidence] {
  guard let container = asset.container, container.exceededLimits.isEmpty else { return [] }
  if container.isCMYK {
    return [Evidence("the image is \(container.colorType) (must be RGB)", severity: .error)]
  }
  let limit = options[maxColorDifference]
  guard let (message, difference) = colorSpaceFault(container, limit) else { return [] }
  let figure = difference.map { MeasuredValueAndLimit($0, limit: limit, unit: .eightBitSteps) }
  let fix = container.isConvertibleToSRGB ? Fix(.convertToSRGB) : nil
  return [Evidence(message, figure, at: colorSpaceLocation(in: container), fix: fix)]
}

extension ImageContainer {
  /// Whether the colors can be converted to sRGB. Colors in CMYK, or with code points or a table-based
  /// profile, cannot.
  fileprivate var isConvertibleToSRGB: Bool {
    switch declaredColorSpace {
    case .profile, .gammaAndChromaticities:
      !isCMYK && profile.map { ColorProfile(profile: $0) != nil } ?? true
    default: false
    }
  }
}

/// The fault of the color space that applies, and the largest difference between its colors and sRGB if that
/// is known.
private func colorSpaceFault(_ container: ImageContainer, _ limit: Int) -> (
  message: String, difference: Int?
)? {
  // Computed only for a fault, because splitting text into characters takes time.
  var profile: String { "the embedded profile\(profileNameClause(of: container))" }
  switch container.declaredColorSpace {
  case .undeclared, .sRGB: return nil
  case .codePoints(let points):
    guard !isSRGBOrDisplayP3(points) else { return nil }
    let numbers = "primaries \(points.primaries) and transfer \(points.transfer)"
    return ("the cICP chunk has \(numbers), which is neither sRGB (1, 13) nor Display P3 (12, 13)", nil)
  case .profile(let distance):
    guard distance.smallerDifference > limit else { return nil }
    let change = "colors change by up to \(distance.maxDifferenceFromSRGB) of 255 in programs that ignore it"
    return (
      "\(profile) is neither sRGB nor Display P3, so \(change) (limit: \(limit))",
      distance.maxDifferenceFromSRGB
    )
  case .unevaluatedLookupTables:
    return (
      "\(profile) may be neither sRGB nor Display P3 (table-based profiles are not checked)", nil
    )
  case .mismatchedColorModelProfile(let space):
    let space = UntrustedText(trimmingWhitespace(space)).displayText
    return ("\(profile) is for another color model (\(space)), so programs ignore it", nil)
  case .unreadableProfile: return ("\(profile) cannot be read, so programs guess the colors", nil)
  case .gammaAndChromaticities(let distance):
    guard distance.maxDifferenceFromSRGB > limit else { return nil }
    let change = "colors change by up to \(distance.maxDifferenceFromSRGB) of 255 in programs that apply it"
    return (
      "the file has no profile, but \(gammaAndPrimariesText(container)), so \(change) (limit: \(limit))",
      distance.maxDifferenceFromSRGB
    )
  }
}

/// The name of a profile between commas: `, Adobe RGB (1998),`. Empty if the profile has no name.
private func profileNameClause(of container: ImageContainer) -> String {
  let name = container.profileFacts?.description ?? container.profileName ?? ""
  let shown = UntrustedText(trimmingWhitespace(String(name.prefix(80)))).displayText
  return shown.isEmpty ? "" : ", \(shown),"
}

/// `a gamma of 1.8`, `primaries other than sRGB`, or both.
private func gammaAndPrimariesText(_ container: ImageContainer) -> String {
  var differences: [String] = []
  if let gamma = container.pngColorFacts.storedGamma {
    differences.append("a gamma of \(wholeOrDecimalText((1_000_000 / Double(gamma)).rounded() / 10))")
  }
  if container.pngColorFacts.chromaticities != nil {
    differences.append("primaries other than sRGB")
  }
  return listText(differences)
}

/// Whether code points represent sRGB or Display P3 in full range, with the sRGB curve or a gamma of 2.2.
///
/// - Source: ITU-T H.273 (2021), tables 2 and 3.
private func isSRGBOrDisplayP3(_ points: CICPCodePoints) -> Bool {
  [1, 12].contains(points.primaries) && [4, 13].contains(points.transfer) && points.matrix == 0
    && points.videoFullRangeFlag == 1
}

/// The location of the color space in the file.
private func colorSpaceLocation(in container: ImageContainer) -> FindingLocation {
  let types =
    switch container.declaredColorSpace {
    case .codePoints: ["cICP"]
    case .gammaAndChromaticities: ["gAMA", "cHRM"]
    default: ["iCCP", "APP2"]
    }
  guard let part = container.parts.first(where: { types.contains($0.type) }) else { return .file }
  return .container(ByteLocation(partName: part.type, partOffset: part.offset))
}

private func trimmingWhitespace(_ text: String) -> String {
  let start = text.drop { $0.isWhitespace }
  return String(start.reversed().drop { $0.isWhitespace }.reversed())
}
