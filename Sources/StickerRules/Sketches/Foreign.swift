import StickerModel

extension Sketch {
  /// The beginning of a WebP: container and extended header, which say whether it moves.
  static func webP(animated: Bool = false) -> Sketch {
    // VP8X: flags, three reserved bytes, then width and height less one, 24 bits each.
    let header: [UInt8] = [animated ? 0b0000_0010 : 0b0001_0000, 0, 0, 0, 43, 1, 0, 43, 1, 0]
    let animation = Array("ANIM".utf8) + [6, 0, 0, 0] + [UInt8](repeating: 0, count: 6)
    let body = Array("WEBPVP8X".utf8) + [10, 0, 0, 0] + header + (animated ? animation : [])
    let bytes = Array("RIFF".utf8) + [UInt8(body.count), 0, 0, 0] + body
    return Sketch("sticker.webp") { .bytes(bytes) }
  }

  /// A coral sheet of 300 px, without compression.
  static func bmp() -> Sketch {
    func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    let sheet = [UInt8](Color.coral.pixel(alpha: 255).prefix(3).reversed())
    let pixels = (0..<90_000).flatMap { _ in sheet }
    // 14 bytes of file header, 40 of picture header: one plane, 24 bits a pixel, no compression.
    let picture = little(40) + little(300) + little(300) + [1, 0, 24, 0] + little(0) + little(pixels.count)
    let header = Array("BM".utf8) + little(54 + pixels.count) + little(0) + little(54)
    return Sketch("sticker.bmp") {
      .bytes(header + picture + [UInt8](repeating: 0, count: 16) + pixels)
    }
  }

  /// The beginning of a film: the box that names its kind.
  static func video() -> Sketch {
    let box: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0]
    return Sketch("film.mp4") { .bytes(box) }
  }

  /// A text under any name.
  static func text(_ text: String, named name: String) -> Sketch {
    Sketch(name) { .bytes(Array(text.utf8)) }
  }

  /// A path that cannot be read.
  static func unreadable(_ reason: String) -> Sketch {
    Sketch("sticker.png") { .unreadable(reason) }
  }

  /// A file that is too long to be read.
  static func tooLarge(_ bytes: Int) -> Sketch {
    Sketch("sticker.png") { .tooLarge(bytes) }
  }
}
