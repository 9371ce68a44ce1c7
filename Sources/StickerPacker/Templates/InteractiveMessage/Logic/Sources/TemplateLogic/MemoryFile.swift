import Foundation

/// The file in the extension's container that ``DeviceMemory`` is kept in.
///
/// A file, not `UserDefaults`: it is written as a whole or not at all, and needs no entry in a privacy
/// manifest.
public struct MemoryFile: Sendable {
  /// Larger files are not this app's.
  public static let maxBytes = 8_388_608

  private let url: URL

  /// A file that need not exist yet; its folder is made when something is saved.
  public init(at url: URL) { self.url = url }

  /// What was saved last.
  ///
  /// - Returns: an empty memory if there is no file, or if it cannot be read. A single poll that cannot be
  ///   read (a newer version wrote it) is left out.
  public func load() -> DeviceMemory {
    guard let data = try? Data(contentsOf: url), data.count <= Self.maxBytes,
      let contents = try? JSONDecoder().decode(Contents.self, from: data)
    else { return DeviceMemory() }
    let name = PollText(typed: contents.name, as: .name)?.string ?? ""
    return DeviceMemory(draft: contents.draft, lastName: name, entries: contents.polls.compactMap(\.entry))
  }

  /// Saves all of it, or throws and leaves what was saved before.
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

private struct Contents: Codable {
  let draft: Draft
  let name: String
  let polls: [SavedPoll]
}

/// A poll in the form of messages, so that one reader with one set of limits reads both.
private struct SavedPoll: Codable {
  let query: String
  let voter: String?
  let revision: Int

  init(_ entry: DeviceMemory.Entry) {
    (query, voter, revision) = (TemplateLogic.query(of: entry.poll), entry.voter?.text, entry.revision)
  }

  var entry: DeviceMemory.Entry? {
    guard query.utf8.count <= PollLimits.archivedCharacters,
      case .poll(let poll) = try? payloadOfQuery(query[...])
    else { return nil }
    let limit = PollLimits.revisions.upperBound
    return DeviceMemory.Entry(
      id: poll.id, voter: voter.flatMap { VoterKey($0) }, revision: min(max(revision, 0), limit), poll: poll)
  }
}
