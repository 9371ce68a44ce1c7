/// What the header of an ICC profile says, and its description.
///
/// - Source: ICC.1:2022, 7.2 (header), 10.15 (`mluc`); ICC.1:2001-04, 6.5.17 (`desc` of version 2).
public struct ProfileFacts: Hashable, Sendable {
  /// Four characters as stored, one each byte: `mntr` a display, `scnr` an input device, `prtr` an output
  /// device, `spac` a color space, `link`, `abst`, `nmcl`. Hostile text.
  public var deviceClass: String
  /// Four characters as stored: `RGB `, `GRAY`, `CMYK`. Hostile text.
  public var colorSpace: String
  /// The space that the profile leads to, four characters as stored: `XYZ `, `Lab `. Hostile text.
  public var connectionSpace: String
  /// Major, minor, bug fix: `4.3.0`.
  public var version: String
  /// The rendering intent; nil where the stored number does not exist.
  public var intent: RenderingIntent?
  /// The text of the tag `desc`; nil where there is none that can be read. Hostile text.
  public var description: String?
}

extension ProfileFacts {
  /// What a profile says of itself.
  ///
  /// - Parameter profile: hostile bytes; a text of which only a part is there is read as far as it goes.
  /// - Returns: nil where the bytes are no ICC profile.
  public init?(profile: [UInt8]) {
    guard let icc = ICCProfile(profile) else { return nil }
    deviceClass = String(latin1: profile[12..<16])
    colorSpace = icc.colorSpace
    connectionSpace = String(latin1: profile[20..<24])
    version = "\(profile[8]).\(profile[9] >> 4).\(profile[9] & 15)"
    intent = RenderingIntent(rawValue: profile.big32(at: 64))
    description = icc.tag("desc").flatMap(text)
  }
}

/// The text of a tag of type `desc`, `mluc` or `text`; nil for other types and where it is empty.
private func text(_ tag: ArraySlice<UInt8>) -> String? {
  guard let type = tag.checkedBytes(at: 0, count: 4) else { return nil }
  let text: String?
  switch String(latin1: type) {
  case "desc": text = tag.checkedBig32(at: 8).map { latin1(tag.dropFirst(12).prefix($0)) }
  case "mluc": text = localizedText(tag)
  case "text": text = latin1(tag.dropFirst(8))
  default: text = nil
  }
  return text?.isEmpty == false ? text : nil
}

/// The text in Latin-1 up to the first zero byte.
private func latin1(_ bytes: ArraySlice<UInt8>) -> String { String(latin1: bytes.prefix { $0 != 0 }) }

/// The English text among translations, or the first.
private func localizedText(_ tag: ArraySlice<UInt8>) -> String? {
  guard let count = tag.checkedBig32(at: 8), let size = tag.checkedBig32(at: 12), size >= 12 else {
    return nil
  }
  let records = (0..<min(count, mostTranslations)).compactMap { number in
    tag.checkedBytes(at: 16 + number * size, count: 12)
  }
  let english = records.first { $0.prefix(2).elementsEqual("en".utf8) }
  guard let chosen = english ?? records.first else { return nil }
  guard
    let data = tag.checkedBytes(
      at: chosen.big32(at: chosen.startIndex + 8),
      count: chosen.big32(at: chosen.startIndex + 4))
  else { return nil }
  let units = stride(from: data.startIndex, to: data.endIndex - 1, by: 2).map { UInt16(data.big16(at: $0)) }
  return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
}

/// No profile is translated into more languages; a hostile count is not walked to its end.
private let mostTranslations = 1000
