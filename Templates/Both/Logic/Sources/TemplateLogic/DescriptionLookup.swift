extension StickerIndex.Sticker {
  /// Returns what VoiceOver reads for a sticker.
  ///
  /// Language tags are compared according to RFC 4647, section 3.4 (Lookup): `de-AT` finds `de-AT`, then
  /// `de`. Any variety of the language comes before English: `pt` finds `pt-BR`.
  ///
  /// - Parameter languages: BCP 47 tags in order of preference: the person's languages
  ///   (`Locale.preferredLanguages`), then the pack's languages.
  /// - Returns: at most ``StickerLimits/maxDescriptionCharacters`` characters, never empty. If there is no
  ///   description, the result is the file name without its extension.
  public func description(for languages: [String]) -> String {
    let known = descriptions.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
      .map { (tag: $0.key.lowercased(), text: $0.value) }
    let wanted = languages.map { $0.lowercased() } + ["en", "und"]
    let found = wanted.lazy.compactMap { language in
      truncations(of: language).lazy.compactMap { tag in known.first { $0.tag == tag } }.first
        ?? known.first { primary($0.tag) == primary(language) }
    }.first
    let text = (found ?? known.first)?.text ?? String(file.dropLast(fileExtension.count + 1))
    return String(text.prefix(StickerLimits.maxDescriptionCharacters))
  }
}

/// Returns the tag and its shorter forms: `zh-hant-tw`, `zh-hant`, `zh`.
private func truncations(of tag: String) -> [String] {
  var parts = tag.split(separator: "-")
  var tags: [String] = []
  while !parts.isEmpty {
    // A single-letter subtag introduces the next one and has no meaning at the end.
    if parts.last?.count != 1 { tags.append(parts.joined(separator: "-")) }
    parts.removeLast()
  }
  return tags
}

private func primary(_ tag: String) -> Substring {
  tag.prefix { $0 != "-" }
}
