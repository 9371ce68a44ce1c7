/// What becomes of a catalog whose documents are fixed.
package struct CatalogFixes: Hashable, Sendable {
  /// A file that changes.
  package enum Change: Hashable, Sendable {
    /// The file gets other bytes; `old` is nil where there was none.
    case write(path: String, old: [UInt8]?, new: [UInt8])
    /// The file gets another name in its folder, and other bytes where it is an icon; nil: those that it has.
    case move(from: String, to: String, bytes: [UInt8]?)

    /// Where the file lies until the change.
    package var path: String {
      switch self {
      case .write(let path, _, _): path
      case .move(let path, _, _): path
      }
    }
  }

  /// One thing that was done for a rule.
  package struct Step: Hashable, Sendable {
    /// The finding that the step cures, as it was found.
    package let finding: Finding
    /// The kind of fix.
    let kind: Fix.Kind
    /// What was done, in words: `“grid-space” became “grid-size”`.
    package let words: String
  }

  /// A finding that stays.
  package struct Unresolved: Hashable, Sendable {
    /// The finding, as it was found.
    package let finding: Finding
    /// Why the finding stays, without a full stop.
    package let reason: String
  }

  /// Fixes in which there is nothing to do.
  init() {}

  /// What is written and renamed, in byte order of the paths, files before what names them.
  package internal(set) var changes: [Change] = []
  /// What was done, kind by kind, in the order of the documents.
  package internal(set) var steps: [Step] = []
  /// What was asked for and is not done.
  package internal(set) var left: [Unresolved] = []
}

/// Fixes what can be fixed about a catalog's documents, as far as it is asked for: misspelled words, missing
/// documents, files that are in no list, two files of one name, icons.
///
/// All that is done is judged again by the rules in force: what does not cure its finding, or brings another,
/// is not done.
///
/// - Parameter tree: the catalog's files. Of pictures only icons and frames are looked at: the others may be
///   without bytes. Hidden files are passed over.
/// - Parameter root: the catalog's folder in the tree, without a slash at its end.
/// - Parameter maker: makes icons; nil leaves them.
/// - Parameter isWanted: whether a finding is to be cured; asked for those that have a fix.
/// - Returns: the same for the same files on every machine; nothing for what it returned before.
package func fixCatalog(
  in tree: FileTree, at root: String, _ configuration: Configuration,
  makingIcons maker: RegeneratedIcons.Generator? = nil,
  isWanted: @escaping (Finding) -> Bool
) -> CatalogFixes {
  let shown = tree.filter { path in
    let parts = Path(path).components.dropFirst(Path(root).components.count)
    return !parts.contains { $0.bytes.first == UInt8(ascii: ".") }
  }
  var fixer = CatalogFixer(
    tree: shown, root: root, configuration: configuration, maker: maker, isWanted: isWanted)
  return fixer.fixes()
}

private struct CatalogFixer {
  private(set) var tree: FileTree
  let root: String
  let configuration: Configuration
  let maker: RegeneratedIcons.Generator?
  let isWanted: (Finding) -> Bool
  private let original: FileTree
  private var found: [Finding]
  private var moves: [String: String] = [:]
  private var result = CatalogFixes()

  init(
    tree: FileTree, root: String, configuration: Configuration, maker: RegeneratedIcons.Generator?,
    isWanted: @escaping (Finding) -> Bool
  ) {
    (self.tree, original, self.root) = (tree, tree, root)
    self.configuration = configuration
    self.maker = maker
    self.isWanted = isWanted
    found = catalogFindings(in: tree, at: root, configuration)
  }

  mutating func fixes() -> CatalogFixes {
    for kind in Fix.Kind.allCases where kind.changesCatalogs && (kind != .makeIcons || maker != nil) {
      resolve(kind)
    }
    result.changes = changes()
    return result
  }

  /// All at once, and where that does not go, document by document, and one by one.
  private mutating func resolve(_ kind: Fix.Kind) {
    let targets = wanted(kind, among: found)
    guard !targets.isEmpty, !attempt(targets, kind).isDone else { return }
    for path in Set(targets.map(\.path)).sorted() {
      // Whatever was done meanwhile moved other places.
      let ofDocument = wanted(kind, among: found).filter { $0.path == path }
      guard !ofDocument.isEmpty, !attempt(ofDocument, kind).isDone else { continue }
      resolveOneByOne(kind, at: path)
    }
  }

  private mutating func resolveOneByOne(_ kind: Fix.Kind, at path: Path) {
    var refused = 0
    while true {
      let rest = wanted(kind, among: found).filter { $0.path == path }.dropFirst(refused)
      guard let target = rest.first else { return }
      guard case .refused(let reason) = attempt([target], kind) else { continue }
      result.left.append(CatalogFixes.Unresolved(finding: target, reason: reason))
      refused += 1
    }
  }

  private func wanted(_ kind: Fix.Kind, among findings: [Finding]) -> [Finding] {
    findings.filter { $0.evidence.fix?.kind == kind && isWanted($0) }
  }

  private enum Outcome {
    case done
    case refused(String)

    var isDone: Bool { if case .done = self { true } else { false } }
  }

  /// Cures findings, and what only shows then: the keys behind a misspelled key.
  private mutating func attempt(_ targets: [Finding], _ kind: Fix.Kind) -> Outcome {
    var edit = CatalogEdit(tree: tree, root: root, maker: maker)
    var (pending, steps) = (targets, [CatalogFixes.Step]())
    for _ in 0..<maxRounds {
      var ofRound: [CatalogFixes.Step] = []
      for target in pending.sorted(by: comesLater) {
        switch edit.resolve(target) {
        case .success(let words):
          ofRound.append(CatalogFixes.Step(finding: target, kind: kind, words: words))
        case .failure(let diagnostic): return .refused(diagnostic.message)
        }
      }
      steps += ofRound.reversed()
      let now = catalogFindings(in: edit.tree, at: root, configuration)
      let new = surplus(of: now, over: found)
      if new.isEmpty {
        let gone = surplus(of: found, over: now)
        guard surplus(of: targets, over: gone).isEmpty else { return .refused("it would not cure it") }
        (tree, found) = (edit.tree, now)
        moves.merge(edit.moves) { _, new in new }
        result.steps += steps
        return .done
      }
      pending = wanted(kind, among: new)
      if let other = new.first(where: { !pending.contains($0) }) {
        return .refused("it would bring another finding: \(other.evidence.message)")
      }
    }
    return .refused("it would bring other findings again and again")
  }

  private func changes() -> [CatalogFixes.Change] {
    let targets = Set(moves.values)
    let moved = moves.map { old, new in
      CatalogFixes.Change.move(
        from: old, to: new, bytes: tree[new] == original[old] ? nil : tree[new])
    }
    let written = tree.paths.compactMap { path -> CatalogFixes.Change? in
      guard let new = tree[path], new != original[path], !targets.contains(path) else { return nil }
      return .write(path: path, old: original[path], new: new)
    }
    func sorted(_ changes: [CatalogFixes.Change]) -> [CatalogFixes.Change] {
      changes.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
    return sorted(moved) + sorted(written)
  }
}

private let maxRounds = 8

/// Back to front, so that places in front stay where they are.
private func comesLater(_ a: Finding, _ b: Finding) -> Bool {
  if a.path != b.path { return b.path < a.path }
  return b.location < a.location
}

extension Finding {
  fileprivate var location: SourceLocation {
    if case .text(let location) = evidence.location { location } else { SourceLocation(line: 0, column: 0) }
  }

  /// What it says, wherever it stands by now: lines and counts in its message may have changed.
  fileprivate var identity: [String] {
    [rule, path.displayText, severity.rawValue, evidence.message.filter { !$0.isNumber }]
  }
}

/// The findings that `others` do not have, or not as often.
private func surplus(of findings: [Finding], over others: [Finding]) -> [Finding] {
  var counts: [[String]: Int] = [:]
  for other in others { counts[other.identity, default: 0] += 1 }
  return findings.filter { finding in
    guard let count = counts[finding.identity], count > 0 else { return true }
    counts[finding.identity] = count - 1
    return false
  }
}
