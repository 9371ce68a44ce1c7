import StickerImage
import StickerModel

extension Export {
  /// Files for services that take one after the other: Discord, Slack, Twitch.
  package static let folder = Export(
    kind: .folder, summary: "a folder of files, with names.json", write: folderOfFiles)
}

@Sendable private func folderOfFiles(
  _ pack: ExportPack, _ pictures: inout DerivedPictures
) throws(ExportFault) -> ExportedPack {
  var tree = FileTree()
  var list: [JSON] = []
  let names = pack.typedNames
  let files = safeNames(names).map(\.name)
  for ((name, file), sticker) in zip(zip(names, files), pack.stickers) {
    let path = "\(file).\(sticker.fileExtension)"
    tree[path] = sticker.bytes
    var smaller: [JSON] = []
    for side in pack.smallerSides {
      let other = "\(file)-\(side).\(sticker.isAnimated ? sticker.fileExtension : "png")"
      tree[other] = try sticker.scaled(to: side, than: pack.limits.sides.upperBound, &pictures)
      smaller.append(.string(other))
    }
    let tags = sticker.keywords.isEmpty ? sticker.emoji : sticker.keywords
    list.append(
      .members([
        "file": .string(path), "name": .string(name), "description": sticker.description.map(JSON.string),
        "tags": tags.isEmpty ? nil : .string(tags.joined(separator: ", ")),
        "smaller": smaller.isEmpty ? nil : .array(smaller),
      ]))
  }
  tree["names.json"] = JSON.object(["stickers": .array(list)]).encoded()
  return .folder(tree)
}

extension ExportPack {
  /// Sides of the smaller files that the service takes beside each: the profile's grid, where its largest is
  /// the one canvas that is taken.
  fileprivate var smallerSides: [Int] {
    let sides = limits.grid.descending
    guard limits.sides.count == 1, sides.first == limits.sides.lowerBound else { return [] }
    return Array(Set(sides.dropFirst()).sorted(by: >))
  }
}

extension ExportSticker {
  /// A smaller size: of the art as it came where that is larger, since what is scaled twice is softer.
  ///
  /// - Parameter canvas: the side that the sticker has.
  fileprivate func scaled(
    to side: Int, than canvas: Int, _ pictures: inout DerivedPictures
  ) throws(ExportFault) -> [UInt8] {
    let source = original.flatMap { $0.isPlainArt(largerThan: canvas) ? $0 : nil } ?? bytes
    let size = PixelSize(side, side)
    return try pictures.picture(of: source, size, moves: isAnimated, isGIF: fileExtension == "gif") {
      () throws(ExportFault) in try smaller(source, size)
    }
  }

  private func smaller(_ source: [UInt8], _ size: PixelSize) throws(ExportFault) -> [UInt8] {
    guard let image = try? Image(decoding: source, budget: .unlimited), let first = image.frames.first,
      let small = isAnimated
        ? image.smaller(size, isGIF: fileExtension == "gif")
        : try? first.bitmap.fitted(into: size).encodedPNG()
    else { throw ExportFault("\(Untrusted(name).shown) has no smaller size") }
    return small
  }
}

extension [UInt8] {
  /// Whether a file shows its pixels as they are stored: upright, in colors of sRGB.
  fileprivate func isPlainArt(largerThan canvas: Int) -> Bool {
    guard let container = Container(of: self, budget: .unlimited), container.canvas.longerSide > canvas,
      container.damage.isEmpty, container.orientation ?? 1 == 1
    else { return false }
    return container.colorClaim.isSRGB
  }
}
