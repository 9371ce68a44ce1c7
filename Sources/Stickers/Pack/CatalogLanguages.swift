import StickerModel
import StickerPacker

extension PackBuild {
  /// Returns whether the project has the catalog texts in every language. The option comes first, then
  /// `localize` in stickerpack.yml, then the previous build.
  func localizes(_ opened: OpenedPack, _ template: ProjectTemplate, over old: FormerBuild?) -> Bool {
    let described = template.hasCode ? nil : opened.localizesCatalog
    return localizesCatalog ?? described ?? old?.hasLocalizedCatalog ?? false
  }

  /// Returns a note that the catalog has texts in one language only. Empty if that was chosen, or if there
  /// are no other languages.
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
      "the catalog has the descriptions in \(first) only (missing: \(listed(Array(others)))); "
        + "\(.allLanguages)"
    ]
  }
}
