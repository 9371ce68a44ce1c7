import ArgumentParser
import Stickers

/// How much a file may ask for.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Set a limit that protects from hostile files, higher or lower; repeatable. \
      \(Limit.all.map { "\($0.name) (\($0.standard))" }.joined(separator: ", ")).
      """,
      valueName: "name=number"))
  var limit: [String] = []

  func budget() throws -> Budget {
    var budget = Budget.standard
    for setting in limit {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard parts.count == 2 else {
        throw CommandFailure(
          "--limit \(Untrusted(setting).shown) needs a number: --limit canvas-pixels=20000000, for example")
      }
      try budget.set(parts[0], to: parts[1])
    }
    return try Policy.inForce().capped(budget)
  }
}
