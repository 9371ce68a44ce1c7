import ArgumentParser
import Stickers

/// Options that choose files.
struct FileOptions: ParsableArguments {
  @Argument(
    help:
      "Files, folders and catalogs, or - for one image from standard input (default: the current folder).",
    completion: .file())
  var paths: [BytePath] = []
  @Flag(help: "Read paths from standard input, separated by NUL or newlines.") var stdinPaths = false
  @Option(help: "Name of the image from standard input.") var stdinName = defaultStandardInputName
  @Option(help: "Role of the files (default: inferred from their location).")
  var role: FileRole?
  @Option(help: "Include only files that match this glob; repeatable.") var include: [String] = []
  @Option(help: "Exclude files that match this glob; repeatable.") var exclude: [String] = []
  @Flag(
    name: .customLong("respect-gitignore"),
    help: "Skip files and folders that git ignores. Files that you pass by path are still checked.")
  var respectGitIgnore = false
  @Flag(help: "Do not fail if there are no images.") var allowEmpty = false

  /// The default name of an image from standard input.
  static let defaultStandardInputName: BytePath = "stdin.png"

  func validate() throws {
    if stdinPaths, paths.contains(standardInputPath) {
      throw ValidationError(
        "standard input cannot be both an image and a list of paths. Omit - or --stdin-paths.")
    }
    for glob in include + exclude where glob.hasPrefix("!") || glob == "/" {
      let reason = glob == "/" ? "/ alone matches nothing" : "negation is not supported"
      throw ValidationError("invalid glob \(escaped(glob)): \(reason)")
    }
  }

  /// Returns the selected files. Reads standard input if it contains a list of paths.
  func selectionReadingStdinPaths() throws -> FileSelection {
    let listed = stdinPaths ? try FileSelection.pathsFromStandardInput() : []
    var selection = FileSelection(paths.filter { $0 != standardInputPath })
    if stdinPaths { selection.addList(listed.filter { $0 != standardInputPath }) }
    if (paths + listed).contains(standardInputPath) { selection.setStandardInput(named: stdinName) }
    selection.fileRole = role
    selection.includeGlobs = include
    selection.excludeGlobs = exclude
    selection.respectsGitIgnore = respectGitIgnore
    selection.allowsNoImages = allowEmpty
    return selection
  }

  var readsImageFromStandardInput: Bool { paths.contains(standardInputPath) }
}

/// The argument for standard input.
let standardInputPath: BytePath = "-"
