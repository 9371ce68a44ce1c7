import StickerModel

/// What VoiceOver reads of a picture of the catalog, in the languages of its pack.
package struct CatalogText: Hashable, Sendable {
  /// The name of the picture; of a sequence the first frame's.
  let file: String
  /// The texts by language (BCP 47).
  let texts: [String: String]

  init(_ sticker: CatalogSticker, _ texts: [String: String]) {
    (file, self.texts) = (sticker.files.first?.name ?? "", texts)
  }
}

extension ProjectDescription {
  /// The languages in which anything is said of the catalog's pictures, in the order of the pack.
  var catalogLanguages: [String] {
    guard !template.hasCode else { return [] }
    return languages.filter { language in catalogTexts.contains { $0.texts[language] != nil } }
  }
}

/// The files that Xcode gives to the compiler of a catalog: one for each language, called as the pack, in the
/// old form of strings, which is the only one that it takes.
///
/// - Source: swift-build, `AssetCatalogCompiler.swift`: the option for strings of a sticker pack. The key is
///   the one that a phone was seen to ask for; that the compiler takes it from there is inferred.
func catalogTextTree(_ description: ProjectDescription, _ names: ProjectNames) -> FileTree {
  var tree = FileTree()
  for language in description.catalogLanguages {
    let lines = description.catalogTexts.compactMap { text in
      text.texts[language].map { words in
        "\"\(inStrings(text.file)).accessibilityLabel\" = \"\(inStrings(words))\";\n"
      }
    }
    tree["\(names.pack)/\(language).lproj/\(catalogTextsName)"] = Array(lines.joined().utf8)
  }
  return tree
}

/// What is said of texts that are put there; nil where there are none.
func noteOnCatalogTexts(_ description: ProjectDescription) -> String? {
  let languages = description.catalogLanguages
  guard !languages.isEmpty else { return nil }
  return "the texts in \(listed(languages)) are in the project for the catalog, which is unproven: listen to "
    + "them with VoiceOver on a phone before you rely on them"
}

/// Called as the folder of the pack is.
let catalogTextsName = "Sticker Pack.strings"
