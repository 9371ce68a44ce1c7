import ArgumentParser
import Stickers

/// For which messengers something is done.
struct MessengerOptions: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "For these messengers, separated by commas; or all.",
      valueName: "messenger"))
  var messengers: [String] = []

  /// The profiles that are meant, each once.
  ///
  /// - Throws: what is no profile.
  func names() throws -> [String] {
    let given = messengers.flatMap { $0.split(separator: ",").map { String($0.filter { $0 != " " }) } }
    let known = MessengerProfile.all.map(\.name)
    if given.isEmpty, !messengers.isEmpty {
      throw UsageError("--for names no messenger: choose of \(known.joined(separator: ", ")), or all")
    }
    var seen: Set<String> = []
    return try given.flatMap { try $0 == "all" ? known : [Self.known($0)] }
      .filter { seen.insert($0).inserted }
  }

  /// A name that is one of a profile, or its file.
  ///
  /// - Throws: where it is neither.
  static func known(_ name: String) throws(UsageError) -> String {
    let known = MessengerProfile.all.map(\.name)
    guard known.contains(name) || name.contains("/") || name.hasSuffix(".yml") else {
      throw UsageError(UserMessage(unknown("messenger", name, in: known)))
    }
    return name
  }

  /// Stops what is said of one profile and of several.
  func ensureNoProfile(_ profile: String?) throws {
    if profile != nil, !messengers.isEmpty {
      throw ValidationError("--for and --profile exclude each other: both name profiles")
    }
  }
}

extension BuildOptions {
  /// Builds a pack for each messenger. A failure of one messenger does not stop the others.
  ///
  /// - Parameter isAll: whether the user said `all`. A profile without an export is then only noted.
  func packs(
    _ pack: PackToBuild, for names: [String], _ settings: SettingsOptions, _ environment: BuildEnvironment,
    isAll: Bool
  ) async throws -> [PackResult] {
    let quiet = environment.isQuiet
    var (results, shown) = ([[PackResult]](), [String]())
    // The build for Messages is separate. All others share art that is decoded once.
    var targets: [(index: Int, target: ExportTarget)] = []
    for name in names {
      var search = try settings.search(for: name)
      let export = search.settings(at: pack.pack.folder, isFolder: true).export
      if let fault = search.faults.first { throw UsageError(UserMessage(fault)) }
      let stem = Path(name).stem.displayText
      let place = pack.destination.appending(stem)
      guard export != nil || !isAll else {
        if !quiet {
          printToStandardError(["note: \(stem): its profile names no export, so no pack is written for it"])
        }
        continue
      }
      shown.append(stem)
      guard export == .imessage else {
        targets.append((results.count, ExportTarget(for: name, at: place, search)))
        results.append([])
        continue
      }
      var builder = PackBuilder(options(selected: settings.selectedRules), environment, search)
      results.append([
        await builder.write(PackToBuild(pack.pack, destination: place)).named(
          stem, in: names, skipFailing: skipFailing)
      ])
    }
    let builder = MessengerBuilder(messengerOptions, environment)
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
    // Every messenger notes what the source leaves out.
    let notes = all.flatMap { $0.notes(isQuiet: quiet) }.withoutRepetition
    printToStandardError(notes.map { "note: \($0.commandLineText)" })
    return all
  }
}

extension PackResult {
  /// Returns the result of the build for Messages in the form of the other results if there are several.
  fileprivate func named(_ messenger: String, in names: [String], skipFailing: Bool) -> PackResult {
    guard names.count > 1 else { return self }
    var result = named(forMessenger: messenger)
    if case .stopped(let lines) = outcome {
      // A sticker that is left out does not stop the build.
      let skipped = Set(skipFailing ? report?.assets.map(\.path) ?? [] : [])
      let findings =
        report?.lines(
          of: { $0.fails && !skipped.contains($0.path) }, advice: { UserMessage($0.advice) }) ?? []
      result.outcome = .stopped(findings + lines)
    }
    return result
  }
}
