import StickerEngine
import StickerImage

extension ExportFormat {
  /// A folder of image files to upload by hand, for Discord, Slack and Twitch.
  static let folder = ExportFormat(
    layout: .folder, summary: "a folder with the images and names.json", convert: folderForUpload)
}

@Sendable private func folderForUpload(
  _ pack: ExportPack, _ pictures: inout DerivedImageCache
) throws(Diagnostic) -> ExportedFiles {
  var tree = FileTree()
  var list: [JSON] = []
  var omissionNotes: [String] = []
  let names = pack.shortcodes
  let files = safeUniqueFileStems(of: names)
  for ((name, file), sticker) in zip(zip(names, files), pack.stickers) {
    let path = "\(file).\(sticker.fileExtension)"
    tree[path] = sticker.bytes
    var smaller: [JSON] = []
    for side in pack.smallerCopySides(of: sticker) {
      let other = "\(file)-\(side).\(sticker.isAnimated ? sticker.fileExtension : "png")"
      let bytes = try sticker.smallerSquareCopy(withSide: side, &pictures)
      if sticker.isAnimated, let most = pack.limits.maxSmallerAnimationCopyBytes, bytes.count > most {
        omissionNotes.append(
          "\(UntrustedText(other).displayText) is left out: \(numberText(bytes.count)) bytes (limit: "
            + "\(numberText(most))). Upload \(UntrustedText(path).displayText) with auto-resize."
        )
        continue
      }
      tree[other] = bytes
      smaller.append(.string(other))
    }
    let tags = sticker.keywords.isEmpty ? sticker.emoji : sticker.keywords
    list.append(
      .objectOmittingNil([
        "file": .string(path), "name": .string(name), "description": sticker.description.map(JSON.string),
        "tags": tags.isEmpty ? nil : .string(tags.joined(separator: ", ")),
        "smaller": smaller.isEmpty ? nil : .array(smaller),
      ]))
  }
  tree["names.json"] = JSON.object(["stickers": .array(list)]).encoded()
  return .folder(tree, omissionNotes: omissionNotes)
}

/// Returns file names for unique sticker names. Upload tools derive emoji names from file names, so a sticker
/// name that is a safe file name is kept.
private func safeUniqueFileStems(of names: [String]) -> [String] {
  let files = names.map { safeNames([$0])[0].name }
  let isUnique = Set(files.map { $0.lowercased() }).count == files.count
  return isUnique ? files : safeNames(names).map(\.name)
}

extension ExportPack {
  /// Returns the side lengths of the smaller files to write for a sticker. They are the profile's grid sizes
  /// if the profile limits the size of smaller files.
  fileprivate func smallerCopySides(of sticker: ExportSticker) -> [Int] {
    guard limits.maxSmallerAnimationCopyBytes != nil else { return [] }
    return Set(limits.gridSides.descending).filter { $0 < sticker.longerSide }.sorted(by: >)
  }
}

extension ExportSticker {
  /// Returns the sticker at a smaller size. If the original art is larger than the sticker, scales the
  /// original art, because scaling twice causes blur.
  fileprivate func smallerSquareCopy(
    withSide side: Int, _ pictures: inout DerivedImageCache
  ) throws(Diagnostic) -> [UInt8] {
    let source = originalBytes.flatMap { $0.isUprightSRGB(largerThan: longerSide) ? $0 : nil } ?? bytes
    let size = PixelSize(side, side)
    return try pictures.image(of: source, size, isAnimated: isAnimated, isGIF: fileExtension == "gif") {
      () throws(Diagnostic) in try encodedAnimationOrPNG(of: source, size: size)
    }
  }

  private func encodedAnimationOrPNG(of source: [UInt8], size: PixelSize) throws(Diagnostic) -> [UInt8] {
    guard let image = Image(decodingForExport: source), let first = image.frames.first,
      let small = isAnimated
        ? image.encodedAnimation(scaledDownAndCenteredOn: size, isGIF: fileExtension == "gif")
        : try? first.bitmap.scaledDownToFitAndCentered(on: size).encodedPNG()
    else { throw Diagnostic("cannot make a smaller copy of \(UntrustedText(displayName).displayText)") }
    return small
  }
}

extension [UInt8] {
  /// Whether a file is a larger image whose pixels can be used as stored: upright, and with sRGB colors.
  fileprivate func isUprightSRGB(largerThan canvas: Int) -> Bool {
    guard let container = ImageContainer(of: self, budget: .unlimited), container.canvas.longerSide > canvas,
      container.damage.isEmpty, container.orientation ?? 1 == 1
    else { return false }
    return container.declaredColorSpace.isUndeclaredOrSRGBChunk
  }
}

extension Image {
  /// Decodes a file for an export. Returns nil if the file is damaged or has too many pixels to fit in
  /// memory.
  init?(decodingForExport file: [UInt8]) {
    guard ImageContainer(of: file, budget: .unlimited)?.framesFitInMemory == true,
      let image = try? Image(decoding: file, budget: .unlimited)
    else { return nil }
    self = image
  }
}
