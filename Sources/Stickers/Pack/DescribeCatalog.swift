import StickerIO
import StickerImage
import StickerModel
package import StickerSettings

/// What a `stickerpack.yml` beside a catalog can say of its stickers.
package struct CatalogDescription {
  /// The folder that the file goes into: the one that holds the catalog.
  package let folder: Path
  /// What the pack is called after the catalog's folders.
  package let name: String
  /// The stickers in the order of the catalog.
  package let stickers: [StarterSticker]
  /// The picture of the catalog's largest icon; nil where there is none.
  package let icon: Path?
  /// Stickers that a `stickerpack.yml` cannot name, and why.
  package let leftOut: [String]

  /// Reads the catalog that a source is or holds; nil for any other source.
  ///
  /// - Parameter source: a catalog, or a folder with one, as people name it.
  package init?(of source: Path) throws {
    let named = source.withoutTrailingSlashes
    let isCatalog = catalogExtensions.contains(
      FileSystem.disk.realPath(of: named).lowercasedExtension ?? "")
    let holder = isCatalog ? named.parent : named
    // What describes the folder already is no catalog's business.
    guard try isCatalog || descriptionFile(of: named) == nil,
      let located = try? locatePack(named, PackOverrides()), case .catalog(let catalog) = located.kind
    else { return nil }
    let opened = try OpenedCatalog(at: catalog, name: located.name, .unlimited, on: .disk)
    if let fault = opened.reading.faults.first(where: { $0.sticker == nil }) {
      throw CommandFailure("\(catalog.appending(fault.path).shown): \(Sentence(fault.reason))")
    }
    let place = SourcePlace(holder)
    func seen(_ file: Path) -> Path { place.relative(catalog.appending(file)) }
    let files = opened.reading.pack.stickers.flatMap(\.files).map(seen)
    var (stickers, leftOut, names) = ([StarterSticker](), [String](), Set<String>())
    for sticker in opened.reading.pack.stickers {
      var starter = StarterSticker(file: seen(sticker.file))
      // Of two stickers of one name the second has another name for its files.
      let name = names.insert(sticker.name).inserted ? sticker.name : sticker.id
      let fileName = starter.file.splitScale.unscaled.stem.text
      starter.name = sticker.sequence == nil && name == fileName ? nil : name
      starter.description = sticker.descriptions.values.first
      starter.sequence = sticker.sequence.map {
        FrameSequence(frames: $0.frames.map(seen), timing: $0.timing, repetitions: $0.repetitions)
      }
      if starter.canBeWritten(among: files) {
        stickers.append(starter)
      } else {
        leftOut.append("\(starter.file.shown): its frames or its time cannot be written in stickerpack.yml")
      }
    }
    leftOut += opened.reading.faults.map { "\(catalog.appending($0.path).shown): \($0.reason)" }
    (folder, name, self.stickers, self.leftOut) = (holder, located.name, stickers, leftOut)
    icon = opened.declaration.icon.map(place.relative)
  }
}
