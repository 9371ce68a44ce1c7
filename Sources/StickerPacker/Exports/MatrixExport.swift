import StickerEngine
import StickerImage

extension ExportFormat {
  /// A folder with the images, the content of an `m.room.image_pack` event, and a pack for maunium's sticker
  /// picker.
  ///
  /// - Source: Matrix specification 1.19, image packs; maunium/stickerpicker, `pack.schema.json` and `util.py`.
  static let matrix = ExportFormat(
    layout: .matrix,
    summary: "a folder with the images, image_pack.json (m.room.image_pack) and stickerpicker.json (maunium)",
    convert: matrixPack)
}

/// The server in `mxc://` addresses before the files are uploaded. The domain can never exist (RFC 2606).
private let placeholderServerName = "upload.invalid"

/// The maximum size of an event in bytes.
///
/// - Source: Matrix specification 1.19, client-server API, size limits.
private let maxMatrixEventBytes = 65_536

/// The longer side at which the sticker picker shows a sticker, in pixels.
///
/// - Source: maunium/stickerpicker, `util.py`: `convert_image`.
private let pickerSidePixels = 256

@Sendable private func matrixPack(
  _ pack: ExportPack, _: inout DerivedImageCache
) throws(Diagnostic) -> ExportedFiles {
  var tree = FileTree()
  var images: [String: JSON] = [:]
  var list: [JSON] = []
  for (name, sticker) in zip(pack.shortcodes, pack.stickers) {
    let file = "\(name).\(sticker.fileExtension)"
    tree[file] = sticker.bytes
    let members: [String: JSON] = [
      "url": .string("mxc://\(placeholderServerName)/\(file)"),
      "body": .string(sticker.description ?? sticker.displayName),
    ]
    images[name] = .object(members.merging(["info": sticker.imageInfo(sticker.canvas)]) { $1 })
    let shown = sticker.canvas.scaledDown(toFit: PixelSize(pickerSidePixels, pickerSidePixels))
    list.append(
      .object(
        members.merging([
          "id": .string(file), "msgtype": .string("m.sticker"), "info": sticker.imageInfo(shown),
        ]) { $1 }))
  }
  let imagePack = JSON.object([
    "images": .object(images),
    "pack": .objectOmittingNil([
      "display_name": .string(pack.title), "usage": .array([.string("sticker")]),
      "attribution": pack.credits.author.map(JSON.string),
    ]),
  ])
  let length = imagePack.encoded(onOneLine: true).count
  guard length <= maxMatrixEventBytes else {
    throw Diagnostic(
      "the image pack is \(numberText(length)) bytes of JSON (limit: \(numberText(maxMatrixEventBytes)) bytes per event). "
        + "Make two packs, or shorten the descriptions.")
  }
  tree["image_pack.json"] = imagePack.encoded()
  let title = asciiShortcode(pack.title)
  tree["stickerpicker.json"] =
    JSON.object([
      "title": .string(pack.title), "id": .string(title.isEmpty ? "pack" : title), "stickers": .array(list),
    ]).encoded()
  return .folder(tree)
}

extension ExportSticker {
  /// The `info` object of an image: its dimensions, file size and MIME type.
  ///
  /// - Parameter shown: the dimensions at which the sticker is shown.
  fileprivate func imageInfo(_ shown: PixelSize) -> JSON {
    let type = fileExtension == "jpg" ? "jpeg" : fileExtension
    return .object([
      "w": .integer(shown.width), "h": .integer(shown.height), "size": .integer(bytes.count),
      "mimetype": .string("image/\(type)"),
    ])
  }
}
