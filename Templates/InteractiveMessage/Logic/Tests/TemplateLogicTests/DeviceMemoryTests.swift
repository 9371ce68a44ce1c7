import Foundation
import Testing

@testable import TemplateLogic

@Suite struct DeviceMemoryTests {
  @Test("a vote, a change and a withdrawal are three revisions of one ballot")
  func changes() throws {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let first = memory.vote(in: simplePoll(), selectedChoices: [0], name: " Ann ", using: &generator)
    #expect(Tally(first).voterNames == [["Ann"], []])
    let second = memory.vote(in: first, selectedChoices: [1], name: "Ann", using: &generator)
    #expect(Tally(second).counts == [0, 1])
    let third = memory.vote(in: second, selectedChoices: [], name: "", using: &generator)
    #expect(Tally(third).voterCount == 0)
    #expect(third.ballots.values.map(\.revision) == [3])
  }

  @Test("a vote in an old message gets a later revision than a vote that the message does not contain")
  func oldMessage() throws {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let asked = simplePoll()
    let first = memory.vote(in: asked, selectedChoices: [0], name: "", using: &generator)
    // Both answer the original question. The first answer was sent, but not opened on this device.
    let second = memory.vote(in: asked, selectedChoices: [1], name: "", using: &generator)
    #expect(Tally(try #require(first.merged(with: second))).counts == [0, 1])
  }

  @Test("a sent ballot counts once its message arrives")
  func sending() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let asked = simplePoll()
    let voted = memory.vote(in: asked, selectedChoices: [0], name: "", using: &generator)
    #expect(memory.ownBallot(in: memory.remember(asked)) == nil)
    #expect(memory.ownBallot(in: memory.remember(voted))?.selectedChoices == [0])
  }

  @Test("a vote for a choice that the poll does not have is not cast")
  func unknownChoices() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let voted = memory.vote(in: simplePoll(), selectedChoices: [1, 2, 9], name: "", using: &generator)
    #expect(voted.ballots.values.map(\.selectedChoices) == [[1]])
  }

  @Test("the least recently used poll is removed first")
  func forgetting() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let polls = (0..<33).map { _ in somePoll(using: &generator) }
    for poll in polls.prefix(32) { _ = memory.remember(poll) }
    _ = memory.remember(polls[0])
    _ = memory.remember(polls[32])
    #expect(memory.entries.map(\.id) == polls[2..<32].map(\.id) + [polls[0].id, polls[32].id])
  }

  @Test("a poll is found by its token in a store")
  func places() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let polls = (0..<3).map { _ in somePoll(using: &generator) }
    for poll in polls { _ = memory.remember(poll) }
    for poll in polls { #expect(memory.poll(at: StoreToken(poll.id)) == poll) }
    #expect(memory.poll(at: StoreToken(.random(using: &generator))) == nil)
  }

  @Test("every poll has its own voter key, which is not a participant id")
  func keys() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let polls = (0..<20).map { _ in somePoll(using: &generator) }
    for poll in polls { _ = memory.vote(in: poll, selectedChoices: [0], name: "", using: &generator) }
    #expect(Set(memory.entries.compactMap(\.voter)).count == 20)
  }
}
