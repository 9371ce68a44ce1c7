package import StickerEngine
import StickerImage

/// The findings that a run accepts and does not report.
package enum BaselineChoice: Hashable, Sendable {
  /// The findings in the baselines that configuration files specify.
  case configured
  /// The findings in one baseline file.
  case file(Path)
  /// No findings. Baselines are not read.
  case none
  /// All findings of this run, which are written to a file.
  case writeAllFindings(Path)
}

/// The baselines of a run, and the entries in them that have not matched a finding yet.
package struct Baselines {
  /// The run that is checked.
  package var run: StickerRun
  /// The one baseline of the whole run; nil if configuration files specify the baselines.
  private let commandLineBaseline: Path?
  /// The unmatched entries of each baseline, by the resolved path of the baseline.
  private var unmatchedEntriesByBaseline: [Path: Baseline] = [:]
  private let writesBaseline: Bool
  /// How to match findings to accepted findings.
  private let matchCriterion: BaselineMatchCriterion
  /// The current contents of the baseline that this run writes.
  private var existingBaselineToUpdate = Baseline()
  private var realPaths = FolderRealPathCache()
  private var catalogDocumentDigests: [Path: String?] = [:]

  /// Reads every baseline of the run.
  ///
  /// - Throws: a `CommandError` with one line for each baseline that cannot be used.
  package init(
    _ choice: BaselineChoice, by match: BaselineMatchCriterion = .fileAndRule, _ run: StickerRun
  )
    throws
  {
    self.run = run
    self.matchCriterion = match
    if case .file(let path) = choice {
      commandLineBaseline = ReadOnlyFileSystem.disk.realPath(of: path)
    } else {
      commandLineBaseline = nil
    }
    if case .writeAllFindings(let path) = choice {
      writesBaseline = true
      try readExistingBaselineIfPresent(at: path)
    } else {
      writesBaseline = false
      if choice != .none { try readAppliedBaselines() }
    }
  }

  private mutating func readExistingBaselineIfPresent(at path: Path) throws {
    guard try ReadOnlyFileSystem.disk.entryKind(at: path) != nil else { return }
    do throws(CommandError) {
      existingBaselineToUpdate = try readBaseline(ReadOnlyFileSystem.disk.realPath(of: path))
    } catch {
      throw CommandError(
        "\(.writeBaselineOption) replaces only baseline files: \(error.problemMessages.joinedWithSemicolons)")
    }
  }

  private mutating func readAppliedBaselines() throws(CommandError) {
    var files: [Path: UserMessage] = [:]
    if let commandLineBaseline {
      files = [commandLineBaseline: "\(.baselineOption)"]
    } else {
      for baseline in run.reportablePaths.lazy.compactMap({ [run] in run.configurationMap.baseline(at: $0) })
      {
        files[baseline.value] = UserMessage(baseline.origin.displayText)
      }
    }
    var faults: [UserMessage] = []
    for (file, origin) in files.sorted(by: { $0.key < $1.key }) {
      do throws(CommandError) { unmatchedEntriesByBaseline[file] = try readBaseline(file) } catch {
        faults += error.problemMessages.map { "\(origin): \($0)" }
      }
    }
    guard faults.isEmpty else { throw CommandError(messages: faults) }
  }

  /// Whether baselines need file digests.
  package var readsOrWritesBaseline: Bool { !unmatchedEntriesByBaseline.isEmpty || writesBaseline }

  /// The baseline files that were read.
  package var baselineFiles: [Path] { unmatchedEntriesByBaseline.keys.sorted() }

  /// Removes accepted findings from a report.
  package mutating func removingAcceptedFindings(_ report: Report) -> Report {
    guard !unmatchedEntriesByBaseline.isEmpty else { return report }
    let digests = assetContentDigests(of: report)
    return report.removingAccepted { finding in
      guard let file = commandLineBaseline ?? run.configurationMap.baseline(at: finding.path)?.value else {
        return false
      }
      guard unmatchedEntriesByBaseline[file]?.isEmpty == false else { return false }
      let entry = makeBaselineEntry(of: finding, relativeTo: file.parent, digests)
      return unmatchedEntriesByBaseline[file]?.removeMatch(for: entry, by: matchCriterion) ?? false
    } counting: { [reported = run.pathsToReportOn] in
      reported?.contains($0.path) ?? true
    }
  }

  /// Returns one line for each baseline with accepted findings that no longer occur. Ignores entries that
  /// this run did not check.
  package mutating func staleEntryMessages() -> [UserMessage] {
    guard !unmatchedEntriesByBaseline.isEmpty else { return [] }
    let checked = checkedPathsByAbsolutePath()
    return unmatchedEntriesByBaseline.sorted { $0.key < $1.key }.compactMap { file, left in
      staleEntriesMessage(
        displayTextFromWorkingFolder(file),
        left.entryCounts.keys.sorted().filter { runCoversEntry($0, file, checked) })
    }
  }

  /// Returns the findings that the baselines accept, for a run whose findings are evaluated elsewhere.
  package mutating func acceptedFindings() -> ResolvedBaselines {
    guard !unmatchedEntriesByBaseline.isEmpty else { return ResolvedBaselines() }
    let (checked, sorted) = (checkedPathsByAbsolutePath(), baselineFiles)
    var paths = run.reportablePaths
    // A baseline from a configuration file applies only to files in the run. A baseline given on the command
    // line applies to all files.
    if commandLineBaseline != nil {
      paths += run.discoveredFiles.catalogs.flatMap(\.recognizedFolders).flatMap(\.entryPaths)
    }
    var seen: [Path: ResolvedBaselines.BaselineReference] = [:]
    for path in paths {
      guard let file = commandLineBaseline ?? run.configurationMap.baseline(at: path)?.value,
        let number = sorted.firstIndex(of: file)
      else { continue }
      seen[path] = ResolvedBaselines.BaselineReference(
        baselineIndex: number,
        pathInBaseline: realPaths.absolutePathResolvingFolder(of: path).relativePath(from: file.parent),
        documentDigest: catalogDocumentDigest(at: path))
    }
    let files = sorted.map { file in
      let baseline = unmatchedEntriesByBaseline[file] ?? Baseline()
      let covered = baseline.entryCounts.keys.filter { runCoversEntry($0, file, checked) }
      return ResolvedBaselines.LoadedBaseline(
        name: displayTextFromWorkingFolder(file), baseline, entriesCoveredByRun: Set(covered))
    }
    return ResolvedBaselines(baselines: files, baselineReferences: seen, match: matchCriterion)
  }

  /// Writes all findings of a run as accepted. Keeps the accepted findings for files that this run did not
  /// check.
  ///
  /// - Returns: the report without the findings, and a human-readable summary.
  package mutating func updateBaseline(_ report: Report, to path: Path) throws -> (
    report: Report, note: String
  ) {
    let file = ReadOnlyFileSystem.disk.realPath(of: path)
    var baseline = existingBaselineToUpdate
    let checked = checkedPathsByAbsolutePath()
    baseline.remove { runCoversEntry($0, file, checked) }
    let keptCount = baseline.acceptedFindingCount
    let digests = assetContentDigests(of: report)
    var (accepted, added) = (existingBaselineToUpdate, [Baseline.Entry]())
    for finding in report.findings {
      let entry = makeBaselineEntry(of: finding, relativeTo: file.parent, digests)
      baseline.add(entry)
      if !accepted.removeMatch(for: entry, by: matchCriterion) { added.append(entry) }
    }
    try FileWriter.shared.writeFile(baseline.encoded(), to: path)
    let count = baseline.acceptedFindingCount - keptCount
    let dropped = existingBaselineToUpdate.acceptedFindingCount + added.count - baseline.acceptedFindingCount
    var parts = ["\(path.displayText) accepts \(countText(count, "finding"))"]
    if existingBaselineToUpdate.isEmpty {
      parts.append(
        "later runs report findings from new rules, and \(matchCriterion.stillReportedFindingsText)")
    }
    // Some users only want to remove stale entries, so show which findings are newly accepted.
    if let first = added.first, !existingBaselineToUpdate.isEmpty {
      let rest = added.count > 1 ? " and \(added.count - 1) more" : ""
      parts.append("new: \(first.rule) in \(first.path.displayText)\(rest)")
    }
    if dropped > 0 { parts.append("removed \(dropped) that no longer occur") }
    if keptCount > 0 { parts.append("kept \(keptCount) that this run did not check") }
    return (report.removingAccepted { _ in true }, parts.joined(separator: "; "))
  }

  /// The checked paths by their absolute paths.
  private mutating func checkedPathsByAbsolutePath() -> [Path: Path] {
    var checked: [Path: Path] = [:]
    for path in run.reportablePaths { checked[realPaths.absolutePathResolvingFolder(of: path)] = path }
    return checked
  }

  /// Whether this run would have reported the entry's finding again.
  private func runCoversEntry(_ entry: Baseline.Entry, _ file: Path, _ checked: [Path: Path]) -> Bool {
    let place = entry.path.absolute(from: file.parent)
    if let path = checked[place] {
      return run.configurationMap.configuration(at: path).activeRule(entry.rule) != nil
    }
    guard run.argumentRealPaths.contains(where: place.isInsideOrEqual) else { return false }
    return (try? ReadOnlyFileSystem.disk.entryKind(at: place)).flatMap { $0 } == nil
  }

  private mutating func makeBaselineEntry(
    of finding: Finding, relativeTo folder: Path, _ digests: [Path: String?]
  ) -> Baseline.Entry {
    let digest = digests[finding.path] ?? catalogDocumentDigest(at: finding.path)
    return Baseline.Entry(
      finding, at: realPaths.absolutePathResolvingFolder(of: finding.path).relativePath(from: folder),
      fileDigest: digest)
  }

  /// The SHA-256 of every checked file, by path; nil for an asset without a file.
  private func assetContentDigests(of report: Report) -> [Path: String?] {
    Dictionary(report.assets.map { ($0.path, $0.contentSHA256Hex) }, uniquingKeysWith: { first, _ in first })
  }

  /// The SHA-256 of a catalog's document; nil for other paths, and for a document that cannot be read.
  private mutating func catalogDocumentDigest(at path: Path) -> String? {
    guard path.name == Catalog.documentName else { return nil }
    if let known = catalogDocumentDigests[path] { return known }
    var digest: String?
    if case .bytes(let bytes) = ReadOnlyFileSystem.disk.readWholeFile(
      path, maxFileBytes: Catalog.maxDocumentBytes, follow: true)
    {
      digest = SHA256.hexDigest(of: bytes)
    }
    catalogDocumentDigests[path] = .some(digest)
    return digest
  }
}

extension BaselineMatchCriterion {
  /// The findings that later runs report despite the baseline, for a message.
  fileprivate var stillReportedFindingsText: String {
    switch self {
    case .fileAndRule:
      "accepted findings whose severity rises or whose value is more than 10% worse"
    case .fileRuleAndContent: "all findings in files that change"
    }
  }
}

extension CatalogListing.Folder {
  /// The paths of the folder's direct entries.
  fileprivate var entryPaths: [Path] { entries.map { path.appending($0.name) } }
}

func readBaseline(_ file: Path) throws(CommandError) -> Baseline {
  let shown = displayTextFromWorkingFolder(file)
  guard (try? ReadOnlyFileSystem.disk.entryKind(at: file)) != .some(nil) else {
    throw CommandError("baseline \(shown) does not exist: \(.createBaseline(shown))")
  }
  switch ReadOnlyFileSystem.disk.readWholeFile(file, maxFileBytes: Baseline.maxFileBytes, follow: true) {
  case .bytes(let bytes):
    do throws(Diagnostic) { return try Baseline(parsing: bytes) } catch {
      throw CommandError("\(shown): \(error)")
    }
  case .tooLarge(let count):
    throw CommandError(
      "baseline \(shown): file size is \(numberText(count)) bytes (limit: \(numberText(Baseline.maxFileBytes)))"
    )
  case .unreadable(let reason):
    throw CommandError("cannot read the baseline \(shown): \(reason)")
  }
}

/// A file's path for messages: relative to the working folder if the file is inside it.
///
/// - Parameter file: an absolute path without symbolic links.
func displayTextFromWorkingFolder(_ file: Path) -> String {
  let working = ReadOnlyFileSystem.disk.realPath(of: Path("."))
  return file.isInsideOrEqual(working) ? file.relativePath(from: working).displayText : file.displayText
}
