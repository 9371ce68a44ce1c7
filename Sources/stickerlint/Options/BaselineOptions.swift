import ArgumentParser
import Stickers

/// The findings that are accepted already.
struct BaselineFileOptions: ParsableArguments {
  @Option(
    help: "Leave out the findings that this file accepts; wins over a configuration's.", completion: .file())
  var baseline: Path?
  @Option(
    help: ArgumentHelp(
      "How an accepted finding is recognized: place (same file and rule; new if its figure is more than 10% "
        + "worse or its severity rose) or content (same bytes).",
      valueName: "place|content"))
  var baselineMatch = BaselineMatch.place
  @Flag(name: .customLong("no-baseline"), help: "Report accepted findings too.") var noBaseline = false

  func validate() throws {
    if baseline != nil, noBaseline {
      throw ValidationError("--baseline and --no-baseline exclude each other")
    }
  }

  var choice: BaselineChoice { noBaseline ? .none : baseline.map { .file($0) } ?? .configured }
}

/// What is left out because it is not new.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only report what has changed since a branch, a tag or a commit, as git tells.", valueName: "ref"))
  var changedSince: Path?
  @OptionGroup var known: BaselineFileOptions
  @Option(
    help: ArgumentHelp("Accept today's findings: write them to a file for later runs.", valueName: "file"),
    completion: .file())
  var writeBaseline: Path?
  @Flag(name: .customLong("fail-on-stale"), help: "Fail where a baseline accepts what is no longer found.")
  var failOnStale = false

  func validate() throws {
    if writeBaseline != nil, changedSince != nil {
      throw ValidationError("--write-baseline looks at everything: leave --changed-since out")
    }
    if writeBaseline != nil, known.baseline != nil || known.noBaseline || failOnStale {
      throw ValidationError("--write-baseline accepts everything anew: leave the other baseline flags out")
    }
  }

  var choice: BaselineChoice {
    if let writeBaseline { return .written(writeBaseline) }
    return known.choice
  }

  /// Whether anything of this is asked for.
  var isAskedFor: Bool {
    changedSince != nil || writeBaseline != nil || known.baseline != nil || failOnStale
  }
}
