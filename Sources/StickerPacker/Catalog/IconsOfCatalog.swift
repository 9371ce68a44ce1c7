import StickerModel

/// Takes the icons of the first icon set that has one for the App Store, from which missing ones are made.
/// Why another set, or a picture of it, is not taken is said.
func readIcons(of listing: SourceListing, _ reading: inout PackReading) {
  for set in iconSets(listing) {
    guard reading.pack.icon == nil else {
      reading.leaveOut(["\(set.shown) is left out: a pack has one icon set"])
      continue
    }
    var icons = IconsOfSet(set, listing)
    reading.pack.icon = icons.read()
    for note in icons.notes {
      let line = "\(set.shown) \(note.words)"
      if note.isLeftOut { reading.leaveOut([line]) } else { reading.notes.append(line) }
    }
  }
}

private struct IconsOfSet {
  let set: Path
  let listing: SourceListing
  /// A clause of a note. The name of the icon set precedes it.
  struct Note {
    let words: String
    /// Whether the note reports something that was left out.
    var isLeftOut = true
  }
  private(set) var notes: [Note] = []

  init(_ set: Path, _ listing: SourceListing) { (self.set, self.listing) = (set, listing) }

  mutating func read() -> PackIcon? {
    let path = set.appending(contentsName)
    guard listing.files.contains(path), let bytes = listing.bytes(path),
      let contents = try? JSON(parsing: bytes, atMost: JSON.mostCatalogBytes),
      case .array(let images)? = contents["images"]
    else {
      notes.append(Note(words: "is left out: it has no \(contentsName) that lists images"))
      return nil
    }
    var slots: [String: Path] = [:]
    for image in images {
      guard let named = image["filename"] else { continue }  // an empty place: its icon is made
      guard case .string(let name) = named, isPlainName(name), listing.files.contains(set.appending(name))
      else {
        notes.append(
          Note(words: "names a missing icon. It is generated from the largest icon", isLeftOut: false))
        continue
      }
      guard let slot = IconSlot.all.first(where: { $0.isPlace(of: image) }) else {
        notes.append(
          Note(
            words: "holds \(Untrusted(name).shown) for a place that Messages does not know: it is left out"))
        continue
      }
      slots[slot.name] = set.appending(name)
    }
    let store = IconSlot.all.first { $0.width == 1024 && $0.height == 1024 }
    guard let store, let art = slots.removeValue(forKey: store.name) else {
      notes.append(Note(words: "is left out: it has no icon of 1024 × 1024 px"))
      return nil
    }
    return PackIcon(art: art, slots: slots)
  }
}

extension IconSlot {
  /// Whether an entry of an icon set's `images` is for this place.
  fileprivate func isPlace(of image: JSON) -> Bool {
    func text(_ key: String) -> String? { if case .string(let text)? = image[key] { text } else { nil } }
    return text("idiom") == idiom.rawValue && text("size") == size && text("platform") == platform
      && text("scale") == "\(scale.rawValue)x"
  }
}

private func iconSets(_ listing: SourceListing) -> [Path] {
  let folders = listing.files.compactMap { file -> Path? in
    let parents = file.components.dropLast()
    let depth = parents.firstIndex { $0.lowercasedExtension == "stickersiconset" }
    return depth.map { joined(parents[...$0]) }
  }
  return naturallySorted(Array(Set(folders)))
}
