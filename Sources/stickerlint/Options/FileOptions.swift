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
      throw ValidationError("the glob \(Untrusted(glob).displayText) matches nothing: \(advice)")
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
    (selection.respectsGitIgnore, selection.allowsEmpty) = (respectGitIgnore, allowEmpty)
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
  case .tooLarge: throw UsageError("the list of paths on standard input is longer than 64 MiB")
  case .unreadable: return []
  }
}
