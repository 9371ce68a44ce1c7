import StickerImage
import StickerModel

/// Why a `manifest.json` cannot be read.
public struct ManifestFault: Error, Hashable, Sendable {
  /// One sentence with the place.
  public let reason: String
}

extension Manifest {
  /// Reads a `manifest.json` strictly: every key that the schema asks for, and no other.
  public init(parsing bytes: [UInt8]) throws(ManifestFault) {
    let json: JSON
    do { json = try JSON(parsing: bytes, atMost: JSON.mostManifestBytes) } catch {
      throw ManifestFault(reason: error.description)
    }
    try self.init(MemberReader(json, "manifest"))
  }

  private init(_ reader: MemberReader) throws(ManifestFault) {
    try reader.allow("schema generator name gridSize stickers skipped digest xcodeCatalog")
    let schema = try reader.integer("schema")
    guard schema == Manifest.schema else { throw ManifestFault(reason: "schema \(schema) is unknown") }
    let generator = try reader.object("generator")
    try generator.allow("name version")
    let tool = try generator.text("name")
    guard tool == Manifest.generator else {
      throw ManifestFault(reason: "it was made by \(Untrusted(tool).shown)")
    }
    let catalog = try reader.object("xcodeCatalog")
    try catalog.allow("path files")
    guard try catalog.text("path") == catalogName else {
      throw ManifestFault(reason: "its catalog is another")
    }
    self.init(
      toolVersion: try generator.text("version"),
      name: try reader.text("name"),
      gridSize: try reader.word("gridSize"),
      stickers: try reader.list("stickers", ManifestSticker.init),
      skipped: try reader.list("skipped", SkippedSticker.init),
      catalog: try catalog.list("files") { (file) throws(ManifestFault) in
        try file.allow("file bytes sha256")
        return try ManifestFile(file)
      },
      digest: try reader.text("digest"))
  }
}

extension ManifestFile {
  fileprivate init(_ reader: MemberReader) throws(ManifestFault) {
    self.init(
      path: try reader.text("file"), bytes: try reader.integer("bytes"), sha256: try reader.text("sha256"))
  }
}

extension ManifestSticker {
  fileprivate init(_ reader: MemberReader) throws(ManifestFault) {
    try reader.allow("id name source descriptions keywords animated frames duration plays variants")
    var animation: ManifestAnimation?
    if try reader.bool("animated") {
      animation = ManifestAnimation(
        frames: try reader.integer("frames"), duration: try reader.seconds("duration"),
        plays: try reader.integer("plays"))
    }
    self.init(
      id: try reader.text("id"), name: try reader.text("name"), source: try reader.text("source"),
      descriptions: try reader.texts(by: "descriptions"), keywords: try reader.texts("keywords"),
      animation: animation, variants: try reader.list("variants", ManifestVariant.init))
  }
}

extension ManifestVariant {
  fileprivate init(_ reader: MemberReader) throws(ManifestFault) {
    try reader.allow("file bytes sha256 scale format frames pixels points")
    guard let scale = Scale(rawValue: try reader.integer("scale")) else {
      throw ManifestFault(reason: "a variant's scale is none of 1, 2, 3")
    }
    let pixels = try reader.object("pixels")
    try pixels.allow("width height")
    self.init(
      scale: scale, file: try ManifestFile(reader), format: try reader.word("format"),
      pixels: PixelSize(try pixels.integer("width"), try pixels.integer("height")),
      frames: try reader.integer("frames"))
  }
}

extension SkippedSticker {
  fileprivate init(_ reader: MemberReader) throws(ManifestFault) {
    try reader.allow("id path rules reasons")
    self.init(
      id: try reader.text("id"), path: Path(try reader.text("path")), rules: try reader.texts("rules"),
      reasons: try reader.texts("reasons"))
  }
}
