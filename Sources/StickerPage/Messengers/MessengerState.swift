package import Stickers

/// The messengers that the page hands packs over to.
package enum Messengers {
  /// The names of their profiles: all but that of Messages, whose form is a build of its own.
  package static let all: [String] = MessengerLook.all.map(\.profile)
}

/// What is known of other messengers on the page.
package struct MessengerState: Sendable {
  /// What each makes of the pack, by the names of their profiles.
  package var verdicts: [String: MessengerVerdict] = [:]
  /// Those that nothing is known of yet.
  package var waiting: Set<String> = []
  /// The one that a pack is being made for.
  package var working: String?
  /// What `changes` of the page was for it.
  package var changes = -1
  /// What was made, for whoever downloads it.
  package var packs = MessengerPacks()
  /// Whether a page has asked since the last round began: one that is folded away does not.
  package var isWanted = false
  /// Finds all of it out; nil where nobody asks.
  package var asking: Task<Void, Never>?
  /// Makes one pack.
  package var making: Task<BuiltPack, Never>?
  /// What the pages were told last.
  package var told = ""

  package init() {}

  /// As the page reads it.
  ///
  /// - Parameter isOld: whether it is of an earlier pack.
  package func json(isOld: Bool) -> JSON {
    .object([
      "type": .string("messengers"), "old": .bool(isOld), "working": working.map { .string($0) } ?? .null,
      "waiting": .array(waiting.sorted().map { .string($0) }),
      "verdicts": .object(verdicts.mapValues(\.json)),
    ])
  }
}

/// Packs as messengers take them, as many as memory is there for.
package struct MessengerPacks: Sendable {
  private var all: [String: (name: String, tree: FileTree)] = [:]
  private var byteCount = 0
  /// Bytes of all of them: what does not fit is made anew for whoever wants it.
  package static let mostBytes = 64 << 20

  package init() {}

  package subscript(messenger: String) -> (name: String, tree: FileTree)? { all[messenger] }

  package mutating func keep(_ messenger: String, _ name: String, _ tree: FileTree) {
    let bytes = tree.paths.reduce(0) { $0 + (tree[$1]?.count ?? 0) }
    guard all[messenger] == nil, byteCount + bytes <= Self.mostBytes else { return }
    byteCount += bytes
    all[messenger] = (name, tree)
  }
}

/// A pack for a messenger, as it is downloaded.
package struct MessengerDownload: Sendable {
  /// What the file is called.
  package let name: String
  /// The file; nil where it is a folder, which is packed.
  package let file: [UInt8]?
  /// The files of the folder.
  package let tree: FileTree

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
