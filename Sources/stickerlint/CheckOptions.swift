import ArgumentParser
import StickerIO
import StickerModel
import StickerRules

/// Which rules run, on how many cores, and what makes the run fail.
struct CheckOptions: ParsableArguments {
  @Option(help: "Run only these rules; repeatable, or separated by commas.") var select: [String] = []
  @Option(help: "Leave these rules out; repeatable, or separated by commas.") var ignore: [String] = []
  @Option(help: "The least severity that fails the run: error, warning or hint.") var failOn = Severity.error
  @Flag(name: .customLong("no-pack"), help: "Leave out the rules that compare the stickers of a pack.")
  var noPack = false
  @Option(name: .shortAndLong, help: "Files checked at once; as many as there are cores unless given.")
  var jobs: Int?
  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if let jobs, !(1...1024 ~= jobs) { throw ValidationError("--jobs must be 1 to 1024, not \(jobs)") }
  }

  var jobCount: Int { jobs ?? processorCount() }

  func configuration() throws -> Configuration {
    let (selected, ignored) = (try ids(select), try ids(ignore))
    let rules = Rule.all.filter { (selected.isEmpty || selected.contains($0.id)) && !ignored.contains($0.id) }
    return Configuration(rules: rules, failOn: failOn, budget: try limits.budget(), checksPacks: !noPack)
  }

  private func ids(_ given: [String]) throws -> Set<String> {
    let ids = given.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let known = Set(Rule.all.map(\.id))
    if let unknown = ids.first(where: { !known.contains($0) }) { throw CommandFailure(unknownRule(unknown)) }
    return Set(ids)
  }
}
