import Foundation
import Testing

@testable import TemplateLogic

/// An entry of `MessageURLs.json`. The test of the landing page reads the same file.
struct MessageURLs: Decodable {
  let address: String
  let cases: [Case]

  struct Case: Decodable, CustomTestStringConvertible {
    let what: String
    let url: String
    let poll: ExpectedPoll?
    let token: String?
    let unreadable: String?
    /// The URL that this app writes for the same state.
    let writes: String?

    var testDescription: String { what }
  }

  struct ExpectedPoll: Decodable, Equatable {
    let question: String
    let choices: [String]
    let counts: [Int]
    let voters: Int
    let names: [[String]]
  }

  static let all: [Case] = {
    guard let file = Bundle.module.url(forResource: "MessageURLs", withExtension: "json"),
      let data = try? Data(contentsOf: file),
      let all = try? JSONDecoder().decode(MessageURLs.self, from: data), all.address == codec.address.text
    else { preconditionFailure("MessageURLs.json cannot be read") }
    return all.cases
  }()
}

@Suite struct MessageURLTests {
  @Test("each URL decodes to the contents or the error in its entry", arguments: MessageURLs.all)
  func says(_ message: MessageURLs.Case) throws {
    switch Result(catching: { () throws(MessageReadError) in try codec.payload(of: message.url) }) {
    case .success(.poll(let poll)):
      let tally = Tally(poll)
      let (definition, expected) = (poll.definition, try #require(message.poll))
      #expect(definition.question.string.utf8.elementsEqual(expected.question.utf8))
      #expect(definition.choices.map { Array($0.string.utf8) } == expected.choices.map { Array($0.utf8) })
      #expect(tally.counts == expected.counts)
      #expect(tally.voterCount == expected.voters)
      #expect(tally.voterNames == expected.names)
      #expect(brokenLimit(of: poll) == nil)
      #expect(try codec.url(for: poll).absoluteString == message.writes)
    case .success(.token(let token)):
      #expect(token.text == message.token)
      #expect(try codec.url(for: token).absoluteString == message.writes)
    case .failure(let reason): #expect(reason.rawValue == message.unreadable)
    }
  }

  @Test("a URL and its text decode to the same result", arguments: MessageURLs.all)
  func sameAsText(_ message: MessageURLs.Case) throws {
    // Systems differ in what they accept as a URL, and in how they repair the rest.
    guard let url = URL(string: message.url), url.absoluteString == message.url else { return }
    let (read, expected) = (try? codec.payload(of: url), try? codec.payload(of: message.url))
    #expect(read == expected)
  }

  @Test("the file has a URL for every error")
  func reasons() {
    #expect(Set(MessageURLs.all.compactMap(\.unreadable)) == Set(MessageReadError.allCases.map(\.rawValue)))
    #expect(MessageURLs.all.count >= 100)
  }

  @Test("a message without a URL is not from this app")
  func noURL() { #expect(throws: MessageReadError.foreign) { try codec.payload(of: nil) } }

  @Test("a URL of one megabyte is rejected before it is parsed")
  func megabyte() throws {
    let text =
      try codec.url(for: simplePoll()).absoluteString + "&z=" + String(repeating: "y", count: 1 << 20)
    let url = try #require(URL(string: text))
    #expect(throws: MessageReadError.tooLong) { try codec.payload(of: url) }
  }

  @Test("a poll that fills its URL can be sent, but not with one more character")
  func longest() throws {
    // 36 characters for the address, version, identifier and item names. The rest is for text.
    let room = 5_000 - (try codec.url(for: simplePoll()).absoluteString.utf8.count)
    let items = [UnknownItem(encoded: String(repeating: "y", count: room - 1))]
    let definition = simplePoll().definition
    let full = Poll(id: simplePoll().id, definition: definition, unknown: items)
    #expect(try codec.url(for: full).absoluteString.utf8.count == 5_000)
    let more = Poll(
      id: full.id, definition: definition, unknown: [UnknownItem(encoded: items[0].encoded + "y")])
    #expect(throws: PollCodec.EncodingFailure.tooLong(characters: 5_001)) { try codec.url(for: more) }
  }
}
