import ArgumentParser
import Stickers

/// The options for art that is too small.
struct SmallArtOptions: ParsableArguments {
  @Flag(help: "Scale up art that is too small. Pixel art is scaled by whole factors, without smoothing.")
  var enlarge = false
  @Flag(help: "Center art that is too small on the smallest accepted canvas, without scaling it.")
  var pad = false

  /// The chosen treatment; nil if neither flag is set.
  var handling: Fixer.Options.SmallArtHandling? { enlarge ? .enlarge : pad ? .pad : nil }

  func validate() throws {
    if enlarge, pad { throw ValidationError("--enlarge and --pad cannot be used together") }
  }
}

/// The options for animations that are too long.
struct LongAnimationOptions: ParsableArguments {
  @Flag(help: "Cut off the end of an animation that is too long for the messenger.") var trim = false
  @Flag(help: "Play an animation faster if it is too long for the messenger.") var speedUp = false

  /// The chosen treatment; nil if neither flag is set.
  var handling: Fixer.Options.LongAnimationHandling? { trim ? .trim : speedUp ? .speedUp : nil }

  func validate() throws {
    if trim, speedUp { throw ValidationError("--trim and --speed-up cannot be used together") }
  }
}

/// Resource limits for one file.
struct LimitOptions: ParsableArguments {
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
        throw UsageError(
          "--limit \(escaped(setting)) needs a number, for example --limit canvas-pixels=20000000")
      }
      try budget.setLimit(parts[0], to: parts[1])
    }
    return budget
  }
}
