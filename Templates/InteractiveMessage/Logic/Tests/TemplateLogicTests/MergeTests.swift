import Foundation
import Testing

@testable import TemplateLogic

@Suite struct MergeTests {
  @Test("merging is commutative, associative and idempotent, whatever is in conflict")
  func semilattice() throws {
    var generator = SeededGenerator(seed: seed)
    for turn in 0..<2_000 {
      let (one, two, three) = conflicting(using: &generator)
      let pair = try #require(one.merged(with: two))
      let ways = [
        pair.merged(with: three),
        two.merged(with: one)?.merged(with: three),
        three.merged(with: two)?.merged(with: one),
        try #require(two.merged(with: three)).merged(with: one),
        pair.merged(with: three)?.merged(with: two)?.merged(with: pair),
      ]
      // Compare bytes, not values, because the sent text must not depend on the order of merges.
      let texts = Set(ways.map { $0.map { query(of: $0) } ?? "none" })
      guard texts.count == 1, one.merged(with: one) == one, pair.merged(with: two) == pair else {
        Issue.record("turn \(turn) of seed \(seed): \(texts)")
        return
      }
    }
  }

  @Test("if there are too many ballots, the same ones are kept in any merge order")
  func tooManyBallots() throws {
    var generator = SeededGenerator(seed: seed)
    let polls = (0..<3).map { _ in
      (0..<150).reduce(simplePoll()) { poll, _ in
        poll.casting(someBallot(using: &generator), by: .random(using: &generator))
      }
    }
    let left = polls[0].merged(with: polls[1])?.merged(with: polls[2])
    let right = polls[2].merged(with: polls[1])?.merged(with: polls[0])
    #expect(left == right)
    #expect(left?.ballots.count == 200)
  }

  @Test("no voter's last ballot is lost, whatever the order of the answers", arguments: 0..<60)
  func histories(_ history: Int) throws {
    var generator = SeededGenerator(seed: seed &+ UInt64(history))
    var devices = (0..<Int.random(in: 2...7, using: &generator)).map { _ in Device() }
    var messages = [try codec.url(for: simplePoll("Where?", ["Here", "There", "Nowhere"]))]
    for _ in 0..<80 {
      let device = Int.random(in: devices.indices, using: &generator)
      // Devices open old and new messages, and never open some of them.
      let message = try #require(messages.randomElement(using: &generator))
      let poll = try devices[device].open(message)
      if Int.random(in: 0..<3, using: &generator) > 0 {
        let choices = Set((0..<3).filter { _ in Bool.random(using: &generator) })
        messages.append(try devices[device].answer(poll, choices, using: &generator))
      }
    }
    // At the end, every device opens all messages, in a random order.
    for device in devices.indices {
      for message in messages.shuffled(using: &generator) { _ = try devices[device].open(message) }
    }
    let states = try devices.map { try #require($0.known) }
    #expect(Set(states.map { query(of: $0) }).count == 1, "seed \(seed), history \(history)")
    for device in devices {
      guard let last = device.last else { continue }
      let ballot = try #require(device.memory.ownBallot(in: states[0]), "seed \(seed), history \(history)")
      #expect(ballot.selectedChoices == last, "seed \(seed), history \(history)")
    }
    #expect(states[0].ballots.count == devices.count { $0.last != nil })
  }

  @Test("two replies to the same message both count")
  func concurrentReplies() throws {
    var generator = SeededGenerator(seed: seed)
    var (ann, ben, cleo) = (DeviceMemory(), DeviceMemory(), DeviceMemory())
    let asked = simplePoll()
    let fromAnn = ann.vote(in: asked, selectedChoices: [0], name: "Ann", using: &generator)
    let fromBen = ben.vote(in: asked, selectedChoices: [1], name: "Ben", using: &generator)
    _ = cleo.remember(fromAnn)
    #expect(Tally(cleo.remember(fromBen)).voterNames == [["Ann"], ["Ben"]])
  }

  @Test("a different poll is not merged")
  func otherPoll() {
    var generator = SeededGenerator(seed: seed)
    #expect(simplePoll().merged(with: somePoll(using: &generator)) == nil)
  }
}

/// A device that reads and writes messages as the app does.
private struct Device {
  var memory = DeviceMemory()
  var last: Set<Int>?
  var known: Poll?

  mutating func open(_ message: URL) throws -> Poll {
    guard case .poll(let poll) = try codec.payload(of: message) else { throw MessageReadError.foreign }
    let merged = memory.remember(poll)
    known = merged
    return merged
  }

  mutating func answer(
    _ poll: Poll, _ choices: Set<Int>, using generator: inout some RandomNumberGenerator
  ) throws -> URL {
    last = choices
    return try codec.url(for: memory.vote(in: poll, selectedChoices: choices, name: "", using: &generator))
  }
}

/// Returns three states of one poll with conflicting definitions, revisions and names.
private func conflicting(using generator: inout some RandomNumberGenerator) -> (Poll, Poll, Poll) {
  let id = PollID.random(using: &generator)
  let voters = (0..<4).map { _ in VoterKey.random(using: &generator) }
  let definitions = (0..<2).map { _ in someDefinition(using: &generator) }
  func poll() -> Poll {
    let ballots = voters.filter { _ in Bool.random(using: &generator) }.map { voter in
      let name = [nil, "\u{E9}", "e\u{301}"][Int.random(in: 0..<3, using: &generator)]
      let text = name.flatMap { PollText(typed: $0, as: .name) }
      let choices = Set((0..<6).filter { _ in Bool.random(using: &generator) })
      return (
        voter, Ballot(revision: .random(in: 1...2, using: &generator), selectedChoices: choices, name: text)
      )
    }
    return Poll(
      id: id, definition: definitions[Int.random(in: 0..<2, using: &generator)],
      ballots: Dictionary(uniqueKeysWithValues: ballots).compactMapValues { $0 },
      unknown: someUnknown(using: &generator))
  }
  return (poll(), poll(), poll())
}
