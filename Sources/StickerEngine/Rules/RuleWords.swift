import StickerImage

/// A share in percent, to a tenth.
///
/// - Parameter rounding: down, so that 9.96% does not read as the 10% it misses; up where the share is too
///   much, so that 5.02% does not read as the 5% that it exceeds.
func percent(_ part: Int, of whole: Int, rounding: FloatingPointRoundingRule = .down) -> Double {
  guard whole > 0 else { return 0 }
  return (Double(part) * 1000 / Double(whole)).rounded(rounding) / 10
}

/// `12` or `9.9`: a tenth only where there is one.
func tenths(_ number: Double) -> String {
  number == number.rounded() ? String(Int(number)) : String(number)
}

/// Milliseconds cut to a tenth, so that 19.99 ms does not read as the 20 ms it misses.
func wholeTenthsOfMilliseconds(_ time: ExactSeconds) -> Double {
  let (scaled, overflow) = time.numerator.multipliedReportingOverflow(by: 10_000)
  return overflow ? time.milliseconds : Double(scaled / time.denominator) / 10
}

/// `frame 3`, `frames 1-4, 7 and 9`; people count from 1.
///
/// - Parameter numbers: ascending, the first frame is 0.
func named(frames numbers: [Int]) -> String {
  var runs: [ClosedRange<Int>] = []
  for number in numbers {
    if let last = runs.last, last.upperBound == number - 1 {
      runs[runs.count - 1] = last.lowerBound...number
    } else {
      runs.append(number...number)
    }
  }
  let named = runs.prefix(runsListed).flatMap { run -> [String] in
    switch run.count {
    case 1: ["\(run.lowerBound + 1)"]
    case 2: ["\(run.lowerBound + 1)", "\(run.upperBound + 1)"]
    default: ["\(run.lowerBound + 1)-\(run.upperBound + 1)"]
    }
  }
  let rest = runs.dropFirst(runsListed).reduce(0) { $0 + $1.count }
  return (numbers.count == 1 ? "frame " : "frames ") + listText(named + (rest > 0 ? ["\(rest) more"] : []))
}

private let runsListed = 6

/// The end of a path from where it leaves that of its neighbor: `Sun.sticker/sun.png`; escaped.
func shown(_ path: Path, beside neighbor: Path) -> String {
  let (own, other) = (path.components, neighbor.components)
  let shared = zip(own.dropLast(), other.dropLast()).prefix { $0 == $1 }.count
  return own.dropFirst(shared).map(\.displayText).joined(separator: "/")
}

extension Asset {
  /// The format of what Messages does not show, whether or not it is read here; nil for what it shows, and
  /// for what is not known.
  var unshownFormat: ForeignFormat? {
    switch content {
    case .other(let format): format
    case .image(let container) where container.format == .webp:
      ForeignFormat(container.format.name, isAnimated: container.animation != nil)
    case .image, .unreadable, .tooLarge, .workerFailed: nil
    }
  }
}

extension ForeignFormat {
  /// `a WebP`, `an MP4`, as the names are spoken; nil where no signature is known.
  var named: String? {
    guard let name else { return nil }
    let isVowel = "AEIO".contains(name.prefix(1)) || ["SVG", "MP4", "MNG"].contains(name)
    return (isVowel ? "an " : "a ") + name
  }
}

/// ` in fr`; nothing where the language is not known, as in a catalog.
func inLanguage(_ language: String) -> String {
  language == Sticker.undeterminedLanguage ? "" : " in \(Untrusted(language).displayText)"
}

extension Asset {
  /// The canvas as far as its size says something about a sticker; nil where the header could not be read,
  /// and where it claims more than is read, since then `resource-limit` has said so.
  var measurableCanvas: PixelSize? {
    guard let container, container.exceeded.isEmpty else { return nil }
    return canvas
  }
}
