/// A place outside of messages where polls are kept: a server of yours, CloudKit.
///
/// Messages need one when a poll is too long for a URL, or when a large group answers at the same time:
/// Messages itself promises no order. A store has to do one thing only, and has to do it atomically: to write
/// if nothing was written in between. ``merge(_:at:attempts:)`` makes of it that no ballot is lost.
public protocol PollStore: Sendable {
  /// Reads a poll.
  ///
  /// - Returns: nil if nothing is kept there.
  /// - Throws: what keeps the store from answering. That is shown to the person as "try again later".
  func load(_ token: StoreToken) async throws -> StoredPoll?

  /// Writes a poll if what is kept is still of the given version.
  ///
  /// - Parameter version: the version that was loaded; nil if nothing was there.
  /// - Returns: false if somebody else wrote in the meantime; nothing is written then.
  func save(_ poll: Poll, at token: StoreToken, replacing version: Int?) async throws -> Bool
}

/// A poll from a store, with the version that the store gave it.
public struct StoredPoll: Equatable, Sendable {
  /// The poll.
  public let poll: Poll
  /// Changes with every write.
  public let version: Int

  /// A poll with the version that the store gave it.
  public init(poll: Poll, version: Int) {
    (self.poll, self.version) = (poll, version)
  }
}

/// Why a poll was not stored, though the store works.
public enum PollStoreError: Error, Equatable, Sendable {
  /// Another poll is kept at this token.
  case otherPoll
  /// Others wrote in between every time. Trying later helps.
  case contended
}

extension PollStore {
  /// Adds what is known here to what is kept there.
  ///
  /// - Parameter attempts: how often to begin again if others write in between.
  /// - Returns: what is kept now.
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

/// A store that forgets everything at the end of the process: for tests, and to see how one is written.
///
/// It is no store for an app. The people in a conversation have devices of their own, which do not see it.
public actor InMemoryPollStore: PollStore {
  private var kept: [StoreToken: StoredPoll] = [:]

  /// An empty store.
  public init() {}

  /// Reads a poll.
  public func load(_ token: StoreToken) -> StoredPoll? { kept[token] }

  /// Writes a poll if what is kept is still of the given version.
  public func save(_ poll: Poll, at token: StoreToken, replacing version: Int?) -> Bool {
    guard kept[token]?.version == version else { return false }
    kept[token] = StoredPoll(poll: poll, version: (version ?? 0) + 1)
    return true
  }
}
