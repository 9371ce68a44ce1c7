public import StickerImage
public import StickerModel

/// `manifest.json`: what a built pack holds, for a server or a program that shows it. Its shape is
/// `docs/schemas/manifest.schema.json`; nothing in it differs between two runs or two machines.
public struct Manifest: Hashable, Sendable {
  /// The number of the schema that these values follow.
  public static let schema = 1
  /// What says that a folder was built by us.
  public static let generator = "stickerlint"
  /// The manifest's name within a built pack.
  public static let fileName = "manifest.json"

  /// Version of the program that built the pack.
  public var toolVersion: String
  /// Shown in Messages.
  public var name: String
  /// How large the sticker browser shows the stickers.
  public var gridSize: GridSize
  /// The languages that descriptions are wanted in (BCP 47); the catalog has the texts of the first.
  public var languages: [String] = []
  /// The color of the sticker browser, 0xRRGGBB; nil where the source does not say.
  public var background: UInt32?
  /// In the order people see them.
  public var stickers: [ManifestSticker]
  /// Those that were not built: first what the catalog does not hold as it says, then what fails rules.
  public var skipped: [SkippedSticker]
  /// The files of the catalog, in byte order of their paths.
  public var catalog: [ManifestFile]
  /// Which of the catalog's files are icons, in Apple's order; empty where the pack has none.
  public var icons: [ManifestIcon] = []
  /// Every sticker on the test backgrounds, for people.
  public var contactSheets: [ManifestFile] = []
  /// What an extension with code takes into its bundle, in byte order of the paths; empty where the pack has
  /// none.
  public var bundle: [ManifestFile] = []
  /// The Xcode project; nil where none was asked for.
  public var project: ManifestProject?
  /// See `packDigest`.
  public var digest: String

  /// Every file of the pack except for the manifest and the project, which people change, in byte order of
  /// the paths.
  public var files: [ManifestFile] {
    let variants = stickers.flatMap(\.variants).map(\.file)
    return (variants + catalog + contactSheets + bundle).sorted { precedes($0.path, $1.path) }
  }
}

/// A file of a built pack.
public struct ManifestFile: Hashable, Sendable {
  /// Relative to the manifest, with `/`.
  public var path: String
  /// Its length.
  public var bytes: Int
  /// 64 lower-case hexadecimal digits.
  public var sha256: String

  init(path: String, bytes: Int, sha256: String) {
    self.path = path
    self.bytes = bytes
    self.sha256 = sha256
  }

  init(_ path: String, _ contents: [UInt8]) {
    self.init(path: path, bytes: contents.count, sha256: SHA256.hexDigest(of: contents))
  }
}

/// One sticker of a manifest.
public struct ManifestSticker: Hashable, Sendable {
  /// Names the sticker's files; unique within the pack.
  public var id: String
  /// For people.
  public var name: String
  /// The art, relative to the source; bytes that are not UTF-8 are escaped.
  public var source: String
  /// What VoiceOver reads, by language (BCP 47); `und` where it is not known.
  public var descriptions: [String: String]
  /// What a search finds it by.
  public var keywords: [String]
  /// Frames and timing of the art; nil for a still.
  public var animation: ManifestAnimation?
  /// Where the catalog has a sequence of pictures; nil where it has one file.
  public var sequence: FrameSequence?
  /// The largest scale first.
  public var variants: [ManifestVariant]
}

/// One icon of a manifest.
public struct ManifestIcon: Hashable, Sendable {
  /// The size's name: `iphone-29x29@2x`.
  public var slot: String
  /// Its file in the catalog, relative to the manifest.
  public var path: String
  /// Its size.
  public var pixels: PixelSize
}

/// The Xcode project of a built pack.
public struct ManifestProject: Hashable, Sendable {
  /// Its folder: `MonkeyBusiness.xcodeproj`.
  public var path: String
  /// Of the app.
  public var bundleIdentifier: String
  /// What kind of extension it has.
  public var template: ProjectTemplate
  /// The files as they were made, in byte order of their paths; people may have changed them since.
  public var files: [ManifestFile]
}

/// The timing of an animated sticker, the same in all of its variants.
public struct ManifestAnimation: Hashable, Sendable {
  /// Frames of the art.
  public var frames: Int
  /// One cycle, in lowest terms; nil where the sum is too large to be exact.
  public var duration: ExactSeconds?
  /// How often it plays; 0 is endless.
  public var plays: Int
}

/// One size of a sticker.
public struct ManifestVariant: Hashable, Sendable {
  /// 3, 2 or 1.
  public var scale: Scale
  /// Path, length and hash.
  public var file: ManifestFile
  /// By content.
  public var format: ImageFormat
  /// The canvas.
  public var pixels: PixelSize
  /// Frames stored: fewer than the art's where equal neighbors were merged.
  public var frames: Int
  /// How alike it is to the same size with all its colors, as `FrameSimilarity` has it, in ten thousandths;
  /// nil where it has all of them. Colors are given up where it would weigh more than a larger size.
  public var similarity: Int?
}

/// How many pixels a point has.
public enum Scale: Int, Hashable, Sendable, CaseIterable {
  /// One pixel.
  case x1 = 1
  /// Two by two.
  case x2 = 2
  /// Three by three: what people draw.
  case x3 = 3

  /// `@3x`.
  public var suffix: String { "@\(rawValue)x" }
}

/// A sticker of the source that is not in the build.
public struct SkippedSticker: Hashable, Sendable {
  /// As it would have been called.
  public var id: String
  /// The art or its folder, relative to the source.
  public var path: Path
  /// Ids of the rules that it failed, each once.
  public var rules: [String]
  /// Sentences for people, with figure and limit.
  public var reasons: [String]

  /// A skipped sticker.
  public init(id: String, path: Path, rules: [String], reasons: [String]) {
    self.id = id
    self.path = path
    self.rules = rules
    self.reasons = reasons
  }
}

/// SHA-256 over the lines `<sha256>  <path>\n` of all files but the manifest and the project, in byte order
/// of their paths: what `sha256sum` prints for them, so that anybody can check it with two standard commands.
public func packDigest(of files: [ManifestFile]) -> String {
  let lines = files.sorted { precedes($0.path, $1.path) }.map { "\($0.sha256)  \($0.path)\n" }
  return SHA256.hexDigest(of: Array(lines.joined().utf8))
}

/// Byte order, whatever the language.
func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
