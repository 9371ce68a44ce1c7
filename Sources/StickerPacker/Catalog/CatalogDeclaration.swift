package import StickerModel

/// What a catalog says of one of its packs, as far as rules about packs ask for it. What cannot be read says
/// nothing here: the rules about catalogs speak for that.
///
/// - Parameter pack: the `.stickerpack`, as reports name it.
/// - Parameter assets: the pack's pictures.
/// - Parameter icons: the pictures of the catalog's icon sets; nil where they were not looked for, and nobody
///   can say whether there are any.
/// - Parameter document: the bytes of a `Contents.json`.
package func catalogDeclaration(
  of pack: Path, assets: [Path], icons: [Path]?, document: (Path) -> [UInt8]?
) -> PackDeclaration {
  func contents(_ folder: Path) -> JSON? {
    document(folder.appending(contentsName)).flatMap { try? JSON(parsing: $0, atMost: JSON.mostCatalogBytes) }
  }
  var declaration = PackDeclaration(.catalog)
  declaration.gridSize = contents(pack).flatMap(declaredGridSize)
  var folders: [(folder: Path, files: [Path])] = []
  for file in assets {
    if folders.last?.folder == file.parent {
      folders[folders.count - 1].files.append(file)
    } else {
      folders.append((file.parent, [file]))
    }
  }
  declaration.stickers = folders.compactMap { folder, files in
    guard let properties = contents(folder)?["properties"] else { return nil }
    let label = properties["accessibility-label"]?.text
    let named = properties["filename"]?.text.map { Path($0) }
    return DeclaredSticker(
      path: files.first { $0.name == named } ?? files[0],
      name: String(decoding: folder.stem.bytes, as: UTF8.self),
      descriptions: label.map { [Sticker.undeterminedLanguage: $0] } ?? [:])
  }
  declaration.hasIcon = icons?.isEmpty == false || icons == nil
  declaration.icon = icons.flatMap { largestIcon($0, contents) }
  return declaration
}

/// Nil where nobody can say which: in what is no document of a pack, or for a word that is no grid size.
/// Where a document says nothing, Messages takes regular.
private func declaredGridSize(in document: JSON) -> GridSize? {
  guard case .object = document else { return nil }
  guard let properties = document["properties"] else { return .regular }
  guard case .object = properties else { return nil }
  guard let size = properties["grid-size"] else { return .regular }
  return size.text.flatMap(GridSize.init)
}

/// The picture for the slot of 1024 × 1024 px, which the App Store shows.
private func largestIcon(_ icons: [Path], _ contents: (Path) -> JSON?) -> Path? {
  let folders = Set(icons.map(\.parent)).sorted()
  for folder in folders {
    guard case .array(let images)? = contents(folder)?["images"] else { continue }
    let names = images.filter { $0["size"]?.text == "1024x1024" }.compactMap { $0["filename"]?.text }
    if let icon = icons.first(where: { $0.parent == folder && names.map { Path($0) }.contains($0.name) }) {
      return icon
    }
  }
  return nil
}

extension JSON {
  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
