import StickerEngine

/// What git ignores in one folder of a search: the patterns of the `.gitignore` files from the root of the
/// repository down to this folder, and of the repository's `.git/info/exclude`.
///
/// Git's index and the user's configuration are not read. As a result, a file that was added despite a
/// pattern is ignored, and patterns are case-sensitive. A `.gitignore` that is a link, is unreadable, or is
/// larger than 1 MiB is treated as empty.
struct GitIgnore {
  /// The folder names from the root of the repository to this folder; nil outside a repository.
  private var folderNamesFromRepositoryRoot: [Path]?
  /// The patterns, outermost first. Later ones take precedence.
  private var folderPatterns: [FolderPatterns] = []

  /// Reads the patterns in the folders above a folder on the command line, starting at the root of the
  /// repository. Outside a repository, there are no patterns.
  ///
  /// - Parameter folder: an absolute path without symbolic links; nil if the folder has no such path.
  init(above folder: Path?, on disk: ReadOnlyFileSystem) {
    guard let folder, folder.bytes.first == UInt8(ascii: "/") else { return }
    var above = [folder]
    while let last = above.last, !isRepositoryRoot(last, disk) {
      guard last != last.parent else { return }
      above.append(last.parent)
    }
    for (depth, folder) in above.reversed().dropLast().enumerated() {
      enter(folder, named: folder.name, isRepositoryRoot: depth == 0, hasIgnoreFile: true, disk)
    }
  }

  /// Returns the patterns for a subfolder. If the subfolder is the root of a repository, patterns from
  /// outside no longer apply.
  ///
  /// - Parameter path: the path used to read the folder's files.
  /// - Parameter name: the real name of the folder, which may differ from the name in `path`, such as `.`.
  func entering(
    _ path: Path, realName name: Path, holding entries: [FolderEntry], on disk: ReadOnlyFileSystem
  ) -> GitIgnore {
    var inner = self
    let hasRules = entries.contains { $0.name == ignoreFileName && $0.kind == .file }
    let isTop = entries.contains { $0.name == gitFolderName }
    inner.enter(path, named: name, isRepositoryRoot: isTop, hasIgnoreFile: hasRules, disk)
    return inner
  }

  /// Whether git ignores an entry of this folder.
  func ignores(_ entry: FolderEntry) -> Bool {
    guard !folderPatterns.isEmpty, let folderNamesFromRepositoryRoot else { return false }
    let path = folderNamesFromRepositoryRoot + [entry.name]
    for level in folderPatterns.reversed() {
      let verdict = level.patterns.isIgnored(path[level.depth...], isFolder: entry.kind == .folder)
      if let verdict { return verdict }
    }
    return false
  }

  private mutating func enter(
    _ folder: Path, named name: Path, isRepositoryRoot isTop: Bool, hasIgnoreFile: Bool,
    _ disk: ReadOnlyFileSystem
  ) {
    folderNamesFromRepositoryRoot = isTop ? [] : folderNamesFromRepositoryRoot.map { $0 + [name] } ?? []
    if isTop {
      folderPatterns = []
      addPatterns(from: folder.appending(gitFolderName).appending("info/exclude"), follow: true, disk)
    }
    if hasIgnoreFile { addPatterns(from: folder.appending(ignoreFileName), follow: false, disk) }
  }

  private mutating func addPatterns(from file: Path, follow: Bool, _ disk: ReadOnlyFileSystem) {
    guard case .bytes(let bytes) = disk.readWholeFile(file, maxFileBytes: 1 << 20, follow: follow) else {
      return
    }
    folderPatterns.append(
      FolderPatterns(depth: folderNamesFromRepositoryRoot?.count ?? 0, patterns: IgnorePatterns(bytes)))
  }

  private func isRepositoryRoot(_ folder: Path, _ disk: ReadOnlyFileSystem) -> Bool {
    (try? disk.calls.status(FileLocation(folder.appending(gitFolderName)), false)) != nil
  }
}

private struct FolderPatterns {
  /// The number of components in the folder's path, relative to the root of the repository.
  let depth: Int
  let patterns: IgnorePatterns
}

private let ignoreFileName = Path(".gitignore")
private let gitFolderName = Path(".git")

/// The patterns of one `.gitignore`, according to git's documentation.
struct IgnorePatterns {
  private var patterns: [IgnorePattern] = []

  /// Parses the patterns, in linear time for any bytes. Patterns that match nothing are dropped.
  init(_ bytes: [UInt8]) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    patterns = text.split(separator: UInt8(ascii: "\n")).compactMap { IgnorePattern($0) }
  }

  /// The result of the last pattern that matches a path.
  ///
  /// - Parameter path: the parts of the path relative to the folder of this `.gitignore`.
  /// - Returns: whether the path is ignored; nil if no pattern matches.
  func isIgnored(_ path: ArraySlice<Path>, isFolder: Bool) -> Bool? {
    let last = patterns.last { (isFolder || !$0.matchesOnlyFolders) && $0.glob.matches(components: path) }
    return last.map { !$0.isNegated }
  }
}

private struct IgnorePattern {
  let glob: Glob
  let isNegated: Bool
  let matchesOnlyFolders: Bool

  init?(_ line: ArraySlice<UInt8>) {
    guard line.first != UInt8(ascii: "#") else { return nil }
    var pattern = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    if let end = pattern.firstIndex(of: 0) { pattern = pattern[..<end] }  // git treats a line as a C string
    pattern = pattern.withoutUnescapedTrailingSpaces
    isNegated = pattern.first == UInt8(ascii: "!")
    if isNegated { pattern.removeFirst() }
    matchesOnlyFolders = pattern.last == UInt8(ascii: "/")
    if matchesOnlyFolders { pattern.removeLast() }
    let isAnchored = pattern.contains(UInt8(ascii: "/"))
    if pattern.first == UInt8(ascii: "/") { pattern.removeFirst() }
    guard !pattern.isEmpty, let glob = Glob(git: pattern, anchored: isAnchored) else { return nil }
    self.glob = glob
  }
}

extension ArraySlice<UInt8> {
  /// The pattern without trailing spaces. A space that is escaped with `\` is kept.
  fileprivate var withoutUnescapedTrailingSpaces: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return [] }
    let end = last + 1
    let backslashes = self[..<end].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    return backslashes.isMultiple(of: 2) || end == endIndex ? self[..<end] : self[...end]
  }
}
