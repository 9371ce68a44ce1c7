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

  @Test("a vote in an old message is later than the last one, though the message does not know that one")
  func oldMessage() throws {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let asked = simplePoll()
    let first = memory.vote(in: asked, entries: [0], name: "", using: &generator)
    // Both answer the question itself: the first was sent, but is not opened here.
    let second = memory.vote(in: asked, entries: [1], name: "", using: &generator)
    #expect(Tally(try #require(first.merged(with: second))).counts == [0, 1])
  }

  @Test("a ballot that was handed over is cast once its message comes by")
  func sending() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let asked = simplePoll()
    let voted = memory.vote(in: asked, entries: [0], name: "", using: &generator)
    #expect(memory.ownBallot(in: memory.learn(asked)) == nil)
    #expect(memory.ownBallot(in: memory.learn(voted))?.entries == [0])
  }

  @Test("entries that the poll does not have are not cast")
  func entries() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let voted = memory.vote(in: simplePoll(), entries: [1, 2, 9], name: "", using: &generator)
    #expect(voted.ballots.values.map(\.entries) == [[1]])
  }

  @Test("the poll that was not used for longest is forgotten first")
  func forgetting() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let polls = (0..<33).map { _ in somePoll(using: &generator) }
    for poll in polls.prefix(32) { _ = memory.learn(poll) }
    _ = memory.learn(polls[0])
    _ = memory.learn(polls[32])
    #expect(memory.entries.map(\.id) == polls[2..<32].map(\.id) + [polls[0].id, polls[32].id])
  }

  @Test("every poll has a voter key of its own, which is none of a participant")
  func keys() {
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    let polls = (0..<20).map { _ in somePoll(using: &generator) }
    for poll in polls { _ = memory.vote(in: poll, entries: [0], name: "", using: &generator) }
    #expect(Set(memory.entries.compactMap(\.voter)).count == 20)
  }
}

@Suite struct MemoryFileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "memory-\(UUID().uuidString)")
  private var url: URL { folder.appendingPathComponent("deeper").appendingPathComponent("memory.json") }

  @Test("what was saved is loaded")
  func saved() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    for _ in 0..<40 {
      _ = memory.vote(in: somePoll(using: &generator), entries: [0, 1], name: "Ann", using: &generator)
    }
    memory.draft.question = "Where\nto?"
    memory.draft.addChoice()
    memory.draft.setChoice("Here", at: 2)
    try MemoryFile(at: url).save(memory)
    #expect(MemoryFile(at: url).load() == memory)
  }

  @Test("a file that is missing, damaged or not of this app is an empty memory")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(MemoryFile(at: url).load() == DeviceMemory())
    try MemoryFile(at: url).save(DeviceMemory())
    let whole = try Data(contentsOf: url)
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: url)
      #expect(MemoryFile(at: url).load() == DeviceMemory())
    }
    try Data(repeating: 0x20, count: MemoryFile.maxBytes + 1).write(to: url)
    #expect(MemoryFile(at: url).load() == DeviceMemory())
  }

  @Test("a single poll that cannot be read does not take the others with it")
  func partly() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try MemoryFile(at: url).save(DeviceMemory())
    let sound = query(of: simplePoll())
    let polls = [
      #"{"query":"v=2&x=1","revision":1}"#, #"{"query":"\#(sound)","revision":-5,"voter":"AAAAAAAAAAAA"}"#,
    ]
    let draft = #"{"question":"","choices":["1","2","3","4","5","6","7"]}"#
    let json = #"{"draft":\#(draft),"name":"\u202eAnn","polls":[\#(polls.joined(separator: ","))]}"#
    try Data(json.utf8).write(to: url)
    let memory = MemoryFile(at: url).load()
    #expect(memory.entries.map(\.id) == [simplePoll().id])
    #expect(memory.entries.map(\.revision) == [0])
    #expect(memory.lastName == "Ann")
    #expect(memory.draft.choices == ["1", "2", "3", "4", "5", "6"])
  }

  @Test("the longest poll that the limits allow fits into the file")
  func longest() throws {
    let wide = { (count: Int) in String(repeating: "🍕", count: count) }
    let name = try PollText(received: wide(24), as: .name)
    let definition = try #require(
      Poll.Definition(
        question: try PollText(received: wide(120), as: .question),
        choices: Array(repeating: try PollText(received: wide(60), as: .choice), count: 6)))
    let ballot = try #require(Ballot(revision: 999_999_999, entries: Set(0..<6), name: name))
    var generator = SeededGenerator(seed: seed)
    let ballots = (0..<200).map { _ in (VoterKey.random(using: &generator), ballot) }
    let item = UnknownItem(encoded: String(repeating: "y", count: 600))
    let poll = Poll(
      id: .random(using: &generator), definition: definition,
      ballots: Dictionary(uniqueKeysWithValues: ballots),
      unknown: Array(repeating: item, count: 16))
    #expect(query(of: poll).utf8.count <= PollLimits.archivedCharacters)
  }
}
