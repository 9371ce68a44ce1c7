import StickerEngine

/// What git says has changed since a commit: files that are other than there, new, or gone.
struct GitChanges: Sendable {
  /// Absolute and without links; a folder stands for everything in it.
  private var changed: Set<Path> = []
  /// All folders that something changed in, however deep.
  private var folders: Set<Path> = []
  /// The folders that a changed path lies in directly.
  private var parents: Set<Path> = []

  /// The folders in which a file of a name has changed, appeared or gone.
  func folders(of name: Path) -> Set<Path> {
    Set(changed.lazy.filter { $0.name == name }.map(\.parent))
  }

  /// Whether a path, absolute and without links, has changed: itself or a folder around it.
  func includes(_ path: Path) -> Bool {
    var path = path
    while true {
      if changed.contains(path) { return true }
      guard path != path.parent else { return false }
      path = path.parent
    }
  }

  /// Whether something in a folder has changed, however deep, or the folder as a whole.
  func touches(_ folder: Path) -> Bool { folders.contains(folder) || includes(folder) }

  /// Whether something that lies directly in a folder has changed, or the folder as a whole.
  func touchesDirectly(_ folder: Path) -> Bool { parents.contains(folder) || includes(folder) }

  mutating func add(_ path: Path) {
    guard changed.insert(path).inserted else { return }
    var folder = path.parent
    parents.insert(folder)
    while folders.insert(folder).inserted, folder != folder.parent { folder = folder.parent }
  }
}

/// Arguments behind `git`, run in a folder.
typealias Git = (_ folder: Path, _ arguments: [[UInt8]]) throws(UsageError) -> ProgramOutcome

/// Asks git what has changed since the commit where the current branch left another one.
///
/// - Parameter ref: a branch, a tag or a commit.
/// - Parameter paths: what is to be checked, absolute and without links; each may lie in a repository of its
///   own.
/// - Throws: that a path is in no repository, that nobody knows the ref, or how far back a clone goes.
func gitChanges(
  since ref: Path, at paths: [Path], git: Git = runGit
) throws(UsageError) -> GitChanges {
  guard let first = ref.bytes.first, first != UInt8(ascii: "-") else {
    throw UsageError("\(.comparison) needs a branch, a tag or a commit, not \"\(ref.displayText)\"")
  }
  var (changes, seen) = (GitChanges(), Set<Path>())
  for path in paths {
    let repository = try repository(around: path)
    guard seen.insert(repository).inserted else { continue }
    let base = try base(of: ref, in: repository, git)
    // Whatever a repository's own settings say of its submodules: one in which anything differs counts.
    let difference = words("diff --name-only -z --no-renames --no-ext-diff --ignore-submodules=none")
    let different = try git(repository, difference + [base] + words("--"))
    let new = try git(repository, words("ls-files -z --others --exclude-standard --full-name"))
    for outcome in [different, new] {
      try refuse(outcome, in: repository)
      for name in outcome.output.split(separator: 0) {
        changes.add(repository.appending(Path(bytes: Array(name))).withoutTrailingSlashes)
      }
    }
  }
  return changes
}

/// The nearest folder with a `.git`, which is a file in worktrees and submodules.
private func repository(around path: Path) throws(UsageError) -> Path {
  var folder = path
  while try FileSystem.disk.entryKind(at: folder.appending(".git")) == nil {
    guard folder != folder.parent else {
      throw UsageError("\(.comparison): \(path.displayText) is in no git repository")
    }
    folder = folder.parent
  }
  return folder
}

/// The commit where the current branch left the one of a ref.
private func base(of ref: Path, in repository: Path, _ git: Git) throws(UsageError) -> [UInt8] {
  let known = try git(
    repository, words("rev-parse --verify --quiet") + [ref.bytes + Array("^{commit}".utf8)])
  guard known.status == 0 else {
    let advice = try isShallow(repository, git) ? fetchMore : "; `git fetch` may bring it"
    throw UsageError(
      "\(.comparison): git knows no \"\(ref.displayText)\" in \(repository.displayText)\(advice)")
  }
  let commit = Array(known.output.prefix { $0 != newline })
  let outcome = try git(repository, words("merge-base") + [commit] + words("HEAD"))
  guard outcome.status == 0 else {
    let advice = try isShallow(repository, git) ? fetchMore : ""
    throw UsageError(
      "\(.comparison): \"\(ref.displayText)\" and HEAD have no commit in common in \(repository.displayText)\(advice)"
    )
  }
  return Array(outcome.output.prefix { $0 != newline })
}

/// Whether a clone holds a part of the history only.
private func isShallow(_ repository: Path, _ git: Git) throws(UsageError) -> Bool {
  try git(repository, words("rev-parse --is-shallow-repository")).output.starts(with: "true".utf8)
}

private let fetchMore =
  ": the clone is shallow; fetch more of it, `git fetch --unshallow`, or check out with the whole history"

private func refuse(_ outcome: ProgramOutcome, in repository: Path) throws(UsageError) {
  guard outcome.status != 0 else { return }
  throw UsageError("\(.comparison): git fails in \(repository.displayText): \(outcome.reason)")
}

/// Asks nothing of a terminal, writes nothing, and runs no program that a repository's settings name for
/// watching files.
private func runGit(_ folder: Path, _ arguments: [[UInt8]]) throws(UsageError) -> ProgramOutcome {
  let all =
    words("git -C") + [folder.bytes] + words("-c core.fsmonitor=false -c core.quotepath=false") + arguments
  do throws(SystemError) {
    return try runProgram(
      all, settings: ["GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C"],
      without: placesOfHooks, limit: 256 << 20)
  } catch {
    throw UsageError(
      error.meansMissing
        ? "\(.comparison) asks git, which is not installed"
        : "\(.comparison): git cannot be run: \(error.words)")
  }
}

/// With these a hook says which repository it runs in; we ask about those that the paths lie in.
///
/// - Source: `git rev-parse --local-env-vars`, what names places.
private let placesOfHooks = [
  "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR",
]

private func words(_ line: String) -> [[UInt8]] { line.split(separator: " ").map { Array($0.utf8) } }

extension ProgramOutcome {
  /// The first line of what was said on standard error.
  fileprivate var reason: String {
    let line = errors.split(separator: newline).first.map {
      Untrusted(bytes: Array($0.prefix(300))).displayText
    }
    return line ?? "exit code \(status)"
  }
}

private let newline = UInt8(ascii: "\n")
