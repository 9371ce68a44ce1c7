package import StickerEngine
import StickerImage

/// Which findings are accepted, and left out.
package enum BaselineChoice: Hashable, Sendable {
  /// The findings in the baselines that configurations name.
  case configured
  /// The findings in one baseline.
  case file(Path)
  /// No finding: baselines are not read.
  case none
  /// All findings of this run, which are written to a file.
  case written(Path)
}

/// The baselines of a run, each a file, and what of them has not been met.
package struct Baselines {
  /// The run that is checked.
  package var run: StickerRun
  /// The one baseline of the whole run; nil where configurations name them.
  private let given: Path?
  /// The entries of each baseline that have not matched yet, by resolved path of the baseline.
  private var baselines: [Path: Baseline] = [:]
  private let isWritten: Bool
  /// How findings are matched to accepted ones.
  private let match: BaselineMatch
  /// What the file that is to be written accepts already.
  private var existing = Baseline()
  private var places = RealPathCache()
  private var documents: [Path: String?] = [:]

  /// Reads every baseline of the run.
  ///
  /// - Throws: why one cannot be used, a line each.
  package init(_ choice: BaselineChoice, by match: BaselineMatch = .place, _ run: StickerRun) throws {
    self.run = run
    self.match = match
    if case .file(let path) = choice { given = FileSystem.disk.realPath(of: path) } else { given = nil }
    if case .written(let path) = choice {
      isWritten = true
      try readExisting(at: path)
    } else {
      isWritten = false
      if choice != .none { try readAll() }
    }
  }

  private mutating func readExisting(at path: Path) throws {
    guard try FileSystem.disk.entryKind(at: path) != nil else { return }
    do throws(UsageError) { existing = try readBaseline(FileSystem.disk.realPath(of: path)) } catch {
      throw UsageError("\(.newBaseline) replaces no other file: \(error.lines.inOneLine)")
    }
  }

  private mutating func readAll() throws(UsageError) {
    var files: [Path: UserMessage] = [:]
    if let given {
      files = [given: "\(.baseline)"]
    } else {
      for baseline in run.reportablePaths.lazy.compactMap({ [run] in run.settings.baseline(at: $0) }) {
        files[baseline.value] = UserMessage(baseline.origin.words)
      }
    }
    var faults: [UserMessage] = []
    for (file, origin) in files.sorted(by: { $0.key < $1.key }) {
      do throws(UsageError) { baselines[file] = try readBaseline(file) } catch {
        faults += error.lines.map { "\(origin): \($0)" }
      }
    }
    guard faults.isEmpty else { throw UsageError(lines: faults) }
  }

  /// Whether files are to be told apart by their content.
  package var isInUse: Bool { !baselines.isEmpty || isWritten }

  /// The files that were read.
  package var files: [Path] { baselines.keys.sorted() }

  /// Leaves the findings out that are accepted.
  package mutating func apply(_ report: Report) -> Report {
    guard !baselines.isEmpty else { return report }
    let digests = digests(report)
    return report.accepting { finding in
      guard let file = given ?? run.settings.baseline(at: finding.path)?.value else { return false }
      guard baselines[file]?.isEmpty == false else { return false }
      let entry = entry(of: finding, seenFrom: file.parent, digests)
      return baselines[file]?.take(entry, by: match) ?? false
    } counting: { [reported = run.reported] in
      reported?.contains($0.path) ?? true
    }
  }

  /// What is accepted and was not found any more, a line for each baseline; entries on what this run did not
  /// look at are none of them.
  package mutating func stale() -> [UserMessage] {
    guard !baselines.isEmpty else { return [] }
    let checked = checkedPaths()
    return baselines.sorted { $0.key < $1.key }.compactMap { file, left in
      staleLine(shownFromHere(file), left.entries.keys.sorted().filter { covers($0, file, checked) })
    }
  }

  /// What the baselines accept, for a run whose findings are judged elsewhere.
  package mutating func acceptance() -> Acceptance {
    guard !baselines.isEmpty else { return Acceptance() }
    let (checked, sorted) = (checkedPaths(), files)
    var paths = run.reportablePaths
    // A configuration's baseline is none for what is no file of the run; one for the whole run is.
    if given != nil { paths += run.discoveredFiles.catalogs.flatMap(\.folders).flatMap(\.paths) }
    var seen: [Path: Acceptance.Subject] = [:]
    for path in paths {
      guard let file = given ?? run.settings.baseline(at: path)?.value,
        let number = sorted.firstIndex(of: file)
      else { continue }
      seen[path] = Acceptance.Subject(
        file: number, path: places.place(of: path).seen(from: file.parent), document: document(path))
    }
    let files = sorted.map { file in
      let baseline = baselines[file] ?? Baseline()
      let covered = baseline.entries.keys.filter { covers($0, file, checked) }
      return Acceptance.File(name: shownFromHere(file), baseline, covered: Set(covered))
    }
    return Acceptance(files: files, subjects: seen, match: match)
  }

  /// Writes all findings of a run as accepted. What is accepted already of files that this run did not look
  /// at stays so.
  ///
  /// - Returns: the report without them, and what was written in words.
  package mutating func write(_ report: Report, to path: Path) throws -> (report: Report, note: String) {
    let file = FileSystem.disk.realPath(of: path)
    var baseline = existing
    let checked = checkedPaths()
    baseline.remove { covers($0, file, checked) }
    let keptCount = baseline.count
    let digests = digests(report)
    var (accepted, added) = (existing, [Baseline.Entry]())
    for finding in report.findings {
      let entry = entry(of: finding, seenFrom: file.parent, digests)
      baseline.add(entry)
      if !accepted.take(entry, by: match) { added.append(entry) }
    }
    try FileWriter.shared.writeFile(baseline.encoded(), to: path)
    let count = baseline.count - keptCount
    let dropped = existing.count + added.count - baseline.count
    var parts = ["\(path.displayText) accepts \(countText(count, "finding"))"]
    if existing.isEmpty {
      parts.append("whatever severity a later version gives them, but not what its new rules find")
    }
    // Show what else is accepted now to users who only wanted to drop stale entries.
    if let first = added.first, !existing.isEmpty {
      let rest = added.count > 1 ? " and \(added.count - 1) more" : ""
      parts.append("new: \(first.rule) of \(first.path.displayText)\(rest)")
    }
    if dropped > 0 { parts.append("\(dropped) no longer found") }
    if keptCount > 0 { parts.append("\(keptCount) that this run did not look for stay accepted") }
    return (report.accepting { _ in true }, parts.joined(separator: "; "))
  }

  /// What was looked at, by the absolute path.
  private mutating func checkedPaths() -> [Path: Path] {
    var checked: [Path: Path] = [:]
    for path in run.reportablePaths { checked[places.place(of: path)] = path }
    return checked
  }

  /// Whether this run would have found again what an entry accepts.
  private func covers(_ entry: Baseline.Entry, _ file: Path, _ checked: [Path: Path]) -> Bool {
    let place = entry.path.absolute(from: file.parent)
    if let path = checked[place] {
      return run.settings.configuration(at: path).activeRule(entry.rule) != nil
    }
    guard run.named.contains(where: place.isInsideOrEqual) else { return false }
    return (try? FileSystem.disk.entryKind(at: place)).flatMap { $0 } == nil
  }

  private mutating func entry(
    of finding: Finding, seenFrom folder: Path, _ digests: [Path: String?]
  ) -> Baseline.Entry {
    let digest = digests[finding.path] ?? document(finding.path)
    return Baseline.Entry(
      finding, at: places.place(of: finding.path).seen(from: folder), digest: digest)
  }

  /// SHA-256 of every file that was checked, by its path; nil for one without.
  private func digests(_ report: Report) -> [Path: String?] {
    Dictionary(report.assets.map { ($0.path, $0.contentDigest) }, uniquingKeysWith: { first, _ in first })
  }

  /// SHA-256 of a catalog's document; nil for a pack, of which nobody says a file's name, and for what cannot
  /// be read.
  private mutating func document(_ path: Path) -> String? {
    guard path.name == Catalog.documentName else { return nil }
    if let known = documents[path] { return known }
    var digest: String?
    if case .bytes(let bytes) = FileSystem.disk.readFile(path, limit: Catalog.maxDocumentBytes, follow: true)
    {
      digest = SHA256.hexDigest(of: bytes)
    }
    documents[path] = .some(digest)
    return digest
  }
}

extension CatalogListing.Folder {
  /// The paths of what lies directly in the folder.
  fileprivate var paths: [Path] { entries.map { path.appending($0.name) } }
}

func readBaseline(_ file: Path) throws(UsageError) -> Baseline {
  let shown = shownFromHere(file)
  guard (try? FileSystem.disk.entryKind(at: file)) != .some(nil) else {
    throw UsageError("there is no baseline \(shown): \(.firstBaseline(shown))")
  }
  switch FileSystem.disk.readFile(file, limit: Baseline.maxBytes, follow: true) {
  case .bytes(let bytes):
    do throws(Diagnostic) { return try Baseline(parsing: bytes) } catch {
      throw UsageError("\(shown): \(error)")
    }
  case .tooLarge(let count):
    throw UsageError("\(shown) has \(numberText(count)) bytes: too many for a baseline")
  case .unreadable(let reason):
    throw UsageError("the baseline \(shown) cannot be read: \(reason)")
  }
}

/// A file as people find it: from the working folder where it lies in it.
///
/// - Parameter file: absolute and without links.
func shownFromHere(_ file: Path) -> String {
  let working = FileSystem.disk.realPath(of: Path("."))
  return file.isInsideOrEqual(working) ? file.seen(from: working).displayText : file.displayText
}
