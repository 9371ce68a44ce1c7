import StickerEngine

/// What there is to know of a run beside its assets: the same in every shard, and kept by the first.
struct StoredRun {
  /// A pack or a document, and what is in force for it.
  struct Entry {
    var path: Path
    var configuration: Int
    var accepted: Acceptance.Place?
    /// What is declared of a pack; nil for a document.
    var declaration: PackDeclaration?
  }

  var fileCount = 0
  /// The first is in force for what is in no list.
  var configurations: [Configuration] = []
  var packs: [Entry] = []
  var documents: [Entry] = []
  var catalogs: [CatalogListing] = []
  var messageFindings: [StoredFinding] = []
  var unread: [UnreadArt] = []
  var baselines: [Acceptance.File] = []
  /// How findings are matched to accepted ones.
  var match = BaselineMatch.place
  /// The baselines that decide for paths that are neither assets nor in a list above.
  var others: [Path: Acceptance.Place] = [:]
}

/// A finding on a document, without what its rule says.
struct StoredFinding {
  var path: Path
  var verdict: StoredResult.Verdict
}

extension StoredWriter {
  mutating func run(_ run: StoredRun) {
    integer(run.fileCount)
    list(run.configurations) { $0.configuration($1) }
    for entries in [run.packs, run.documents] { list(entries) { $0.entry($1) } }
    list(run.catalogs) { $0.catalog($1) }
    list(run.messageFindings) {
      $0.path($1.path)
      $0.verdict($1.verdict)
    }
    list(run.unread) {
      $0.path($1.path)
      $0.text($1.format.rawValue)
    }
    list(run.baselines) {
      $0.text($1.name)
      $0.baseline($1)
    }
    flag(run.match == .content)
    list(run.others.sorted { $0.key < $1.key }) {
      $0.path($1.key)
      $0.accepted($1.value)
    }
  }

  private mutating func entry(_ entry: StoredRun.Entry) {
    path(entry.path)
    integer(entry.configuration)
    optional(entry.accepted) { $0.accepted($1) }
    optional(entry.declaration) { $0.declaration($1) }
  }

  /// What a baseline accepts, whatever it is called.
  mutating func baseline(_ file: Acceptance.File) {
    list(file.baseline.entries.sorted { $0.key < $1.key }) { writer, accepted in
      let (entry, count) = accepted
      writer.path(entry.path)
      writer.text(entry.rule)
      switch entry.content {
      case .bytes(let digest):
        writer.flag(true)
        writer.text(digest)
      case .message(let message):
        writer.flag(false)
        writer.text(message)
      }
      writer.optional(entry.measure) { $0.measure($1) }
      writer.integer(count)
      writer.flag(file.covered.contains(entry))
    }
  }

  private mutating func measure(_ measure: Baseline.Measure) {
    text(measure.severity.rawValue)
    optional(measure.figure) { writer, figure in
      writer.number(figure.measured)
      writer.optional(figure.limit) { $0.number($1) }
      writer.text(figure.unit)
    }
  }

  mutating func accepted(_ place: Acceptance.Place) {
    integer(place.file)
    path(place.path)
    optional(place.document) { $0.text($1) }
  }
}

extension StoredReader {
  /// - Parameter rules: every rule there is.
  mutating func run(_ rules: [Rule]) -> StoredRun? {
    var run = StoredRun()
    guard let fileCount = integer(in: 0...Int.max), let configurations = list({ $0.configuration(rules) }),
      let packs = list({ $0.entry(configurations.count) }),
      let documents = list({ $0.entry(configurations.count) }), let catalogs = list({ $0.catalog() }),
      let findings = list({ $0.finding() }), let unread = list({ $0.unreadArt() }),
      let baselines = list({ $0.baseline() }),
      let isByContent = flag(),
      let others = list({ $0.other() }), isSound, !configurations.isEmpty
    else { return nil }
    (run.fileCount, run.configurations, run.packs) = (fileCount, configurations, packs)
    (run.documents, run.catalogs, run.messageFindings) = (documents, catalogs, findings)
    run.unread = unread
    (run.baselines, run.match) = (baselines, isByContent ? .content : .place)
    run.others = Dictionary(others) { first, _ in first }
    return run
  }

  private mutating func entry(_ configurations: Int) -> StoredRun.Entry? {
    guard let path = path(), let configuration = integer(), 0..<configurations ~= configuration else {
      return nil
    }
    let accepted = optional { $0.accepted() }
    let declaration = optional { $0.declaration() }
    return StoredRun.Entry(
      path: path, configuration: configuration, accepted: accepted, declaration: declaration)
  }

  private mutating func finding() -> StoredFinding? {
    guard let path = path(), let verdict = verdict() else { return nil }
    return StoredFinding(path: path, verdict: verdict)
  }

  private mutating func unreadArt() -> UnreadArt? {
    guard let path = path(), let format = text().flatMap(ArtFormat.init) else { return nil }
    return UnreadArt(path, format)
  }

  private mutating func baseline() -> Acceptance.File? {
    guard let name = harmlessText() else { return nil }
    var (baseline, covered) = (Baseline(), Set<Baseline.Entry>())
    let entries = list { reader -> Bool? in
      guard let path = reader.path(), let rule = reader.ruleID(), let isOfBytes = reader.flag(),
        let text = reader.text(), case let measure = reader.optional({ $0.measure() }),
        let count = reader.integer(in: 1...1_000_000), let isCovered = reader.flag()
      else { return nil }
      let entry = Baseline.Entry(
        path: path, rule: rule, content: isOfBytes ? .bytes(text) : .message(text), measure: measure)
      baseline.add(entry, count: count)
      if isCovered { covered.insert(entry) }
      return true
    }
    return entries.map { _ in Acceptance.File(name: name, baseline, covered: covered) }
  }

  private mutating func measure() -> Baseline.Measure? {
    guard let severity = text().flatMap(Severity.init) else { return nil }
    let figure = optional { reader -> Figure? in
      guard let measured = reader.figure() else { return nil }
      let limit = reader.optional { $0.figure() }
      return reader.text().map { Figure(stored: measured, limit: limit, unit: $0) }
    }
    return Baseline.Measure(severity: severity, figure: figure)
  }

  private mutating func other() -> (Path, Acceptance.Place)? {
    guard let path = path(), let place = accepted() else { return nil }
    return (path, place)
  }

  mutating func accepted() -> Acceptance.Place? {
    guard let file = integer(in: 0...Int.max), let path = path() else { return nil }
    return Acceptance.Place(file: file, path: path, document: optional { $0.text() })
  }
}

extension StoredWriter {
  /// A catalog with its documents.
  mutating func catalog(_ catalog: CatalogListing) {
    path(catalog.path)
    list(catalog.folders) { writer, folder in
      writer.path(folder.path)
      writer.text(folder.kind.rawValue)
      writer.flag(folder.isLeftOut)
      writer.list(folder.entries) { $0.entry($1) }
      let isRead = folder.entries.first { $0.name == Catalog.documentName }?.kind == .file
      let document = isRead && !folder.isLeftOut ? folder.documentPath : nil
      writer.optional(document) { $0.outcome(catalog.read($1, Catalog.mostDocumentBytes)) }
    }
  }

  private mutating func entry(_ entry: CatalogEntry) {
    path(entry.name)
    flag(entry.isLeftOut)
    switch entry.kind {
    case .file: integer(0)
    case .folder: integer(1)
    case .strayLink: integer(2)
    case .other(let reason):
      integer(3)
      text(Untrusted(reason).shown)
    }
  }

  private mutating func outcome(_ outcome: ReadOutcome) {
    switch outcome {
    case .bytes(let document):
      integer(0)
      bytes(document)
    case .tooLarge(let count): integers([1, count])
    case .unreadable(let reason):
      integer(2)
      text(Untrusted(reason).shown)
    }
  }
}

extension StoredReader {
  mutating func catalog() -> CatalogListing? {
    guard let path = path() else { return nil }
    var documents: [Path: ReadOutcome] = [:]
    let folders = list { reader -> CatalogListing.Folder? in
      guard let path = reader.path(), let kind = reader.text().flatMap(CatalogSet.Kind.init(rawValue:)),
        let isLeftOut = reader.flag(), let entries = reader.list({ $0.entry() })
      else { return nil }
      var folder = CatalogListing.Folder(path: path, kind: kind, entries: entries)
      folder.isLeftOut = isLeftOut
      if let document = reader.optional({ $0.outcome() }) { documents[folder.documentPath] = document }
      return folder
    }
    guard let folders else { return nil }
    return CatalogListing(path: path, folders: folders) { [documents] path, _ in
      documents[path] ?? .unreadable("it is not there")
    }
  }

  private mutating func entry() -> CatalogEntry? {
    guard let name = path(), let isLeftOut = flag() else { return nil }
    let kind: CatalogEntry.Kind
    switch integer() {
    case 0: kind = .file
    case 1: kind = .folder
    case 2: kind = .strayLink
    case 3:
      guard let reason = harmlessText() else { return nil }
      kind = .other(reason)
    default: return nil
    }
    return CatalogEntry(name: name, kind: kind, isLeftOut: isLeftOut)
  }

  private mutating func outcome() -> ReadOutcome? {
    switch integer() {
    case 0: bytes().map { .bytes($0) }
    case 1: integer(in: 0...Int.max).map { .tooLarge($0) }
    case 2: harmlessText().map { .unreadable($0) }
    default: nil
    }
  }
}
