import ArgumentParser
import Stickers

/// Options that choose a baseline to read.
struct BaselineFileOptions: ParsableArguments {
  @Option(
    help: "Hide findings that this file accepts. Overrides the configuration.", completion: .file())
  var baseline: BytePath?
  @Option(
    help: ArgumentHelp(
      "How to match accepted findings: by place (same file and rule; new if the value is more than 10% "
        + "worse or the severity rose) or by content (same bytes).",
      valueName: "place|content"))
  var baselineMatch = LintConfiguration.BaselineMatch.fileAndRule
  @Flag(name: .customLong("no-baseline"), help: "Also report accepted findings.") var noBaseline = false

  func validate() throws {
    if baseline != nil, noBaseline {
      throw ValidationError("--baseline and --no-baseline cannot be used together")
    }
  }

  var baselineChoice: LintConfiguration.Baseline {
    noBaseline ? .none : baseline.map { .file($0) } ?? .configured
  }
}

/// Options that hide findings that are not new, other than those that choose the baseline to read.
struct NewFindingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Report only files that changed since a branch, tag or commit in git.", valueName: "ref"))
  var changedSince: BytePath?
  @Option(
    help: ArgumentHelp(
      "Accept the current findings: write them to a file for later runs.", valueName: "file"),
    completion: .file())
  var writeBaseline: BytePath?
  @Flag(name: .customLong("fail-on-stale"), help: "Fail if a baseline accepts a finding that is gone.")
  var failOnStale = false

  func ensureNoConflict(with file: BaselineFileOptions) throws {
    if writeBaseline != nil, changedSince != nil {
      throw ValidationError("--write-baseline covers all files. Omit --changed-since.")
    }
    if writeBaseline != nil, file.baseline != nil || file.noBaseline || failOnStale {
      throw ValidationError("--write-baseline replaces the whole baseline. Omit the other baseline options.")
    }
  }

  func newOrExistingBaseline(_ file: BaselineFileOptions) -> LintConfiguration.Baseline {
    if let writeBaseline { return .newFile(writeBaseline) }
    return file.baselineChoice
  }

  /// Whether any of these options is set, except `--no-baseline` and `--baseline-match`.
  func requiresSingleMessenger(_ file: BaselineFileOptions) -> Bool {
    changedSince != nil || writeBaseline != nil || file.baseline != nil || failOnStale
  }
}
