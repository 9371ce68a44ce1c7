import ArgumentParser
import Stickers

/// Resource limits for one file.
struct ResourceLimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Change a limit that protects against hostile files; repeatable. Defaults: \
      \(ResourceLimit.all.map { "\($0.name) (\($0.defaultValue))" }.joined(separator: ", ")).
      """,
      valueName: "name=number"))
  var limit: [String] = []

  func budget() throws -> DecodingBudget {
    var budget = DecodingBudget.standard
    for setting in limit {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard parts.count == 2 else {
        throw UsageOrIOError(
          "--limit \(escaped(setting)) needs a number, for example --limit canvas-pixels=20000000")
      }
      try budget.setLimit(parts[0], to: parts[1])
    }
    return budget
  }
}
