public import StickerModel

extension Rule {
  /// A description says something.
  public static let uninformativeDescription = Rule(
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
      .fires(
        "the file's name", .disc(408, 408).named("monkey_wave.png"),
        message: "the description “Monkey Wave” is only the file's name"
      ).declared(.catalog(["monkey_wave.png": "Monkey Wave"])),
      .fires(
        "an export's name", .disc(408, 408).named("sun.png"),
        message: "the description “Artboard 3” is the name that a camera or a drawing program gave"
      ).declared(.catalog(["sun.png": "Artboard 3"])),
    ],
    check: .pack(judge))
}

private func judge(_ pack: PackSummary, _ settings: Settings) -> [PackEvidence] {
  (pack.declaration?.stickers ?? []).flatMap { sticker in
    let names = [sticker.name, String(decoding: sticker.path.splitScale.unscaled.stem.bytes, as: UTF8.self)]
      .map(words)
    return sticker.descriptions.sorted { $0.key < $1.key }.compactMap { language, text -> PackEvidence? in
      let said = words(text)
      guard !said.isEmpty else { return nil }  // `description-length` speaks
      let what = "the description\(inLanguage(language)) “\(Untrusted(text).shown)”"
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

/// Whether words are a made-up name: one that programs give, or none at all, and numbers.
private func isMadeUp(_ words: [String]) -> Bool {
  let rest = words.filter { word in !word.allSatisfy(\.isNumber) && !additions.contains(word) }
  return rest.allSatisfy(madeUpNames.contains)
}

/// What programs put behind a name: a copy, a scale, a version, an extension.
private let additions: Set<String> = [
  "copy", "final", "x", "px", "v", "png", "apng", "gif", "jpg", "jpeg", "of", "kopie", "copie",
]

/// What cameras, phones and drawing programs call things.
private let madeUpNames: Set<String> = [
  "img", "image", "dsc", "dscn", "dscf", "pxl", "mvimg", "dcim", "photo", "pic", "picture", "screenshot",
  "screen", "shot", "frame", "sticker", "stickers", "untitled", "unnamed", "artboard", "layer", "group",
  "asset", "slice", "export", "file", "component", "rectangle", "ellipse", "vector", "drawing", "canvas",
  "sketch", "render", "output", "sequence", "comp",
]
