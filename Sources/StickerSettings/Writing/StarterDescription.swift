package import StickerModel

/// The `stickerpack.yml` that `stickerlint init` writes: every sticker in its order, with empty descriptions
/// to fill in.
///
/// - Parameter name: shown in Messages.
/// - Parameter languages: that descriptions are wanted in (BCP 47); at least one.
/// - Parameter stickers: the art as seen from the folder, in the order people see it. What is not UTF-8
///   cannot be written and is left out.
/// - Parameter icon: the picture that icons are made from; nil where there is none yet.
/// - Parameter credits: who made and who publishes it, as far as that is known.
/// - Parameter needs: what other messengers ask for.
/// - Parameter numbered: files that may be frames of one animation. A comment shows how to write them as one.
/// - Returns: YAML that the reader takes, whatever the names are.
package func starterDescription(
  name: String, languages: [String], stickers: [Path], icon: Path?, credits: PackCredits = PackCredits(),
  needs: DescriptionNeeds = DescriptionNeeds(), numbered: [NumberedFiles] = []
) -> String {
  starterDescription(
    name: name, languages: languages, stickers: stickers.filter { $0.text != nil }.map(StarterSticker.init),
    icon: icon, credits: credits, needs: needs, numbered: numbered)
}

/// Returns the text of a new `stickerpack.yml` with known names and descriptions of the stickers.
package func starterDescription(
  name: String, languages: [String], stickers: [StarterSticker], icon: Path?,
  credits: PackCredits = PackCredits(), needs: DescriptionNeeds = DescriptionNeeds(),
  numbered: [NumberedFiles] = []
) -> String {
  var lines = [
    "# The pack in this folder. `stickerlint lint` checks it, `stickerlint pack` builds it.",
    "name: \(quoted(name))",
    "#bundle-identifier: com.example.stickers    # of the app, for --xcode",
    "#grid-size: regular                         # small, regular or large; else the one nearest to the art",
  ]
  if let icon = icon?.text {
    lines.append("icon: \(quoted(icon))")
  } else {
    lines.append("#icon: icon.png                             # a square PNG of at least 1024 px")
  }
  lines += creditLines(credits, needs)
  lines += [
    "#icon-background: \"#FFD54F\"                 # what a transparent icon lies on",
    "#background: \"#FFFFFF\"                      # of the sticker browser, if the app sets one",
    "#base-url: https://example.com/stickers     # where an extension with code fetches stickers from",
    "languages: [\(languages.map(written).joined(separator: ", "))]    # the app is developed in the first",
    "# In the order people see them. VoiceOver reads a description: say what the sticker shows, in at most",
    "# 150 characters. A sequence of frames: { frames: dance/*.png, fps: 12, repetitions: 0 }. What a search",
    "# finds a sticker by goes below it: keywords: [hello, wave]",
    "stickers:",
  ]
  if stickers.isEmpty { lines.append("  #- file: wave.png") }
  let firsts = Dictionary(numbered.map { ($0.files[0], $0) }) { first, _ in first }
  for sticker in stickers {
    if let run = firsts[sticker.file] { lines += sequenceLines(run, languages) }
    lines += stickerLines(sticker, languages, indent: "  ", asksForEmoji: !needs.emoji.isEmpty)
  }
  return lines.joined(separator: "\n") + "\n"
}

/// Returns lines for the author and the publisher. A required value that is missing becomes a comment.
private func creditLines(_ credits: PackCredits, _ needs: DescriptionNeeds) -> [String] {
  let missing = needs.missing(of: credits)
  let all: [(key: String, text: String?, meaning: String)] = [
    ("author", credits.author, "who drew it"),
    ("publisher", credits.publisher, "where it is not the author"),
  ]
  return all.compactMap { key, text, meaning in
    if let text { return "\(key): \(quoted(text))" }
    let asks = missing.first { $0.key == key }?.messengers
    return asks.map { "#\(key): Ada Miller    # \(meaning); for \(listed($0))" }
  }
}

/// Returns comment lines that show the entry for numbered files that are frames of one animation.
private func sequenceLines(_ run: NumberedFiles, _ languages: [String]) -> [String] {
  [
    "  # The next \(run.files.count) files are numbered. If they are the frames of one animation,",
    "  # delete their entries and use this one:",
    "  #- frames: \(quoted(run.glob))", "  #  fps: 12", "  #  description:",
  ] + languages.map { "  #    \(written($0)):" }
}

/// Returns the lines of one sticker, with a description key for each language. A known text fills the first.
func stickerLines(
  _ sticker: StarterSticker, _ languages: [String], indent: String, asksForEmoji: Bool
) -> [String] {
  let known = sticker.description.map { " \(quoted($0))" } ?? ""
  return zip(sticker.lines, 0...).map { line, number in "\(indent)\(number == 0 ? "- " : "  ")\(line)" }
    + ["\(indent)  description:"]
    + zip(languages, 0...).map { language, number in
      "\(indent)    \(written(language)):\(number == 0 ? known : "")"
    } + (asksForEmoji ? ["\(indent)  emoji:  # [\"👋\"]"] : [])
}

/// Older readers of YAML take Norwegian for `false`.
private func written(_ language: String) -> String {
  language.lowercased() == "no" ? quoted(language) : language
}

/// A text in double quotes: the one style of YAML that holds every character on one line.
///
/// - Source: YAML 1.2.2, 5.7: escape sequences.
func quoted(_ text: String) -> String {
  var out = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": out += "\\" + String(scalar)
    case _ where Untrusted.isHarmless(scalar): out.unicodeScalars.append(scalar)
    default:
      let digits = String(scalar.value, radix: 16, uppercase: true)
      out += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
    }
  }
  return out + "\""
}
