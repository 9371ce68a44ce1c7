import StickerImage

extension PackFileReader {
  /// Reads a sticker.
  ///
  /// - Parameter onlyLanguage: the language of a pack with one language; nil for any other pack.
  mutating func readSticker(_ node: YAMLNode, defaultLanguage onlyLanguage: String?) -> PackFileSticker? {
    guard
      let members = yamlReader.readMappingWithKnownKeys(
        node, "a sticker", keys: PackFileStickerKey.keyNames, ignores: isIgnoredKey)
    else { return nil }
    let descriptions =
      members[.description].map { readTexts($0.value, "description", defaultLanguage: onlyLanguage) } ?? [:]
    let keywords = members[.keywords].flatMap { yamlReader.readList($0.value, "keywords") } ?? []
    let words = keywords.compactMap { yamlReader.readNonEmptyScalar($0, "a keyword") }
    let givenName = members[PackFileStickerKey.name].flatMap { readStickerName($0.value) }
    guard let art = readArt(members, at: node.location) else { return nil }
    let metadata = StickerMetadata(
      name: givenName ?? art.name, descriptions: descriptions.mapValues(\.value), keywords: words,
      emoji: members[.emoji].map { readEmojiList($0.value) } ?? [])
    return PackFileSticker(metadata: metadata, file: art.fileOrFirstFrame, sequence: art.sequence)
  }

  /// Reads the `name` of a sticker, which replaces the name of its file.
  private mutating func readStickerName(_ node: YAMLNode) -> String? {
    guard let text = yamlReader.readNonEmptyScalar(node, "name") else { return nil }
    if let first = stickerNameLocations[text] {
      yamlReader.addError(
        "the name \(escapedAndShortened(text)) is used twice, first on line \(first.line)", at: node.location)
      return nil
    }
    stickerNameLocations[text] = node.location
    return text
  }

  private mutating func readEmojiList(_ node: YAMLNode) -> [String] {
    var seen: Set<String> = []
    return (yamlReader.readList(node, "emoji") ?? []).compactMap { node in
      guard let text = yamlReader.readNonEmptyScalar(node, "an emoji") else { return nil }
      guard isEmoji(text) else {
        yamlReader.addError(
          "\(node.descriptionInErrors) is not an emoji. Use one such as 👋.", at: node.location)
        return nil
      }
      guard seen.insert(text).inserted else {
        yamlReader.addError("\(text) is listed twice", at: node.location)
        return nil
      }
      return text
    }
  }

  private struct Art {
    var name: String
    var fileOrFirstFrame: Located<Path>
    var sequence: FrameSequence?
  }

  private mutating func readArt(_ members: [String: YAMLMember], at location: SourceLocation) -> Art? {
    switch (members[.file], members[.frames]) {
    case (nil, nil):
      yamlReader.addError(
        "a sticker needs file (the name of its image) or frames (a glob for several images)", at: location)
      return nil
    case (_?, let frames?):
      yamlReader.addError("use file or frames for a sticker, not both", at: frames.keyLocation)
      return nil
    case (let named?, nil):
      for key in PackFileStickerKey.keysRequiringFrames {
        guard let member = members[key] else { continue }
        yamlReader.addError("\(key.rawValue) is only allowed with frames", at: member.keyLocation)
      }
      return readPathOrGlob(named.value, "file").map {
        Art(name: unscaledStemText($0.value), fileOrFirstFrame: $0)
      }
    case (nil, let frames?): return readSequence(frames, members)
    }
  }

  private mutating func readSequence(_ named: YAMLMember, _ members: [String: YAMLMember]) -> Art? {
    let timing = readSequenceTiming(members, at: named.keyLocation)
    let repetitions = members[.repetitions].flatMap {
      yamlReader.readWholeNumber($0.value, "repetitions", in: PackFileFrameSequenceLimits.repetitions)
    }
    guard let pattern = readPathOrGlob(named.value, "frames") else { return nil }
    let glob = String(decoding: pattern.value.bytes, as: UTF8.self)
    let frames = folder.framesMatching(glob)
    guard let first = frames.first else {
      let advice = "Use a glob such as dance/*.png."
      yamlReader.addError(
        "frames \(escapedAndShortened(glob)) matches no images. \(advice)", at: pattern.location)
      return nil
    }
    guard let timing else { return nil }
    let sequence = FrameSequence(frames: frames, timing: timing, repetitions: repetitions ?? 0)
    let file = Located(first, at: pattern.location)
    return Art(name: nameOfSequence(glob, first), fileOrFirstFrame: file, sequence: sequence)
  }

  private mutating func readSequenceTiming(
    _ members: [String: YAMLMember], at location: SourceLocation
  ) -> FrameSequence.UniformTiming? {
    switch (members[.fps], members[.duration]) {
    case (nil, nil):
      yamlReader.addError(
        "frames needs fps (frames per second) or duration (seconds for all frames)", at: location)
      return nil
    case (_?, let duration?):
      yamlReader.addError("use fps or duration for a sequence, not both", at: duration.keyLocation)
      return nil
    case (let fps?, nil):
      guard let frames = readThousandths(fps.value, "fps", in: PackFileFrameSequenceLimits.framesPerSecond)
      else {
        return nil
      }
      let rate = ExactSeconds(frames, 1000).reduced
      return .framesPerSecond(frames: rate.numerator, seconds: rate.denominator)
    case (nil, let duration?):
      let time = readThousandths(
        duration.value, "duration", in: PackFileFrameSequenceLimits.cycleDurationSeconds, unit: " s")
      return time.map { .totalDuration(ExactSeconds($0, 1000).reduced) }
    }
  }

  /// Reads a number with at most three decimal places, in thousandths.
  private mutating func readThousandths(
    _ node: YAMLNode, _ name: String, in range: ClosedRange<Double>, unit: String = ""
  ) -> Int? {
    guard let number = yamlReader.readNumber(node, name, in: range, unit: unit) else { return nil }
    guard case .scalar(let text, _) = node.content,
      text.split(separator: ".").dropFirst().allSatisfy({
        $0.utf8.count <= PackFileFrameSequenceLimits.maxDecimals
      })
    else {
      yamlReader.addError(
        "\(name) must have at most \(PackFileFrameSequenceLimits.maxDecimals) decimal places, not \(node.descriptionInErrors)",
        at: node.location)
      return nil
    }
    return Int((number * 1000).rounded())
  }
}

private func unscaledStemText(_ file: Path) -> String {
  String(decoding: file.unscaledPathAndScale.unscaled.stem.bytes, as: UTF8.self)
}

/// Returns the name of a sequence from its glob: `dance` for `dance/*.png` and for `dance-*.png`.
private func nameOfSequence(_ glob: String, _ first: Path) -> String {
  let marks = "*?["
  let parts = glob.split(separator: "/")
  let last = parts.last ?? ""
  let fixed = last.prefix { !marks.contains($0) }
  if fixed.count == last.count { return unscaledStemText(first) }  // one file
  let beginning = String(fixed.reversed().drop { " -_.".contains($0) }.reversed())
  if !beginning.isEmpty { return beginning }
  let folder = parts.dropLast().last { part in !part.contains { marks.contains($0) } }
  return folder.map(String.init) ?? unscaledStemText(first)
}
