import ArgumentParser
import Stickers

/// Which files are checked.
struct FileOptions: ParsableArguments {
  @Argument(
    help: "Files, folders and catalogs; the current folder unless given; - is one image from standard input.",
    completion: .file())
  var paths: [Path] = []
  @Flag(help: "Read paths from standard input, separated by NUL or newlines.") var stdinPaths = false
  @Option(help: "The name of an image that comes from standard input.") var stdinName = usualName
  @Option(help: "What the files are: sticker, frame, icon or message-image; their place tells unless given.")
  var role: Role?
  @Option(help: "Only files that match this glob; repeatable.") var include: [String] = []
  @Option(help: "No files that match this glob; repeatable.") var exclude: [String] = []
  @Flag(
    name: .customLong("respect-gitignore"),
    help: "Leave out what git ignores in the folders; files that are named are checked all the same.")
  var respectGitIgnore = false
  @Flag(help: "Do not fail when no image is found.") var allowEmpty = false

  /// The name of an image from standard input, where none is given.
  static let usualName = Path("stdin.png")

  func validate() throws {
    if stdinPaths, paths.contains(standardInputPath) {
      throw ValidationError(
        "standard input cannot be an image and a list of paths: leave out - or --stdin-paths")
    }
    for glob in include + exclude where glob.hasPrefix("!") || glob == "/" {
      let advice = "a ! turns nothing around, and a lone / stands for nothing"
      throw ValidationError("the glob \(Untrusted(glob).shown) matches nothing: \(advice)")
    }
  }

  /// Reads what standard input has to give.
  func selection() throws -> FileSelection {
    let named = try paths + (stdinPaths ? pathsFromStandardInput() : [])
    var selection = FileSelection(named.filter { $0 != standardInputPath })
    if named.contains(standardInputPath) {
      selection.extra = AssetSource(path: stdinName, read: standardInputKept())
    }
    (selection.role, selection.include, selection.exclude) = (role, include, exclude)
    (selection.respectsGitIgnore, selection.mayBeEmpty) = (respectGitIgnore, allowEmpty)
    selection.isList = stdinPaths
    return selection
  }

  /// What was named to be walked; a list of files walks nothing.
  var named: [Path] { paths.isEmpty && !stdinPaths ? [Path(".")] : paths.filter { $0 != standardInputPath } }

  /// Whether an image comes from standard input.
  var readsImageFromStandardInput: Bool { paths.contains(standardInputPath) }
}

/// The argument for standard input.
let standardInputPath = Path("-")

/// A list of 64 MiB names half a million files.
private func pathsFromStandardInput() throws -> [Path] {
  switch readStandardInput(limit: 64 << 20) {
  case .bytes(let bytes):
    if bytes.contains(0) { return bytes.split(separator: 0).map { Path(bytes: Array($0)) } }
    // Lists from Windows end their lines with a carriage return too.
    return bytes.split(separator: UInt8(ascii: "\n")).map { line in
      Path(bytes: Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
    }.filter { !$0.bytes.isEmpty }
  case .tooLarge: throw CommandFailure("the list of paths on standard input is longer than 64 MiB")
  case .unreadable: return []
  }
}

/// How many files are checked at once.
struct JobOptions: ParsableArguments {
  // Also what begins with a dash is its value: -1 is refused as a number, not as missing.
  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: "Files checked at once; as many as there are cores unless given.")
  var jobs: Int?

  func validate() throws {
    if let jobs, !(1...1024 ~= jobs) { throw ValidationError("--jobs must be 1 to 1024, not \(jobs)") }
  }

  var count: Int { Policy.jobCount(jobs) }
}

/// Which findings a page shows, and on how many cores they are looked for.
struct PageOptions: ParsableArguments {
  @OptionGroup var rules: RuleOptions
  @OptionGroup var source: SourceOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup var jobs: JobOptions

  /// All rules run, whichever are shown: what is fixed must not break another.
  ///
  /// - Parameter messenger: whose profile holds, whatever else is said; nil for what is said.
  func search(_ access: FileAccess = .disk, for messenger: String? = nil) throws -> SettingsSearch {
    try (messenger.map { source.with(profile: $0) } ?? source).search(rules.withAllRules(), limits, access)
  }
}

/// Whether results of earlier runs are used.
///
/// A group within a group within a group would be short to write. But the parser's checks of a debug build
/// look at each group five times for each group around it, and tests start that build a thousand times.
struct CacheOptions: ParsableArguments {
  @Flag(name: .customLong("no-cache"), help: "Check every file, also those that have not changed.")
  var noCache = false

  /// - Parameter named: what the command line names.
  /// - Parameter count: files of the run.
  func cache(of named: [Path], count: Int, quiet: Bool) -> ResultCache {
    noCache ? .none : ResultCache(for: "lint", of: named, count: count, quiet: quiet)
  }
}

/// The options for art that is too small.
struct SmallArtOptions: ParsableArguments {
  @Flag(help: "Scale up art that is too small; pixel art by whole factors, without smoothing.")
  var enlarge = false
  @Flag(help: "Center art that is too small, unscaled, on the smallest canvas that is accepted.")
  var pad = false

  /// The chosen treatment; nil if neither flag is set.
  var smallArt: SmallArt? { enlarge ? .enlarge : pad ? .pad : nil }

  func validate() throws {
    if enlarge, pad { throw ValidationError("--enlarge and --pad cannot be used together") }
  }
}

/// How much a file may ask for.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Set a limit that protects from hostile files, higher or lower; repeatable. \
      \(Limit.all.map { "\($0.name) (\($0.standard))" }.joined(separator: ", ")).
      """,
      valueName: "name=number"))
  var limit: [String] = []

  func budget() throws -> Budget {
    var budget = Budget.standard
    for setting in limit {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      guard parts.count == 2 else {
        throw CommandFailure(
          "--limit \(Untrusted(setting).shown) needs a number: --limit canvas-pixels=20000000, for example")
      }
      try budget.set(parts[0], to: parts[1])
    }
    return try Policy.inForce().capped(budget)
  }
}
