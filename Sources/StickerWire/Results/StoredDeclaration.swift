import StickerModel

extension StoredWriter {
  /// What a catalog or a description says of a pack.
  mutating func declaration(_ declaration: PackDeclaration) {
    switch declaration.source {
    case .catalog: integer(0)
    case .description: integer(1)
    }
    optional(declaration.gridSize) { $0.text($1.rawValue) }
    list(declaration.languages) { $0.text($1) }
    list(declaration.stickers) { $0.sticker($1) }
    flag(declaration.hasIcon)
    optional(declaration.icon) { $0.path($1) }
    list(declaration.slotIcons.sorted()) { $0.path($1) }
    flag(declaration.hasIconBackground)
    optional(declaration.background) { $0.integer(Int($1)) }
    list(declaration.unlisted) { $0.path($1) }
    optional(declaration.name) { $0.text($1) }
    list(declaration.credits.all) { writer, text in writer.optional(text) { $0.text($1) } }
  }

  private mutating func sticker(_ sticker: DeclaredSticker) {
    path(sticker.path)
    text(sticker.name)
    let descriptions = sticker.descriptions.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    list(descriptions) {
      $0.text($1.key)
      $0.text($1.value)
    }
    list(sticker.emoji) { $0.text($1) }
    list(sticker.keywords) { $0.text($1) }
  }
}

extension StoredReader {
  /// What a catalog or a description said of a pack.
  mutating func declaration() -> PackDeclaration? {
    guard let source = declarationSource() else { return nil }
    var declaration = PackDeclaration(source)
    declaration.gridSize = optional { $0.text().flatMap(GridSize.init) }
    guard let languages = list({ $0.text() }), let stickers = list({ $0.sticker() }),
      let hasIcon = flag()
    else { return nil }
    (declaration.languages, declaration.stickers, declaration.hasIcon) = (languages, stickers, hasIcon)
    declaration.icon = optional { $0.path() }
    guard let slots = list({ $0.path() }), let hasIconBackground = flag() else { return nil }
    (declaration.slotIcons, declaration.hasIconBackground) = (Set(slots), hasIconBackground)
    declaration.background = optional { $0.integer().flatMap(UInt32.init(exactly:)) }
    guard let unlisted = list({ $0.path() }) else { return nil }
    declaration.unlisted = unlisted
    declaration.name = optional { $0.text() }
    guard let all = list({ reader in String??.some(reader.optional { $0.text() }) }),
      let credits = PackCredits(all: all)
    else { return nil }
    declaration.credits = credits
    return isSound ? declaration : nil
  }

  private mutating func declarationSource() -> PackDeclaration.Source? {
    switch integer() {
    case 0: .catalog
    case 1: .description
    default: nil
    }
  }

  private mutating func sticker() -> DeclaredSticker? {
    guard let path = path(), let name = text(),
      let descriptions = list({ reader -> (String, String)? in
        guard let language = reader.text(), let words = reader.text() else { return nil }
        return (language, words)
      }), let emoji = list({ $0.text() }), let keywords = list({ $0.text() })
    else { return nil }
    var sticker = DeclaredSticker(
      path: path, name: name, descriptions: Dictionary(descriptions) { first, _ in first })
    (sticker.emoji, sticker.keywords) = (emoji, keywords)
    return sticker
  }
}
