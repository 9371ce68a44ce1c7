/// How a build ended.
package enum BuildOutcome: Hashable, Sendable {
  /// The pack is built or, after a check, the destination is up to date.
  case completed
  /// Findings stopped the build, or a check found differences; one line for each reason.
  case stoppedByFindingsOrDifferences([UserMessage])
  /// The source or the destination cannot be used; one line for each reason.
  case failed([UserMessage])
  /// stickerlint has a bug.
  case internalError(String)

  /// Why there is no pack, one line for each reason.
  package var reasonsAssumingNoPack: [UserMessage] {
    switch self {
    case .completed: ["nothing was built"]
    case .stoppedByFindingsOrDifferences(let reasons), .failed(let reasons): reasons
    case .internalError(let message): ["internal error: \(message)"]
    }
  }

  /// Returns the same outcome with reworded reasons.
  package func reworded(_ words: (UserMessage) -> String) -> BuildOutcome {
    switch self {
    case .stoppedByFindingsOrDifferences(let reasons):
      .stoppedByFindingsOrDifferences(reasons.map { UserMessage(words($0)) })
    case .failed(let reasons): .failed(reasons.map { UserMessage(words($0)) })
    case .completed, .internalError: self
    }
  }
}

extension CommandError {
  /// Creates an error from the reasons why a build did not complete.
  package init(_ outcome: BuildOutcome) {
    // The lines of a failed build come from a `CommandError`, which already limits their number.
    let isLimited = if case .failed = outcome { true } else { false }
    problemMessages =
      isLimited
      ? outcome.reasonsAssumingNoPack : CommandError(messages: outcome.reasonsAssumingNoPack).problemMessages
  }
}
