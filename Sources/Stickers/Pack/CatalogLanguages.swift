import StickerModel
import StickerPacker

extension PackBuild {
  /// Whether the project gets the texts of the catalog in every language: as the caller says, else as the
  /// description says, else as the previous build has it.
  func localizes(_ opened: OpenedPack, _ template: ProjectTemplate, over old: FormerBuild?) -> Bool {
    let described = template.hasCode ? nil : opened.localizesCatalog
    return localizesCatalog ?? described ?? old?.hasLocalizedCatalog ?? false
  }

  /// That the catalog carries the texts of one language only; nothing where that was asked for, or where
  /// there are no others.
  func noteOnLanguages(
    _ opened: OpenedPack, _ template: ProjectTemplate, over old: FormerBuild?
  ) -> [Sentence] {
    let isLocalized = deploymentTarget != nil && localizes(opened, template, over: old)
    guard !template.hasCode, !isLocalized, localizesCatalog ?? opened.localizesCatalog != false else {
      return []
    }
    let pack = opened.reading.pack
    let others = pack.languages.dropFirst().filter { language in
      pack.stickers.contains { $0.descriptions[language] != nil }
    }
    guard let first = pack.languages.first, !others.isEmpty else { return [] }
    return [
      "the catalog carries the descriptions in \(first) only, not in \(listed(Array(others))); "
        + "\(.allLanguages)"
    ]
  }
}
