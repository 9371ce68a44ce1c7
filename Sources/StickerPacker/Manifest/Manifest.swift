package import StickerEngine
import StickerImage

/// The content of `manifest.json`, which describes a built pack for servers and programs that show it. The
/// schema is `docs/schemas/manifest.schema.json`. The same pack produces the same manifest on every machine.
package struct Manifest: Hashable, Sendable {
  /// The version of the schema.
  static let schemaVersion = 1
  /// The generator name that marks a folder as a stickerlint build.
  static let generatorName = "stickerlint"
  /// The manifest's file name in a built pack.
  package static let fileName = "manifest.json"

  /// The version of the program that built the pack.
  var toolVersion: String
  /// The name of the pack in Messages.
  package var name: String
  /// The size at which the sticker browser shows the stickers.
  var gridSize: GridSize
  /// The languages of the descriptions (BCP 47). The first is the language of the catalog's labels.
  var languages: [String] = []
  /// The background color of the sticker browser, as 0xRRGGBB; nil if the source sets none.
  var browserBackgroundColor: UInt32?
  /// The author, the publisher and their links.
  var credits = PackCredits()
  /// The id of the cover sticker; nil if the source specifies none, in which case the first sticker is the
  /// cover.
  var coverID: String?
  /// The stickers in their display order.
  package var stickers: [ManifestSticker]
  /// The stickers that were not built: first those that the catalog lists but does not contain, then those
  /// that fail rules.
  package var skippedStickers: [SkippedSticker]
  /// The files of the catalog, in byte order of their paths.
  var catalogFiles: [ManifestFile]
  /// The icons among the catalog's files, in Apple's order; empty if the pack has none.
  package var icons: [ManifestIcon] = []
  /// The contact sheets, which show every sticker on test backgrounds.
  var contactSheets: [ManifestFile] = []
  /// The files for the bundle of an extension with code, in byte order of their paths; empty if the pack has
  /// none.
  var extensionBundleFiles: [ManifestFile] = []
  /// The effort for minimizing file sizes; nil if not requested.
  var minimizingEffort: OptimizingEffort?
  /// The programs that drew art, sorted by name; empty if no art was drawn.
  var renderers: [ManifestRenderingProgram] = []
  /// The Xcode project; nil if none was requested.
  package var project: ManifestProject?
  /// The digest of the pack's files, computed by `manifestFilesDigest`.
  package var filesOutsideProjectDigest: String

  /// Every file of the pack in byte order of the paths, except the manifest and the project, which users may
  /// change.
  package var filesOutsideProject: [ManifestFile] {
    let variants = stickers.flatMap(\.variants).map(\.file)
    return (variants + catalogFiles + contactSheets + extensionBundleFiles).sorted {
      precedesInByteOrder($0.path, $1.path)
    }
  }
}

/// A file of a built pack.
package struct ManifestFile: Hashable, Sendable {
  /// The path of the file, relative to the manifest, with `/` as the separator.
  package var path: String
  /// The size of the file in bytes.
  package var byteCount: Int
  /// The SHA-256 of the file, as 64 lowercase hexadecimal digits.
  package var sha256: String

  init(path: String, byteCount: Int, sha256: String) {
    self.path = path
    self.byteCount = byteCount
    self.sha256 = sha256
  }

  /// Whether a file has the listed contents; false for a missing file.
  func matches(_ bytes: [UInt8]?) -> Bool { bytes.map { SHA256.hexDigest(of: $0) } == sha256 }

  init(_ path: String, _ contents: [UInt8]) {
    self.init(path: path, byteCount: contents.count, sha256: SHA256.hexDigest(of: contents))
  }
}

/// One sticker in a manifest.
package struct ManifestSticker: Hashable, Sendable {
  /// The id, which is unique in the pack. Files of the sticker are named after it.
  var id: String
  /// The display name of the sticker.
  package var name: String
  /// The path of the art relative to the source. Bytes that are not UTF-8 are escaped.
  package var escapedSourcePath: String
  /// The descriptions by language (BCP 47); the key is `und` if the language is unknown.
  var descriptions: [String: String]
  /// The search keywords.
  var keywords: [String]
  /// The emoji of the sticker, best match first.
  var emoji: [String] = []
  /// The frames and timing of the art; nil for a still.
  var animation: ManifestAnimation?
  /// The sequence of frames in the catalog; nil for a single file.
  var sequence: FrameSequence?
  /// The variants of the sticker, largest scale first.
  package var variants: [ManifestVariant]
}

/// A program that drew art for the pack.
package struct ManifestRenderingProgram: Hashable, Sendable {
  /// The name of the program, such as `rsvg-convert`.
  var name: String
  /// The version as the program prints it.
  var version: String

  package init(program: String, version: String) {
    self.name = program
    self.version = version
  }
}

/// One icon in a manifest.
package struct ManifestIcon: Hashable, Sendable {
  /// The name of the slot, such as `iphone-29x29@2x`.
  var slotName: String
  /// The path of the icon relative to the manifest.
  package var path: String
  /// The size of the icon in pixels.
  var pixels: PixelSize
}

/// The Xcode project of a built pack.
package struct ManifestProject: Hashable, Sendable {
  /// The folder of the project, such as `MonkeyBusiness.xcodeproj`.
  package var path: String
  /// The bundle identifier of the app.
  var bundleIdentifier: String
  /// The ids of the project's objects. They stay the same as long as the project keeps its file names, so that schemes
  /// refer to its targets.
  var objectIDSeed: ProjectObjectIDSeed
  /// The template of the project.
  package var template: ProjectTemplate
  /// The generated files, in byte order of their paths. The user may have changed them since.
  package var files: [ManifestFile]
  /// The digest of the generated project file's structure (see `projectStructureDigest`). If that of the existing file
  /// differs, the user changed more than settings. Nil if it is unknown.
  var structureDigest: String?
}

/// The timing of an animated sticker, which is the same in all of its variants.
struct ManifestAnimation: Hashable, Sendable {
  /// The number of frames in the art.
  var artFrameCount: Int
  /// The duration of one cycle, as a fraction in lowest terms; nil if the sum is too large to be exact.
  var duration: ExactSeconds?
  /// The loop count; 0 means endless.
  var plays: Int
}

/// A variant of a sticker.
package struct ManifestVariant: Hashable, Sendable {
  /// The pixels per point: 3, 2 or 1.
  var scale: Scale
  /// The path, size and hash of the file.
  package var file: ManifestFile
  /// The format according to the file's contents, regardless of its name.
  var format: ImageFormat
  /// The size of the canvas in pixels.
  var pixels: PixelSize
  /// The number of stored frames. It is lower than the art's frame count if equal neighboring frames were
  /// merged.
  var storedFrameCount: Int
  /// The similarity to the same variant with all colors, in ten-thousandths (see `FrameSimilarity`); nil if
  /// this variant has all colors. Colors are reduced if the file would otherwise be larger than the file of a
  /// larger variant.
  var fullColorSimilarityTenThousandths: Int?
}

/// A sticker in the source that was not built.
package struct SkippedSticker: Hashable, Sendable {
  /// The id that the sticker would have.
  package var id: String
  /// The path of the art or its folder, relative to the source.
  package var path: Path
  /// The ids of the rules that it failed, without duplicates.
  package var ruleIDs: [String]
  /// The reasons as sentences, with measured values and limits.
  package var reasons: [String]

  package init(id: String, path: Path, rules: [String], reasons: [String]) {
    self.id = id
    self.path = path
    self.ruleIDs = rules
    self.reasons = reasons
  }
}

/// The SHA-256 of the lines `<sha256>  <path>\n` for all files except the manifest and the project, in byte
/// order of their paths. `sha256sum` prints the same lines, so two standard commands can check the digest.
package func manifestFilesDigest(of files: [ManifestFile]) -> String {
  let lines = files.sorted { precedesInByteOrder($0.path, $1.path) }.map { "\($0.sha256)  \($0.path)\n" }
  return SHA256.hexDigest(of: Array(lines.joined().utf8))
}

/// Whether one string comes before another in byte order.
func precedesInByteOrder(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
