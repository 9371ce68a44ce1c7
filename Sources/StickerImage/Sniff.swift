/// A format that is none of ours, named as far as its first bytes tell.
public struct ForeignFormat: Hashable, Sendable {
  /// `HEIC`, `SVG`; nil where no signature is known.
  public let name: String?
  /// Whether it moves, in a format that Messages does not animate.
  public let isAnimated: Bool

  /// What stands in a checkout for a picture that Git LFS has not fetched.
  public static let gitLFSPointer = ForeignFormat("Git LFS pointer")

  /// An animation in JSON.
  public static let lottie = ForeignFormat("Lottie JSON", isAnimated: true)

  /// A foreign format.
  public init(_ name: String?, isAnimated: Bool = false) {
    self.name = name
    self.isAnimated = isAnimated
  }
}

/// What the first bytes of a file say it is.
public enum Sniffed: Hashable, Sendable {
  /// A format of ours; an APNG is told from a PNG by its chunks only, so it is `.png` here.
  case image(ImageFormat)
  /// Anything else.
  case foreign(ForeignFormat)
}

extension Sniffed {
  /// Names what bytes are by their signature, whatever the file is called.
  public init(of bytes: [UInt8]) {
    if bytes.starts(with: pngSignature) {
      self = .image(.png)
    } else if bytes.has("GIF87a") || bytes.has("GIF89a") {
      self = .image(.gif)
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) || bytes == [0xFF, 0xD8] {
      self = .image(.jpeg)
    } else if bytes.has("RIFF"), bytes.has("WEBP", at: 8) {
      self = .image(.webp)
    } else {
      self = .foreign(
        sniffFileType(bytes) ?? sniffSignature(bytes) ?? sniffText(bytes)
          ?? ForeignFormat(nil))
    }
  }
}

/// The ISO base media family: the brands of the first box tell pictures, sequences and films apart.
private func sniffFileType(_ bytes: [UInt8]) -> ForeignFormat? {
  guard bytes.has("ftyp", at: 4), bytes.count >= 12 else { return nil }
  let end = min(bytes.count, min(bytes.big32(at: 0), 256))
  var brands: Set<String> = [String(decoding: bytes[8..<12], as: UTF8.self)]
  for at in stride(from: 16, to: end - 3, by: 4) {
    brands.insert(String(decoding: bytes[at..<at + 4], as: UTF8.self))
  }
  if brands.contains("avis") { return ForeignFormat("AVIF", isAnimated: true) }
  if brands.contains("avif") { return ForeignFormat("AVIF") }
  if !brands.isDisjoint(with: ["hevc", "hevx", "msf1"]) { return ForeignFormat("HEIC", isAnimated: true) }
  if !brands.isDisjoint(with: ["heic", "heix", "heim", "heis", "mif1"]) { return ForeignFormat("HEIC") }
  if brands.contains("qt  ") { return ForeignFormat("QuickTime", isAnimated: true) }
  return ForeignFormat("MP4", isAnimated: true)
}

private func sniffSignature(_ bytes: [UInt8]) -> ForeignFormat? {
  signatures.first { bytes.starts(with: $0.bytes) }?.format
}

private let signatures: [(bytes: [UInt8], format: ForeignFormat)] = [
  ([0x49, 0x49, 42, 0], ForeignFormat("TIFF")), ([0x4D, 0x4D, 0, 42], ForeignFormat("TIFF")),
  ([0x49, 0x49, 43, 0], ForeignFormat("TIFF")), ([0x4D, 0x4D, 0, 43], ForeignFormat("TIFF")),
  (Array("%PDF-".utf8), ForeignFormat("PDF")), (Array("8BPS".utf8), ForeignFormat("PSD")),
  ([0, 0, 1, 0], ForeignFormat("ICO")), ([0, 0, 2, 0], ForeignFormat("ICO")),
  (Array("icns".utf8), ForeignFormat("ICNS")), (Array("qoif".utf8), ForeignFormat("QOI")),
  ([0xFF, 0x0A], ForeignFormat("JPEG XL")),
  ([0, 0, 0, 12] + Array("JXL ".utf8), ForeignFormat("JPEG XL")),
  ([0, 0, 0, 12] + Array("jP  ".utf8), ForeignFormat("JPEG 2000")),
  ([0x8A] + Array("MNG".utf8), ForeignFormat("MNG")),
  ([0x8B] + Array("JNG".utf8), ForeignFormat("JNG")), (Array("PK\u{3}\u{4}".utf8), ForeignFormat("ZIP")),
  (Array("BM".utf8), ForeignFormat("BMP")),
]

/// SVG, Lottie, web pages and LFS pointers are text: what matters is how it begins, behind white space, a
/// prolog and comments.
private func sniffText(_ bytes: [UInt8]) -> ForeignFormat? {
  let text = String(decoding: bytes.prefix(4096), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
  if text.hasPrefix("version https://git-lfs.github.com/spec/") { return .gitLFSPointer }
  if text.hasPrefix("<") {
    if text.hasPart("<html") || text.hasPart("<!DOCTYPE html") { return ForeignFormat("web page") }
    return text.hasPart("<svg") ? ForeignFormat("SVG") : nil
  }
  if startsLikeLottie(Array(bytes.prefix(4096))) { return .lottie }
  return nil
}

extension Substring {
  /// Whether `part` stands anywhere in the text.
  fileprivate func hasPart(_ part: String) -> Bool {
    let (text, wanted) = (Array(utf8), Array(part.utf8))
    return text.indices.contains { text[$0...].starts(with: wanted) }
  }
}
