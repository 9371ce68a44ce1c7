import Foundation
import Testing

@testable import TemplateLogic

@Suite struct CodecPropertyTests {
  @Test("ten thousand polls are equal after encoding and decoding")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: seed)
    for turn in 0..<10_000 {
      let poll = somePoll(using: &generator)
      let text = query(of: poll)
      let read = try payload(ofQuery: text[...])
      guard read == .poll(poll), brokenLimit(of: poll) == nil else {
        Issue.record("poll \(turn) of seed \(seed): \(text)")
        return
      }
      do {
        #expect(try codec.url(for: poll).absoluteString == codec.address.text + "?" + text)
      } catch PollCodec.EncodingFailure.tooLong(let characters) {
        #expect(characters == codec.address.text.utf8.count + 1 + text.utf8.count && characters > 5_000)
      }
    }
  }

  @Test("each of ten thousand damaged URLs is rejected, or is a valid poll that can be sent again")
  func mutations() throws {
    var generator = SeededGenerator(seed: seed)
    var read = 0
    for turn in 0..<10_000 {
      let whole = codec.address.text + "?" + query(of: somePoll(using: &generator))
      let damaged = mutated(whole, using: &generator)
      guard case .poll(let poll) = try? codec.payload(of: damaged) else { continue }
      read += 1
      let again = try payload(ofQuery: query(of: poll)[...])
      if let complaint = brokenLimit(of: poll) ?? (again == .poll(poll) ? nil : "not read again") {
        Issue.record("\(complaint) in URL \(turn) of seed \(seed): \(damaged)")
        return
      }
    }
    // Some mutations change only a letter. If all or none of them did, this test would be useless.
    #expect((500...9_500).contains(read), "\(read) URLs could still be read, seed \(seed)")
  }

  @Test("a truncated URL is rejected, or contains less of the same poll")
  func cuts() throws {
    let ballot = try #require(
      Ballot(revision: 12, selectedChoices: [0, 1], name: PollText(typed: "Ann", as: .name)))
    let poll = simplePoll().casting(ballot, by: VoterKey(unchecked: "AAAAAAAAAAAA"))
    let whole = query(of: poll)
    for length in 0..<whole.utf8.count {
      guard case .poll(let rest) = try? payload(ofQuery: whole.prefix(length)) else { continue }
      #expect(rest.id == poll.id && rest.definition.question == poll.definition.question)
      #expect(brokenLimit(of: rest) == nil)
    }
  }
}

/// Returns the text with one to three errors: flipped, cut, doubled, swapped or inserted bytes.
private func mutated(_ text: String, using generator: inout some RandomNumberGenerator) -> String {
  var bytes = Array(text.utf8)
  for _ in 0..<Int.random(in: 1...3, using: &generator) where bytes.count > 2 {
    let (one, other) = (
      Int.random(in: 0..<bytes.count, using: &generator), Int.random(in: 0..<bytes.count, using: &generator)
    )
    let range = min(one, other)..<max(one, other)
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: bytes[one] ^= 1 << UInt8.random(in: 0..<7, using: &generator)
    case 1: bytes.removeSubrange(range)
    case 2: bytes.removeSubrange(one...)
    case 3: bytes.insert(contentsOf: bytes[range], at: other)
    case 4: bytes.swapAt(one, other)
    case 5: bytes.insert(contentsOf: fragments.randomElement(using: &generator)?.utf8 ?? "".utf8, at: one)
    default: bytes = items(of: bytes, using: &generator)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

private let fragments = [
  "&", "=", "%", "%00", "%E2%80%AE", "%FF", "&v=1", "&v=2", "&t=", "&b=", "&c=x", "?", "#", ".", "0",
  "&q=%20",
]

/// Returns the same items, shuffled or with one of them doubled.
private func items(of bytes: [UInt8], using generator: inout some RandomNumberGenerator) -> [UInt8] {
  let halves = bytes.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
  guard halves.count == 2 else { return bytes }
  var items = halves[1].split(separator: UInt8(ascii: "&"))
  if let item = items.randomElement(using: &generator), Bool.random(using: &generator) {
    items.append(item)
  } else {
    items.shuffle(using: &generator)
  }
  return Array(halves[0]) + [UInt8(ascii: "?")] + Array(items.joined(separator: [UInt8(ascii: "&")]))
}
