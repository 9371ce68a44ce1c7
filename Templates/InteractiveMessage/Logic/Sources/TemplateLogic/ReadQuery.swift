/// Reads a query from an untrusted source.
///
/// Checks run in a fixed order, so that the landing page can give the same reason: first the characters and
/// escapes, next the version, and then the format of the rest.
func payload(ofQuery query: Substring) throws(MessageReadError) -> Payload {
  let items = try queryItems(query)
  try checkVersion(items)
  let tokens = items.filter { $0.name == "t" }
  return tokens.isEmpty ? .poll(try poll(items)) : .token(try token(tokens, among: items))
}

/// One item of a query, decoded, with the length of its encoded form.
private struct QueryItem {
  let name: String
  /// The text after `=`; nil if there is no `=`.
  let value: String?
  let characters: Int
}

/// The names that this version knows. All others are kept.
private let knownNames: Set<String> = ["v", "p", "q", "c", "b", "t"]

private func queryItems(_ query: Substring) throws(MessageReadError) -> [QueryItem] {
  guard Array(query.utf8).allSatisfy(isQueryCharacter) else { throw .malformed }
  var items: [QueryItem] = []
  for piece in query.split(separator: "&", omittingEmptySubsequences: false) {
    let halves = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = percentDecoded(halves[0]), !name.isEmpty else { throw .malformed }
    var value: String?
    if halves.count == 2 {
      guard let decoded = percentDecoded(halves[1]) else { throw .malformed }
      value = decoded
    }
    items.append(QueryItem(name: name, value: value, characters: piece.utf8.count))
  }
  return items
}

/// Checks the version first, because a later version may change everything but `v`.
private func checkVersion(_ items: [QueryItem]) throws(MessageReadError) {
  let version = try single("v", in: items)
  if version == formatVersion { return }
  throw isNumber(version[...]) ? .newerVersion : .malformed
}

/// Returns the value of an item that must occur once.
private func single(_ name: String, in items: [QueryItem]) throws(MessageReadError) -> String {
  let found = items.filter { $0.name == name }
  guard let item = found.first else { throw .missing }
  guard found.count == 1 else { throw .doubled }
  guard let value = item.value else { throw .malformed }
  return value
}

private func token(_ tokens: [QueryItem], among items: [QueryItem]) throws(MessageReadError) -> StoreToken {
  let value = try single("t", in: tokens)
  // A message contains a poll or a token. If it contained both, the state would be ambiguous.
  let hasPoll = items.contains { ["p", "q", "c", "b"].contains($0.name) }
  guard let token = StoreToken(value), !hasPoll else { throw .malformed }
  return token
}

private func poll(_ items: [QueryItem]) throws(MessageReadError) -> Poll {
  guard let id = PollID(try single("p", in: items)) else { throw .malformed }
  let question = try PollText(received: single("q", in: items), as: .question)
  var choices: [PollText] = []
  for item in items where item.name == "c" {
    guard let value = item.value else { throw .malformed }
    choices.append(try PollText(received: value, as: .choice))
  }
  guard !choices.isEmpty else { throw .missing }
  guard let definition = Poll.Definition(question: question, choices: choices) else { throw .overLimit }
  return Poll(id: id, definition: definition, ballots: try ballots(items), unknown: try unknown(items))
}

private func ballots(_ items: [QueryItem]) throws(MessageReadError) -> [VoterKey: Ballot] {
  var ballots: [VoterKey: Ballot] = [:]
  for item in items where item.name == "b" {
    guard let value = item.value else { throw .malformed }
    let (voter, ballot) = try castBallot(value)
    guard ballots.updateValue(ballot, forKey: voter) == nil else { throw .doubled }
    guard ballots.count <= PollLimits.maxBallots else { throw .overLimit }
  }
  return ballots
}

/// Reads `key.revision.entries` or `key.revision.entries.name`. The name may contain dots.
private func castBallot(_ value: String) throws(MessageReadError) -> (VoterKey, Ballot) {
  // Split by scalars. A name may begin with a combining mark, which forms one `Character` with the dot before
  // it.
  let scalars = value.unicodeScalars.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
  let parts = scalars.map(Substring.init)
  guard parts.count >= 3, let voter = VoterKey(parts[0]), isNumber(parts[1]), let revision = Int(parts[1]),
    let entries = entries(parts[2])
  else { throw .malformed }
  let name = parts.count == 4 ? try PollText(received: String(parts[3]), as: .name) : nil
  guard let ballot = Ballot(revision: revision, selectedChoices: entries, name: name) else {
    throw .malformed
  }
  return (voter, ballot)
}

/// Whether the text has one to nine digits without a leading zero.
private func isNumber(_ text: Substring) -> Bool {
  (1...9).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit) && text.first != "0"
}

/// Reads digits in ascending order, each at most once.
private func entries(_ text: Substring) -> Set<Int>? {
  let digits = Array(text.utf8)
  guard digits.allSatisfy(isDigit), zip(digits, digits.dropFirst()).allSatisfy(<) else { return nil }
  return Set(digits.map { Int($0 - UInt8(ascii: "0")) })
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

private func unknown(_ items: [QueryItem]) throws(MessageReadError) -> [UnknownItem] {
  let unknown = items.filter { !knownNames.contains($0.name) }
  guard unknown.count <= PollLimits.maxUnknownItems,
    unknown.allSatisfy({ $0.characters <= PollLimits.maxUnknownItemCharacters })
  else { throw .overLimit }
  return unknown.map { item in
    UnknownItem(encoded: percentEncoded(item.name) + (item.value.map { "=" + percentEncoded($0) } ?? ""))
  }
}
