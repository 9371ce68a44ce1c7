import StickerEngine

/// The metadata of a run without its assets. It is the same in every shard, and is stored in the first one.
struct StoredRunMetadata {
  /// A pack or a document, with the index of its configuration.
  struct ConfiguredPath {
    var path: Path
    var configurationIndex: Int
    var baselineReference: ResolvedBaselines.BaselineReference?
    /// The metadata of a pack; nil for a document.
    var packDeclaration: PackDeclaration?
  }

  var fileCount = 0
  /// The configurations. The first one applies to all paths that are not in a list.
  var configurations: [Configuration] = []
  var packs: [ConfiguredPath] = []
  var catalogAndMessageDocuments: [ConfiguredPath] = []
  var catalogs: [CatalogListing] = []
  var interactiveMessageFindings: [Finding] = []
  var unsupportedArt: [UnsupportedArt] = []
  var baselines: [ResolvedBaselines.LoadedBaseline] = []
  /// How to match findings to accepted findings.
  var baselineMatch = BaselineMatchCriterion.fileAndRule
  /// The baselines for paths that are neither assets nor in one of the lists above.
  var baselineReferencesOfOtherPaths: [Path: ResolvedBaselines.BaselineReference] = [:]
}

extension StoredRunMetadata: BinaryEncodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(fileCount, configurations, packs, catalogAndMessageDocuments, catalogs)
    encoder.encodeList(interactiveMessageFindings) { $0.encode($1.path, $1) }
    encoder.encodeList(unsupportedArt) { $0.encode($1.path, $1.format) }
    encoder.encodeList(baselines) {
      $0.encode($1.displayName)
      $1.encodeContent(to: &$0)
    }
    encoder.encode(baselineMatch == .fileRuleAndContent, baselineReferencesOfOtherPaths)
  }

  /// - Parameter rules: all rules.
  init(from decoder: inout BinaryDecoder, rules: [Rule]) throws {
    fileCount = try decoder.decode(in: 0...Int.max)
    configurations = try decoder.decodeList { try Configuration(from: &$0, rules: rules) }
    try decoder.check(!configurations.isEmpty)
    (packs, catalogAndMessageDocuments) = try decoder.decode()
    try decoder.check(
      (packs + catalogAndMessageDocuments).allSatisfy {
        configurations.indices.contains($0.configurationIndex)
      })
    catalogs = try decoder.decodeList { try CatalogListing(from: &$0) }
    let numbers = Dictionary(catalogAndMessageDocuments.map { ($0.path, $0.configurationIndex) }) { _, last in
      last
    }
    interactiveMessageFindings = try decoder.decodeList {
      [configurations = configurations] decoder in
      let path: Path = try decoder.decode()
      return try Finding(from: &decoder, at: path, configurations[numbers[path] ?? 0])
    }
    unsupportedArt = try decoder.decodeList { decoder in
      let (path, format): (Path, UnsupportedArtFormat) = try decoder.decode()
      return UnsupportedArt(path, format)
    }
    baselines = try decoder.decodeList { try ResolvedBaselines.LoadedBaseline(from: &$0) }
    baselineMatch = try decoder.decode() ? .fileRuleAndContent : .fileAndRule
    baselineReferencesOfOtherPaths = try decoder.decode()
  }
}

extension StoredRunMetadata.ConfiguredPath: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(path, configurationIndex, baselineReference, packDeclaration)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    (path, configurationIndex, baselineReference, packDeclaration) = try decoder.decode()
  }
}

extension ResolvedBaselines.BaselineReference: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(baselineIndex, pathInBaselineFolder, checkedDocumentDigest)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let file = try decoder.decode(in: 0...Int.max)
    let (path, document): (Path, String?) = try decoder.decode()
    self.init(baselineIndex: file, pathInBaseline: path, documentDigest: document)
  }
}

extension ResolvedBaselines.LoadedBaseline {
  /// Appends the accepted findings of the baseline, without the baseline's name.
  func encodeContent(to encoder: inout BinaryEncoder) {
    encoder.encodeList(unmatchedEntries.entryCounts.sorted { $0.key < $1.key }) { encoder, accepted in
      let (entry, count) = accepted
      encoder.encode(entry.path, entry.rule, entry.fileDigest)
      encoder.encodeOptional(entry.severityAndValue) { $0.encode($1.severity, $1.measuredValue) }
      encoder.encode(count, entriesCoveredByRun.contains(entry))
    }
  }

  fileprivate init(from decoder: inout BinaryDecoder) throws {
    let name = try decoder.decodeEscapedDisplayText()
    var baseline = Baseline()
    var covered: Set<Baseline.Entry> = []
    _ = try decoder.decodeList { decoder in
      let path: Path = try decoder.decode()
      let rule = try decoder.decodePossiblyUnknownRuleID()
      let digest: String? = try decoder.decode()
      let measure = try decoder.decodeOptional { decoder in
        let (severity, figure) = try decoder.decode((Severity, MeasuredValueAndLimit?).self)
        return Baseline.SeverityAndValue(severity: severity, measuredValue: figure)
      }
      let entry = Baseline.Entry(path: path, rule: rule, fileDigest: digest, severityAndValue: measure)
      baseline.add(entry, count: try decoder.decode(in: 1...1_000_000))
      if try decoder.decode() { covered.insert(entry) }
    }
    self.init(name: name, baseline, entriesCoveredByRun: covered)
  }
}

extension CatalogListing: BinaryEncodable {
  /// Appends the catalog with its documents.
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(path)
    encoder.encodeList(recognizedFolders) { encoder, folder in
      encoder.encode(folder.path, folder.kind, folder.isDocumentExcluded, folder.entries)
      let isRead = folder.entries.first { $0.name == Catalog.documentName }?.kind == .file
      let document = isRead && !folder.isDocumentExcluded ? folder.documentPath : nil
      encoder.encode(document.map { readFile($0, Catalog.maxDocumentBytes) })
    }
  }

  fileprivate init(from decoder: inout BinaryDecoder) throws {
    let path: Path = try decoder.decode()
    var documents: [Path: ReadOutcome] = [:]
    let folders = try decoder.decodeList { decoder in
      let (path, kind, isExcluded): (Path, CatalogFolder.Kind, Bool) = try decoder.decode()
      var folder = CatalogListing.Folder(path: path, kind: kind, entries: try decoder.decode())
      folder.isDocumentExcluded = isExcluded
      if let document: ReadOutcome = try decoder.decode() { documents[folder.documentPath] = document }
      return folder
    }
    self.init(path: path, folders: folders) { [documents] path, _ in
      documents[path] ?? .unreadable("it does not exist")
    }
  }
}

extension CatalogEntry: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(name, isExcludedOrHidden)
    switch kind {
    case .file: encoder.encode(0)
    case .folder: encoder.encode(1)
    case .unusableLink: encoder.encode(2)
    case .other(let reason):
      encoder.encode(3)
      encoder.encode(escaping: reason)
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let (name, isExcluded): (Path, Bool) = try decoder.decode()
    let kind: Kind =
      switch try decoder.decode(in: 0...3) {
      case 0: .file
      case 1: .folder
      case 2: .unusableLink
      default: .other(try decoder.decodeEscapedDisplayText())
      }
    self.init(name: name, kind: kind, isExcludedOrHidden: isExcluded)
  }
}

extension ReadOutcome: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    switch self {
    case .bytes(let bytes):
      encoder.encode(0)
      encoder.encode(bytes)
    case .tooLarge(let count): encoder.encode(1, count)
    case .unreadable(let reason):
      encoder.encode(2)
      encoder.encode(escaping: reason)
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    self =
      switch try decoder.decode(in: 0...2) {
      case 0: .bytes(try decoder.decodeBytes())
      case 1: .tooLarge(try decoder.decode(in: 0...Int.max))
      default: .unreadable(try decoder.decodeEscapedDisplayText())
      }
  }
}

extension UnsupportedArtFormat: BinaryCodable {}
extension CatalogFolder.Kind: BinaryCodable {}
