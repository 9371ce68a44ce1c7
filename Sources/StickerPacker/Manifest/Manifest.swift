package import StickerEngine
import StickerImage

/// `manifest.json`: what a built pack holds, for a server or a program that shows it. Its shape is
/// `docs/schemas/manifest.schema.json`; nothing in it differs between two runs or two machines.
package struct Manifest: Hashable, Sendable {
  /// The number of the schema that these values follow.
  static let schema = 1
  /// What says that a folder was built by us.
  static let generator = "stickerlint"
  /// The manifest's name within a built pack.
  package static let fileName = "manifest.json"

  /// Version of the program that built the pack.
  var toolVersion: String
  /// The pack's name, which is shown in Messages.
  package var name: String
  /// How large the sticker browser shows the stickers.
  var gridSize: GridSize
  /// The languages that descriptions are wanted in (BCP 47); the catalog has the texts of the first.
  var languages: [String] = []
  /// The color of the sticker browser, 0xRRGGBB; nil where the source does not say.
  var background: UInt32?
  /// The author, the publisher and their links.
  var credits = PackCredits()
  /// The id of the cover sticker; nil if the source names none. The cover is then the first sticker.
  var cover: String?
  /// The stickers in the order in which people see them.
  package var stickers: [ManifestSticker]
  /// Stickers that were not built: first what the catalog does not hold as it says, then what fails rules.
  package var skipped: [SkippedSticker]
  /// The files of the catalog, in byte order of their paths.
  var catalog: [ManifestFile]
  /// Which of the catalog's files are icons, in Apple's order; empty where the pack has none.
  package var icons: [ManifestIcon] = []
  /// Every sticker on the test backgrounds, for people.
  var contactSheets: [ManifestFile] = []
  /// What an extension with code takes into its bundle, in byte order of the paths; empty where the pack has
  /// none.
  var bundle: [ManifestFile] = []
  /// The effort with which all of it takes the fewest bytes; nil if not requested.
  var smallest: OptimizingEffort?
  /// The Xcode project; nil where none was asked for.
  package var project: ManifestProject?
  /// The digest of the pack's files, as `packDigest` makes it.
  var digest: String

  /// Every file of the pack except for the manifest and the project, which people change, in byte order of
  /// the paths.
  package var files: [ManifestFile] {
    let variants = stickers.flatMap(\.variants).map(\.file)
    return (variants + catalog + contactSheets + bundle).sorted { precedes($0.path, $1.path) }
  }
}

/// A file of a built pack.
package struct ManifestFile: Hashable, Sendable {
  /// The path of the file, relative to the manifest, with `/`.
  package var path: String
  /// The length of the file in bytes.
  package var bytes: Int
  /// SHA-256 of the file: 64 lower-case hexadecimal digits.
  package var sha256: String

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
package struct ManifestSticker: Hashable, Sendable {
  /// Names the sticker's files; unique within the pack.
  var id: String
  /// The name of the sticker, for people.
  package var name: String
  /// The art, relative to the source; bytes that are not UTF-8 are escaped.
  package var source: String
  /// What VoiceOver reads, by language (BCP 47); `und` where it is not known.
  var descriptions: [String: String]
  /// What a search finds it by.
  var keywords: [String]
  /// The emoji of the sticker, the best match first.
  var emoji: [String] = []
  /// Frames and timing of the art; nil for a still.
  var animation: ManifestAnimation?
  /// Where the catalog has a sequence of pictures; nil where it has one file.
  var sequence: FrameSequence?
  /// The sizes of the sticker, the largest scale first.
  package var variants: [ManifestVariant]
}

/// One icon of a manifest.
package struct ManifestIcon: Hashable, Sendable {
  /// The size's name: `iphone-29x29@2x`.
  var slot: String
  /// The path of the icon's file in the catalog, relative to the manifest.
  package var path: String
  /// The size of the icon in pixels.
  var pixels: PixelSize
}

/// The Xcode project of a built pack.
package struct ManifestProject: Hashable, Sendable {
  /// The folder of the project: `MonkeyBusiness.xcodeproj`.
  package var path: String
  /// The bundle identifier of the app.
  var bundleIdentifier: String
  /// What kind of extension it has.
  var template: ProjectTemplate
  /// The files as they were made, in byte order of their paths; people may have changed them since.
  package var files: [ManifestFile]
}

/// The timing of an animated sticker, the same in all of its variants.
struct ManifestAnimation: Hashable, Sendable {
  /// How many frames the art has.
  var frames: Int
  /// One cycle, in lowest terms; nil where the sum is too large to be exact.
  var duration: ExactSeconds?
  /// How often it plays; 0 is endless.
  var plays: Int
}

/// One size of a sticker.
package struct ManifestVariant: Hashable, Sendable {
  /// Pixels of a point: 3, 2 or 1.
  var scale: Scale
  /// The file's path, length and hash.
  package var file: ManifestFile
  /// The format by content, never by name.
  var format: ImageFormat
  /// The size of the canvas in pixels.
  var pixels: PixelSize
  /// Frames stored: fewer than the art's where equal neighbors were merged.
  var frames: Int
  /// How alike it is to the same size with all its colors, as `FrameSimilarity` has it, in ten thousandths;
  /// nil where it has all of them. Colors are given up where it would weigh more than a larger size.
  var similarity: Int?
}

/// A sticker of the source that is not in the build.
package struct SkippedSticker: Hashable, Sendable {
  /// The id that the sticker would have had.
  package var id: String
  /// The art or its folder, relative to the source.
  package var path: Path
  /// Ids of the rules that it failed, each once.
  package var rules: [String]
  /// Sentences for people, with figure and limit.
  package var reasons: [String]

  package init(id: String, path: Path, rules: [String], reasons: [String]) {
    self.id = id
    self.path = path
    self.rules = rules
    self.reasons = reasons
  }
}

/// SHA-256 over the lines `<sha256>  <path>\n` of all files but the manifest and the project, in byte order
/// of their paths: what `sha256sum` prints for them, so that anybody can check it with two standard commands.
package func packDigest(of files: [ManifestFile]) -> String {
  let lines = files.sorted { precedes($0.path, $1.path) }.map { "\($0.sha256)  \($0.path)\n" }
  return SHA256.hexDigest(of: Array(lines.joined().utf8))
}

/// Whether one text comes before another in byte order, whatever the language.
func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
