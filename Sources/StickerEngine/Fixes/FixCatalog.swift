/// The changes that fix the documents of a catalog.
package struct CatalogFixes: Hashable, Sendable {
  /// A file that changes.
  package enum Change: Hashable, Sendable {
    /// Writes a file. `old` is nil if the file is new.
    case write(path: String, old: [UInt8]?, new: [UInt8])
    /// Renames a file in its folder. `newBytes` are the new contents, or nil to keep them.
    case rename(from: String, to: String, newBytes: [UInt8]?)

    /// The path of the file before the change.
    package var originalPath: String {
      switch self {
      case .write(let path, _, _): path
      case .rename(let path, _, _): path
      }
    }
  }

  /// One fix that was applied.
  package struct Step: Hashable, Sendable {
    /// The finding that the step resolves.
    package let finding: Finding
    /// The kind of fix.
    let kind: Fix.Kind
    /// A description of the change: `change “grid-space” to “grid-size”`.
    package let description: String
  }

  /// A finding that could not be fixed.
  package struct UnresolvedFinding: Hashable, Sendable {
    package let finding: Finding
    /// Why the finding was not fixed, without a period at the end.
    package let reason: String
  }

  /// Creates an empty set of fixes.
  init() {}

  /// The changes, sorted by path in byte order, with renames before writes.
  package internal(set) var changes: [Change] = []
  /// The applied fixes, ordered by kind and then by document.
  package internal(set) var steps: [Step] = []
  /// The findings that were selected but not fixed.
  package internal(set) var unresolvedFindings: [UnresolvedFinding] = []
}

/// Fixes the documents of a catalog: misspelled words, missing documents, unlisted files, duplicate file
/// names and icons.
///
/// The rules check the result. A fix that does not resolve its finding, or that introduces another one, is
/// not applied.
///
/// - Parameter tree: the files of the catalog. Images other than icons and frames can be empty. Hidden files
///   are ignored.
/// - Parameter root: the folder of the catalog in the tree, without a trailing slash.
/// - Parameter maker: a function that generates icons, or nil to keep the existing icons.
/// - Parameter isWanted: whether to fix a finding. It is called only for findings that have a fix.
/// - Returns: the same changes for the same files on every machine, and none for files that are already
///   fixed.
package func fixCatalog(
  in tree: FileTree, at root: String, _ configuration: Configuration,
  makingIcons maker: IconSetRepair.Generator? = nil,
  isWanted: @escaping (Finding) -> Bool
) -> CatalogFixes {
  let shown = tree.filter { path in
    let parts = Path(path).components.dropFirst(Path(root).components.count)
    return !parts.contains { $0.bytes.first == UInt8(ascii: ".") }
  }
  var fixer = CatalogFixer(
    tree: shown, root: root, configuration: configuration, iconGenerator: maker, isWanted: isWanted)
  return fixer.applyFixes()
}

private struct CatalogFixer {
  private(set) var tree: FileTree
  let root: String
  let configuration: Configuration
  let iconGenerator: IconSetRepair.Generator?
  let isWanted: (Finding) -> Bool
  private let originalTree: FileTree
  private var currentFindings: [Finding]
  private var newPathsByOriginalPath: [String: String] = [:]
  private var result = CatalogFixes()

  init(
    tree: FileTree, root: String, configuration: Configuration, iconGenerator: IconSetRepair.Generator?,
    isWanted: @escaping (Finding) -> Bool
  ) {
    (self.tree, originalTree, self.root) = (tree, tree, root)
    self.configuration = configuration
    self.iconGenerator = iconGenerator
    self.isWanted = isWanted
    currentFindings = catalogFindings(in: tree, catalogFolder: root, configuration)
  }

  mutating func applyFixes() -> CatalogFixes {
    for kind in Fix.Kind.allCases
    where kind.changesCatalogs && (kind != .regenerateWrongIcons || iconGenerator != nil) {
      fixAllFindings(kind)
    }
    result.changes = changes()
    return result
  }

  /// Fixes all findings of a kind at once. If that fails, fixes them document by document, then one by one.
  private mutating func fixAllFindings(_ kind: Fix.Kind) {
    let targets = findingsToFix(kind, among: currentFindings)
    guard !targets.isEmpty, !attempt(targets, kind).isDone else { return }
    for path in Set(targets.map(\.path)).sorted() {
      // Earlier fixes may have changed the locations.
      let ofDocument = findingsToFix(kind, among: currentFindings).filter { $0.path == path }
      guard !ofDocument.isEmpty, !attempt(ofDocument, kind).isDone else { continue }
      fixOneByOne(kind, at: path)
    }
  }

  private mutating func fixOneByOne(_ kind: Fix.Kind, at path: Path) {
    var refused = 0
    while true {
      let rest = findingsToFix(kind, among: currentFindings).filter { $0.path == path }.dropFirst(refused)
      guard let target = rest.first else { return }
      guard case .refused(let reason) = attempt([target], kind) else { continue }
      result.unresolvedFindings.append(CatalogFixes.UnresolvedFinding(finding: target, reason: reason))
      refused += 1
    }
  }

  private func findingsToFix(_ kind: Fix.Kind, among findings: [Finding]) -> [Finding] {
    findings.filter { $0.evidence.fix?.kind == kind && isWanted($0) }
  }

  private enum AttemptOutcome {
    case done
    case refused(String)

    var isDone: Bool { if case .done = self { true } else { false } }
  }

  /// Fixes findings, and any further findings that appear only afterward, such as those in the value of a
  /// misspelled key.
  private mutating func attempt(_ targets: [Finding], _ kind: Fix.Kind) -> AttemptOutcome {
    var edit = CatalogEditor(tree: tree, root: root, iconGenerator: iconGenerator)
    var (pending, steps) = (targets, [CatalogFixes.Step]())
    for _ in 0..<maxRoundsPerFixAttempt {
      var ofRound: [CatalogFixes.Step] = []
      for target in pending.sorted(by: comesLater) {
        switch edit.applyFix(for: target) {
        case .success(let description):
          ofRound.append(CatalogFixes.Step(finding: target, kind: kind, description: description))
        case .failure(let diagnostic): return .refused(diagnostic.message)
        }
      }
      steps += ofRound.reversed()
      let now = catalogFindings(in: edit.tree, catalogFolder: root, configuration)
      let new = findings(now, missingFrom: currentFindings)
      if new.isEmpty {
        let gone = findings(currentFindings, missingFrom: now)
        guard findings(targets, missingFrom: gone).isEmpty else {
          return .refused("the fix would not resolve the finding")
        }
        (tree, currentFindings) = (edit.tree, now)
        newPathsByOriginalPath.merge(edit.newPathsByOldPath) { _, new in new }
        result.steps += steps
        return .done
      }
      pending = findingsToFix(kind, among: new)
      if let other = new.first(where: { !pending.contains($0) }) {
        return .refused("the fix would introduce another finding: \(other.evidence.message)")
      }
    }
    return .refused("the fix would keep introducing other findings")
  }

  private func changes() -> [CatalogFixes.Change] {
    let targets = Set(newPathsByOriginalPath.values)
    let moved = newPathsByOriginalPath.map { old, new in
      CatalogFixes.Change.rename(
        from: old, to: new, newBytes: tree[new] == originalTree[old] ? nil : tree[new])
    }
    let written = tree.paths.compactMap { path -> CatalogFixes.Change? in
      guard let new = tree[path], new != originalTree[path], !targets.contains(path) else { return nil }
      return .write(path: path, old: originalTree[path], new: new)
    }
    func sorted(_ changes: [CatalogFixes.Change]) -> [CatalogFixes.Change] {
      changes.sorted { $0.originalPath.utf8.lexicographicallyPrecedes($1.originalPath.utf8) }
    }
    return sorted(moved) + sorted(written)
  }
}

private let maxRoundsPerFixAttempt = 8

/// Orders findings from the end of a document to its start, so that earlier locations stay valid.
private func comesLater(_ a: Finding, _ b: Finding) -> Bool {
  if a.path != b.path { return b.path < a.path }
  return b.textLocationOrZero < a.textLocationOrZero
}

extension Finding {
  fileprivate var textLocationOrZero: SourceLocation {
    if case .text(let location) = evidence.location { location } else { SourceLocation(line: 0, column: 0) }
  }

  /// Identifies the finding without its location. Digits are removed, because lines and counts in the message
  /// may have changed.
  fileprivate var identityWithoutLocationOrNumbers: [String] {
    [rule, path.displayText, severity.rawValue, evidence.message.filter { !$0.isNumber }]
  }
}

/// Returns the findings that `others` does not contain, or contains fewer times.
private func findings(_ findings: [Finding], missingFrom others: [Finding]) -> [Finding] {
  var counts: [[String]: Int] = [:]
  for other in others { counts[other.identityWithoutLocationOrNumbers, default: 0] += 1 }
  return findings.filter { finding in
    guard let count = counts[finding.identityWithoutLocationOrNumbers], count > 0 else { return true }
    counts[finding.identityWithoutLocationOrNumbers] = count - 1
    return false
  }
}
