import StickerModel

/// What readers of descriptions have in common: values that name files, and texts in several languages.
protocol DescriptionReader {
  var reader: YAMLReader { get set }
  var folder: DescriptionFolder { get }
  /// What the description is called, for messages.
  static var fileName: String { get }
}

extension DescriptionReader {
  /// The path of a file, or of several with a glob.
  mutating func file(_ node: YAMLNode, _ name: String) -> DescribedFile? {
    guard let text = reader.text(node, name) else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard !text.hasPrefix("/"), !parts.contains(".."), !text.utf8.contains(0) else {
      reader.complain("\(shortened(text)) lies outside of the folder of \(Self.fileName)", at: node.place)
      return nil
    }
    let kept = parts.filter { !$0.isEmpty && $0 != "." }.joined(separator: "/")
    guard !kept.isEmpty else {
      reader.complain("\(name) must be the name of a file, not \(node.kind)", at: node.place)
      return nil
    }
    return DescribedFile(path: Path(kept), place: node.place)
  }

  /// Says which files are not there, or lie elsewhere.
  mutating func complainOfMissing(_ files: [DescribedFile]) {
    var looked: Set<Path> = []
    for file in files where looked.insert(file.path).inserted {
      if !folder.isFile(file.path) {
        reader.complain(
          "there is no file \(file.path.shown) beside it\(meant(by: file.path))", at: file.place)
      } else if !folder.isInside(file.path) {
        let reason =
          "is a link that leads out of the folder of \(Self.fileName): put the picture there itself"
        reader.complain("\(file.path.shown) \(reason)", at: file.place)
      }
    }
  }

  private func meant(by path: Path) -> String {
    let names = folder.pictures().compactMap(\.text)
    guard let name = path.text, let nearest = nearestNames(to: name, in: names).first else { return "" }
    return ": did you mean \(Untrusted(nearest).shown)?"
  }
}

extension PackDescriptionReader {
  /// Says which files are named twice, are not there, or lie elsewhere.
  mutating func complainOfFiles(_ description: PackDescription) {
    var first: [Path: YAMLPlace] = [:]
    for sticker in description.stickers {
      var isTold = false  // of a sequence, one frame is enough
      for file in sticker.files {
        guard let line = first[file.path]?.line else {
          first[file.path] = file.place
          continue
        }
        if !isTold {
          reader.complain("\(file.path.shown) stands twice, first in line \(line)", at: file.place)
        }
        isTold = true
      }
    }
    for icon in [description.icon].compactMap(\.self) + description.slotIcons.map(\.file)
    where first[icon.path] != nil {
      let advice = "draw an icon of its own, or take it out of stickers"
      reader.complain("\(icon.path.shown) is a sticker already: \(advice)", at: icon.place)
    }
    if let sticker = description.iconSticker { complain(ofIconSticker: sticker, description) }
    if let cover = description.cover, first[cover.path] == nil {
      let reason = "is none of the stickers: the cover is one of them, a sequence by its first frame"
      reader.complain("\(cover.path.shown) \(reason)", at: cover.place)
    }
    complainOfMissing(description.files)
  }

  private mutating func complain(ofIconSticker sticker: DescribedFile, _ description: PackDescription) {
    if let icon = description.icon {
      reader.complain(
        "the icon is icon: or icon-sticker:, not both (icon: stands in line \(icon.place.line))",
        at: sticker.place)
    } else if !description.stickers.contains(where: { $0.file.path == sticker.path }) {
      reader.complain("\(sticker.path.shown) is no sticker of this pack: name it as icon", at: sticker.place)
    }
  }
}
