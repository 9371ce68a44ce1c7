import StickerImage
import StickerModel

/// A picture's pixels in sRGB.
///
/// - Returns: the pixels and a note, empty where nothing was changed or guessed; or no pixels, and why they
///   cannot be converted.
func inSRGB(_ bitmap: Bitmap, _ container: Container) -> (bitmap: Bitmap?, reason: String) {
  let advice = "export the icon in sRGB"
  if container.isMadeOfInk {
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
    if distance.sRGB <= mostDifference { return (bitmap, "") }
    guard let profile = container.profile, let result = bitmap.converted(fromProfile: profile, to: .sRGB)
    else { return (nil, "its profile cannot be evaluated; \(advice)") }
    return (result, "\(changed)\(source(container))")
  case .tables:
    return (nil, "its profile is made of tables, which are not evaluated; \(advice)")
  case .chunks(let distance):
    if distance.sRGB <= mostDifference { return (bitmap, "") }
    guard let profile = ColorProfile(container.color) else { return (bitmap, "") }
    return (bitmap.converted(from: profile, to: .sRGB), "\(changed) from what gAMA and cHRM say")
  case .otherColors, .unreadable:
    return (bitmap, "its profile cannot be used, as programs that show it find too; it is taken for sRGB")
  }
}

/// Up to here a profile is sRGB under another name, and converting would only round; as `color-space` has it.
private let mostDifference = 2

/// Where the colors came from, in words: ` from Display P3`; empty where the profile has no name.
private func source(_ container: Container) -> String {
  let name = container.profileFacts?.description ?? container.profileName ?? ""
  let shown = Untrusted(String(name.prefix(80))).shown
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
