import Foundation
import Testing

@testable import TemplateLogic

@Suite struct DeviceMemoryTests {
  @Test("a vote, a change and a withdrawal are three revisions of one ballot")
  func changes() throws {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let first = memory.vote(in: simplePoll(), entries: [0], name: " Ann ", using: &generator)
    #expect(Tally(first).names == [["Ann"], []])
    let second = memory.vote(in: first, entries: [1], name: "Ann", using: &generator)
    #expect(Tally(second).counts == [0, 1])
    let third = memory.vote(in: second, entries: [], name: "", using: &generator)
    #expect(Tally(third).voters == 0)
    #expect(third.ballots.values.map(\.revision) == [3])
  }

  @Test("a vote in an old message gets a later revision than a vote that the message does not contain")
  func oldMessage() throws {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let asked = simplePoll()
    let first = memory.vote(in: asked, entries: [0], name: "", using: &generator)
    // Both answer the original question. The first answer was sent, but not opened on this device.
    let second = memory.vote(in: asked, entries: [1], name: "", using: &generator)
    #expect(Tally(try #require(first.merged(with: second))).counts == [0, 1])
  }

  @Test("a sent ballot counts once its message arrives")
  func sending() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let asked = simplePoll()
    let voted = memory.vote(in: asked, entries: [0], name: "", using: &generator)
    #expect(memory.ownBallot(in: memory.learn(asked)) == nil)
    #expect(memory.ownBallot(in: memory.learn(voted))?.entries == [0])
  }

  @Test("a vote for a choice that the poll does not have is not cast")
  func entries() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let voted = memory.vote(in: simplePoll(), entries: [1, 2, 9], name: "", using: &generator)
    #expect(voted.ballots.values.map(\.entries) == [[1]])
  }

  @Test("the least recently used poll is removed first")
  func forgetting() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let polls = (0..<33).map { _ in somePoll(using: &generator) }
    for poll in polls.prefix(32) { _ = memory.learn(poll) }
    _ = memory.learn(polls[0])
    _ = memory.learn(polls[32])
    #expect(memory.entries.map(\.id) == polls[2..<32].map(\.id) + [polls[0].id, polls[32].id])
  }

  @Test("a poll is found by its token in a store")
  func places() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let polls = (0..<3).map { _ in somePoll(using: &generator) }
    for poll in polls { _ = memory.learn(poll) }
    for poll in polls { #expect(memory.poll(at: StoreToken(poll.id)) == poll) }
    #expect(memory.poll(at: StoreToken(.random(using: &generator))) == nil)
  }

  @Test("every poll has its own voter key, which is not a participant id")
  func keys() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let polls = (0..<20).map { _ in somePoll(using: &generator) }
    for poll in polls { _ = memory.vote(in: poll, entries: [0], name: "", using: &generator) }
    #expect(Set(memory.entries.compactMap(\.voter)).count == 20)
  }
}
