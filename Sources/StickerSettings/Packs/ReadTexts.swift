import StickerModel

extension DescriptionReader {
  /// A text, or one for each language, with their places. A text alone is in the only language, or in one
  /// that nobody said. Nothing at all is none.
  ///
  /// - Parameter onlyLanguage: where a description has one alone.
  mutating func texts(
    _ node: YAMLNode, _ name: String, _ onlyLanguage: String? = nil
  ) -> [String: Placed<String>] {
    guard !node.isEmpty else { return [:] }
    if case .scalar(let text, _) = node.content {
      return [onlyLanguage ?? Sticker.undeterminedLanguage: Placed(text, at: TextPlace(node.place))]
    }
    guard let members = reader.mapping(node, name) else { return [:] }
    var texts: [String: Placed<String>] = [:]
    for member in members {
      guard isLanguage(member.key) else {
        reader.complain(notALanguage(member.key), at: member.place)
        continue
      }
      guard !member.value.isEmpty else { continue }  // not filled in yet
      guard case .scalar(let text, _) = member.value.content else {
        _ = reader.text(member.value, member.key)  // says what it is instead
        continue
      }
      // An empty one in quotes too: a rule speaks of it.
      texts[member.key] = Placed(text, at: TextPlace(member.value.place))
    }
    return texts
  }
}

extension TextPlace {
  /// The place in YAML as the place of a finding.
  init(_ place: YAMLPlace) { self.init(line: place.line, column: place.column) }
}
