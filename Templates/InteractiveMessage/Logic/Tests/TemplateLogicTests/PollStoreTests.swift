import Testing

@testable import TemplateLogic

@Suite struct PollStoreTests {
  private let token = StoreToken(unchecked: "abcdefghijklmnopqrstuv")

  @Test("if a hundred people vote at the same time, all ballots are kept")
  func concurrent() async throws {
    let store = InMemoryPollStore()
    try await withThrowingTaskGroup { group in
      for voter in 0..<100 {
        group.addTask {
          var (generator, memory) = (SeededGenerator(seed: UInt64(voter)), DeviceMemory())
          let voted = memory.vote(in: simplePoll(), selectedChoices: [voter % 2], name: "", using: &generator)
          try await store.merge(voted, at: token, attempts: 200)
        }
      }
      try await group.waitForAll()
    }
    let stored = try #require(await store.load(token))
    #expect(Tally(stored.poll).counts == [50, 50])
  }

  @Test("if another device writes first, the poll is loaded and merged again")
  func overtaken() async throws {
    var generator = SeededGenerator(seed: seed)
    let (early, late) = (someVote([0], using: &generator), someVote([1], using: &generator))
    let store = OvertakingStore(others: [early])
    let merged = try await store.merge(late, at: token)
    #expect(Tally(merged).counts == [1, 1])
    #expect(await store.inner.load(token)?.poll == merged)
  }

  @Test("if other devices always write first, merging fails and writes nothing")
  func contended() async throws {
    var generator = SeededGenerator(seed: seed)
    let others = (0..<3).map { _ in someVote([0], using: &generator) }
    let store = OvertakingStore(others: others)
    await #expect(throws: PollStoreError.contended) {
      try await store.merge(someVote([1], using: &generator), at: token, attempts: 3)
    }
    #expect(Tally(try #require(await store.inner.load(token)).poll).counts == [3, 0])
  }

  @Test("a different poll at the same token is not overwritten")
  func otherPoll() async throws {
    var generator = SeededGenerator(seed: seed)
    let store = InMemoryPollStore()
    try await store.merge(simplePoll(), at: token)
    let other = somePoll(using: &generator)
    await #expect(throws: PollStoreError.otherPoll) { try await store.merge(other, at: token) }
    #expect(await store.load(token)?.poll == simplePoll())
  }

  @Test("all devices derive the same token from a poll, and a different token from another poll")
  func place() {
    let poll = PollID(unchecked: "AbCdEfGhIjKlMnOp")
    #expect(StoreToken(poll).text == "poll--AbCdEfGhIjKlMnOp")
    #expect(StoreToken(StoreToken(poll).text) == StoreToken(poll))
    #expect(StoreToken(.random()) != StoreToken(poll))
  }

  @Test("a poll without new ballots is not written again")
  func nothingNew() async throws {
    let store = InMemoryPollStore()
    try await store.merge(simplePoll(), at: token)
    try await store.merge(simplePoll(), at: token)
    #expect(await store.load(token)?.version == 1)
  }

  private func someVote(_ choices: Set<Int>, using generator: inout SeededGenerator) -> Poll {
    var memory = DeviceMemory()
    return memory.vote(in: simplePoll(), selectedChoices: choices, name: "", using: &generator)
  }
}

/// A store in which another device writes before every write.
private actor OvertakingStore: PollStore {
  let inner = InMemoryPollStore()
  private var others: [Poll]

  init(others: [Poll]) { self.others = others }

  func load(_ token: StoreToken) async -> StoredPoll? { await inner.load(token) }

  func save(_ poll: Poll, at token: StoreToken, replacing version: Int?) async throws -> Bool {
    if let other = others.popLast() { try await inner.merge(other, at: token) }
    return await inner.save(poll, at: token, replacing: version)
  }
}
