/// What can be put into a catalog's documents without asking anybody.
extension CatalogSet {
  /// What the document of this folder says, where it is missing; nil where that would have to be guessed: of
  /// two pictures nobody knows which one is the sticker, and of frames nobody knows how fast they play.
  package var writableDocument: JSON? {
    switch kind {
    case .stickerCatalog: return .object(["info": info])
    case .pack:
      let sets = entries.filter { entry in
        let kind = Kind(entry.name)
        return entry.kind == .folder && !entry.isLeftOut && (kind == .sticker || kind == .sequence)
      }
      let names = naturallySorted(sets.map(\.name)).compactMap(\.text)
      guard names.count == sets.count else { return nil }
      let list = names.map { JSON.object(["filename": .string($0)]) }
      return .object(["info": info, "stickers": .array(list)])
    case .sticker:
      guard let picture = onlyPicture?.name.text else { return nil }
      return .object(["info": info, "properties": .object(["filename": .string(picture)])])
    case .assetCatalog, .sequence, .icons: return nil
    }
  }

  /// Whether the document has room for the name of one more picture.
  package func takesOneMore(_ entry: CatalogEntry) -> Bool {
    guard let root = document?.root, entry.isPicture, entry.name.text != nil else { return false }
    switch kind {
    case .sequence: return root["frames"]?.elements != nil
    case .sticker:
      guard let properties = root["properties"], case .object = properties.content else { return false }
      return properties["filename"] == nil && onlyPicture?.name == entry.name
    case .stickerCatalog, .assetCatalog, .pack, .icons: return false
    }
  }

  private var onlyPicture: CatalogEntry? {
    let pictures = entries.filter { $0.isPicture && !$0.isLeftOut }
    return pictures.count == 1 ? pictures[0] : nil
  }
}

extension CatalogEntry {
  /// Whether its name says so: a sticker's picture is not looked at for its catalog.
  fileprivate var isPicture: Bool {
    kind == .file && name.hasNameOfPicture
  }
}

extension Path {
  /// Whether it is called as a picture that Messages shows.
  package var hasNameOfPicture: Bool { lowercasedExtension.map(pictureExtensions.contains) ?? false }
}

private let pictureExtensions: Set<String> = ["png", "apng", "gif", "jpg", "jpeg"]
/// The object `info`, as Xcode writes it into every document.
private let info = JSON.object(["author": .string("xcode"), "version": .integer(1)])
