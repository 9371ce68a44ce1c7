import StickerImage

/// A small sticker catalog as Xcode writes it, with two stickers and, optionally, icons or a sequence. Paths
/// are relative to the catalog.
enum CatalogExample {
  static let catalogFolderName = "Stickers.xcstickers"
  static let packDocumentPath = "Sticker Pack.stickerpack/Contents.json"
  static let starDocumentPath = "Sticker Pack.stickerpack/Star.sticker/Contents.json"
  static let sunDocumentPath = "Sticker Pack.stickerpack/Sun.sticker/Contents.json"

  /// The files of the catalog, without icons or a sequence.
  static func files() -> [ExampleFile] {
    [
      jsonFile("Contents.json", .object(["info": info])),
      packDocument(["Star.sticker", "Sun.sticker"]),
      stickerDocument(starDocumentPath, image: "star.png", label: "A coral star"),
      ExampleFile.disc(300, 300).renamed("Sticker Pack.stickerpack/Star.sticker/star.png"),
      stickerDocument(sunDocumentPath, image: "sun.png", label: "A plum sun"),
      ExampleFile.disc(300, 300, .plum).renamed("Sticker Pack.stickerpack/Sun.sticker/sun.png"),
    ]
  }

  /// Only the files of the pack, in a folder with another name.
  static func packFiles(inFolderNamed folder: String) -> [ExampleFile] {
    let own = "Sticker Pack.stickerpack/"
    return files().filter { $0.relativePath.hasPrefix(own) }.map {
      $0.renamed(folder + "/" + $0.relativePath.dropFirst(own.count))
    }
  }

  /// The files of the catalog, with one document changed.
  static func files(changing document: String, _ change: (String) -> String) -> [ExampleFile] {
    files().map { $0.changedIfNamed(document, change) }
  }

  /// The files of the catalog and of an icon set with all icons.
  ///
  /// - Parameter icon: the file name of an icon to replace.
  /// - Parameter drawing: the replacement.
  /// - Parameter change: changes the icon set's document.
  static func filesWithIcons(
    replacing icon: String = "", with drawing: ExampleFile? = nil, _ change: (String) -> String = { $0 }
  ) -> [ExampleFile] {
    let set = "iMessage App Icon.stickersiconset"
    let images = IconSlot.all.map { place in
      JSON.objectOmittingNil([
        "filename": .string(place.exampleFileName), "idiom": .string(place.idiom.rawValue),
        "platform": place.platform.map(JSON.string), "scale": .string(place.scaleText),
        "size": .string(place.pointSizeText),
      ])
    }
    let document = jsonFile("\(set)/Contents.json", .object(["images": .array(images), "info": info]))
    let icons = IconSlot.all.map { place in
      let drawn = place.exampleFileName == icon ? drawing : nil
      return (drawn ?? .solidRectangle(place.pixelSize.width, place.pixelSize.height)).renamed(
        "\(set)/\(place.exampleFileName)")
    }
    return files() + [document.changedIfNamed(document.relativePath, change)] + icons
  }

  /// The files of the catalog and of a sequence with two frames that plays forever at two frames per second.
  ///
  /// - Parameter second: the second frame.
  /// - Parameter change: changes the sequence's document.
  static func filesWithSequence(
    secondFrame second: ExampleFile = .disc(300, 300, .plum), _ change: (String) -> String = { $0 }
  ) -> [ExampleFile] {
    let set = "Sticker Pack.stickerpack/Hop.stickersequence"
    let frames = ["hop 1.png", "hop 2.png"].map { JSON.object(["filename": .string($0)]) }
    let properties = JSON.object([
      "duration": .integer(2), "duration-type": .string("fps"), "repetitions": .integer(0),
    ])
    let members: [String: JSON] = ["frames": .array(frames), "info": info, "properties": properties]
    let document = jsonFile("\(set)/Contents.json", .object(members))
    let list = packDocument(["Star.sticker", "Sun.sticker", "Hop.stickersequence"])
    return files().map { $0.relativePath == packDocumentPath ? list : $0 } + [
      document.changedIfNamed(document.relativePath, change),
      ExampleFile.disc(300, 300).renamed("\(set)/hop 1.png"),
      second.renamed("\(set)/hop 2.png"),
    ]
  }

  private static let info = JSON.object(["author": .string("xcode"), "version": .integer(1)])

  private static func packDocument(_ stickers: [String]) -> ExampleFile {
    jsonFile(
      packDocumentPath,
      .object([
        "info": info, "properties": .object(["grid-size": .string("small")]),
        "stickers": .array(stickers.map { .object(["filename": .string($0)]) }),
      ]))
  }

  private static func stickerDocument(_ document: String, image: String, label: String) -> ExampleFile {
    let properties = ["accessibility-label": JSON.string(label), "filename": .string(image)]
    return jsonFile(document, .object(["info": info, "properties": .object(properties)]))
  }

  private static func jsonFile(_ name: String, _ json: JSON) -> ExampleFile {
    ExampleFile(name, text: String(decoding: json.encoded(), as: UTF8.self))
  }
}

extension ExampleFile {
  /// The file, changed if it is the text file `document`.
  fileprivate func changedIfNamed(_ document: String, _ change: (String) -> String) -> ExampleFile {
    guard relativePath == document, let text else { return self }
    return ExampleFile(relativePath, text: change(text))
  }
}

extension IconSlot {
  /// The file name of the icon in the example catalog: `iphone-29x29-2x.png`.
  fileprivate var exampleFileName: String { "\(idiom.rawValue)-\(pointSizeText)-\(scaleText).png" }
}

extension PackDeclaration {
  /// A catalog with an icon and the label of each sticker file. An empty string is an empty label, and nil
  /// means that there is no label.
  static func catalogWithIconAndLabels(_ labels: KeyValuePairs<String, String?>) -> PackDeclaration {
    declarationWithIconAndDescriptions(
      labels.map { ($0.key, $0.value.map { [PackSticker.undeterminedLanguage: $0] } ?? [:]) }, .catalog)
  }

  /// A pack file with the descriptions of each sticker file, by language.
  static func packFileWithDescriptions(
    _ texts: KeyValuePairs<String, [String: String]>, languages: [String] = []
  ) -> PackDeclaration {
    var listing = declarationWithIconAndDescriptions(texts.map { ($0.key, $0.value) }, .packFile)
    listing.metadata.languages = languages
    return listing
  }

  /// A pack file with an icon.
  static func packFileWithIcon(_ file: String, hasBackground: Bool = false) -> PackDeclaration {
    var listing = PackDeclaration(.packFile)
    listing.hasIcon = true
    listing.iconSourcePath = Path(file)
    listing.hasIconBackground = hasBackground
    return listing
  }

  /// A pack file with the emoji of each sticker file.
  static func packFileWithEmoji(_ emoji: KeyValuePairs<String, [String]>) -> PackDeclaration {
    var listing = declarationWithIconAndDescriptions(emoji.map { ($0.key, [:]) }, .packFile)
    for (index, said) in emoji.enumerated() { listing.stickers[index].metadata.emoji = said.value }
    return listing
  }

  /// A pack file with the keywords of each sticker file.
  static func packFileWithKeywords(_ words: KeyValuePairs<String, [String]>) -> PackDeclaration {
    var listing = declarationWithIconAndDescriptions(words.map { ($0.key, [:]) }, .packFile)
    for (index, said) in words.enumerated() { listing.stickers[index].metadata.keywords = said.value }
    return listing
  }

  /// A pack file with an author.
  static func packFile(author: String) -> PackDeclaration {
    var listing = declarationWithIconAndDescriptions([], .packFile)
    listing.metadata.credits.author = author
    return listing
  }

  /// The declaration of a folder with images that it does not list.
  static func withUnlistedImages(_ files: [String], in declaration: PackDeclaration) -> PackDeclaration {
    var listing = declaration
    listing.unlistedImages = files.map { Path($0) }
    return listing
  }

  private static func declarationWithIconAndDescriptions(
    _ stickers: [(String, [String: String])], _ source: Source
  )
    -> PackDeclaration
  {
    var listing = PackDeclaration(source)
    listing.hasIcon = true
    listing.stickers = stickers.map { file, texts in
      let name = String(decoding: Path(file).stem.bytes, as: UTF8.self)
      return DeclaredSticker(path: Path(file), metadata: StickerMetadata(name: name, descriptions: texts))
    }
    return listing
  }
}

extension InteractiveMessageFileExample {
  /// A message that has only a VoiceOver label.
  static let accessibilityLabelOnly = InteractiveMessageFileExample().withText(
    .accessibilityLabel, value: "A vote: {question}")
  /// A message with a base URL, an image and a VoiceOver label.
  static let withURLImageAndLabel = InteractiveMessageFileExample().withBaseURL("https://example.com/vote")
    .withImage("vote.png")
    .withText(.accessibilityLabel, value: "A vote: {question}")
}
