package import StickerEngine
import StickerPacker

/// The result of building one pack.
package struct PackResult: Sendable {
  package var report: Report?
  /// The escaped name of the messenger that the reasons of `.stopped` are about; nil if the run has only one
  /// messenger.
  var escapedMessengerNameIfSeveral: String?
  var notes: [UserMessage] = []
  /// The notes that report something that was left out. `--quiet` does not hide them.
  private(set) var leftOutNotes: Set<UserMessage> = []
  /// The notes in `leftOutNotes` that are about the source, and therefore the same for all messengers.
  private var sourceLeftOutNotes: Set<UserMessage> = []
  /// The differences between the build and the destination for `--check`, one line for each file.
  package var differences: [String] = []
  /// The build at its destination, and what changed there; nil if no files were built.
  var buildWithoutOutcome: ReportedPackBuild?
  /// A line with the destination and what changed, escaped for display; nil if there is nothing to compare
  /// with.
  private var escapedChangesLine: String?
  /// The outcome of the build. Its reasons do not name the messenger.
  package var outcome: BuildOutcome
  /// The destination and its contents, or a statement that the destination is up to date; empty unless the
  /// build was completed.
  private var summaryAndNextStep = ""

  package init(notes: [UserMessage] = [], _ outcome: BuildOutcome = .completed) {
    self.notes = notes
    self.outcome = outcome
  }

  /// Records that the build was completed.
  mutating func complete(_ summary: String) {
    outcome = .completed
    self.summaryAndNextStep = summary
  }

  /// Adds a line on what to do with the build. Call this after the build is completed.
  mutating func addNextStep(_ text: String) { summaryAndNextStep += "\n" + text }

  /// Adds a line on what the build changed. Call this after the build is written.
  mutating func addChangesLine() {
    escapedChangesLine = buildWithoutOutcome.flatMap { build in
      build.changes.map { "\(build.output.displayText): \($0.escapedSummary)" }
    }
  }

  /// Adds a line on what a build would change, if anything.
  mutating func addPendingChangesLine() {
    if buildWithoutOutcome?.changes?.isEmpty == false { addChangesLine() }
  }

  /// The destination and its contents, what changed there, and the next step. If the build was not completed,
  /// only the changes that it would make.
  package var summaryLines: [String] {
    let lines = summaryAndNextStep.split(separator: "\n").map(String.init)
    return Array(lines.prefix(1)) + [escapedChangesLine].compactMap(\.self) + lines.dropFirst()
  }

  /// The build for reports; nil if no files were built.
  package var reportedBuild: ReportedPackBuild? {
    var reported = buildWithoutOutcome
    reported?.isWrittenOrUpToDate = outcome == .completed
    reported?.messenger = escapedMessengerNameIfSeveral
    return reported
  }

  /// Creates the result of a pack that has not been built yet, or whose build ended before its source was
  /// read.
  init(of pack: LocatedPack, _ outcome: BuildOutcome = .completed) {
    self.init(notes: pack.notes, outcome)
    leftOutNotes = pack.leftOutNotes
    sourceLeftOutNotes = pack.leftOutNotes
  }

  /// Adds notes about what was left out.
  mutating func addLeftOutNotes(_ lines: [UserMessage]) {
    notes += lines
    leftOutNotes.formUnion(lines)
  }

  /// Adds the notes from reading the source.
  mutating func addNotes(of readResult: PackReadResult) {
    notes += readResult.notes.map { UserMessage($0) }
    let lines = readResult.leftOutNotes.map { UserMessage($0) }
    leftOutNotes.formUnion(lines)
    sourceLeftOutNotes.formUnion(lines)
  }

  /// Adds the notes about what was left out while finding the source.
  mutating func addLeftOutNotes(of pack: LocatedPack) {
    addSourceLeftOutNotes(pack.notes.filter(pack.leftOutNotes.contains))
  }

  /// Adds the notes about what was left out while reading the source.
  mutating func addLeftOutNotes(of readResult: PackReadResult) {
    addSourceLeftOutNotes(readResult.notes.filter(readResult.leftOutNotes.contains).map { UserMessage($0) })
  }

  private mutating func addSourceLeftOutNotes(_ lines: [UserMessage]) {
    addLeftOutNotes(lines)
    sourceLeftOutNotes.formUnion(lines)
  }

  /// Returns a copy with the name of a pack before each note.
  package func prefixingNotes(with name: String) -> PackResult { prefixingNotes(with: name, except: []) }

  /// Returns a copy with the name of a messenger before each note, except notes that are the same for all
  /// messengers.
  package func prefixingMessengerSpecificNotes(withMessenger name: String) -> PackResult {
    var result = self.prefixingNotes(with: name, except: sourceLeftOutNotes)
    result.escapedMessengerNameIfSeveral = name
    return result
  }

  private func prefixingNotes(with name: String, except unnamed: Set<UserMessage>) -> PackResult {
    func line(_ note: UserMessage) -> UserMessage { unnamed.contains(note) ? note : "\(name): \(note)" }
    var result = self
    result.notes = notes.map(line)
    result.leftOutNotes = Set(leftOutNotes.map(line))
    result.sourceLeftOutNotes = Set(sourceLeftOutNotes.map(line))
    return result
  }

  /// Returns all notes or, if the run is quiet, only those about what was left out.
  package func notes(leftOutOnly isQuiet: Bool) -> [UserMessage] {
    isQuiet ? notes.filter(leftOutNotes.contains) : notes
  }
}

extension [PackResult] {
  /// The errors for one source's packs, one line each. A line that is the same for several messengers appears
  /// once and lists them.
  package var errorLinesWithMessengers: [UserMessage] {
    let lines = flatMap { result -> [(messenger: String?, line: UserMessage)] in
      switch result.outcome {
      case .stoppedByFindingsOrDifferences(let reasons):
        reasons.map { (result.escapedMessengerNameIfSeveral, $0) }
      case .failed(let reasons): reasons.map { (nil, $0) }
      case .completed, .internalError: []
      }
    }
    let named = lines.filter { $0.messenger != nil }.grouped(by: \.line).map { group -> UserMessage in
      "\(listText(group.compactMap(\.messenger).withoutRepetition)): \(group[0].line)"
    }
    return named + lines.filter { $0.messenger == nil }.map(\.line).withoutRepetition
  }
}

extension PackBuild {
  /// The problems to solve before the pack can be built, one line each; nil if there are none.
  func blockingProblems(_ selection: BuildSelection, _ report: Report) -> [UserMessage]? {
    let source = pack.path == Path(".") ? UntrustedText(pack.name).displayText : pack.path.displayText
    let faults = openedPack.readResult.faults.filter { $0.stickerID == nil || !options.skipsFailingStickers }
    var lines = faults.map { fault -> UserMessage in
      let path =
        fault.file.map { $0 == Path(".") ? openedPack.root : openedPack.root.appending($0) }
        ?? openedPack.root
      return "\(path.displayText): \(fault.message)"
    }
    let failing = selection.skippedStickers.count - openedPack.readResult.faults.count { $0.stickerID != nil }
    if failing > 0, !options.skipsFailingStickers {
      lines.append(
        "\(source) was not built. \(failing) of \(openedPack.readResult.pack.stickers.count) stickers failed: "
          + "\(shortNameList(selection.skippedStickers)). " + selection.remedy(in: pack.path)
          + ". Or \(.skipFailingStickers).")
    }
    lines += selection.packBlockingFindings.map { finding in
      "\(source) was not built. \(finding.path.name.displayText): \(finding.evidence.message)"
    }
    if report.findings.contains(where: { $0.failsRun && $0.evidence.fix?.kind == .flatten }) {
      lines.append("the icon is transparent. Set a background color \(.whereToSetIconBackground).")
    }
    if lines.isEmpty, selection.packWithBuildableStickers.stickers.isEmpty {
      lines.append(
        selection.skippedStickers.isEmpty
          ? "\(source) has no stickers"
          : selection.skippedStickers.count == 1
            ? "\(source) was not built, because its only sticker fails"
            : "\(source) was not built, because all \(selection.skippedStickers.count) stickers fail")
    }
    return lines.isEmpty ? nil : lines
  }

  private func shortNameList(_ skipped: [SkippedSticker]) -> String {
    let most = 5
    let names = skipped.prefix(most).map(\.path.name.displayText)
    return listText(skipped.count > most ? names + ["\(skipped.count - most) more"] : names)
  }
}

extension BuildSelection {
  /// Returns the command that resolves all failing findings, or advice if no command does.
  fileprivate func remedy(in source: Path) -> UserMessage {
    let kinds = findingsOnSkippedStickers.map(\.evidence.fix?.kind)
    guard !kinds.isEmpty, kinds.allSatisfy({ $0.map { !$0.changesCatalogs && $0 != .flatten } ?? false })
    else {
      return manualRemedy
    }
    let fixes = kinds.compactMap(\.self)
    // `--select` replaces the default set of rules, so list every rule.
    let rules = fixes.contains(where: \.isOptIn) ? Set(findingsOnSkippedStickers.map(\.rule)).sorted() : []
    let needsLoss = fixes.contains(where: \.isLossy) || needsFileSizeReduction
    let isTooSmall = fixes.contains(.enlargeOrPad)
    return
      "\(.fixStickers(packPath: source.displayText, rules: rules, needsLoss: needsLoss, artIsTooSmall: isTooSmall))"
  }

  /// The advice if no command resolves the findings. If all findings have the same advice, returns that
  /// advice.
  private var manualRemedy: UserMessage {
    let causes = Set(findingsOnSkippedStickers.map(\.evidence.adviceOverride))
    guard causes != [nil], !causes.isEmpty else { return "Export them again" }
    guard causes.count == 1, case let advice?? = causes.first else {
      return "Follow the advice in the findings"
    }
    return UserMessage(advice.hasSuffix(".") ? String(advice.dropLast()) : advice)
  }

  /// Whether a file is too large, which lossless encoding rarely resolves.
  private var needsFileSizeReduction: Bool {
    findingsOnSkippedStickers.contains { $0.evidence.fix?.kind == .reduceFileSize }
  }
}
