extension Rule {
  /// Reports participant identifiers in the text, states and URL of a message.
  static let messageSenderId = Rule(
    id: "message-sender-id",
    severity: .error,
    summary: "No text, state or URL of an interactive message contains a participant identifier.",
    reason: """
      In a caption, Messages replaces `$` followed by a participant's identifier (a UUID) with the
      participant's name. The identifier is different on every device and changes when the app is reinstalled.
      Therefore, an identifier in a file is meaningless, and people see a dollar sign and 36 characters. An
      identifier in the message's state or URL is also sent to devices where it means nothing.
      """,
    advice: """
      Remove the identifier. In the extension's code, put `"$" + uuidString` into the caption when you create the message. In the message's state, identify people by a name or token that you choose.
      """,
    references: [.appleLocalParticipantIdentifier], roles: [],
    examples: [
      .passes(
        "a placeholder that the code fills in",
        .withURLImageAndLabel.withText(.caption, value: "{leader} leads")),
      .passes("another identifier in a state", .withURLImageAndLabel.withState("vote", value: exampleUUID)),
      .passes("an amount of money", .withURLImageAndLabel.withText(.caption, value: "$20 each")),
      .fires(
        "an identifier in a caption",
        .withURLImageAndLabel.withText(.caption, value: "$\(exampleUUID) has voted"),
        at: "message.yml:4:10",
        message: "caption contains $\(exampleUUID), which identifies a participant on one device only"),
      .fires(
        "an identifier in a state", .withURLImageAndLabel.withState("voter", value: "$\(exampleUUID)"),
        at: "message.yml:5:12",
        message:
          "state item “voter” contains $\(exampleUUID), which identifies a participant on one device only"
      ),
    ],
    check: .message(evaluate))
}

/// The example UUID in RFC 9562, section 4.
private let exampleUUID = "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"

private func evaluate(_ message: InteractiveMessageFile, _ options: OptionValues) -> [Evidence] {
  var fields: [(what: String, value: Located<String>)] = []
  if let url = message.unvalidatedStateBaseURL { fields.append(("base-url", url)) }
  for key in InteractiveMessageTextKey.allCases {
    let texts = message[key].sorted { $0.key < $1.key }
    fields += texts.map { (key.rawValue + inLanguageSuffix(code: $0.key), $0.value) }
  }
  for item in message.exampleStates.flatMap(\.unencodedQueryItems) {
    let both = Located("\(item.name)=\(item.value.value)", at: item.value.location)
    fields.append(("state item \(quotedEscapedAndShortened(item.name))", both))
  }
  return fields.compactMap { what, value in
    dollarPrefixedUUID(in: value.value).map {
      Evidence(
        "\(what) contains \($0), which identifies a participant on one device only", at: .text(value.location)
      )
    }
  }
}

/// The first UUID that follows a `$`, with the `$`; nil if the text has no such UUID. In the text, the `$` may
/// be percent-encoded.
private func dollarPrefixedUUID(in text: String) -> String? {
  let bytes = Array(text.utf8)
  for at in bytes.indices {
    let marks = ["$", "%24"].filter { bytes[at...].starts(with: $0.utf8) }
    guard let mark = marks.first else { continue }
    let rest = bytes[(at + mark.utf8.count)...].prefix(uuidCharacterCount)
    if isUUID(rest) { return "$" + String(decoding: rest, as: UTF8.self) }
  }
  return nil
}

private let uuidCharacterCount = 36

/// - Source: RFC 9562, section 4: 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them.
private func isUUID(_ bytes: ArraySlice<UInt8>) -> Bool {
  let groups = bytes.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
  return groups.map(\.count) == [8, 4, 4, 4, 12]
    && bytes.allSatisfy { $0 == UInt8(ascii: "-") || Character(UnicodeScalar($0)).isHexDigit }
}
