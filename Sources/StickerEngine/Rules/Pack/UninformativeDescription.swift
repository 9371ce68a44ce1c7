extension Rule {
  /// Reports descriptions that do not describe the sticker.
  static let uninformativeDescription = Rule(
    id: "uninformative-description",
    severity: .warning,
    summary: "A description says what the sticker shows.",
    reason: """
      VoiceOver reads every description aloud, even if it only repeats the file name, or if a camera or an
      editing program generated it. "Artboard 3" does not say what the sticker shows.
      """,
    advice: "Describe what the sticker shows: “A monkey waves hello”.",
    references: [.appleDescriptions],
    examples: [
      .passes("a useful description", .disc(408, 408)).withPackDeclaration(
        .catalogWithIconAndLabels(["sticker.png": "A coral disc"])),
      .passes("a generic word among others", .disc(408, 408))
        .withPackDeclaration(.catalogWithIconAndLabels(["sticker.png": "A frame around a photo"])),
      .passes("generic words without a number", .disc(408, 408))
        .withPackDeclaration(.catalogWithIconAndLabels(["sticker.png": "Group photo"])),
      .passes("words that are also the file name", .disc(408, 408).renamed("monkey_wave.png"))
        .withPackDeclaration(.catalogWithIconAndLabels(["monkey_wave.png": "Monkey wave"])),
      .passes("a letter of the alphabet", .disc(408, 408)).withPackDeclaration(
        .catalogWithIconAndLabels(["sticker.png": "X"])),
      .fires(
        "only dots", .disc(408, 408), message: "the description “...” has no words"
      ).withPackDeclaration(.catalogWithIconAndLabels(["sticker.png": "..."])),
      .fires(
        "the file name", .disc(408, 408).renamed("monkey_wave.png"),
        message: "the description “monkey_wave” only repeats the file name"
      ).withPackDeclaration(.catalogWithIconAndLabels(["monkey_wave.png": "monkey_wave"])),
      .fires(
        "a generated name", .disc(408, 408).renamed("sun.png"),
        message: "the description “Artboard 3” is a generated name from a camera or an editing program"
      ).withPackDeclaration(.catalogWithIconAndLabels(["sun.png": "Artboard 3"])),
    ],
    check: .pack(evaluate))
}

private func evaluate(_ pack: PackRuleInput, _ options: OptionValues) -> [PackEvidence] {
  (pack.packDeclaration?.stickers ?? []).flatMap { sticker in
    let names = [
      sticker.metadata.name,
      String(decoding: sticker.imagePath.unscaledPathAndScale.unscaled.stem.bytes, as: UTF8.self),
    ]
    .map(lowercaseWordsAndNumbers)
    return sticker.metadata.descriptions.sorted { $0.key < $1.key }.compactMap {
      language, text -> PackEvidence? in
      let said = lowercaseWordsAndNumbers(in: text)
      let what =
        "the description\(inLanguageSuffix(code: language)) “\(UntrustedText(text).displayText)”"
      guard !said.isEmpty else {
        // `description-length` reports blank descriptions. VoiceOver reads the names of emoji.
        let isSigns =
          text.contains { !$0.isWhitespace } && text.allSatisfy { $0.isWhitespace || $0.isPunctuation }
        return isSigns ? PackEvidence("\(what) has no words", on: sticker.imagePath) : nil
      }
      if isGeneratedName(said) {
        return PackEvidence(
          "\(what) is a generated name from a camera or an editing program", on: sticker.imagePath)
      }
      return names.contains(said) && isSnakeCaseOrNumbered(text)
        ? PackEvidence("\(what) only repeats the file name", on: sticker.imagePath) : nil
    }
  }
}

/// The lowercase words and the numbers in a string: `IMG_1234` is `img` and `1234`, `Artboard3` is `artboard`
/// and `3`.
private func lowercaseWordsAndNumbers(in text: String) -> [String] {
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

/// Whether a text is an identifier such as `monkey_wave` or `cat2`, rather than words that people would say.
private func isSnakeCaseOrNumbered(_ text: String) -> Bool {
  !text.contains(where: \.isWhitespace) && text.contains(where: \.isLetter)
    && text.contains { $0 == "_" || $0.isNumber }
}

/// Whether words are a generated name: words that only programs use, or a generic word with a number.
private func isGeneratedName(_ words: [String]) -> Bool {
  let numbers = words.filter { $0.allSatisfy(\.isNumber) }
  let names = words.filter { !$0.allSatisfy(\.isNumber) && !copyVersionAndExtensionWords.contains($0) }
  guard let first = names.first else { return false }  // a sticker may show just "7"
  if names.allSatisfy(generatedNameWords.contains) { return true }
  return names.count == 1 && wordsUninformativeWithNumber.contains(first) && !numbers.isEmpty
}

/// Words that programs append to a name to mark a copy, a scale or a version, or as an extension.
private let copyVersionAndExtensionWords: Set<String> = [
  "copy", "final", "x", "px", "v", "png", "apng", "gif", "jpg", "jpeg", "of", "kopie", "copie",
]

/// Words that only cameras, phones and editing programs use as names.
package let generatedNameWords: Set<String> = [
  "img", "image", "dsc", "dscn", "dscf", "pxl", "mvimg", "dcim", "screenshot", "sticker", "stickers",
  "untitled",
  "unnamed", "artboard", "layer", "asset", "slice", "export", "component",
]

/// Words that describe something on their own, but not together with a number.
package let wordsUninformativeWithNumber: Set<String> = [
  "photo", "pic", "picture", "frame", "group", "file", "rectangle", "ellipse", "vector", "drawing", "canvas",
  "sketch", "render", "output", "sequence", "comp", "screen", "shot",
]
