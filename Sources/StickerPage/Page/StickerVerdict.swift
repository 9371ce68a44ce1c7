import StickerEngine
import StickerImage

/// The overall verdict on a sticker.
enum StickerVerdict: String, CaseIterable {
  /// Something must be fixed.
  case error
  /// The sticker works, but people will notice a problem.
  case warning
  /// The sticker is ready, but could be better.
  case hint
  /// There are no findings.
  case fine

  init(_ worst: Severity?) {
    self =
      switch worst {
      case .error: .error
      case .warning: .warning
      case .hint: .hint
      case nil: .fine
      }
  }

  /// Whether nothing must be fixed or reviewed.
  var hasNoErrorOrWarning: Bool { self == .hint || self == .fine }

  /// The label on a sticker.
  var readinessLabel: String {
    switch self {
    case .error: "Must fix"
    case .warning: "Needs review"
    case .hint, .fine: "Ready"
    }
  }

  /// The explanation of the label.
  var explanation: String {
    switch self {
    case .error: "Messages or the App Store rejects it, or it looks broken."
    case .warning: "You can upload it, but people may notice the issue."
    case .hint: "Ready to upload, but it could be even better."
    case .fine: "Looks good."
    }
  }

  /// A symbol whose shape conveys the same meaning as its color.
  var symbolShape: HTML {
    switch self {
    case .error: "<path d=\"M5 5l10 10M15 5L5 15\"/>"
    case .warning: "<path d=\"M10 4v7M10 15v1\"/>"
    case .hint, .fine: "<path d=\"M4 11l4 4 8-10\"/>"
    }
  }

  /// The symbol in a circle.
  var circledSymbol: HTML {
    """
    <svg class="badge \(rawValue)" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="10"/>\
    \(symbolShape)</svg>
    """
  }
}

/// The label for a finding's severity; nil for a hint, which needs no action.
func errorOrWarningLabel(_ severity: Severity) -> HTML? {
  let verdict = StickerVerdict(severity)
  return verdict == .hint ? nil : "<span class=\"severity\">\(verdict.readinessLabel)</span>"
}

/// Facts such as `PNG · 408 × 306 px · 12.3 KB`, without unknown values.
func factsText(of sticker: PreviewSticker) -> String {
  var facts: [String] = []
  if let image = sticker.image {
    let container = image.parsedContainer
    facts += [image.originalFormatName, "\(container.canvas)"]
    if let animation = container.animation {
      facts.append(countText(animation.frames.count, "frame"))
      if let duration = animation.duration { facts.append(secondsText(duration)) }
    }
  }
  if let format = sticker.vectorAnimationFormat { facts.append("\(format.rawValue) animation") }
  if let bytes = sticker.byteCount { facts.append(fileSizeText(bytes)) }
  return facts.joined(separator: " · ")
}

/// The facts about the fixed sticker, with the original file size.
func factsTextAfterFix(of sticker: PreviewSticker) -> String {
  guard let change = sticker.fixResult?.change else { return factsText(of: sticker) }
  let (before, after) = (change.statsBefore, change.statsAfter)
  var facts = [after.format, "\(after.canvas)"]
  if after.frameCount > 1 { facts.append(countText(after.frameCount, "frame")) }
  if let duration = after.duration { facts.append(secondsText(duration)) }
  let (oldSize, newSize) = (fileSizeText(before.byteCount), fileSizeText(after.byteCount))
  facts.append(oldSize == newSize ? newSize : "\(newSize), was \(oldSize)")
  return facts.joined(separator: " · ")
}

/// A file size in KB with at most one decimal place, such as `544.5 KB`.
func fileSizeText(_ bytes: Int) -> String {
  let tenths = bytes > 0 ? max(1, (bytes + 50) / 100) : 0
  let whole = numberText(tenths / 10)
  return tenths.isMultiple(of: 10) ? "\(whole) KB" : "\(whole).\(tenths % 10) KB"
}

/// A time such as `1.25 s`, rounded to hundredths.
func secondsText(_ time: ExactSeconds) -> String {
  let seconds = Double(time.numerator) / Double(max(time.denominator, 1))
  let hundredths = Int((min(seconds, 1e9) * 100).rounded())
  let (whole, part) = (hundredths / 100, hundredths % 100)
  if part == 0 { return "\(whole) s" }
  let digits = part % 10 == 0 ? "\(part / 10)" : part < 10 ? "0\(part)" : "\(part)"
  return "\(whole).\(digits) s"
}
