import ArgumentParser
import Stickers

/// The messengers that a command runs for.
struct MessengerOptions: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Messengers, separated by commas, or all.",
      valueName: "messenger"))
  var messengers: [String] = []

  /// The names or files of the profiles, without duplicates.
  ///
  /// - Throws: an error if a name is not a profile.
  func profileNames() throws -> [String] {
    let given = messengers.flatMap { $0.split(separator: ",").map { String($0.filter { $0 != " " }) } }
    let known = MessengerProfile.all.map(\.name)
    if given.isEmpty, !messengers.isEmpty {
      throw CommandError("--for requires a messenger. Choose from \(known.joined(separator: ", ")) or all.")
    }
    var seen: Set<String> = []
    return try given.flatMap { try $0 == "all" ? known : [Self.validatedName($0)] }
      .filter { seen.insert($0).inserted }
  }

  /// Returns the name if it is the name of a profile, or could be the path of a profile file.
  ///
  /// - Throws: an error that suggests similar names.
  static func validatedName(_ name: String) throws(CommandError) -> String {
    let known = MessengerProfile.all.map(\.name)
    guard known.contains(name) || name.contains("/") || name.hasSuffix(".yml") else {
      throw CommandError(UserMessage(unknownNameMessage("messenger", name, in: known)))
    }
    return name
  }

  /// Throws if both `--for` and `--profile` are given.
  func ensureNoConflict(withProfile profile: String?) throws {
    if profile != nil, !messengers.isEmpty {
      throw ValidationError("--for and --profile cannot be used together")
    }
  }
}

extension BuildOptions {
  /// Builds a pack for each messenger. A failure for one messenger does not stop the others.
  ///
  /// - Parameter isAll: whether the user passed `all`. In that case, a profile without an export causes only
  ///   a note.
  func buildPacks(
    _ pack: PackToBuild, for names: [String], _ settings: SettingsOptions, _ environment: BuildEnvironment,
    isAll: Bool
  ) async throws -> [PackResult] {
    let quiet = environment.isQuiet
    var (results, shown) = ([[PackResult]](), [String]())
    // The build for Messages is separate. All other builds share the decoded art.
    var targets: [(index: Int, target: ExportTarget)] = []
    for name in names {
      var search = try settings.configurationSearch(for: name)
      let export = search.resolvedConfiguration(at: pack.pack.folder, isFolder: true).export
      if let fault = search.errors.first { throw CommandError(UserMessage(fault)) }
      let stem = Path(name).stem.displayText
      let place = pack.destination.appending(stem)
      guard export != nil || !isAll else {
        if !quiet {
          printToStandardError(["note: \(stem): its profile has no export, so no pack was written"])
        }
        continue
      }
      shown.append(stem)
      guard export == .imessage else {
        targets.append((results.count, ExportTarget(for: name, at: place, search)))
        results.append([])
        continue
      }
      var builder = MessagesPackBuilder(
        messagesPackBuilderOptions(selectedRules: settings.selectedRules), environment, search)
      results.append([
        await builder.write(PackToBuild(pack.pack, destination: place)).prefixed(
          forMessenger: stem, among: names, skipFailing: skipFailing)
      ])
    }
    let builder = MessengerBuilder(messengerBuilderOptions, environment)
    let made = await builder.write(pack.pack, for: targets.map(\.target))
    for (target, result) in zip(targets, made) { results[target.index] = result }
    if names.count > 1 {
      let reports = zip(shown, results).flatMap { name, results in
        results.compactMap(\.report).map { (messenger: name, report: $0) }
      }
      let warnings = Report.warnings(of: reports, isQuiet: quiet)
      printToStandardError(warnings.map { "warning: \($0.commandLineText)" })
    }
    let all = results.flatMap(\.self)
    // The results of all messengers contain the same notes about files that the pack leaves out.
    let notes = all.flatMap { $0.notes(isQuiet: quiet) }.withoutRepetition
    printToStandardError(notes.map { "note: \($0.commandLineText)" })
    return all
  }
}

extension PackResult {
  /// Returns the result of the build for Messages. If there are several messengers, the result has the same
  /// form as the others.
  fileprivate func prefixed(forMessenger messenger: String, among names: [String], skipFailing: Bool)
    -> PackResult
  {
    guard names.count > 1 else { return self }
    var result = prefixingNotes(withMessenger: messenger)
    if case .stopped(let lines) = outcome {
      // A sticker that is left out does not stop the build.
      let skipped = Set(skipFailing ? report?.assets.map(\.path) ?? [] : [])
      let findings =
        report?.findingLines(
          of: { $0.failsRun && !skipped.contains($0.path) }, advice: { UserMessage($0.commandLineAdvice) })
        ?? []
      result.outcome = .stopped(findings + lines)
    }
    return result
  }
}
