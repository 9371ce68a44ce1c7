import Foundation
import Testing

@testable import TemplateLogic

@Suite struct MemoryFileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "memory-\(UUID().uuidString)")
  private var url: URL { folder.appendingPathComponent("deeper").appendingPathComponent("memory.json") }

  @Test("a saved memory is loaded unchanged")
  func saved() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    for _ in 0..<40 {
      _ = memory.vote(
        in: somePoll(using: &generator), selectedChoices: [0, 1], name: "Ann", using: &generator)
    }
    memory.draft.question = "Where\nto?"
    memory.draft.addChoice()
    memory.draft.setChoice("Here", at: 2)
    try MemoryFile(at: url).save(memory)
    #expect(try MemoryFile(at: url).load() == memory)
  }

  @Test("a file that is missing, damaged or from another program is an empty memory")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try MemoryFile(at: url).load() == DeviceMemory())
    try MemoryFile(at: url).save(DeviceMemory())
    let whole = try Data(contentsOf: url)
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: url)
      #expect(try MemoryFile(at: url).load() == DeviceMemory())
    }
    try Data(repeating: 0x20, count: MemoryFile.maxBytes + 1).write(to: url)
    #expect(try MemoryFile(at: url).load() == DeviceMemory())
  }

  @Test("a poll that cannot be read does not affect the other polls")
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
    let memory = try MemoryFile(at: url).load()
    #expect(memory.entries.map(\.id) == [simplePoll().id])
    #expect(memory.entries.map(\.revision) == [0])
    #expect(memory.lastName == "Ann")
    #expect(memory.draft.choices == ["1", "2", "3", "4", "5", "6"])
  }

  @Test(
    "a field that cannot be read does not affect the voter keys, and the file is copied",
    arguments: [
      #"{"draft":{"question":7},"name":"Ann","polls":[POLL]}"#, #"{"name":"Ann","polls":[POLL]}"#,
      #"{"draft":{"question":"","choices":[]},"name":null,"polls":[POLL]}"#,
      #"{"draft":{"question":"","choices":[]},"name":"Ann","polls":[7,{"query":[]},POLL]}"#,
    ])
  func fields(_ form: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try MemoryFile(at: url).save(DeviceMemory())
    let poll = #"{"query":"\#(query(of: simplePoll()))","revision":3,"voter":"AAAAAAAAAAAA"}"#
    let data = Data(form.replacingOccurrences(of: "POLL", with: poll).utf8)
    try data.write(to: url)
    let memory = try MemoryFile(at: url).load()
    #expect(memory.entries.map(\.voter?.text) == ["AAAAAAAAAAAA"])
    #expect(memory.entries.map(\.revision) == [3])
    try MemoryFile(at: url).save(memory)
    #expect(try Data(contentsOf: MemoryFile(at: url).copyURL) == data)
  }

  @Test("a file that is read completely is not copied")
  func whole() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var (generator, memory) = (SeededGenerator(seed: seed), DeviceMemory())
    _ = memory.remember(somePoll(using: &generator))
    _ = memory.vote(in: somePoll(using: &generator), selectedChoices: [0], name: "", using: &generator)
    try MemoryFile(at: url).save(memory)
    _ = try MemoryFile(at: url).load()
    #expect(!FileManager.default.fileExists(atPath: MemoryFile(at: url).copyURL.path))
  }

  @Test("loading throws if the file exists but cannot be read or copied")
  func unread() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try MemoryFile(at: url).load() }
    let other = MemoryFile(at: folder.appendingPathComponent("other.json"))
    try Data("damaged".utf8).write(to: folder.appendingPathComponent("other.json"))
    try FileManager.default.createDirectory(
      at: other.copyURL.appendingPathComponent("x"), withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try other.load() }
  }

  @Test("the longest poll that the limits allow fits into the file")
  func longest() throws {
    let wide = { (count: Int) in String(repeating: "🍕", count: count) }
    let name = try PollText(received: wide(24), as: .name)
    let definition = try #require(
      Poll.Definition(
        question: try PollText(received: wide(120), as: .question),
        choices: Array(repeating: try PollText(received: wide(60), as: .choice), count: 6)))
    let ballot = try #require(Ballot(revision: 999_999_999, selectedChoices: Set(0..<6), name: name))
    var generator = SeededGenerator(seed: seed)
    let ballots = (0..<200).map { _ in (VoterKey.random(using: &generator), ballot) }
    let item = UnknownItem(encoded: String(repeating: "y", count: 600))
    let poll = Poll(
      id: .random(using: &generator), definition: definition,
      ballots: Dictionary(uniqueKeysWithValues: ballots),
      unknown: Array(repeating: item, count: 16))
    #expect(query(of: poll).utf8.count <= PollLimits.maxSavedCharacters)
  }
}
