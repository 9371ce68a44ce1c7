import StickerIO
import StickerImage
import StickerModel
package import StickerSettings

/// The content of a new `stickerpack.yml` for the stickers of an asset catalog.
package struct CatalogDescription {
  /// The folder of the new file: the folder that holds the catalog.
  package let folder: Path
  /// The name of the pack, derived from the folders of the catalog.
  package let name: String
  /// The stickers in catalog order.
  package let stickers: [StarterSticker]
  /// The largest icon of the catalog, or nil if the catalog has no icon.
  package let icon: Path?
  /// One line for each sticker that `stickerpack.yml` cannot express, with the reason.
  package let leftOut: [String]

  /// Reads a catalog, or the only catalog of a folder. Returns nil for any other source.
  ///
  /// - Parameter source: the path of a catalog, or of a folder with one.
  package init?(of source: Path) throws {
    let named = source.withoutTrailingSlashes
    let isCatalog = catalogExtensions.contains(
      FileSystem.disk.realPath(of: named).lowercasedExtension ?? "")
    let holder = isCatalog ? named.parent : named
    guard let located = try? locatePack(named, PackOverrides(), ignoresDescription: true),
      case .catalog(let catalog) = located.kind
    else { return nil }
    let opened = try OpenedCatalog(
      at: catalog, name: located.name, try Policy.inForce().capped(.standard), on: .disk)
    if let fault = opened.reading.faults.first(where: { $0.sticker == nil }) {
      throw CommandFailure("\(catalog.appending(fault.path).shown): \(Sentence(fault.reason))")
    }
    let place = SourcePlace(holder)
    func seen(_ file: Path) -> Path { place.relative(catalog.appending(file)) }
    let files = opened.reading.pack.stickers.flatMap(\.files).map(seen)
    var (stickers, leftOut, names) = ([StarterSticker](), [String](), Set<String>())
    for sticker in opened.reading.pack.stickers {
      var starter = StarterSticker(file: seen(sticker.file))
      // If two stickers have the same name, the second one gets its unique id as the name.
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
