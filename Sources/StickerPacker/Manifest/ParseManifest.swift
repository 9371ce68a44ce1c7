import StickerImage
import StickerModel

/// Why a `manifest.json` cannot be read.
package struct ManifestFault: Error, Hashable, Sendable {
  /// Why, in one sentence with the place.
  package let reason: String
}

extension Manifest {
  /// Reads a `manifest.json` strictly: every key that the schema asks for, and no other.
  package init(parsing bytes: [UInt8]) throws(ManifestFault) {
    let json: JSON
    do { json = try JSON(parsing: bytes, atMost: JSON.mostManifestBytes) } catch {
      throw ManifestFault(reason: error.description)
    }
    try self.init(MemberReader(json, "manifest"))
  }

  private init(_ reader: MemberReader) throws(ManifestFault) {
    try reader.allow(
      "schema generator name gridSize languages background author publisher links cover stickers skipped "
        + "digest xcodeCatalog icons contactSheets bundle smallest xcodeProject")
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
      languages: try reader.texts("languages"),
      background: try reader.color("background"),
      credits: try PackCredits(reader),
      cover: try reader.has("cover") ? reader.text("cover") : nil,
      stickers: try reader.list("stickers", ManifestSticker.init),
      skipped: try reader.list("skipped", SkippedSticker.init),
      catalog: try catalog.list("files", ManifestFile.init(alone:)),
      icons: try reader.list("icons", ManifestIcon.init),
      contactSheets: try reader.list("contactSheets", ManifestFile.init(alone:)),
      bundle: try reader.has("bundle") ? reader.list("bundle", ManifestFile.init(alone:)) : [],
      smallest: try reader.has("smallest") ? reader.word("smallest") : nil,
      project: try reader.has("xcodeProject") ? ManifestProject(reader.object("xcodeProject")) : nil,
      digest: try reader.text("digest"))
  }
}

extension PackCredits {
  fileprivate init(_ reader: MemberReader) throws(ManifestFault) {
    self.init()
    if reader.has("author") { author = try reader.text("author") }
    if reader.has("publisher") { publisher = try reader.text("publisher") }
    guard reader.has("links") else { return }
    let links = try reader.object("links")
    try links.allow("website privacy license")
    if links.has("website") { website = try links.text("website") }
    if links.has("privacy") { privacy = try links.text("privacy") }
    if links.has("license") { license = try links.text("license") }
  }
}

extension ManifestFile {
  fileprivate init(alone reader: MemberReader) throws(ManifestFault) {
    try reader.allow("file bytes sha256")
    try self.init(reader)
  }

  fileprivate init(_ reader: MemberReader) throws(ManifestFault) {
    self.init(
      path: try reader.text("file"), bytes: try reader.integer("bytes"), sha256: try reader.text("sha256"))
  }
}

extension ManifestIcon {
  fileprivate init(_ reader: MemberReader) throws(ManifestFault) {
    try reader.allow("slot file pixels")
    self.init(
      slot: try reader.text("slot"), path: try reader.text("file"), pixels: try reader.pixels("pixels"))
  }
}

extension ManifestProject {
  fileprivate init(_ reader: MemberReader) throws(ManifestFault) {
    try reader.allow("path bundleIdentifier template files")
    self.init(
      path: try reader.text("path"), bundleIdentifier: try reader.text("bundleIdentifier"),
      template: try reader.has("template") ? reader.word("template") : .stickerPack,
      files: try reader.list("files", ManifestFile.init(alone:)))
    guard isSound else { throw ManifestFault(reason: "a project lies where no project does") }
  }

  /// Whether it lies in folders of its own, beside everything else of a pack.
  private var isSound: Bool {
    isPlainName(path) && Path(path).lowercasedExtension == "xcodeproj"
      && files.allSatisfy { file in
        let parts = file.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return (parts.count > 1 || file.path == readMeName) && parts.allSatisfy(isPlainName)
          && ![catalogName, "variants", assetsName, BundleFolder.stickers, BundleFolder.message]
            .contains(parts[0])
      }
  }
}

extension FrameSequence {
  fileprivate init(_ reader: MemberReader) throws(ManifestFault) {
    try reader.allow("frames repetitions framesPerSecond cycle")
    let timing: Timing
    if let rate = try reader.seconds("framesPerSecond"), rate.numerator > 0 {
      timing = .framesPerSecond(frames: rate.numerator, seconds: rate.denominator)
    } else if let time = try reader.seconds("cycle"), time.numerator > 0 {
      timing = .cycle(time)
    } else {
      throw ManifestFault(reason: "a sequence has no timing")
    }
    let frames = try reader.texts("frames").map { Path($0) }
    self.init(frames: frames, timing: timing, repetitions: try reader.integer("repetitions"))
    guard !frames.isEmpty else { throw ManifestFault(reason: "a sequence has no frames") }
  }
}

extension ManifestSticker {
  fileprivate init(_ reader: MemberReader) throws(ManifestFault) {
    try reader.allow(
      "id name source descriptions keywords emoji animated frames duration plays sequence variants")
    var animation: ManifestAnimation?
    if try reader.bool("animated") {
      animation = ManifestAnimation(
        frames: try reader.integer("frames"), duration: try reader.seconds("duration"),
        plays: try reader.integer("plays"))
    }
    self.init(
      id: try reader.text("id"), name: try reader.text("name"), source: try reader.text("source"),
      descriptions: try reader.texts(by: "descriptions"), keywords: try reader.texts("keywords"),
      emoji: try reader.has("emoji") ? reader.texts("emoji") : [],
      animation: animation,
      sequence: try reader.has("sequence") ? FrameSequence(reader.object("sequence")) : nil,
      variants: try reader.list("variants", ManifestVariant.init))
  }
}

extension ManifestVariant {
  fileprivate init(_ reader: MemberReader) throws(ManifestFault) {
    try reader.allow("file bytes sha256 scale format frames pixels points similarity")
    guard let scale = Scale(rawValue: try reader.integer("scale")) else {
      throw ManifestFault(reason: "a variant's scale is none of 1, 2, 3")
    }
    self.init(
      scale: scale, file: try ManifestFile(reader), format: try reader.word("format"),
      pixels: try reader.pixels("pixels"),
      frames: try reader.integer("frames"), similarity: try reader.tenThousandths("similarity"))
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
