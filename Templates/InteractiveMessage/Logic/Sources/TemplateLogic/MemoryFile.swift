import Foundation

/// The file in the extension's container that stores ``DeviceMemory``.
///
/// The app uses a file instead of `UserDefaults`, because a file is written completely or not at all, and
/// needs no entry in a privacy manifest.
public struct MemoryFile: Sendable {
  /// The maximum file size. This app does not write larger files.
  public static let maxBytes = 8_388_608

  private let url: URL

  /// Creates a value for a file that does not have to exist yet. Saving creates its folder.
  public init(at url: URL) { self.url = url }

  /// The copy of a file that could not be read completely, because the next ``save(_:)`` would overwrite it.
  /// The app does not read the copy; it is for debugging.
  public var copyURL: URL { url.appendingPathExtension("unreadable") }

  /// Loads what was saved last. Fields that cannot be read, because a newer version wrote them or they are
  /// damaged, are left out after the file has been copied to ``copyURL``.
  ///
  /// - Returns: an empty memory if there is no file.
  /// - Throws: an error if there is a file that cannot be read or copied now. Do not save in this case, because its
  ///   voter keys may be valid.
  public func load() throws -> DeviceMemory {
    let data: Data
    do { data = try Data(contentsOf: url) } catch CocoaError.fileReadNoSuchFile { return DeviceMemory() }
    let contents = data.count <= Self.maxBytes ? try? JSONDecoder().decode(Contents.self, from: data) : nil
    if contents?.isWhole != true { try data.write(to: copyURL, options: .atomic) }
    let name = PollText(typed: contents?.name ?? "", as: .name)?.string ?? ""
    let entries = contents?.polls?.compactMap(\.entry) ?? []
    return DeviceMemory(draft: contents?.draft ?? Draft(), lastName: name, entries: entries)
  }

  /// Saves everything, or throws and keeps what was saved before.
  public func save(_ memory: DeviceMemory) throws {
    let folder = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let polls = memory.entries.map(SavedPoll.init)
    let contents = Contents(draft: memory.draft, name: memory.lastName, polls: polls)
    try encoder.encode(contents).write(to: url, options: .atomic)
  }
}

/// Each field is decoded separately. A field that could not be read is nil.
private struct Contents: Codable {
  let draft: Draft?
  let name: String?
  let polls: [SavedPoll]?

  init(draft: Draft, name: String, polls: [SavedPoll]) {
    self.draft = draft
    self.name = name
    self.polls = polls
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    draft = try? container.decode(Draft.self, forKey: .draft)
    name = try? container.decode(String.self, forKey: .name)
    polls = try? container.decode([SavedPoll].self, forKey: .polls)
  }

  var isWhole: Bool { draft != nil && name != nil && polls?.allSatisfy(\.isWhole) == true }
}

/// A poll in the same format as in messages, so that the same code with the same limits reads both.
private struct SavedPoll: Codable {
  let query: String?
  let voter: String?
  let revision: Int?

  /// Never throws, so that one invalid element does not make the whole array fail.
  init(from decoder: any Decoder) throws {
    let container = try? decoder.container(keyedBy: CodingKeys.self)
    query = try? container?.decode(String.self, forKey: .query)
    voter = try? container?.decode(String.self, forKey: .voter)
    revision = try? container?.decode(Int.self, forKey: .revision)
  }

  init(_ entry: DeviceMemory.Entry) {
    query = TemplateLogic.query(of: entry.poll)
    voter = entry.voter?.text
    revision = entry.revision
  }

  var isWhole: Bool {
    entry != nil && revision != nil && (voter == nil || voter.flatMap { VoterKey($0) } != nil)
  }

  var entry: DeviceMemory.Entry? {
    guard let query, query.utf8.count <= PollLimits.maxSavedCharacters,
      case .poll(let poll) = try? payload(ofQuery: query[...])
    else { return nil }
    let limit = PollLimits.revisions.upperBound
    return DeviceMemory.Entry(
      id: poll.id, voter: voter.flatMap { VoterKey($0) }, revision: min(max(revision ?? 0, 0), limit),
      poll: poll)
  }
}
