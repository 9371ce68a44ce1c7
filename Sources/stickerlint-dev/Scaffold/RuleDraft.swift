import StickerModel

/// A rule that is still to be written.
struct RuleDraft {
  /// The rule's id in kebab case: `touches-edge`.
  let id: String

  private static let summary = "The expectation in one sentence."
  private static let reason = "Why anybody should care, with the source of every figure."
  private static let advice = "What a designer does about it."
  private static let message = "the figure, the limit and the unit"

  /// `TouchesEdge`: the file's name.
  var typeName: String {
    id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
  /// `touchesEdge`: the value's name.
  var valueName: String { typeName.prefix(1).lowercased() + typeName.dropFirst() }

  /// The rule as a value, for its page.
  var rule: Rule {
    let nothing = Sketch("sticker.png") { .bytes([]) }
    return Rule(
      id: id, severity: .warning, summary: Self.summary, reason: Self.reason, advice: Self.advice,
      roles: .sent,
      examples: [
        .passes("well-made art", nothing), .fires("one clear fault", nothing, message: Self.message),
      ],
      check: .asset { _, _ in [] })
  }

  /// The rule's file: it builds, and its second example fails until `judge` is written.
  var source: String {
    """
    package import StickerModel

    extension Rule {
      /// \(Self.summary)
      package static let \(valueName) = Rule(
        id: "\(id)",
        severity: .warning,
        summary: "\(Self.summary)",
        reason: "\(Self.reason)",
        advice: "\(Self.advice)",
        roles: .sent,
        examples: [
          .passes("well-made art", .disc(300, 300)),
          .fires("one clear fault", .disc(824, 824), message: "\(Self.message)"),
        ],
        check: .asset(judge))
    }

    private func judge(_ asset: Asset, _ settings: Settings) -> [Evidence] {
      guard asset.measurableCanvas != nil else { return [] }  // unreadable: `corrupt-image` speaks
      return []
    }

    """
  }

  /// `AllRules.swift` with this rule at its end.
  ///
  /// - Throws: a `CommandFailure` where it is listed already, or the list has another shape.
  func listed(in text: String) throws -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let entry = "    .\(valueName),"
    guard !lines.contains(entry) else { throw CommandFailure("the rule \(id) is listed already") }
    guard let end = lines.lastIndex(of: "  ]") else {
      throw CommandFailure("AllRules.swift has no list of rules")
    }
    lines.insert(entry, at: end)
    return lines.joined(separator: "\n")
  }
}
