import Foundation
@testable import TemplateLogic

/// SplitMix64, which produces the same states for a seed on every system.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The seed of a run. Set `POLL_SEED` to test other states. Failures print it.
let seed = ProcessInfo.processInfo.environment["POLL_SEED"].flatMap { UInt64($0) } ?? 20_261_122

let codec: PollCodec = {
  guard let address = MessageAddress("https://example.com/vote") else { preconditionFailure("no address") }
  return PollCodec(address: address)
}()

/// Pieces of text: one to four bytes, several scalars, both directions, and everything that a URL escapes.
private let pieces = [
  "a", "Z", "7", ".", "-", "_", "~", " x", "%", "&", "=", "+", "#", "?", "/", "\"", "'", "<", "\\", "é",
  "e\u{301}", "\u{301}",
  "ß", "д", "א", "ب", "می\u{200C}خواهم", "寿", "🍕", "👩\u{200D}👧", "🏴\u{E0067}\u{E0062}\u{E007F}", "\u{FFFD}",
]

func someText(_ purpose: PollText.Purpose, using generator: inout some RandomNumberGenerator) -> PollText {
  // Only a few have the maximum length, because these take most of the time.
  let most = Int.random(in: 0..<30, using: &generator) == 0 ? purpose.maxScalars : 5
  let length = Int.random(in: 1...most, using: &generator)
  let typed = (0..<length).map { _ in pieces.randomElement(using: &generator) ?? "a" }.joined()
  guard let text = PollText(typed: typed, as: purpose) else {
    preconditionFailure("nothing left of \(typed)")
  }
  return text
}

func someBallot(using generator: inout some RandomNumberGenerator) -> Ballot {
  let choices = (0..<6).filter { _ in Bool.random(using: &generator) }
  let name = Bool.random(using: &generator) ? someText(.name, using: &generator) : nil
  let revision = Bool.random(using: &generator) ? 1...4 : PollLimits.revisions
  guard
    let ballot = Ballot(
      revision: .random(in: revision, using: &generator), selectedChoices: Set(choices), name: name)
  else { preconditionFailure("no ballot") }
  return ballot
}

func someDefinition(using generator: inout some RandomNumberGenerator) -> Poll.Definition {
  let choices = (0..<Int.random(in: PollLimits.choiceCounts, using: &generator)).map { _ in
    someText(.choice, using: &generator)
  }
  guard let made = Poll.Definition(question: someText(.question, using: &generator), choices: choices) else {
    preconditionFailure("no definition")
  }
  return made
}

func someUnknown(using generator: inout some RandomNumberGenerator) -> [UnknownItem] {
  (0..<Int.random(in: 0...3, using: &generator)).map { _ in
    let value = someText(.name, using: &generator).string
    return UnknownItem(encoded: "x" + percentEncoded(value) + ["", "=", "=1"][Int(generator.next() % 3)])
  }
}

func somePoll(id: PollID? = nil, using generator: inout some RandomNumberGenerator) -> Poll {
  var ballots: [VoterKey: Ballot] = [:]
  for _ in 0..<Int.random(in: 0...8, using: &generator) {
    ballots[.random(using: &generator)] = someBallot(using: &generator)
  }
  return Poll(
    id: id ?? .random(using: &generator), definition: someDefinition(using: &generator), ballots: ballots,
    unknown: someUnknown(using: &generator))
}

/// Returns a poll with two choices.
func simplePoll(_ question: String = "Pizza?", _ choices: [String] = ["Yes", "No"]) -> Poll {
  var draft = Draft()
  draft.question = question
  for (place, choice) in choices.enumerated() {
    if place >= 2 { draft.addChoice() }
    draft.setChoice(choice, at: place)
  }
  guard let poll = draft.poll(id: PollID(unchecked: "AbCdEfGhIjKlMnOp")) else {
    preconditionFailure("no poll")
  }
  return poll
}

/// Returns the limit that a poll exceeds, or nil. It counts independently of the code under test.
func brokenLimit(of poll: Poll) -> String? {
  let texts =
    [(poll.definition.question, 120)] + poll.definition.choices.map { ($0, 60) }
    + poll.ballots.values.compactMap(\.name).map { ($0, 24) }
  for (text, limit) in texts {
    let scalars = text.string.unicodeScalars
    if scalars.isEmpty || scalars.count > limit { return "\(scalars.count) scalars" }
    let hostile = scalars.contains { scalar in
      let joiner =
        scalar.value == 0x200C || scalar.value == 0x200D || (0xE0020...0xE007F).contains(scalar.value)
      let category = scalar.properties.generalCategory
      return !joiner && [.control, .lineSeparator, .paragraphSeparator].contains(category)
        || scalar.properties.isBidiControl
    }
    if hostile { return "hostile text" }
  }
  if !(2...6).contains(poll.definition.choices.count) { return "choices" }
  if poll.ballots.count > 200 { return "ballots" }
  for ballot in poll.ballots.values {
    if !(1...999_999_999).contains(ballot.revision) { return "revision \(ballot.revision)" }
    if !ballot.selectedChoices.isSubset(of: 0...5) { return "selected choices" }
  }
  return poll.unknown.count > 16 ? "unknown items" : nil
}
