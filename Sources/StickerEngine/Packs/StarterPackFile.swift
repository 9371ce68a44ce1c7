import StickerImage

/// The pack file values that messengers require, each with the messengers that require it.
package struct PackFileRequirements: Hashable, Sendable {
  private(set) var messengersRequiringAuthor: [String] = []
  /// The messengers that require a publisher. The author counts as the publisher.
  private(set) var messengersRequiringPublisher: [String] = []
  /// The messengers that require an emoji for each sticker.
  private(set) var messengersRequiringEmoji: [String] = []

  package init() {}

  /// Adds the requirements of a messenger.
  package mutating func addRequirements(of messenger: String, _ limits: MessengerLimits) {
    if limits.requiresAuthor { messengersRequiringAuthor.append(messenger) }
    if limits.requiresPublisher { messengersRequiringPublisher.append(messenger) }
    if limits.minEmojiPerSticker > 0 { messengersRequiringEmoji.append(messenger) }
  }

  /// Returns the keys of the pack file that are required and missing, each with the messengers that require
  /// it.
  package func requiredValuesToFillIn(in credits: PackCredits) -> [(key: String, messengers: [String])] {
    let isPublished = credits.publisher != nil || credits.author != nil
    let all: [(String, [String])] = [
      ("author", credits.author == nil ? messengersRequiringAuthor : []),
      ("publisher", isPublished ? [] : messengersRequiringPublisher),
      ("emoji of each sticker", messengersRequiringEmoji),
    ]
    return all.filter { !$0.1.isEmpty }.map { (key: $0.0, messengers: $0.1) }
  }
}

/// Returns the `stickerpack.yml` that `stickerlint init` writes. It lists every sticker, with empty
/// descriptions to fill in.
///
/// - Parameter name: the name that Messages shows.
/// - Parameter languages: the languages of the descriptions (BCP 47); at least one.
/// - Parameter stickers: the paths of the art, relative to the folder, in the order in which people see the
///   stickers. Paths that are not UTF-8 are left out.
/// - Parameter icon: the icon source; nil if the pack has no icon yet.
/// - Parameter credits: the author and publisher, if known.
/// - Parameter requirements: the values that messengers require.
/// - Parameter numberedFiles: files that may be frames of one animation. A comment in the pack file shows how
///   to list them as one sticker.
/// - Returns: valid YAML for any names.
package func starterPackFile(
  name: String, languages: [String], stickers: [Path], icon: Path?, credits: PackCredits = PackCredits(),
  requirements: PackFileRequirements = PackFileRequirements(),
  numberedFiles: [ConsecutivelyNumberedFiles] = []
) -> String {
  starterPackFile(
    name: name, languages: languages, stickers: stickers.filter { $0.text != nil }.map(StarterSticker.init),
    icon: icon, credits: credits, requirements: requirements, numberedFiles: numberedFiles)
}

/// Returns the text of a new `stickerpack.yml` that contains the stickers' known names and descriptions.
package func starterPackFile(
  name: String, languages: [String], stickers: [StarterSticker], icon: Path?,
  credits: PackCredits = PackCredits(), requirements: PackFileRequirements = PackFileRequirements(),
  numberedFiles: [ConsecutivelyNumberedFiles] = []
) -> String {
  var lines = [
    "# The sticker pack in this folder. `stickerlint lint` checks it, and `stickerlint pack` builds it.",
    "name: \(yamlQuoted(name))",
    "#bundle-identifier: com.example.stickers    # bundle identifier of the app, for --xcode",
    "#grid-size: regular                         # small, regular or large (default: closest to the art)",
  ]
  if let icon = icon?.text {
    lines.append("icon: \(yamlQuoted(icon))")
  } else {
    lines.append("#icon: icon.png                             # a square PNG of at least 1024 px")
    if let sticker = stickers.first?.fileOrFirstFrame.text {
      lines.append(
        "#icon-sticker: \(yamlQuoted(sticker))   # instead of icon: icons are drawn from this sticker")
    }
  }
  lines += yamlAuthorAndPublisherLines(credits, requirements)
  lines += [
    "#icon-background: \"#FFD54F\"                 # color behind a transparent icon",
    "#background: \"#FFFFFF\"                      # background of the sticker browser, if the app sets one",
    "#base-url: https://example.com/stickers     # URL from which an extension with code fetches stickers",
    "languages: [\(languages.map(yamlLanguage).joined(separator: ", "))]    # the first is the development language of the app",
    "# The stickers, in the order in which people see them. A description says what the sticker shows, in at",
    "# most 150 characters. VoiceOver reads it. Add search terms with keywords: [hello, wave]. Add an",
    "# animation made of frames with { frames: dance/*.png, fps: 12, repetitions: 0 }.",
    "stickers:",
  ]
  if stickers.isEmpty { lines.append("  #- file: wave.png") }
  let firsts = Dictionary(numberedFiles.map { ($0.files[0], $0) }) { first, _ in first }
  for sticker in stickers {
    if let run = firsts[sticker.fileOrFirstFrame] { lines += numberedFilesHint(run, languages) }
    lines += yamlEntryLines(
      sticker, languages, indent: "  ", asksForEmoji: !requirements.messengersRequiringEmoji.isEmpty)
  }
  return lines.joined(separator: "\n") + "\n"
}

/// Returns lines for the author and the publisher. A required value that is missing becomes a comment.
private func yamlAuthorAndPublisherLines(_ credits: PackCredits, _ needs: PackFileRequirements) -> [String] {
  let missing = needs.requiredValuesToFillIn(in: credits)
  let all: [(key: String, text: String?, meaning: String)] = [
    ("author", credits.author, "who drew the stickers"),
    ("publisher", credits.publisher, "who publishes the pack, if not the author"),
  ]
  return all.compactMap { key, text, meaning in
    if let text { return "\(key): \(yamlQuoted(text))" }
    let asks = missing.first { $0.key == key }?.messengers
    return asks.map { "#\(key): Ada Miller    # \(meaning) (for \(listText($0)))" }
  }
}

/// Returns comment lines that show the entry for numbered files that are frames of one animation.
private func numberedFilesHint(_ run: ConsecutivelyNumberedFiles, _ languages: [String]) -> [String] {
  [
    "  # The next \(run.files.count) files are numbered. If they are frames of one animation,",
    "  # delete their entries and use this one:",
    "  #- frames: \(yamlQuoted(run.glob))", "  #  fps: 12", "  #  description:",
  ] + languages.map { "  #    \(yamlLanguage($0)):" }
}

/// Returns the lines of one sticker, with a description key for each language. A known description becomes
/// the value of the first key.
func yamlEntryLines(
  _ sticker: StarterSticker, _ languages: [String], indent: String, asksForEmoji: Bool
) -> [String] {
  let known = sticker.descriptionInFirstLanguage.map { " \(yamlQuoted($0))" } ?? ""
  return zip(sticker.yamlLines, 0...).map { line, number in "\(indent)\(number == 0 ? "- " : "  ")\(line)" }
    + ["\(indent)  description:"]
    + zip(languages, 0...).map { language, number in
      "\(indent)    \(yamlLanguage(language)):\(number == 0 ? known : "")"
    } + (asksForEmoji ? ["\(indent)  emoji:  # [\"👋\"]"] : [])
}

/// Returns a language, in quotes if it is `no`, which older YAML parsers read as `false`.
private func yamlLanguage(_ language: String) -> String {
  language.lowercased() == "no" ? yamlQuoted(language) : language
}

/// Returns text in double quotes. Emoji are not escaped.
private func yamlQuoted(_ text: String) -> String { YAMLQuoter.doubleQuote(text, .eightDigits) }

/// A sticker in a new `stickerpack.yml`, with its known name, description and timing.
package struct StarterSticker: Hashable, Sendable {
  /// The art or the first frame of a sequence, relative to the folder of `stickerpack.yml`.
  package let fileOrFirstFrame: Path
  /// The name, if it differs from the file name.
  package var customName: String?
  /// The VoiceOver description in the first language; nil if it is unknown.
  package var descriptionInFirstLanguage: String?
  /// The frames and timing of a sequence; nil if the art is one file.
  package var sequence: FrameSequence?

  package init(file: Path) { self.fileOrFirstFrame = file }

  /// Whether `stickerpack.yml` can express the sequence. Its frames must be all of the PNGs in one folder, in
  /// natural order, and its timing must have at most three decimal places.
  package func isExpressibleInPackFile(among files: [Path]) -> Bool {
    guard let sequence else { return fileOrFirstFrame.text != nil }
    let folder = files.filter { $0.parent == fileOrFirstFrame.parent && $0.lowercasedExtension == "png" }
    return fileOrFirstFrame.text != nil && naturallySorted(folder) == sequence.frames && yamlTimingLine != nil
  }

  /// The lines for the files, timing and name, without indentation.
  var yamlLines: [String] {
    var lines: [String]
    if let sequence, let yamlTimingLine {
      let folder = fileOrFirstFrame.parent.text ?? ""
      lines = ["frames: \(yamlQuoted(escapedForGlob(folder) + "/*.png"))", yamlTimingLine]
      if sequence.extraPlaysOrZeroForever > 0 {
        lines.append("repetitions: \(sequence.extraPlaysOrZeroForever)")
      }
    } else {
      lines = ["file: \(yamlQuoted(fileOrFirstFrame.text ?? ""))"]
    }
    return lines + (customName.map { ["name: \(yamlQuoted($0))"] } ?? [])
  }

  /// The timing, for example `fps: 12` or `duration: 2.5`; nil if it needs more than three decimal places.
  private var yamlTimingLine: String? {
    switch sequence?.uniformTiming {
    case .framesPerSecond(let frames, let seconds)?:
      threeDecimalTextIfExact(frames, over: seconds).map { "fps: \($0)" }
    case .totalDuration(let time)?:
      threeDecimalTextIfExact(time.numerator, over: time.denominator).map { "duration: \($0)" }
    case nil: nil
    }
  }
}

/// Formats a fraction with at most three decimal places. Returns nil if it needs more.
private func threeDecimalTextIfExact(_ numerator: Int, over denominator: Int) -> String? {
  let (product, isWide) = numerator.multipliedReportingOverflow(by: 1000)
  guard !isWide, denominator > 0, product % denominator == 0 else { return nil }
  let all = product / denominator
  guard all % 1000 > 0 else { return String(all / 1000) }
  var digits = String(String(1000 + all % 1000).dropFirst())
  while digits.last == "0" { digits.removeLast() }
  return "\(all / 1000).\(digits)"
}

private func escapedForGlob(_ text: String) -> String {
  text.reduce(into: "") { out, character in
    if "*?[]\\".contains(character) { out.append("\\") }
    out.append(character)
  }
}

/// Files with consecutive numbers in their names, for example `wave_01.png` to `wave_12.png`. They can be
/// the frames of one animation or separate stickers.
package struct ConsecutivelyNumberedFiles: Hashable, Sendable {
  /// The files in the order of their numbers.
  package let files: [Path]
  /// A glob for `frames` that matches exactly these files, for example `wave_[0-9][0-9].png`.
  package let glob: String

  /// Returns every sequence of numbered files, ordered by first file.
  ///
  /// - Parameter pictures: paths relative to one folder, in natural order.
  package static func all(among pictures: [Path]) -> [ConsecutivelyNumberedFiles] {
    var (order, runs) = ([NumberedPathKey](), [NumberedPathKey: [(number: Int, digits: Int, path: Path)]]())
    for path in pictures {
      guard let (key, number, digits) = NumberedPathKey.splitTrailingNumber(path) else { continue }
      if runs[key] == nil { order.append(key) }
      runs[key, default: []].append((number, digits, path))
    }
    return order.compactMap { key in
      let run = (runs[key] ?? []).sorted { $0.number < $1.number }
      let counts = zip(run, run.dropFirst()).allSatisfy { $0.number + 1 == $1.number }
      guard run.count >= minNumberedFiles, counts else { return nil }
      let digits = Set(run.map(\.digits))
      let number = String(repeating: "[0-9]", count: digits.count == 1 ? run[0].digits : 1)
      let glob = key.textBeforeNumber + number + (digits.count == 1 ? "" : "*") + key.textAfterNumber
      let pattern = Glob(git: Array(glob.utf8)[...], anchored: true)
      let matched = pictures.filter { pattern?.matches($0) ?? false }
      guard Set(matched) == Set(run.map(\.path)) else { return nil }
      return ConsecutivelyNumberedFiles(files: run.map(\.path), glob: glob)
    }
  }
}

/// The minimum number of files that can form an animation.
private let minNumberedFiles = 3

/// The parts of a name before and after its number.
private struct NumberedPathKey: Hashable {
  let textBeforeNumber: String
  let textAfterNumber: String

  /// Splits a path whose name ends with a number. Returns nil for other names.
  static func splitTrailingNumber(_ path: Path) -> (key: NumberedPathKey, number: Int, digits: Int)? {
    guard let text = path.text, let stem = path.stem.text, !text.contains(where: "*?[]\\".contains),
      path.unscaledPathAndScale.scale == nil
    else { return nil }
    let digits = stem.reversed().prefix { ("0"..."9").contains($0) }.count
    guard digits > 0, digits < stem.count, digits < 9, let number = Int(stem.suffix(digits)) else {
      return nil
    }
    let back = String(text.dropFirst(path.textThroughLastSlash.count + stem.count))
    let front = path.textThroughLastSlash + stem.dropLast(digits)
    return (NumberedPathKey(textBeforeNumber: front, textAfterNumber: back), number, digits)
  }
}

extension Path {
  /// The path up to and including the last slash.
  fileprivate var textThroughLastSlash: String {
    guard let text, let slash = text.lastIndex(of: "/") else { return "" }
    return String(text[...slash])
  }
}
