extension Rule {
  /// Whoever takes part is named by the code, on each device anew.
  static let messageSenderId = Rule(
    id: "message-sender-id",
    severity: .error,
    summary: "No text, state or URL of an interactive message holds the identifier of a participant.",
    reason: """
      Messages puts the name of a participant where a caption holds `$` and that participant's identifier, a
      UUID. The identifier differs on every device and is another one after a reinstall: one that stands in a
      file is nobody's, and people see the dollar sign and 36 characters. In a state or a URL it also leaves
      the device that alone knows what it means.
      """,
    advice: """
      Take it out. The code of the extension writes `"$" + uuidString` into a caption when it makes the
      message, and a state says who did something by a name or a token of its own.
      """,
    references: [.appleParticipants], roles: [],
    examples: [
      .passes("filled in by the code", .base.text(.caption, "{leader} leads")),
      .passes("an identifier of one's own, not a participant's", .base.state("vote", identifier)),
      .passes("a sum of money", .base.text(.caption, "$20 each")),
      .fires(
        "copied out of a log", .base.text(.caption, "$\(identifier) has voted"), at: "message.yml:4:10",
        message: "caption holds $\(identifier): that is a participant on one device only"),
      .fires(
        "in a state", .base.state("voter", "$\(identifier)"), at: "message.yml:5:12",
        message: "the state's “voter” holds $\(identifier): that is a participant on one device only"),
    ],
    check: .message(evaluate))
}

/// The example of RFC 9562, section 4.
private let identifier = "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"

private func evaluate(_ message: MessageDeclaration, _ settings: Settings) -> [Evidence] {
  var fields: [(what: String, value: Located<String>)] = []
  if let url = message.baseURL { fields.append(("base-url", url)) }
  for key in MessageText.allCases {
    let texts = message[key].sorted { $0.key < $1.key }
    fields += texts.map { (key.rawValue + inLanguage($0.key), $0.value) }
  }
  for item in message.states.flatMap(\.items) {
    let both = Located("\(item.name)=\(item.value.value)", at: item.value.location)
    fields.append(("the state's \(quoted(item.name))", both))
  }
  return fields.compactMap { what, value in
    participant(in: value.value).map {
      Evidence("\(what) holds \($0): that is a participant on one device only", at: .text(value.location))
    }
  }
}

/// The first `$` with a UUID behind it; also where the `$` is percent-encoded.
private func participant(in text: String) -> String? {
  let bytes = Array(text.utf8)
  for at in bytes.indices {
    let marks = ["$", "%24"].filter { bytes[at...].starts(with: $0.utf8) }
    guard let mark = marks.first else { continue }
    let rest = bytes[(at + mark.utf8.count)...].prefix(uuidCharacters)
    if isUUID(rest) { return "$" + String(decoding: rest, as: UTF8.self) }
  }
  return nil
}

private let uuidCharacters = 36

/// - Source: RFC 9562, section 4: 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them.
private func isUUID(_ bytes: ArraySlice<UInt8>) -> Bool {
  let groups = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  return groups.map(\.count) == [8, 4, 4, 4, 12]
    && bytes.allSatisfy { $0 == UInt8(ascii: "-") || Character(UnicodeScalar($0)).isHexDigit }
}
