import StickerEngine
import StickerImage

/// The aspect ratio of an SVG, from the root element's `viewBox`, or from its `width` and `height` if it has
/// no `viewBox`.
///
/// - Source: SVG 2, "The viewBox attribute" and "Sizing properties"; CSS Values 3 for absolute units.
struct SVGIntrinsicAspectRatio: Equatable {
  var width: Double
  var height: Double

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Reads the aspect ratio. Returns nil if the file declares none.
  init?(of bytes: [UInt8]) {
    guard let attributes = Self.rootAttributes(of: bytes) else { return nil }
    if let box = attributes["viewBox"] {
      let numbers = box.split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
      if numbers.count == 4, let size = SVGIntrinsicAspectRatio(checking: numbers[2], numbers[3]) {
        self = size
        return
      }
    }
    guard let width = attributes["width"].flatMap(Self.cssPixels),
      let height = attributes["height"].flatMap(Self.cssPixels),
      let size = SVGIntrinsicAspectRatio(checking: width, height)
    else { return nil }
    self = size
  }

  private init?(checking width: Double, _ height: Double) {
    guard width > 0, height > 0, width.isFinite, height.isFinite, width / height < 1000, height / width < 1000
    else { return nil }
    self.init(width: width, height: height)
  }

  /// The largest size with this aspect ratio that fits on a canvas.
  func fitted(to canvas: PixelSize) -> PixelSize {
    let scale = min(Double(canvas.width) / width, Double(canvas.height) / height)
    return PixelSize(max(1, Int((width * scale).rounded())), max(1, Int((height * scale).rounded())))
  }

  /// The attributes of the first `<svg` element, without resolving entities.
  private static func rootAttributes(of bytes: [UInt8]) -> [String: String]? {
    let text = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      rest = rest[text.index(after: start)...]
      if rest.hasPrefix("!--") {
        guard let end = rest.firstRange(of: "-->") else { return nil }
        rest = rest[end.upperBound...]
      } else if let name = rest.prefix(while: { !$0.isWhitespace && $0 != ">" }).split(separator: ":").last,
        name == "svg"
      {
        return attributes(in: rest.drop { !$0.isWhitespace && $0 != ">" })
      }
    }
    return nil
  }

  private static func attributes(in element: Substring) -> [String: String] {
    var (found, rest) = ([String: String](), element)
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      guard let first = rest.first, first != ">" else { return found }
      let name = rest.prefix { $0 != "=" && !$0.isWhitespace && $0 != ">" }
      rest = rest.dropFirst(name.count).drop { $0.isWhitespace }
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop { $0.isWhitespace }
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return found }
      let value = rest.dropFirst().prefix { $0 != quote }
      found[String(name)] = String(value)
      rest = rest.dropFirst(value.count + 2)
    }
  }

  /// A length in CSS pixels; nil for percentages and relative units.
  private static func cssPixels(_ text: String) -> Double? {
    let units = ["px": 1.0, "pt": 4.0 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96]
    let trimmed = text.filter { !$0.isWhitespace }
    if let plain = Double(trimmed) { return plain }
    return units[String(trimmed.suffix(2))].flatMap { unit in Double(trimmed.dropLast(2)).map { $0 * unit } }
  }
}
