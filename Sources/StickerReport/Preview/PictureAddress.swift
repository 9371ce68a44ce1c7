import StickerModel

/// Where a page finds a picture: nothing in it is text of anybody else, so that it needs no escaping.
struct PictureAddress {
  /// The address, as the attribute `src` takes it.
  let text: String

  /// An address that holds the picture itself, as a `data:` URL.
  init(holding bytes: [UInt8], _ mediaType: String) {
    text = "data:\(mediaType);base64,\(base64(bytes))"
  }

  /// A place on the drop page; another picture has another revision, and is asked for anew.
  init(below folder: StaticString, _ number: Int, revision: Int) {
    text = "\(folder)/\(number)?v=\(revision)"
  }
}
