import StickerImage

extension Rule {
  /// Colors mean the same everywhere.
  static let colorSpace = Rule(
    id: RuleID.colorSpace,
    severity: .warning,
    summary: "Colors are in sRGB or Display P3.",
    reason: """
      A file stores colors as numbers, and may say which color space they belong to. Some programs follow
      that; others treat all numbers as sRGB, the color space of the web. So art in Adobe RGB looks right in
      one place and pale in the other. sRGB and Display P3, the color space of Apple's screens, are safe. A
      JPEG of four inks (CMYK) is made for printing: it is shown with wrong colors, or not at all, and that is
      an error.

      An embedded profile is judged by what it does to colors, not by its name: it counts as sRGB or Display
      P3 where no color is further from them than the limit. A plain gamma of 2.2, which is often given in
      place of sRGB's own curve, is allowed too. A PNG can describe its colors in several ways at once; the
      first of these counts: cICP, the embedded profile, sRGB, gAMA with cHRM.
      """,
    advice: "Convert the art to sRGB (\"Convert to Profile\", not \"Assign Profile\") and export it again.",
    fixes: [.convertColors],
    parameters: [maxDifference],
    references: [.png, .icc, .sRGB, .displayP3],
    roles: .everyAsset,
    subject: .storage,
    examples: [
      .passes("no color space given: everybody takes it for sRGB", .disc(300, 300)),
      .passes("Display P3, embedded", .disc(300, 300).tagged(.displayP3)),
      .passes(
        "a gamma of 2.2, which is close to sRGB", .disc(300, 300).with("gAMA", [0, 0, 0xB1, 0x8F])),
      .fires(
        "an export in Adobe RGB", .disc(300, 300).tagged(.adobeRGB),
        message: """
          the embedded profile, Adobe RGB (1998), is neither sRGB nor Display P3: where it is ignored, \
          colors change by up to 128 of 255; at most 2 is allowed
          """),
      .fires(
        "a gamma of 1, as 3D programs write it", .disc(300, 300).with("gAMA", [0, 1, 0x86, 0xA0]),
        message: """
          the file has no profile and says that its gamma is 1: where that is followed, colors change by \
          up to 73 of 255; at most 2 is allowed
          """),
      .fires(
        "made for printing", .cmykJPEG(),
        message: "the picture is made of four inks (CMYK); stickers are shown in red, green and blue"),
    ],
    check: .asset(evaluate))
}

private let maxDifference = Parameter(
  "max-difference", 2, .of255, in: 0...255, source: .measured,
  "how far a color may be from the same color in sRGB or Display P3")

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  guard let container = asset.container, container.exceeded.isEmpty else { return [] }
  if container.isCMYK {
    let message =
      "the picture is made of four inks (\(container.colorType)); stickers are shown in red, green and blue"
    return [Evidence(message, severity: .error)]
  }
  let limit = settings[maxDifference]
  guard let (message, difference) = complaint(container, limit) else { return [] }
  let figure = difference.map { MeasuredValue($0, limit: limit, unit: .of255) }
  let fix = container.isConvertible ? Fix(.convertColors) : nil
  return [Evidence(message, figure, at: location(in: container), fix: fix)]
}

extension Container {
  /// Whether its colors can be converted to sRGB; inks, code points and profiles of tables cannot.
  fileprivate var isConvertible: Bool {
    switch colorClaim {
    case .profile, .chunks: !isCMYK && profile.map { ColorProfile(profile: $0) != nil } ?? true
    default: false
    }
  }
}

/// What is wrong with the statement that counts, and how far its colors lie from sRGB where that is known.
private func complaint(_ container: Container, _ limit: Int) -> (message: String, difference: Int?)? {
  let profile = "the embedded profile\(name(of: container))"
  switch container.colorClaim {
  case .unsaid, .sRGB: return nil
  case .codePoints(let points):
    guard !isKnown(points) else { return nil }
    let numbers = "primaries \(points.primaries), transfer \(points.transfer)"
    return ("the cICP chunk says \(numbers): neither sRGB (1, 13) nor Display P3 (12, 13)", nil)
  case .profile(let distance):
    guard distance.least > limit else { return nil }
    let change = "where it is ignored, colors change by up to \(distance.sRGB) of 255"
    return (
      "\(profile), is neither sRGB nor Display P3: \(change); at most \(limit) is allowed",
      distance.sRGB
    )
  case .tables:
    return (
      "\(profile), is made of tables, which are not checked: it may be neither sRGB nor Display P3", nil
    )
  case .otherColors(let space):
    let space = Untrusted(withoutSpaces(space)).displayText
    return ("\(profile), is for colors of another kind (\(space)): programs ignore it", nil)
  case .unreadable: return ("\(profile), cannot be read: programs guess the colors", nil)
  case .chunks(let distance):
    guard distance.sRGB > limit else { return nil }
    let change = "where that is followed, colors change by up to \(distance.sRGB) of 255"
    return (
      "the file has no profile and says that \(chunks(container)): \(change); at most \(limit) is allowed",
      distance.sRGB
    )
  }
}

/// A profile's name between commas, or just the comma.
private func name(of container: Container) -> String {
  let name = container.profileFacts?.description ?? container.profileName ?? ""
  let shown = Untrusted(withoutSpaces(String(name.prefix(80)))).displayText
  return shown.isEmpty ? "" : ", \(shown)"
}

/// `its gamma is 1.8`, `its primaries are not those of sRGB`, or both.
private func chunks(_ container: Container) -> String {
  var differences: [String] = []
  if let gamma = container.color.gamma {
    differences.append("its gamma is \(tenths((1_000_000 / Double(gamma)).rounded() / 10))")
  }
  if container.color.chromaticities != nil {
    differences.append("its red, green and blue are not those of sRGB")
  }
  return listText(differences)
}

/// Code points of sRGB and Display P3, with their own curve or the plain gamma, in full range.
///
/// - Source: ITU-T H.273 (2021), tables 2 and 3.
private func isKnown(_ points: CodePoints) -> Bool {
  [1, 12].contains(points.primaries) && [4, 13].contains(points.transfer) && points.matrix == 0
    && points.fullRange == 1
}

/// Where the file states its color space.
private func location(in container: Container) -> FindingLocation {
  let types =
    switch container.colorClaim {
    case .codePoints: ["cICP"]
    case .chunks: ["gAMA", "cHRM"]
    default: ["iCCP", "APP2"]
    }
  guard let part = container.parts.first(where: { types.contains($0.type) }) else { return .file }
  return .container(ByteLocation(unit: part.type, offset: part.offset))
}

/// The text without spaces and line ends around it.
private func withoutSpaces(_ text: String) -> String {
  let start = text.drop { $0.isWhitespace }
  return String(start.reversed().drop { $0.isWhitespace }.reversed())
}
