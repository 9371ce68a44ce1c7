/// A format that `Image` doesn't decode, identified by its first bytes.
public struct ForeignFormat: Hashable, Sendable {
  /// The name of the format, such as `HEIC` or `SVG`, or nil if the signature is unknown.
  public let name: String?
  /// Whether the file is an animation in a format that Messages doesn't play.
  public let isAnimated: Bool

  /// The placeholder for an image that Git LFS hasn't downloaded.
  public static let gitLFSPointer = ForeignFormat("Git LFS pointer")

  /// A Lottie animation in Telegram's format, compressed with gzip.
  package static let tgs = ForeignFormat("TGS (Telegram animation)")

  /// A Lottie animation in JSON.
  public static let lottie = ForeignFormat("Lottie JSON", isAnimated: true)

  /// A sprite of the pixel editor Aseprite.
  package static let aseprite = ForeignFormat("Aseprite sprite")
  /// A layered image in the format that GIMP, Krita and MyPaint share.
  package static let openRaster = ForeignFormat("OpenRaster image")
  /// A document of the painting program Krita.
  package static let krita = ForeignFormat("Krita document")

  /// A file such as `._cat.png`, which macOS writes to keep attributes on disks that can't store them.
  package static let appleDouble = ForeignFormat("Finder leftover (AppleDouble)")

  /// Creates a format.
  public init(_ name: String?, isAnimated: Bool = false) {
    self.name = name
    self.isAnimated = isAnimated
  }
}

/// The format of a file, identified by its first bytes.
public enum SniffedFormat: Hashable, Sendable {
  /// A supported format. An APNG is `.png` here, because only its chunks distinguish it from a PNG.
  case image(ImageFormat)
  /// Any other format.
  case foreign(ForeignFormat)
}

extension SniffedFormat {
  /// Identifies a file by its content, regardless of its name.
  public init(of bytes: [UInt8]) {
    if bytes.starts(with: pngSignature) {
      self = .image(.png)
    } else if bytes.has("GIF87a") || bytes.has("GIF89a") {
      self = .image(.gif)
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) || bytes == [0xFF, 0xD8] {
      self = .image(.jpeg)
    } else if bytes.has("RIFF"), bytes.has("WEBP", at: 8) {
      self = .image(.webp)
    } else if bytes.starts(with: ebmlSignature), Array(bytes.prefix(64)).containsText("webm") {
      self = .image(.webm)
    } else {
      self = .foreign(
        sniffISOBaseMedia(bytes) ?? sniffSharedContainer(bytes) ?? sniffSignature(bytes) ?? sniffText(bytes)
          ?? ForeignFormat(nil))
    }
  }
}

/// The first bytes of a Matroska or WebM file. The header that follows contains the document type.
private let ebmlSignature: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]

/// Identifies the ISO base media family. The brands of the first box distinguish images, sequences and
/// videos.
private func sniffISOBaseMedia(_ bytes: [UInt8]) -> ForeignFormat? {
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

/// Identifies formats that share a container, or whose signature isn't at the start of the file.
private func sniffSharedContainer(_ bytes: [UInt8]) -> ForeignFormat? {
  if bytes.starts(with: ebmlSignature) { return ForeignFormat("Matroska video", isAnimated: true) }
  if bytes.starts(with: [0x1F, 0x8B]) {
    return startsLikeLottie(gunzippedStart(of: bytes.prefix(4096)))
      ? .tgs : ForeignFormat("gzip archive")
  }
  // According to Aseprite's file specification, the length is followed by a magic number, then by frames,
  // sides and bits per pixel.
  if bytes.count >= 14, bytes[4] == 0xE0, bytes[5] == 0xA5, [8, 16, 32].contains(bytes[12]), bytes[13] == 0 {
    return .aseprite
  }
  // In OpenRaster and Krita archives, the first file is `mimetype`, uncompressed.
  if bytes.has("PK\u{3}\u{4}"), bytes.has("mimetype", at: 30), bytes.count >= 38 {
    let content = 38 + Int(bytes[28]) + Int(bytes[29]) << 8
    if bytes.has("image/openraster", at: content) { return .openRaster }
    if bytes.has("application/x-krita", at: content) { return .krita }
  }
  return nil
}

private func sniffSignature(_ bytes: [UInt8]) -> ForeignFormat? {
  foreignFormatSignatures.first { bytes.starts(with: $0.bytes) }?.format
}

private let foreignFormatSignatures: [(bytes: [UInt8], format: ForeignFormat)] = [
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
  (Array("%!PS".utf8), ForeignFormat("EPS")), ([0xC5, 0xD0, 0xD3, 0xC6], ForeignFormat("EPS")),
  (Array("gimp xcf ".utf8), ForeignFormat("GIMP image")),
  (Array("fig-kiwi".utf8), ForeignFormat("Figma file")),
  (Array("CSFCHUNK".utf8), ForeignFormat("Clip Studio Paint document")),
  ([0x00, 0xFF, 0x4B, 0x41], ForeignFormat("Affinity document")),
  ([0x00, 0x05, 0x16, 0x07], .appleDouble), (Array("BM".utf8), ForeignFormat("BMP")),
]

/// Identifies text formats (SVG, Lottie, web pages and LFS pointers) by their beginning, after any
/// whitespace, prolog and comments.
private func sniffText(_ bytes: [UInt8]) -> ForeignFormat? {
  let text = String(decoding: bytes.prefix(4096), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
  if text.hasPrefix("version https://git-lfs.github.com/spec/") { return .gitLFSPointer }
  if text.hasPrefix("<") {
    if text.containsText("<html") || text.containsText("<!DOCTYPE html") { return ForeignFormat("web page") }
    return text.containsText("<svg") ? ForeignFormat("SVG") : nil
  }
  if startsLikeLottie(Array(bytes.prefix(4096))) { return .lottie }
  return nil
}

extension [UInt8] {
  /// Whether the bytes contain `part`.
  fileprivate func containsText(_ part: String) -> Bool {
    let wanted = Array(part.utf8)
    return indices.contains { self[$0...].starts(with: wanted) }
  }
}

extension Substring {
  /// Whether the text contains `part`.
  fileprivate func containsText(_ part: String) -> Bool { Array(utf8).containsText(part) }
}

/// Whether the beginning of JSON text looks like a Lottie animation: it has at least two of Lottie's
/// top-level keys, each with a value of the right type. Exporters write keys in any order, and a single key
/// proves nothing (`"fr"` is also the code for French).
///
/// - Source: The Lottie specification's Animation object: `v` is a version in quotes, `fr`, `ip` and `op` are
///   numbers, and there are `layers`.
func startsLikeLottie(_ start: [UInt8]) -> Bool {
  let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
  guard text.first(where: { !isWhitespace($0) }) == UInt8(ascii: "{") else { return false }
  let keys: [(String, (UInt8, UInt8?) -> Bool)] = [
    ("\"v\"", { $0 == UInt8(ascii: "\"") && isDigit($1) }),
    ("\"fr\"", { first, _ in isDigit(first) }),
    ("\"ip\"", { first, next in isDigit(first) || first == UInt8(ascii: "-") && isDigit(next) }),
    ("\"op\"", { first, _ in isDigit(first) }),
    ("\"layers\"", { first, _ in first == UInt8(ascii: "[") }),
  ]
  return keys.count { key, isItsValue in hasJSONKey(quoted: Array(key.utf8), in: text, isItsValue) } >= 2
}

private func hasJSONKey(
  quoted key: [UInt8], in text: ArraySlice<UInt8>, _ isItsValue: (UInt8, UInt8?) -> Bool
)
  -> Bool
{
  var rest = text
  while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
    if rest[quote...].starts(with: key) {
      let after = rest[(quote + key.count)...].drop(while: isWhitespace)
      let value = after.dropFirst().drop(while: isWhitespace)
      if after.first == UInt8(ascii: ":"), let first = value.first, isItsValue(first, value.dropFirst().first)
      {
        return true
      }
    }
    rest = rest[(quote + 1)...]
  }
  return false
}

private func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

private func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
