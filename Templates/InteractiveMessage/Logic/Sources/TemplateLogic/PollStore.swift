/// A place outside messages that stores polls, such as your server or CloudKit.
///
/// You need a store if a poll is too long for a URL, or if a large group answers at the same time, because
/// Messages does not guarantee the order in which messages arrive. A store must support conditional writes,
/// which fail if something else was written in between. ``merge(_:at:attempts:)`` uses them so that no ballot
/// is lost.
public protocol PollStore: Sendable {
  /// Reads a poll.
  ///
  /// - Returns: nil if there is no poll.
  /// - Throws: an error of the store, which the person sees as "try again later".
  func load(_ token: StoreToken) async throws -> StoredPoll?

  /// Writes a poll if the stored one still has the given version.
  ///
  /// - Parameter version: the version that was loaded; nil if there was no poll.
  /// - Returns: false if another device wrote in the meantime, in which case nothing is written.
  func save(_ poll: Poll, at token: StoreToken, replacing version: Int?) async throws -> Bool
}

/// A poll from a store, with its version in the store.
public struct StoredPoll: Equatable, Sendable {
  /// The poll.
  public let poll: Poll
  /// Changes with every write.
  public let version: Int

  /// Creates a poll with its version in the store.
  public init(poll: Poll, version: Int) {
    self.poll = poll
    self.version = version
  }
}

/// The reason why a working store did not store a poll.
public enum PollStoreError: Error, Equatable, Sendable {
  /// There is a different poll at this token.
  case otherPoll
  /// Every attempt failed because another device wrote in between. Try again later.
  case contended
}

extension PollStore {
  /// Merges a poll with the stored one.
  ///
  /// - Parameter attempts: the maximum number of attempts if other devices write in between.
  /// - Returns: the poll that is now stored.
  /// - Throws: ``PollStoreError``, or the store's own error.
  @discardableResult
  public func merge(_ poll: Poll, at token: StoreToken, attempts: Int = 8) async throws -> Poll {
    for _ in 0..<attempts {
      let stored = try await load(token)
      guard let merged = stored.map({ poll.merged(with: $0.poll) }) ?? poll else {
        throw PollStoreError.otherPoll
      }
      if merged == stored?.poll { return merged }
      if try await save(merged, at: token, replacing: stored?.version) { return merged }
    }
    throw PollStoreError.contended
  }
}

/// A store in memory, for tests and as an example.
///
/// Do not use it in an app. Other people's devices cannot access it.
public actor InMemoryPollStore: PollStore {
  private var kept: [StoreToken: StoredPoll] = [:]

  /// Creates an empty store.
  public init() {}

  /// Reads a poll.
  public func load(_ token: StoreToken) -> StoredPoll? { kept[token] }

  /// Writes a poll if the stored one still has the given version.
  public func save(_ poll: Poll, at token: StoreToken, replacing version: Int?) -> Bool {
    guard kept[token]?.version == version else { return false }
    kept[token] = StoredPoll(poll: poll, version: (version ?? 0) + 1)
    return true
  }
}
