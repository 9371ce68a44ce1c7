/// A figure of a rule that a configuration can set.
public struct Parameter: Hashable, Sendable {
  /// What a figure counts.
  public enum Unit: String, Hashable, Sendable {
    /// Pixels at @3x.
    case pixels = "px"
    /// Bytes of a file.
    case bytes = "bytes"
    /// Hundredths.
    case percent = "%"
    /// Thousandths of a second.
    case milliseconds = "ms"
    /// Frames of an animation.
    case frames = "frames"
    /// How often an animation plays.
    case plays = "plays"
  }
  /// Where a default comes from.
  public enum Source: String, Hashable, Sendable {
    /// Apple's page on stickers: at least 100 × 100 pt, at most 206 × 206 pt, always as @3x.
    case appleStickerSizes = "Apple, Messages framework: sticker sizes"
    /// Apple's page on stickers: less than 500 KB.
    case appleStickerBytes = "Apple, Messages framework: sticker file size"
    /// What browsers do with short frames.
    case browsers = "browsers slow frames of 10 ms and less down to 100 ms"
    /// Chosen by us on real stickers.
    case measured = "chosen on real stickers"
  }

  /// Kebab case, unique within its rule.
  public let name: String
  /// In force unless a configuration says otherwise.
  public let standard: Int
  /// What it counts.
  public let unit: Unit
  /// The values it may take.
  public let range: ClosedRange<Int>
  /// Where the default comes from.
  public let source: Source

  /// A parameter.
  public init(
    _ name: String, _ standard: Int, _ unit: Unit, in range: ClosedRange<Int> = 0...1_000_000_000,
    source: Source
  ) {
    self.name = name
    self.standard = standard
    self.unit = unit
    self.range = range
    self.source = source
  }
}

/// The parameters of one rule that are in force.
public struct Settings: Hashable, Sendable {
  private let values: [String: Int]

  /// Values by the parameters' names; those left out keep their defaults.
  public init(_ values: [String: Int] = [:]) { self.values = values }

  /// The limit in force.
  public subscript(parameter: Parameter) -> Int { values[parameter.name] ?? parameter.standard }
}
