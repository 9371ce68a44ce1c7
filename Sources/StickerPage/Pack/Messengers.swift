import StickerEngine
import StickerPacker

/// The messengers that the page builds packs for.
enum Messengers {
  /// The names of their profiles, without that of Messages.
  static let all: [String] = MessengerAppearance.all.map(\.profile)
}

/// The state of other messengers on the page.
struct MessengerState: Sendable {
  /// The verdicts by the names of profiles.
  var verdicts: [String: MessengerVerdict] = [:]
  /// The messengers that have no verdict yet.
  var waiting: Set<String> = []
  /// The messenger that a pack is being built for.
  var working: String?
  /// The value of the page's `changeCount` for these verdicts.
  var changeCount = -1
  /// The built packs, for downloads.
  var packs = MessengerPacks()
  /// Whether a page has asked since the last round began. A page that does not show messengers does not ask.
  var isRequested = false
  /// The task that builds packs for all messengers; nil if none is needed.
  var evaluation: Task<Void, Never>?
  /// The task that builds one pack.
  var build: Task<BuiltPack, Never>?
  /// The last message to the pages.
  var lastSent = ""

  init() {}

  /// As the page reads it.
  ///
  /// - Parameter isOld: whether it is of an earlier pack.
  func json(isOld: Bool) -> JSON {
    .object([
      "type": .string("messengers"), "old": .bool(isOld), "working": working.map { .string($0) } ?? .null,
      "waiting": .array(waiting.sorted().map { .string($0) }),
      "verdicts": .object(verdicts.mapValues(\.json)),
    ])
  }
}

/// Packs built for messengers, as many as fit in memory.
struct MessengerPacks: Sendable {
  private var all: [String: (name: String, tree: FileTree)] = [:]
  private var byteCount = 0
  /// The maximum number of bytes of all packs. A pack that does not fit is built again for each download.
  static let maxBytes = 64 << 20

  init() {}

  subscript(messenger: String) -> (name: String, tree: FileTree)? { all[messenger] }

  mutating func keep(_ messenger: String, _ name: String, _ tree: FileTree) {
    let bytes = tree.paths.reduce(0) { $0 + (tree[$1]?.count ?? 0) }
    guard all[messenger] == nil, byteCount + bytes <= Self.maxBytes else { return }
    byteCount += bytes
    all[messenger] = (name, tree)
  }
}

/// The download of a pack for a messenger.
struct MessengerDownload: Sendable {
  /// What the file is called.
  let name: String
  /// The file; nil if the pack is a folder, which is sent as an archive.
  let file: [UInt8]?
  /// The files of the folder.
  let tree: FileTree

  /// - Parameter pack: what the pack is called; hostile text.
  init(of pack: String, _ tree: FileTree, for messenger: String) {
    let name = safeNames([pack])[0].name + "-" + messenger
    let path = tree.paths.first ?? ""
    // A folder's files have their folder before them.
    let isFile = tree.paths.count == 1 && !path.contains("/")
    let ending = isFile ? path.dropFirst(messenger.count) : ".zip"
    (self.name, file) = (name + ending, isFile ? tree[path] : nil)
    var renamed = FileTree()
    for path in isFile ? [] : tree.paths { renamed[name + path.dropFirst(messenger.count)] = tree[path] }
    self.tree = renamed
  }
}

/// Whether a messenger can get the pack on the page, in words for people.
struct MessengerVerdict: Hashable, Sendable {
  enum State: String, Sendable {
    /// The pack can be downloaded.
    case ready
    /// The pack misses texts or emoji.
    case incomplete = "lacking"
    /// The art, or the number of stickers, prevents a pack.
    case stopped
  }

  /// Where a missing text or emoji can be entered.
  enum Field: Hashable, Sendable {
    /// A text of the pack: `name`, `author` or `publisher`.
    case text(String)
    /// The emoji of a sticker, by its number.
    case emoji(Int)
  }

  let state: State
  /// One line.
  var words: String
  /// What is changed, left out or to be done, a line each.
  var lines: [String] = []
  /// Where the first missing text or emoji can be entered; nil if not on the page.
  var field: Field?
  /// What is downloaded, and what takes it; nil where nothing is.
  var form: String?
  /// How much there is to download; nil where nothing is.
  var byteCount: Int?
}

extension MessengerVerdict {
  /// The verdict by texts and the number of stickers alone; nil if these meet the requirements.
  ///
  /// - Parameter findings: of the rules about what a pack says and how many stickers it has.
  /// - Parameter number: of a file on the page, by its path.
  init?(
    missing findings: [Finding], _ description: PackFile, _ limits: MessengerLimits,
    number: (Path) -> Int?
  ) {
    guard !findings.isEmpty else { return nil }
    let withoutEmoji = findings.filter { $0.rule == RuleID.stickerEmoji }
    // A text that is too long is told in the rule's words, with its figure.
    let isTextMissing = findings.contains { $0.rule == RuleID.packTexts && $0.evidence.figure == nil }
    let texts = isTextMissing ? missingTexts(description, limits) : []
    var needs = texts.map { (words: $0.words, field: Field.text($0.key)) }
    if let first = withoutEmoji.compactMap({ number($0.path) }).first {
      needs.append(("emoji for \(countText(withoutEmoji.count, "sticker"))", .emoji(first)))
    }
    let others = findings.filter { finding in
      finding.rule == RuleID.packTexts ? finding.evidence.figure != nil : finding.rule != RuleID.stickerEmoji
    }
    let lines = others.map { finding in
      let name = number(finding.path) == nil ? "" : "\(finding.path.name.displayText): "
      return name + sentence(finding.evidence.message, after: name)
    }
    guard let first = needs.first else {
      self.init(state: .stopped, words: lines.first ?? "Not ready", lines: Array(lines.dropFirst()))
      return
    }
    self.init(
      state: .incomplete, words: "Needs \(listText(needs.map(\.words)))", lines: lines, field: first.field)
  }

  /// The verdict after a build.
  init(_ built: BuiltPack) {
    let all = built.stickers + built.omitted.count
    let out = built.omitted.map { left in
      "\(left.path.name.displayText) is left out: \(left.reasons.first ?? listText(left.rules))"
    }
    switch built.outcome {
    case .completed:
      let bytes = built.tree.map { tree in tree.paths.reduce(0) { $0 + (tree[$1]?.count ?? 0) } }
      self.init(
        state: .ready, words: readiness(built.changes.count, built.omitted.count, of: all),
        lines: out + built.changes, byteCount: bytes)
    case .stopped(let lines):
      let ofPack = built.findings.first { finding in !built.omitted.contains { $0.path == finding.path } }
      let isNone = built.stickers == 0 && !out.isEmpty
      let words = isNone ? "None of the \(numberText(all)) can be handed over" : ofPack?.evidence.message
      self.init(
        state: .stopped, words: sentence(words ?? lines.first?.text ?? "Not ready", after: ""),
        lines: isNone ? out : out + lines.map(\.text))
    case .failed(let lines):
      self.init(
        state: .stopped, words: sentence(lines.first?.text ?? "Not ready", after: ""),
        lines: lines.dropFirst().map(\.text))
    case .internalError(let what):
      self.init(state: .stopped, words: "\(Tool.name) has a defect: \(what)")
    }
  }

  /// As the page reads it.
  var json: JSON {
    var members: [String: JSON] = [
      "state": .string(state.rawValue), "words": .string(words), "lines": .array(lines.map { .string($0) }),
      "form": form.map { .string($0) } ?? .null, "bytes": byteCount.map { .integer($0) } ?? .null,
    ]
    switch field {
    case .text(let key)?: members["text"] = .string(key)
    case .emoji(let number)?: members["emoji"] = .integer(number)
    case nil: break
    }
    return .object(members)
  }
}

/// Returns the texts that a messenger requires and a description does not have, with their keys.
private func missingTexts(
  _ description: PackFile, _ limits: MessengerLimits
) -> [(key: String, words: String)] {
  let credits = description.metadata.credits
  let all: [(Bool, String, String, String?)] = [
    (limits.requiresTitle, "name", "a name", description.metadata.name),
    (limits.requiresAuthor, "author", "an author", credits.author),
    (limits.requiresPublisher, "publisher", "a publisher", credits.publisher ?? credits.author),
  ]
  return all.filter { isRequired, _, _, text in
    isRequired && text?.contains { !$0.isWhitespace } != true
  }.map { ($0.1, $0.2) }
}

/// A message as a sentence: behind a name it goes on.
private func sentence(_ message: String, after name: String) -> String {
  guard name.isEmpty, let first = message.first, first.isLowercase,
    // A file's name stays as it is written.
    !message.prefix(while: { $0 != " " }).contains(where: { ".-_/`:".contains($0) })
  else { return message }
  return first.uppercased() + message.dropFirst()
}

/// `Ready: 3 of 12 are changed for it, 1 is left out`.
private func readiness(_ changed: Int, _ left: Int, of all: Int) -> String {
  func part(_ count: Int, _ what: String) -> String? {
    count == 0 ? nil : "\(numberText(count)) of \(numberText(all)) \(count == 1 ? "is" : "are") \(what)"
  }
  let parts = [part(left, "left out"), part(changed, "changed for it")].compactMap(\.self)
  return parts.isEmpty ? "Ready as it is" : "Ready: \(parts.joined(separator: ", "))"
}
