import StickerImage

/// A percentage with one decimal place.
///
/// - Parameter rounding: `.down` for a value below its limit, so that 9.96% is not shown as 10%; `.up` for a
///   value above its limit, so that 5.02% is not shown as 5%.
func percentageRoundedToTenths(_ part: Int, of whole: Int, rounding: FloatingPointRoundingRule = .down)
  -> Double
{
  guard whole > 0 else { return 0 }
  return (Double(part) * 1000 / Double(whole)).rounded(rounding) / 10
}

/// A number without a trailing `.0`: `12` or `9.9`.
func wholeOrDecimalText(_ number: Double) -> String {
  number == number.rounded() ? String(Int(number)) : String(number)
}

/// A time in milliseconds, rounded down to a tenth, so that 19.99 ms is not shown as 20 ms.
func millisecondsRoundedDownToTenths(_ time: ExactSeconds) -> Double {
  let (scaled, overflow) = time.numerator.multipliedReportingOverflow(by: 10_000)
  return overflow ? time.millisecondsRoundedToTenths : Double(scaled / time.denominator) / 10
}

/// Frame numbers for messages, counted from 1: `frame 3`, `frames 1-4, 7 and 9`.
///
/// - Parameter numbers: ascending indexes, counted from 0.
func frameNumbersText(forIndices numbers: [Int]) -> String {
  var runs: [ClosedRange<Int>] = []
  for number in numbers {
    if let last = runs.last, last.upperBound == number - 1 {
      runs[runs.count - 1] = last.lowerBound...number
    } else {
      runs.append(number...number)
    }
  }
  let named = runs.prefix(maxListedFrameRanges).flatMap { run -> [String] in
    switch run.count {
    case 1: ["\(run.lowerBound + 1)"]
    case 2: ["\(run.lowerBound + 1)", "\(run.upperBound + 1)"]
    default: ["\(run.lowerBound + 1)-\(run.upperBound + 1)"]
    }
  }
  let rest = runs.dropFirst(maxListedFrameRanges).reduce(0) { $0 + $1.count }
  return (numbers.count == 1 ? "frame " : "frames ") + listText(named + (rest > 0 ? ["\(rest) more"] : []))
}

private let maxListedFrameRanges = 6

/// The end of a path, starting where it differs from the path of a neighbor: `Sun.sticker/sun.png`. The
/// result is escaped for display.
func distinguishingPathText(_ path: Path, from neighbor: Path) -> String {
  let (own, other) = (path.components, neighbor.components)
  let shared = zip(own.dropLast(), other.dropLast()).prefix { $0 == $1 }.count
  return own.dropFirst(shared).map(\.displayText).joined(separator: "/")
}

extension Asset {
  /// The format, if Messages does not show it, such as WebP or WebM; nil for formats that Messages shows and
  /// for files that could not be read.
  var formatUnsupportedByMessages: ForeignFormat? {
    switch content {
    case .unsupportedFormat(let format): format
    case .lottie(let file): file.format
    case .image(let container) where [.webp, .webm].contains(container.format):
      ForeignFormat(container.format.name, isAnimated: container.animation != nil)
    case .image, .fileUnreadable, .fileTooLarge, .workerFailed: nil
    }
  }
}

extension ForeignFormat {
  /// The name with its article: `a WebP`, `an MP4`; nil for an unknown format.
  var nameWithArticle: String? {
    guard let name else { return nil }
    let isVowel = "AEIO".contains(name.prefix(1)) || ["SVG", "MP4", "MNG"].contains(name)
    return (isVowel ? "an " : "a ") + name
  }
}

/// A phrase that names a language in a message: ` in fr`. Empty if the language is unknown, as in a catalog.
func inLanguageSuffix(code language: String) -> String {
  language == PackSticker.undeterminedLanguage ? "" : " in \(UntrustedText(language).displayText)"
}

extension Asset {
  /// The canvas, for rules about its size; nil if the header cannot be read, or if the file exceeds a
  /// resource limit, which `resource-limit` reports.
  var canvasWithinResourceLimits: PixelSize? {
    guard let container, container.exceededLimits.isEmpty else { return nil }
    return canvas
  }
}
