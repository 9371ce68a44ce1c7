import StickerEngine

/// The changes since a commit according to git: modified, new and removed files.
struct GitChanges: Sendable {
  /// The changed files as absolute paths without symbolic links. If a folder is listed, everything in it
  /// counts as changed.
  private var changedPaths: Set<Path> = []
  /// All folders with changes, at any depth.
  private var foldersWithChanges: Set<Path> = []
  /// The folders that contain changed paths directly.
  private var foldersWithDirectChanges: Set<Path> = []

  /// Returns the folders in which a file with the given name was modified, added or removed.
  func folders(withChangedFileNamed name: Path) -> Set<Path> {
    Set(changedPaths.lazy.filter { $0.name == name }.map(\.parent))
  }

  /// Whether a path, or a folder above it, changed. The path must be absolute, without symbolic links.
  func includesPathOrAncestor(_ path: Path) -> Bool {
    var path = path
    while true {
      if changedPaths.contains(path) { return true }
      guard path != path.parent else { return false }
      path = path.parent
    }
  }

  /// Whether a folder changed as a whole, or anything in it changed at any depth.
  func hasChanges(in folder: Path) -> Bool {
    foldersWithChanges.contains(folder) || includesPathOrAncestor(folder)
  }

  /// Whether a folder changed as a whole, or anything directly in it changed.
  func hasDirectChanges(in folder: Path) -> Bool {
    foldersWithDirectChanges.contains(folder) || includesPathOrAncestor(folder)
  }

  mutating func add(_ path: Path) {
    guard changedPaths.insert(path).inserted else { return }
    var folder = path.parent
    foldersWithDirectChanges.insert(folder)
    while foldersWithChanges.insert(folder).inserted, folder != folder.parent { folder = folder.parent }
  }
}

/// Runs `git` with arguments in a folder.
typealias GitRunner = (_ folder: Path, _ arguments: [[UInt8]]) throws(CommandError) -> ProgramOutcome

/// Asks git which files changed since the commit where the current branch diverged from a ref.
///
/// - Parameter ref: a branch, a tag or a commit.
/// - Parameter paths: the paths to check, absolute and without symbolic links. They may be in different
///   repositories.
/// - Throws: a `CommandError` if a path is not in a repository, the ref is unknown, or a clone is too
///   shallow.
func gitBranchChanges(
  since ref: Path, inRepositoriesAround paths: [Path], git: GitRunner = runGit
) throws(CommandError) -> GitChanges {
  guard let first = ref.bytes.first, first != UInt8(ascii: "-") else {
    throw CommandError("\(.changedSinceOption) needs a branch, tag or commit, not \"\(ref.displayText)\"")
  }
  var (changes, seen) = (GitChanges(), Set<Path>())
  for path in paths {
    let repository = try repositoryRoot(around: path)
    guard seen.insert(repository).inserted else { continue }
    let base = try mergeBase(of: ref, in: repository, git)
    // Report every difference in a submodule, regardless of the repository's configuration.
    let difference = splitAtSpaces("diff --name-only -z --no-renames --no-ext-diff --ignore-submodules=none")
    let different = try git(repository, difference + [base] + splitAtSpaces("--"))
    let new = try git(repository, splitAtSpaces("ls-files -z --others --exclude-standard --full-name"))
    for outcome in [different, new] {
      try throwIfFailed(outcome, in: repository)
      for name in outcome.output.split(separator: 0) {
        changes.add(repository.appending(Path(bytes: Array(name))).withoutTrailingSlashes)
      }
    }
  }
  return changes
}

/// The nearest enclosing folder with a `.git` entry, which is a file in worktrees and submodules.
private func repositoryRoot(around path: Path) throws(CommandError) -> Path {
  var folder = path
  while try ReadOnlyFileSystem.disk.entryKind(at: folder.appending(".git")) == nil {
    guard folder != folder.parent else {
      throw CommandError("\(.changedSinceOption): \(path.displayText) is not in a git repository")
    }
    folder = folder.parent
  }
  return folder
}

/// The commit where the current branch diverged from a ref.
private func mergeBase(of ref: Path, in repository: Path, _ git: GitRunner) throws(CommandError) -> [UInt8] {
  let known = try git(
    repository, splitAtSpaces("rev-parse --verify --quiet") + [ref.bytes + Array("^{commit}".utf8)])
  guard known.exitCodeOr128PlusSignal == 0 else {
    let advice =
      try isShallow(repository, git) ? shallowCloneAdvice : ". Run `git fetch` to update the repository."
    throw CommandError(
      "\(.changedSinceOption): git cannot find \"\(ref.displayText)\" in \(repository.displayText)\(advice)"
    )
  }
  let commit = Array(known.output.prefix { $0 != newline })
  let outcome = try git(repository, splitAtSpaces("merge-base") + [commit] + splitAtSpaces("HEAD"))
  guard outcome.exitCodeOr128PlusSignal == 0 else {
    let advice = try isShallow(repository, git) ? shallowCloneAdvice : ""
    throw CommandError(
      "\(.changedSinceOption): \"\(ref.displayText)\" and HEAD have no common ancestor in "
        + "\(repository.displayText)\(advice)"
    )
  }
  return Array(outcome.output.prefix { $0 != newline })
}

/// Whether a clone has only part of the history.
private func isShallow(_ repository: Path, _ git: GitRunner) throws(CommandError) -> Bool {
  try git(repository, splitAtSpaces("rev-parse --is-shallow-repository")).output.starts(with: "true".utf8)
}

private let shallowCloneAdvice =
  ". The clone is shallow. Fetch the rest with `git fetch --unshallow`, or clone the whole history."

private func throwIfFailed(_ outcome: ProgramOutcome, in repository: Path) throws(CommandError) {
  guard outcome.exitCodeOr128PlusSignal != 0 else { return }
  throw CommandError(
    "\(.changedSinceOption): git failed in \(repository.displayText): \(outcome.firstErrorLineOrExitCode)")
}

/// Runs git without prompts, without writing, and without the file-watching programs that a repository
/// configures.
private func runGit(_ folder: Path, _ arguments: [[UInt8]]) throws(CommandError) -> ProgramOutcome {
  let all =
    splitAtSpaces("git -C") + [folder.bytes]
    + splitAtSpaces("-c core.fsmonitor=false -c core.quotepath=false") + arguments
  do throws(SystemError) {
    return try runProgram(
      all, settingVariables: ["GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C"],
      removingVariables: gitHookVariables, throwingAboveOutputBytes: 256 << 20)
  } catch {
    throw CommandError(
      error.meansMissingPath
        ? "\(.changedSinceOption) requires git, which is not installed"
        : "\(.changedSinceOption): cannot run git: \(error.reason)")
  }
}

/// The variables to unset, because hooks set them for the repository that they run in. The paths to check may
/// be in other repositories.
///
/// - Source: the variables with paths in `git rev-parse --local-env-vars`.
private let gitHookVariables = [
  "GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR",
]

private func splitAtSpaces(_ line: String) -> [[UInt8]] { line.split(separator: " ").map { Array($0.utf8) } }

extension ProgramOutcome {
  /// The first line of standard error.
  fileprivate var firstErrorLineOrExitCode: String {
    let line = errorOutputPrefix.split(separator: newline).first.map {
      UntrustedText(bytes: Array($0.prefix(300))).displayText
    }
    return line ?? "exit code \(exitCodeOr128PlusSignal)"
  }
}

private let newline = UInt8(ascii: "\n")
