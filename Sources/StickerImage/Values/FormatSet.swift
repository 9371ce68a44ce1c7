/// Formats of files.
public struct FormatSet: OptionSet, Hashable, Sendable {
  /// A bit for each format.
  public let rawValue: Int

  /// Some formats.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// One of the formats that the program decodes itself.
  public init(_ format: ImageFormat) {
    self.init(rawValue: 1 << (ImageFormat.allCases.firstIndex(of: format) ?? ImageFormat.allCases.count))
  }

  /// Formats that Messages does not show and a fix may convert, such as BMP and HEIC.
  public static let others = FormatSet(rawValue: 1 << ImageFormat.allCases.count)
  /// Every format.
  public static let all: FormatSet = ImageFormat.allCases.reduce(.others) { $0.union(FormatSet($1)) }

  /// Each format with the name that people write: `png`, `others`.
  package static let named: [(name: String, format: FormatSet)] =
    ImageFormat.allCases.map { ($0.rawValue, FormatSet($0)) } + [("others", .others)]

  /// The names of its formats.
  package var names: [String] { Self.named.filter { contains($0.format) }.map(\.name) }
}

extension LimitExceeded {
  /// A format that the budget leaves out.
  init(leftOut format: String) { self.init(Self.formats, measured: 0, limit: 0, unit: format) }

  /// Whether the format is what the budget leaves out; `unit` then is its name.
  package var isFormat: Bool { name == Self.formats }

  private static let formats = "formats"
}

extension Container {
  /// The container of a format that may not be read, with nothing in it; nil if it may.
  ///
  /// - Parameter sniffed: what the first bytes say, where an APNG is `.png`.
  static func leftOut(_ sniffed: ImageFormat, _ budget: Budget) -> Container? {
    let possible: FormatSet = sniffed == .png ? [FormatSet(.png), FormatSet(.apng)] : FormatSet(sniffed)
    guard budget.formats.isDisjoint(with: possible) else { return nil }
    var container = Container(format: sniffed, canvas: PixelSize(0, 0))
    container.note([LimitExceeded(leftOut: sniffed.rawValue)])
    return container
  }

  /// Notes the format, now that it is known, if it may not be decoded.
  mutating func judgeFormat(_ budget: Budget) {
    guard !budget.formats.contains(FormatSet(format)) else { return }
    note([LimitExceeded(leftOut: format.rawValue)])
  }
}
