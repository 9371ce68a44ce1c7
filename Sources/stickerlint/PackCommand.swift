import ArgumentParser
import Stickers

struct PackCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pack", abstract: "Build packs: manifest, variants, Xcode catalog and project.",
    discussion: """
      Every sticker is checked first; an error stops the build of its pack.

      With --stream a record is a path, or a JSON object: "source", a path, or "files", [{"path": NAME, \
      "bytes": BASE64}]; then "name", "output" (a folder below --output) and "id", each if you like. \
      docs/scale.md has more.

      Examples:
        stickerlint pack art --output build
        stickerlint pack art/stickerpack.yml --output build --xcode
        stickerlint pack art --output build --xcode --template sticker-browser
        stickerlint pack Stickers.xcstickers --output build --skip-failing
        stickerlint pack art --output build --fix --lossy    heavy stickers are made to fit
        stickerlint pack art --output build --smallest       every PNG in as few bytes as it takes
        stickerlint pack art --output build --into App/Stickers.xcassets
        stickerlint pack cats dogs birds --output packs      one folder for each
        stickerlint pack art --output build --check          in CI: is it up to date?
        stickerlint pack --stream --output packs < list.txt  thousands: a line of JSON for each
      """)

  @Argument(
    help: "Folders of @3x art, stickerpack.yml files, or catalogs; each becomes one pack.",
    completion: .directory)
  var sources: [Path] = []
  @Option(
    name: .shortAndLong, help: "The folder that is written; with several sources one folder in it for each.",
    completion: .directory)
  var output: Path?
  @OptionGroup var given: PackOptionsGiven
  @Option(help: "Sizes to make beside the @3x art: all, 2x, 1x or none.") var variants = VariantSelection.all
  @Flag(help: "Write an Xcode project too: an app that only carries the stickers.") var xcode = false
  @Option(
    help: ArgumentHelp(
      "With --xcode: what kind of extension the app has, sticker-pack (no code), sticker-browser or "
        + "interactive-message; as the last build has it unless given.",
      valueName: "template"))
  var template: ProjectTemplate?
  @Option(
    help: ArgumentHelp("The oldest iOS that the project's app runs on.", valueName: "version"))
  var deploymentTarget = ProjectDescription.usualDeploymentTarget
  @Option(
    help: ArgumentHelp(
      "Put stickers and icons into this asset catalog of an app as well; with a template that has code, its "
        + "files into the folder of this project.",
      valueName: "folder"),
    completion: .directory)
  var into: Path?
  @Flag(
    inversion: .prefixedNo,
    help: "Make a sheet too with every sticker on six backgrounds; as the last build has it unless given.")
  var contactSheet: Bool?
  @Flag(help: "Fix what can be fixed without loss before building; the art itself stays as it is.")
  var fix = false
  @Flag(help: "With --fix: allow fixes that people may see, so that heavy stickers fit.") var lossy = false
  @Flag(
    help: ArgumentHelp(
      "Write art, sizes and icons in the fewest bytes that --effort finds, every pixel of the art the "
        + "same; the files it comes from stay as they are."))
  var smallest = false
  @Option(
    help: "With --smallest or --fix: how carefully pictures are encoded: fast, normal (unless given) or max.")
  var effort: OptimizingEffort?
  @Flag(help: "Leave out stickers that fail, and say which.") var skipFailing = false
  @Flag(help: "Replace the output folder whatever it holds.") var force = false
  @Flag(help: "Write nothing; tell how the output folder differs from what would be built.") var check = false
  @OptionGroup var checks: CheckOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup(title: "For other programs") var stream: StreamOptions
  @OptionGroup(title: "Files of strangers") var isolation: IsolationOptions

  func validate() throws {
    try stream.isOn ? validateStream() : validateSources()
    if output?.bytes.isEmpty == true { throw ValidationError("--output needs a folder") }
    if template != nil, !xcode { throw ValidationError("--template goes with --xcode") }
    if lossy, !fix { throw ValidationError("--lossy goes with --fix") }
    if effort != nil, !fix, !smallest { throw ValidationError("--effort goes with --smallest or --fix") }
    if check, force { throw ValidationError("--check writes nothing: leave out --force") }
    if let complaint = complaint(ofDeploymentTarget: deploymentTarget) {
      throw ValidationError("--deployment-target \(Untrusted(deploymentTarget).shown): \(complaint)")
    }
  }

  private func validateSources() throws {
    if isolation.isIsolated(unlessTold: false) {
      throw ValidationError("--isolate, --worker-memory and --worker-seconds go with --stream")
    }
    guard !sources.isEmpty else {
      throw ValidationError("Missing expected argument '<sources> ...'")
    }
    guard output != nil else { throw ValidationError("Missing expected argument '--output <output>'") }
    guard sources.count > 1 else { return }
    if let option = given.options.first { throw ValidationError("\(option) needs a single source") }
    if into != nil { throw ValidationError("--into needs a single source") }
  }

  private func validateStream() throws {
    let others =
      [
        ("sources", !sources.isEmpty), ("--into", into != nil), ("--format", !report.format.isEmpty),
        ("--statistics", report.statistics),
      ] + given.options.map { ($0, true) }
    if let (name, _) = others.first(where: \.1) {
      throw ValidationError(
        "--stream builds what standard input names, and answers in JSON: leave \(name) out")
    }
    if check, output == nil { throw ValidationError("--check needs the folder of all packs, --output") }
  }

  /// What may be done to the art in memory; nil: nothing.
  private var fixes: FixRequest? {
    guard fix || smallest else { return nil }
    return FixRequest(
      isLossy: lossy, selected: fix ? checks.settings.selectedRules : [], effort: effort ?? .normal,
      wantsSmallest: smallest)
  }

  func build(jobs: Int, quiet: Bool) -> PackBuild {
    PackBuild(
      variants: variants, skipFailing: skipFailing, force: force, check: check,
      deploymentTarget: xcode ? deploymentTarget : nil, template: template,
      into: into.map { appDestination($0, template: template, hasProject: xcode) },
      contactSheet: contactSheet, fixes: fixes, usesCache: !checks.noCache && !stream.isOn, jobs: jobs,
      quiet: quiet)
  }

  func run() async throws {
    if smallest { keepLargeFreedMemory() }
    if stream.isOn {
      var run = try PackStreamRun(self, rawArguments())
      return try await run.run()
    }
    var search = try checks.settings.search()
    let build = build(jobs: checks.jobCount, quiet: report.quiet)
    try build.into?.refuse()
    let destinations = try report.destinations()
    let sources = try PackSources(
      sources, given.overrides(), output ?? Path("."), into: into, hasProjects: xcode)
    let packs = sources.packs
    // A broken configuration stops all packs, not only those behind the first.
    _ = try SettingsMap(packs.flatMap(\.pack.art), packs: packs.map(\.pack.path), &search)
    let read = packs.flatMap(\.pack.art).map(\.path) + packs.map(\.pack.path)
    try refuseToReplace(read + given.files, search.filesRead, by: destinations.compactMap(\.file))
    var results: [PackResult] = []
    for source in sources.all {
      guard case .success(let pack) = source else {
        if case .failure(let failure) = source { results.append(PackResult(end: .failed(failure))) }
        continue
      }
      let result = await build.run(pack, &search)
      let whose = sources.all.count > 1 ? "\(pack.pack.path.shown): " : ""
      if !report.quiet { tell(result.notes.map { "note: \(whose)\($0)" }) }
      results.append(result)
    }
    do {
      try writeReports(results, to: destinations)
    } catch is ReaderLeft {
      // Whoever does not want the report still wants to know whether the packs were built.
    }
    try leave(after: results)
  }

  private func writeReports(_ results: [PackResult], to destinations: [ReportOptions.Destination]) throws {
    let reports = results.compactMap(\.report)
    guard !reports.isEmpty else { return }
    let whole = Report(
      assets: reports.flatMap(\.assets), packFindings: reports.flatMap(\.packFindings))
    try write(whole, to: destinations, report)
    let differences = results.flatMap(\.differences).map { $0 + "\n" }.joined()
    if destinations.allSatisfy({ $0.file != nil || isForPeople($0.reporter) }) {
      try standardOutput.write(differences)
    } else {
      tell(results.flatMap(\.differences))
    }
  }

  /// One pack ends as it ended; of several, 1 says that not all of them were built.
  private func leave(after results: [PackResult]) throws {
    for result in results {
      switch result.end {
      case .done(let line): if !report.quiet { tell([line]) }
      case .stopped(let lines): tell(lines.map { "error: \($0)" })
      case .failed(let failure) where results.count > 1: tell(failure.lines.map { "error: \($0)" })
      case .failed, .defect: break
      }
    }
    let done = results.count { $0.end.isDone }
    if results.count > 1, done < results.count {
      tell(["\(done) of \(results.count) packs are \(check ? "up to date" : "built")"])
    }
    for case .defect(let defect) in results.map(\.end) { throw defect }
    if results.count == 1, case .failed(let failure) = results[0].end { throw failure }
    if results.contains(where: { !$0.end.isDone }) { throw ExitCode(1) }
  }
}
