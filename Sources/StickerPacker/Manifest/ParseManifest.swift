package import StickerEngine
import StickerImage

/// Reads the members of a JSON object with the required types.
struct JSONObjectReader {
  private let members: [String: JSON]
  private let keyPath: String

  init(_ json: JSON, _ place: String) throws(Diagnostic) {
    guard case .object(let members) = json else {
      throw Diagnostic("\(place) must be an object, not \(json.typeDescription)")
    }
    self.members = members
    self.keyPath = place
  }

  /// - Parameter keys: the allowed keys, separated by spaces.
  func allowOnly(spaceSeparatedKeys keys: String) throws(Diagnostic) {
    // A manifest has thousands of objects, so compare bytes without copying strings.
    let allowed = keys.utf8.split(separator: UInt8(ascii: " "))
    let others = members.keys.filter { key in !allowed.contains { $0.elementsEqual(key.utf8) } }
    if let other = others.min() {
      throw Diagnostic("\(keyPath) has an unknown key \(UntrustedText(other).displayText)")
    }
  }

  func has(_ key: String) -> Bool { members[key] != nil }

  func nonNegativeInteger(_ key: String) throws(Diagnostic) -> Int {
    if case .integer(let integer)? = members[key], integer >= 0 { return integer }
    throw valueFault(key, "an integer of at least 0")
  }

  func bool(_ key: String) throws(Diagnostic) -> Bool {
    if case .bool(let bool)? = members[key] { return bool }
    throw valueFault(key, "true or false")
  }

  func text(_ key: String) throws(Diagnostic) -> String {
    if case .string(let text)? = members[key] { return text }
    throw valueFault(key, "a string")
  }

  func enumValue<Word: RawRepresentable<String>>(_ key: String) throws(Diagnostic) -> Word {
    if let word = Word(rawValue: try text(key)) { return word }
    throw valueFault(key, "one of the allowed values")
  }

  func object(_ key: String) throws(Diagnostic) -> JSONObjectReader {
    guard let json = members[key] else { throw valueFault(key, "an object") }
    return try JSONObjectReader(json, "\(keyPath).\(key)")
  }

  func texts(_ key: String) throws(Diagnostic) -> [String] {
    guard case .array(let elements)? = members[key] else { throw valueFault(key, "a list") }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw valueFault(key, "a list of strings") }
      texts.append(text)
    }
    return texts
  }

  func textsByKey(_ key: String) throws(Diagnostic) -> [String: String] {
    guard case .object(let members)? = members[key] else { throw valueFault(key, "an object") }
    var texts: [String: String] = [:]
    for (name, value) in members {
      guard case .string(let text) = value else { throw valueFault(key, "an object with string values") }
      texts[name] = text
    }
    return texts
  }

  /// A time in seconds as a fraction; nil if missing. Manifests omit durations that are too large to be
  /// exact.
  func fractionIfPresent(_ key: String) throws(Diagnostic) -> ExactSeconds? {
    guard members[key] != nil else { return nil }
    let fraction = try object(key)
    try fraction.allowOnly(spaceSeparatedKeys: "num den")
    let denominator = try fraction.nonNegativeInteger("den")
    guard denominator > 0 else { throw valueFault(key, "a fraction") }
    return ExactSeconds(try fraction.nonNegativeInteger("num"), denominator)
  }

  /// A fraction from 0 to 1 in ten-thousandths; nil if missing.
  func fractionInTenThousandths(_ key: String) throws(Diagnostic) -> Int? {
    guard has(key) else { return nil }
    guard let fraction = try fractionIfPresent(key), fraction.numerator <= fraction.denominator,
      10_000 % fraction.denominator == 0
    else { throw valueFault(key, "a multiple of 1/10,000 from 0 to 1") }
    return fraction.numerator * (10_000 / fraction.denominator)
  }

  func pixels(_ key: String) throws(Diagnostic) -> PixelSize {
    let pixels = try object(key)
    try pixels.allowOnly(spaceSeparatedKeys: "width height")
    return PixelSize(try pixels.nonNegativeInteger("width"), try pixels.nonNegativeInteger("height"))
  }

  /// A color such as `#FFD54F` as 0xFFD54F; nil if missing.
  func color(_ key: String) throws(Diagnostic) -> UInt32? {
    guard has(key) else { return nil }
    let text = try text(key)
    guard text.hasPrefix("#"), text.utf8.count == 7, let color = UInt32(text.dropFirst(), radix: 16) else {
      throw valueFault(key, "a color")
    }
    return color
  }

  func list<Element>(
    _ key: String, _ element: (JSONObjectReader) throws(Diagnostic) -> Element
  ) throws(Diagnostic) -> [Element] {
    guard case .array(let values)? = members[key] else { throw valueFault(key, "a list") }
    var elements: [Element] = []
    for (index, value) in values.enumerated() {
      elements.append(try element(JSONObjectReader(value, "\(keyPath).\(key)[\(index)]")))
    }
    return elements
  }

  private func valueFault(_ key: String, _ wanted: String) -> Diagnostic {
    Diagnostic("\(keyPath).\(key) must be \(wanted)")
  }
}

extension Manifest {
  /// Parses a `manifest.json` strictly. Every key that the schema requires must exist, and unknown keys are
  /// not allowed.
  package init(parsing bytes: [UInt8]) throws(Diagnostic) {
    let json = try JSON(parsing: bytes, maxBytes: JSON.maxManifestBytes)
    try self.init(JSONObjectReader(json, "manifest"))
  }

  private init(_ reader: JSONObjectReader) throws(Diagnostic) {
    try reader.allowOnly(
      spaceSeparatedKeys:
        "schema generator name gridSize languages background author publisher links cover stickers skipped "
        + "digest xcodeCatalog icons contactSheets bundle smallest renderers xcodeProject")
    let schema = try reader.nonNegativeInteger("schema")
    guard schema == Manifest.schemaVersion else { throw Diagnostic("unknown schema version \(schema)") }
    let generator = try reader.object("generator")
    try generator.allowOnly(spaceSeparatedKeys: "name version")
    let tool = try generator.text("name")
    guard tool == Manifest.generatorName else {
      throw Diagnostic("the generator is \(UntrustedText(tool).displayText), not \(Manifest.generatorName)")
    }
    let catalog = try reader.object("xcodeCatalog")
    try catalog.allowOnly(spaceSeparatedKeys: "path files")
    guard try catalog.text("path") == catalogFolderName else {
      throw Diagnostic("the catalog has an unexpected path")
    }
    self.init(
      toolVersion: try generator.text("version"),
      name: try reader.text("name"),
      gridSize: try reader.enumValue("gridSize"),
      languages: try reader.texts("languages"),
      browserBackgroundColor: try reader.color("background"),
      credits: try PackCredits(reader),
      coverID: try reader.has("cover") ? reader.text("cover") : nil,
      stickers: try reader.list("stickers", ManifestSticker.init),
      skippedStickers: try reader.list("skipped", SkippedSticker.init),
      catalogFiles: try catalog.list("files", ManifestFile.init(strictly:)),
      icons: try reader.list("icons", ManifestIcon.init),
      contactSheets: try reader.list("contactSheets", ManifestFile.init(strictly:)),
      extensionBundleFiles: try reader.has("bundle")
        ? reader.list("bundle", ManifestFile.init(strictly:)) : [],
      minimizingEffort: try reader.has("smallest") ? reader.enumValue("smallest") : nil,
      renderers: try reader.has("renderers") ? reader.list("renderers", ManifestRenderingProgram.init) : [],
      project: try reader.has("xcodeProject")
        ? ManifestProject(reader.object("xcodeProject"), packName: reader.text("name")) : nil,
      filesOutsideProjectDigest: try reader.text("digest"))
  }
}

extension PackCredits {
  fileprivate init(_ reader: JSONObjectReader) throws(Diagnostic) {
    self.init()
    if reader.has("author") { author = try reader.text("author") }
    if reader.has("publisher") { publisher = try reader.text("publisher") }
    guard reader.has("links") else { return }
    let links = try reader.object("links")
    try links.allowOnly(spaceSeparatedKeys: "website privacy license")
    if links.has("website") { publisherWebsite = try links.text("website") }
    if links.has("privacy") { privacyPolicyURL = try links.text("privacy") }
    if links.has("license") { licenseURL = try links.text("license") }
  }
}

extension ManifestRenderingProgram {
  fileprivate init(_ reader: JSONObjectReader) throws(Diagnostic) {
    try reader.allowOnly(spaceSeparatedKeys: "program version")
    self.init(program: try reader.text("program"), version: try reader.text("version"))
  }
}

extension ManifestFile {
  fileprivate init(strictly reader: JSONObjectReader) throws(Diagnostic) {
    try reader.allowOnly(spaceSeparatedKeys: "file bytes sha256")
    try self.init(reader)
  }

  fileprivate init(_ reader: JSONObjectReader) throws(Diagnostic) {
    self.init(
      path: try reader.text("file"), byteCount: try reader.nonNegativeInteger("bytes"),
      sha256: try reader.text("sha256")
    )
  }
}

extension ManifestIcon {
  fileprivate init(_ reader: JSONObjectReader) throws(Diagnostic) {
    try reader.allowOnly(spaceSeparatedKeys: "slot file pixels")
    self.init(
      slotName: try reader.text("slot"), path: try reader.text("file"), pixels: try reader.pixels("pixels"))
  }
}

extension ManifestProject {
  fileprivate init(_ reader: JSONObjectReader, packName: String) throws(Diagnostic) {
    try reader.allowOnly(spaceSeparatedKeys: "path bundleIdentifier objectIDs structure template files")
    let identifier = try reader.text("bundleIdentifier")
    self.init(
      path: try reader.text("path"), bundleIdentifier: identifier,
      objectIDSeed: try reader.has("objectIDs")
        ? ProjectObjectIDSeed(reader.object("objectIDs"))
        : ProjectObjectIDSeed(initialBundleIdentifier: identifier, initialPackName: packName),
      template: try reader.has("template") ? reader.enumValue("template") : .stickerPack,
      files: try reader.list("files", ManifestFile.init(strictly:)),
      structureDigest: try reader.has("structure") ? reader.text("structure") : nil)
    guard staysInOwnFolders, fault(ofBundleIdentifier: identifier) == nil else {
      throw Diagnostic("invalid path or bundle identifier of the Xcode project")
    }
  }

  /// Whether the project has its own folders, separate from all other files of the pack.
  private var staysInOwnFolders: Bool {
    isPlainFileName(path) && path == "\(appName).xcodeproj" && appName.first?.isLetter == true
      && appName.utf8.allSatisfy(isASCIILetterOrDigit)
      && files.allSatisfy { file in
        let parts = file.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        return (parts.count > 1 || [readMeFileName, gitignoreFileName].contains(file.path))
          && parts.allSatisfy(isPlainFileName)
          && ![
            catalogFolderName, "variants", iconCatalogFolderName, ExtensionBundleFolders.stickers,
            ExtensionBundleFolders.message,
          ]
          .contains(parts[0])
      }
  }
}

extension ProjectObjectIDSeed {
  fileprivate init(_ reader: JSONObjectReader) throws(Diagnostic) {
    try reader.allowOnly(spaceSeparatedKeys: "bundleIdentifier name")
    self.init(
      initialBundleIdentifier: try reader.text("bundleIdentifier"), initialPackName: try reader.text("name"))
  }
}

extension FrameSequence {
  fileprivate init(_ reader: JSONObjectReader) throws(Diagnostic) {
    try reader.allowOnly(spaceSeparatedKeys: "frames repetitions framesPerSecond cycle")
    let timing: UniformTiming
    if let rate = try reader.fractionIfPresent("framesPerSecond"), rate.numerator > 0 {
      timing = .framesPerSecond(frames: rate.numerator, seconds: rate.denominator)
    } else if let time = try reader.fractionIfPresent("cycle"), time.numerator > 0 {
      timing = .totalDuration(time)
    } else {
      throw Diagnostic("a sequence has no timing")
    }
    let frames = try reader.texts("frames").map { Path($0) }
    self.init(frames: frames, timing: timing, repetitions: try reader.nonNegativeInteger("repetitions"))
    guard !frames.isEmpty else { throw Diagnostic("a sequence has no frames") }
  }
}

extension ManifestSticker {
  fileprivate init(_ reader: JSONObjectReader) throws(Diagnostic) {
    try reader.allowOnly(
      spaceSeparatedKeys:
        "id name source descriptions keywords emoji animated frames duration plays sequence variants")
    var animation: ManifestAnimation?
    if try reader.bool("animated") {
      animation = ManifestAnimation(
        artFrameCount: try reader.nonNegativeInteger("frames"),
        duration: try reader.fractionIfPresent("duration"),
        plays: try reader.nonNegativeInteger("plays"))
    }
    self.init(
      id: try reader.text("id"), name: try reader.text("name"), escapedSourcePath: try reader.text("source"),
      descriptions: try reader.textsByKey("descriptions"), keywords: try reader.texts("keywords"),
      emoji: try reader.has("emoji") ? reader.texts("emoji") : [],
      animation: animation,
      sequence: try reader.has("sequence") ? FrameSequence(reader.object("sequence")) : nil,
      variants: try reader.list("variants", ManifestVariant.init))
  }
}

extension ManifestVariant {
  fileprivate init(_ reader: JSONObjectReader) throws(Diagnostic) {
    try reader.allowOnly(spaceSeparatedKeys: "file bytes sha256 scale format frames pixels points similarity")
    guard let scale = Scale(rawValue: try reader.nonNegativeInteger("scale")) else {
      throw Diagnostic("the scale of a variant must be 1, 2 or 3")
    }
    self.init(
      scale: scale, file: try ManifestFile(reader), format: try reader.enumValue("format"),
      pixels: try reader.pixels("pixels"),
      storedFrameCount: try reader.nonNegativeInteger("frames"),
      fullColorSimilarityTenThousandths: try reader.fractionInTenThousandths("similarity"))
  }
}

extension SkippedSticker {
  fileprivate init(_ reader: JSONObjectReader) throws(Diagnostic) {
    try reader.allowOnly(spaceSeparatedKeys: "id path rules reasons")
    self.init(
      id: try reader.text("id"), path: Path(try reader.text("path")), rules: try reader.texts("rules"),
      reasons: try reader.texts("reasons"))
  }
}
