import StickerModel

extension PackDeclaration {
  /// A catalog with an icon whose stickers have labels; an empty text is a label without a word, nil is none.
  static func catalog(_ labels: KeyValuePairs<String, String?>) -> PackDeclaration {
    described(labels.map { ($0.key, $0.value.map { [Sticker.undeterminedLanguage: $0] } ?? [:]) }, .catalog)
  }

  /// A description file with texts in several languages.
  static func description(
    _ texts: KeyValuePairs<String, [String: String]>, languages: [String] = []
  ) -> PackDeclaration {
    var declaration = described(texts.map { ($0.key, $0.value) }, .description)
    declaration.languages = languages
    return declaration
  }

  /// A description file that names its icon.
  static func icon(_ file: String, hasBackground: Bool = false) -> PackDeclaration {
    var declaration = PackDeclaration(.description)
    declaration.hasIcon = true
    declaration.icon = Path(file)
    declaration.hasIconBackground = hasBackground
    return declaration
  }

  /// A description file that says emoji.
  static func emoji(_ emoji: KeyValuePairs<String, [String]>) -> PackDeclaration {
    var declaration = described(emoji.map { ($0.key, [:]) }, .description)
    for (index, said) in emoji.enumerated() { declaration.stickers[index].emoji = said.value }
    return declaration
  }

  /// A description file that says what a search finds.
  static func keywords(_ words: KeyValuePairs<String, [String]>) -> PackDeclaration {
    var declaration = described(words.map { ($0.key, [:]) }, .description)
    for (index, said) in words.enumerated() { declaration.stickers[index].keywords = said.value }
    return declaration
  }

  /// A description file that says who drew the pack.
  static func credited(author: String) -> PackDeclaration {
    var declaration = described([], .description)
    declaration.credits.author = author
    return declaration
  }

  /// A description file beside which pictures lie that it does not name.
  static func lacking(_ files: [String], _ declaration: PackDeclaration) -> PackDeclaration {
    var declaration = declaration
    declaration.unlisted = files.map { Path($0) }
    return declaration
  }

  private static func described(_ stickers: [(String, [String: String])], _ source: Source) -> PackDeclaration
  {
    var declaration = PackDeclaration(source)
    declaration.hasIcon = true
    declaration.stickers = stickers.map { file, texts in
      let name = String(decoding: Path(file).stem.bytes, as: UTF8.self)
      return DeclaredSticker(path: Path(file), name: name, descriptions: texts)
    }
    return declaration
  }
}
