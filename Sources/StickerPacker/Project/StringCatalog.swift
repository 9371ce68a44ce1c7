import StickerEngine

/// An Xcode string catalog (`.xcstrings`), which contains an app's strings in each of its languages.
///
/// - Source: Apple, Localizing and varying text with a string catalog, for the states of a string. The format
///   itself is not published; keys and values are those that Xcode 15 and later write.
struct StringCatalog {
  /// A string in one language.
  struct Localization: Hashable {
    let value: String
    /// Whether Xcode lists the string as needing review.
    let needsReview: Bool

    init(_ value: String, needsReview: Bool = false) {
      self.value = value
      self.needsReview = needsReview
    }
  }

  /// The strings for a key.
  struct Entry {
    /// A comment for translators.
    var comment: String?
    /// The strings by language (BCP 47).
    var texts: [String: Localization]
  }

  /// The development language.
  let sourceLanguage: String
  var entries: [String: Entry] = [:]

  init(sourceLanguage: String) { self.sourceLanguage = sourceLanguage }

  /// Parses the catalog of a template. Ignores everything that is not text.
  init(parsing text: String) {
    let json = try? JSON(parsing: Array(text.utf8), maxBytes: 1 << 20)
    self.init(sourceLanguage: json?["sourceLanguage"]?.text ?? "en")
    guard case .object(let strings)? = json?["strings"] else { return }
    for (key, string) in strings {
      guard case .object(let localizations)? = string["localizations"] else { continue }
      let texts = localizations.compactMapValues { $0["stringUnit"]?["value"]?.text.map { Localization($0) } }
      entries[key] = Entry(comment: string["comment"]?.text, texts: texts)
    }
  }

  /// The bytes of the file. Entries are marked as managed by hand, so that Xcode keeps those that it does not
  /// find in code.
  func encoded() -> [UInt8] {
    let strings = entries.mapValues { entry in
      JSON.objectOmittingNil([
        "comment": entry.comment.map(JSON.string), "extractionState": .string("manual"),
        "localizations": .object(
          entry.texts.mapValues { text in
            .object([
              "stringUnit": .object([
                "state": .string(text.needsReview ? "needs_review" : "translated"),
                "value": .string(text.value),
              ])
            ])
          }),
      ])
    }
    return JSON.object([
      "sourceLanguage": .string(sourceLanguage), "strings": .object(strings), "version": .string("1.0"),
    ]).encoded()
  }
}

/// The string catalogs with the pack's name in its languages, for the app and for the extension. Empty if the
/// name is the same in all languages.
func localizedNameTree(_ input: XcodeProjectInput, _ names: ProjectNames) -> FileTree {
  guard !input.localizedNames.isEmpty else { return FileTree() }
  var catalog = StringCatalog(sourceLanguage: input.developmentLanguage)
  var texts = input.localizedNames.mapValues { StringCatalog.Localization($0) }
  // Xcode expects a string in the development language.
  if texts[input.developmentLanguage] == nil {
    texts[input.developmentLanguage] = StringCatalog.Localization(input.packDisplayName)
  }
  catalog.entries["CFBundleDisplayName"] = StringCatalog.Entry(
    comment: "Bundle display name", texts: texts)
  var tree = FileTree()
  for folder in [names.appName, names.extensionName] {
    tree["\(folder)/\(localizedNamesFileName)"] = catalog.encoded()
  }
  return tree
}

/// The name of the string catalog with strings for `Info.plist`.
let localizedNamesFileName = "InfoPlist.xcstrings"
