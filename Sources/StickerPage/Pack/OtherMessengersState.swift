import StickerEngine
import StickerPacker

/// The messengers that the page builds packs for.
enum OtherMessengers {
  /// The names of the messengers' profiles, except the profile for Messages.
  static let profileNames: [String] = MessengerAppearance.all.map(\.profileName)
}

/// What the page knows about messengers other than Messages: verdicts, running builds and built packs.
struct OtherMessengersState: Sendable {
  /// The verdicts by profile name.
  var verdicts: [String: MessengerVerdict] = [:]
  /// The messengers that have no verdict yet.
  var waitingMessengers: Set<String> = []
  /// The messenger that a pack is being built for; nil if none is being built.
  var messengerBeingBuilt: String?
  /// The value of the page's `changeCount` when these verdicts were determined.
  var evaluatedChangeCount = -1
  /// The built packs, for downloads.
  var builtPacks = BuiltPacksByMessenger()
  /// Whether a page has requested builds since the last ones began. A page requests them only while it shows its section about messengers.
  var hasPendingBuildRequest = false
  /// The task that builds packs for all messengers; nil if no such task is running.
  var allBuildsTask: Task<Void, Never>?
  /// The task that builds one pack.
  var currentBuildTask: Task<InMemoryBuildResult, Never>?
  /// The last message to the pages.
  var lastSentMessage = ""

  init() {}

  /// Returns the message to the page.
  ///
  /// - Parameter isOutdated: whether the state belongs to an earlier version of the pack.
  func json(isOutdated: Bool) -> JSON {
    .object([
      "type": .string("messengers"), "old": .bool(isOutdated),
      "working": messengerBeingBuilt.map { .string($0) } ?? .null,
      "waiting": .array(waitingMessengers.sorted().map { .string($0) }),
      "verdicts": .object(verdicts.mapValues(\.json)),
    ])
  }
}

/// The packs that were built for messengers from one version of the pack on the page, up to a memory limit.
struct BuiltPacksByMessenger: Sendable {
  private var packsByMessenger: [String: (name: String, tree: FileTree)] = [:]
  private var byteCount = 0
  /// The maximum total size, in bytes. A pack that does not fit is built again for each download.
  static let maxBytes = 64 << 20

  init() {}

  subscript(messenger: String) -> (name: String, tree: FileTree)? { packsByMessenger[messenger] }

  mutating func storeIfItFits(_ messenger: String, _ name: String, _ tree: FileTree) {
    let bytes = tree.paths.reduce(0) { $0 + (tree[$1]?.count ?? 0) }
    guard packsByMessenger[messenger] == nil, byteCount + bytes <= Self.maxBytes else { return }
    byteCount += bytes
    packsByMessenger[messenger] = (name, tree)
  }
}

/// The download of a pack for a messenger.
struct MessengerDownload: Sendable {
  /// The file name.
  let fileName: String
  /// The contents of a single file; nil if the pack is a folder, which is sent as an archive.
  let singleFileBytes: [UInt8]?
  /// The files of the folder.
  let folderTree: FileTree

  /// - Parameter pack: the name of the pack; untrusted.
  init(packName pack: String, _ tree: FileTree, for messenger: String) {
    let name = safeNames([pack])[0].name + "-" + messenger
    let path = tree.paths.first ?? ""
    // The paths of files in a folder begin with the name of the folder.
    let isFile = tree.paths.count == 1 && !path.contains("/")
    let ending = isFile ? path.dropFirst(messenger.count) : ".zip"
    (self.fileName, singleFileBytes) = (name + ending, isFile ? tree[path] : nil)
    var renamed = FileTree()
    for path in isFile ? [] : tree.paths { renamed[name + path.dropFirst(messenger.count)] = tree[path] }
    self.folderTree = renamed
  }
}

/// Whether the pack on the page can be exported to a messenger.
struct MessengerVerdict: Hashable, Sendable {
  enum ExportReadiness: String, Sendable {
    /// The pack can be downloaded.
    case ready
    /// Text or emoji are missing.
    case missingTextOrEmoji = "lacking"
    /// The art or the number of stickers prevents an export.
    case notExportable = "stopped"
  }

  /// Where missing text or emoji can be entered.
  enum MissingField: Hashable, Sendable {
    /// A text field of the pack: `name`, `author` or `publisher`.
    case text(key: String)
    /// The emoji of a sticker, by its number.
    case emoji(stickerNumber: Int)
  }

  let exportReadiness: ExportReadiness
  /// A one-line summary.
  var summary: String
  /// Details, one line each: what is changed, what is left out, and what still has to be done.
  var details: [String] = []
  /// Where the first missing text or emoji can be entered; nil if the page has no field for it.
  var firstMissingField: MissingField?
  /// What the download is and how to use it, or nil.
  var exportFormatSummary: String?
  /// The size of the download, or nil.
  var downloadByteCount: Int?
}

extension MessengerVerdict {
  /// Creates a verdict from only the text and the number of stickers; nil if both meet the requirements.
  ///
  /// - Parameters:
  ///   - findings: findings of the rules about text and the number of stickers.
  ///   - number: returns the number of a file on the page.
  init?(
    unmetRequirements findings: [Finding], _ description: PackFile, _ limits: MessengerLimits,
    number: (Path) -> Int?
  ) {
    guard !findings.isEmpty else { return nil }
    let withoutEmoji = findings.filter { $0.rule == RuleID.stickerEmoji }
    // If a text is too long, show the finding's own message, which includes the length.
    let isTextMissing = findings.contains { $0.rule == RuleID.packTexts && $0.evidence.measuredValue == nil }
    let texts = isTextMissing ? missingRequiredFields(description, limits) : []
    var needs = texts.map { (words: $0.words, field: MissingField.text(key: $0.key)) }
    if let first = withoutEmoji.compactMap({ number($0.path) }).first {
      needs.append(("emoji for \(countText(withoutEmoji.count, "sticker"))", .emoji(stickerNumber: first)))
    }
    let others = findings.filter { finding in
      finding.rule == RuleID.packTexts
        ? finding.evidence.measuredValue != nil : finding.rule != RuleID.stickerEmoji
    }
    let lines = others.map { finding in
      let name = number(finding.path) == nil ? "" : "\(finding.path.name.displayText): "
      return name + capitalizedUnlessName(finding.evidence.message, after: name)
    }
    guard let first = needs.first else {
      self.init(
        exportReadiness: .notExportable, summary: lines.first ?? "Not ready",
        details: Array(lines.dropFirst()))
      return
    }
    self.init(
      exportReadiness: .missingTextOrEmoji, summary: "Needs \(listText(needs.map(\.words)))", details: lines,
      firstMissingField: first.field)
  }

  /// Creates the verdict after a build.
  init(_ built: InMemoryBuildResult) {
    let all = built.stickerCount + built.omittedStickers.count
    let out = built.omittedStickers.map { left in
      "\(left.path.name.displayText) is left out: \(left.reasons.first ?? listText(left.failedRules))"
    }
    switch built.outcome {
    case .completed:
      let bytes = built.builtFiles.map { tree in tree.paths.reduce(0) { $0 + (tree[$1]?.count ?? 0) } }
      self.init(
        exportReadiness: .ready,
        summary: readyPackSummary(built.artChanges.count, built.omittedStickers.count, of: all),
        details: out + changeLinesMergedByStep(built.artChanges), downloadByteCount: bytes)
    case .stoppedByFindingsOrDifferences(let lines):
      let ofPack = built.findings.first { finding in
        !built.omittedStickers.contains { $0.path == finding.path }
      }
      let isNone = built.stickerCount == 0 && !out.isEmpty
      let words =
        isNone ? "No sticker meets the requirements" : ofPack?.evidence.message
      self.init(
        exportReadiness: .notExportable,
        summary: capitalizedUnlessName(words ?? lines.first?.text ?? "Not ready", after: ""),
        details: isNone ? out : out + lines.map(\.text))
    case .failed(let lines):
      self.init(
        exportReadiness: .notExportable,
        summary: capitalizedUnlessName(lines.first?.text ?? "Not ready", after: ""),
        details: lines.dropFirst().map(\.text))
    case .internalError(let what):
      self.init(exportReadiness: .notExportable, summary: "Internal error in \(Tool.name): \(what)")
    }
  }

  /// The verdict as a message to the page.
  var json: JSON {
    var members: [String: JSON] = [
      "state": .string(exportReadiness.rawValue), "words": .string(summary),
      "lines": .array(details.map { .string($0) }),
      "form": exportFormatSummary.map { .string($0) } ?? .null,
      "bytes": downloadByteCount.map { .integer($0) } ?? .null,
    ]
    switch firstMissingField {
    case .text(let key)?: members["text"] = .string(key)
    case .emoji(let number)?: members["emoji"] = .integer(number)
    case nil: break
    }
    return .object(members)
  }
}

/// Returns the text fields that a messenger requires and that are empty in the pack file, with their keys.
private func missingRequiredFields(
  _ description: PackFile, _ limits: MessengerLimits
) -> [(key: String, words: String)] {
  let credits = description.metadata.credits
  let all: [(Bool, String, String, String?)] = [
    (limits.requiresPackName, "name", "a name", description.metadata.name),
    (limits.requiresAuthor, "author", "an author", credits.author),
    (limits.requiresPublisher, "publisher", "a publisher", credits.publisher ?? credits.author),
  ]
  return all.filter { isRequired, _, _, text in
    isRequired && text?.contains { !$0.isWhitespace } != true
  }.map { ($0.1, $0.2) }
}

/// Capitalizes a message, unless it follows a name.
private func capitalizedUnlessName(_ message: String, after name: String) -> String {
  guard name.isEmpty, let first = message.first, first.isLowercase,
    // A file name or a key keeps its case.
    !message.prefix(while: { $0 != " " }).contains(where: { ".-_/`:".contains($0) })
  else { return message }
  return first.uppercased() + message.dropFirst()
}

/// Returns a summary such as `Ready: 11 stickers, 3 changed, 1 left out`.
private func readyPackSummary(_ changed: Int, _ left: Int, of all: Int) -> String {
  if changed == 0, left == 0 { return "Ready without changes" }
  let parts = [(changed, "changed"), (left, "left out")].filter { $0.0 > 0 }
  return "Ready: "
    + ([countText(all - left, "sticker")] + parts.map { "\(numberText($0.0)) \($0.1)" }).joined(
      separator: ", ")
}
