import ArgumentParser
import Stickers

/// Options that choose files.
struct FileOptions: ParsableArguments {
  @Argument(
    help:
      "Files, folders and catalogs, or - for one image from standard input (default: the current folder).",
    completion: .file())
  var paths: [Path] = []
  @Flag(help: "Read paths from standard input, separated by NUL or newlines.") var stdinPaths = false
  @Option(help: "Name of the image from standard input.") var stdinName = defaultStandardInputName
  @Option(help: "Role of the files (default: inferred from their location).")
  var role: AssetRole?
  @Option(help: "Include only files that match this glob; repeatable.") var include: [String] = []
  @Option(help: "Exclude files that match this glob; repeatable.") var exclude: [String] = []
  @Flag(
    name: .customLong("respect-gitignore"),
    help: "Skip files and folders that git ignores. Files named by path are still checked.")
  var respectGitIgnore = false
  @Flag(help: "Do not fail if there are no images.") var allowEmpty = false

  /// The default name of an image from standard input.
  static let defaultStandardInputName = Path("stdin.png")

  func validate() throws {
    if stdinPaths, paths.contains(standardInputPath) {
      throw ValidationError(
        "standard input cannot be both an image and a list of paths. Omit - or --stdin-paths.")
    }
    for glob in include + exclude where glob.hasPrefix("!") || glob == "/" {
      let reason = glob == "/" ? "/ alone matches nothing" : "negation is not supported"
      throw ValidationError("invalid glob \(UntrustedText(glob).displayText): \(reason)")
    }
  }

  /// Returns the selected files. Reads standard input if the command line requests it.
  func selection() throws -> FileSelection {
    let named = try paths + (stdinPaths ? pathsFromStandardInput() : [])
    var selection = FileSelection(named.filter { $0 != standardInputPath })
    if named.contains(standardInputPath) {
      selection.inMemorySource = AssetSource(path: stdinName, read: cachedStandardInputReader())
    }
    (selection.role, selection.includeGlobs, selection.excludeGlobs) = (role, include, exclude)
    (selection.respectsGitIgnore, selection.allowsNoImages) = (respectGitIgnore, allowEmpty)
    selection.isExplicitList = stdinPaths
    return selection
  }

  /// The files and folders given on the command line; the current folder if neither paths nor `--stdin-paths`
  /// are given.
  var namedPaths: [Path] {
    paths.isEmpty && !stdinPaths ? [Path(".")] : paths.filter { $0 != standardInputPath }
  }

  var readsImageFromStandardInput: Bool { paths.contains(standardInputPath) }
}

/// The argument for standard input.
let standardInputPath = Path("-")

/// Reads paths separated by NUL or line breaks. The limit of 64 MiB is enough for half a million files.
private func pathsFromStandardInput() throws -> [Path] {
  switch readStandardInput(limit: 64 << 20) {
  case .bytes(let bytes):
    if bytes.contains(0) { return bytes.split(separator: 0).map { Path(bytes: Array($0)) } }
    // In lists from Windows, a carriage return precedes the line feed.
    return bytes.split(separator: UInt8(ascii: "\n")).map { line in
      Path(bytes: Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
    }.filter { !$0.bytes.isEmpty }
  case .tooLarge: throw CommandError("the list of paths on standard input is longer than 64 MiB")
  case .unreadable: return []
  }
}
