extension Rule {
  /// A description says something.
  static let uninformativeDescription = Rule(
    id: "uninformative-description",
    severity: .warning,
    summary: "A description says what the sticker shows.",
    reason: """
      A description that repeats the file's name, or that a camera or a drawing program made up, is read aloud
      all the same: "Artboard 3" tells nobody what was sent.
      """,
    advice: "Describe what the sticker shows: “A monkey waves hello”.",
    references: [.appleDescriptions],
    examples: [
      .passes("what it shows", .disc(408, 408)).declared(.catalog(["sticker.png": "A coral disc"])),
      .passes("a word among others", .disc(408, 408))
        .declared(.catalog(["sticker.png": "A frame around a photo"])),
      .passes("words that programs use with numbers", .disc(408, 408))
        .declared(.catalog(["sticker.png": "Group photo"])),
      .passes("a letter of an alphabet", .disc(408, 408)).declared(.catalog(["sticker.png": "X"])),
      .fires(
        "nothing but dots", .disc(408, 408), message: "the description “...” has no word in it"
      ).declared(.catalog(["sticker.png": "..."])),
      .fires(
        "the file's name", .disc(408, 408).named("monkey_wave.png"),
        message: "the description “Monkey Wave” is only the file's name"
      ).declared(.catalog(["monkey_wave.png": "Monkey Wave"])),
      .fires(
        "an export's name", .disc(408, 408).named("sun.png"),
        message: "the description “Artboard 3” is the name that a camera or a drawing program gave"
      ).declared(.catalog(["sun.png": "Artboard 3"])),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackContents, _ settings: Settings) -> [PackEvidence] {
  (pack.declaration?.stickers ?? []).flatMap { sticker in
    let names = [
      sticker.metadata.name, String(decoding: sticker.path.splitScale.unscaled.stem.bytes, as: UTF8.self),
    ]
    .map(words)
    return sticker.metadata.descriptions.sorted { $0.key < $1.key }.compactMap {
      language, text -> PackEvidence? in
      let said = words(text)
      let what = "the description\(inLanguage(language)) “\(Untrusted(text).displayText)”"
      guard !said.isEmpty else {
        // Of blanks `description-length` speaks; an emoji is read by its name.
        let isSigns =
          text.contains { !$0.isWhitespace } && text.allSatisfy { $0.isWhitespace || $0.isPunctuation }
        return isSigns ? PackEvidence("\(what) has no word in it", on: sticker.path) : nil
      }
      if isMadeUp(said) {
        return PackEvidence(
          "\(what) is the name that a camera or a drawing program gave", on: sticker.path)
      }
      return names.contains(said) ? PackEvidence("\(what) is only the file's name", on: sticker.path) : nil
    }
  }
}

/// Lower-case words and numbers: `IMG_1234` is `img` and `1234`, `Artboard3` is `artboard` and `3`.
private func words(_ text: String) -> [String] {
  var out: [String] = []
  var last: Character?
  for character in text.lowercased() {
    let isPart = character.isLetter || character.isNumber
    if isPart, let last, last.isLetter || last.isNumber, last.isNumber == character.isNumber {
      out[out.count - 1].append(character)
    } else if isPart {
      out.append(String(character))
    }
    last = character
  }
  return out
}

/// Whether words are a made-up name: one that only programs give, or one that they number.
private func isMadeUp(_ words: [String]) -> Bool {
  let numbers = words.filter { $0.allSatisfy(\.isNumber) }
  let names = words.filter { !$0.allSatisfy(\.isNumber) && !additions.contains($0) }
  guard let first = names.first else { return false }  // "7" may be all that a sticker shows
  if names.allSatisfy(madeUpNames.contains) { return true }
  return names.count == 1 && numberedNames.contains(first) && !numbers.isEmpty
}

/// What programs put behind a name: a copy, a scale, a version, an extension.
private let additions: Set<String> = [
  "copy", "final", "x", "px", "v", "png", "apng", "gif", "jpg", "jpeg", "of", "kopie", "copie",
]

/// What cameras, phones and drawing programs call things, and nobody else does.
private let madeUpNames: Set<String> = [
  "img", "image", "dsc", "dscn", "dscf", "pxl", "mvimg", "dcim", "screenshot", "sticker", "stickers",
  "untitled",
  "unnamed", "artboard", "layer", "asset", "slice", "export", "component",
]

/// Words that mean something by themselves, and nothing with a number behind them.
private let numberedNames: Set<String> = [
  "photo", "pic", "picture", "frame", "group", "file", "rectangle", "ellipse", "vector", "drawing", "canvas",
  "sketch", "render", "output", "sequence", "comp", "screen", "shot",
]
