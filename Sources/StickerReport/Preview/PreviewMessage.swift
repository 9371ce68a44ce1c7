package import StickerModel

/// One interactive message of a preview: its layout, its picture, and what is said of both.
package struct PreviewMessage: Sendable {
  /// The message's place among those of the page.
  package let number: Int
  /// What its `message.yml` says.
  package let declaration: MessageDeclaration
  /// The folder as the page names it; nil where there is nothing to say.
  package var folder: Path?
  /// What its bubble shows above the captions.
  package let art: Art
  /// The icon of the app, a small square PNG; nil where it is not known.
  package let icon: [UInt8]?
  /// Findings on the description and on the files that it names.
  package let findings: [Finding]

  /// What a bubble shows above its captions.
  package enum Art: Sendable {
    /// No picture: none is named, or it cannot be shown.
    case nothing
    /// A video; the page does not play it.
    case video(Path)
    /// A picture, and what it is when it arrives.
    case picture(Picture)
  }

  /// A picture of a message.
  package struct Picture: Sendable {
    /// The file that the description names.
    package let path: Path
    /// The number of the file among what was dropped, where the page is the drop page.
    package let number: Int
    /// Tells the file from a later one of that number.
    package let revision: Int
    /// The picture as it is in the file.
    package let untouched: PreviewPicture
    /// The picture as it arrives; nil where that cannot be told.
    package let transit: SimulatedTransit?

    package init(
      path: Path, number: Int = 0, revision: Int = 0, untouched: PreviewPicture, transit: SimulatedTransit?
    ) {
      (self.path, self.number, self.revision) = (path, number, revision)
      (self.untouched, self.transit) = (untouched, transit)
    }
  }

  package init(
    number: Int, _ declaration: MessageDeclaration, art: Art, icon: [UInt8]? = nil, findings: [Finding]
  ) {
    (self.number, self.declaration, self.art) = (number, declaration, art)
    (self.icon, self.findings) = (icon, findings)
    let parent = declaration.path.parent
    folder = parent == Path(".") || parent.bytes.isEmpty ? nil : parent
  }

  /// The gravest of what is said of it; nil where nothing is.
  package var worst: Severity? { findings.map(\.severity).max() }

  /// The languages that it is shown in: those of its texts, or none that is known.
  var languages: [String] {
    let said = declaration.languages.filter { $0 != Sticker.undeterminedLanguage }
    return said.isEmpty ? [Sticker.undeterminedLanguage] : said
  }

  // A hostile description has a text of a megabyte in none of its hundred thousand languages.
  static let mostLanguages = 24
  private static let mostCharacters = 1000

  /// A text as a reader of a language sees it; nil where there is none, or it is empty.
  func text(_ key: MessageText, in language: String) -> String? {
    let texts = declaration[key]
    guard let text = (texts[language] ?? texts[Sticker.undeterminedLanguage])?.value, !text.isEmpty else {
      return nil
    }
    let kept = text.unicodeScalars.prefix(Self.mostCharacters)
    return kept.endIndex == text.unicodeScalars.endIndex ? text : String(kept) + "…"
  }

  /// What the first example of a state is sent as; nil without a base URL that is one.
  var url: String? {
    guard let base = declaration.baseURL?.value, complaint(ofBaseURL: base) == nil else { return nil }
    return declaration.states.first?.url(behind: base) ?? base
  }
}
