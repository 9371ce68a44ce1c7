import ArgumentParser
import StickerIO
import StickerImage
import StickerModel
import StickerSettings

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

  /// Of an image from standard input.
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

  /// What a run is about.
  struct Found {
    /// The assets, in the order of the report.
    var sources: [AssetSource]
    /// What catalogs and descriptions say of their packs.
    var declarations: [Path: PackDeclaration]
    /// The Xcode catalogs, still to be read.
    var catalogs: [CatalogListing]
    /// The interactive messages that are described.
    var messages: [MessageDeclaration]
    /// Packs of which there was a file before any was left out.
    var packsWithFiles: Set<Path>
    /// What people should know of how they were found.
    var remarks: [String]
    /// What is wrong in descriptions, a line each.
    var faults: [String]
  }

  /// - Parameter judgesPacks: whether pack rules run.
  func found(
    _ search: inout SettingsSearch, judgesPacks: Bool = true, on disk: FileSystem = .disk
  ) throws -> Found {
    let named = try paths + (stdinPaths ? pathsFromStandardInput() : [])
    let files = named.filter { $0 != standardInputPath }
    // An empty list of paths is an empty list, not the current folder.
    let walked =
      files.isEmpty && (stdinPaths || !named.isEmpty)
      ? nil : try disk.walk(files, respectingGitIgnore: respectGitIgnore)
    let left = exclude.map(Glob.init)
    let declared = walked.map { walked in
      DeclaredPacks(walked, judgesPacks: judgesPacks, on: disk) { document in
        left.contains { $0.matches(document) } || search.excludes(document: document)
      }
    }
    var found = Found(
      sources: declared?.sources ?? [], declarations: declared?.declarations ?? [:],
      catalogs: declared?.catalogs ?? [], messages: declared?.messages ?? [],
      packsWithFiles: Set((declared?.sources ?? []).compactMap(\.pack)), remarks: [],
      faults: declared?.faults ?? [])
    if named.contains(standardInputPath) {
      found.sources.append(AssetSource(path: stdinName, read: standardInputKept()))
    }
    found.sources = wanted(found.sources)
    guard !found.sources.isEmpty || found.hasOtherWork || allowEmpty else {
      throw CommandFailure(lines: (declared?.remarks ?? []) + [nothingFound(named)])
    }
    found.remarks = remarks(walked, found.sources) + (declared?.remarks ?? [])
    return found
  }

  /// Gives files the roles of their configurations, and leaves out those that a configuration leaves out;
  /// what catalogs and descriptions say of files that are left out is left out too.
  func settled(_ found: Found, by settings: SettingsMap) throws -> Found {
    var settled = found
    let kept = found.sources.filter { !settings.excludes($0.path) }
    guard !kept.isEmpty || found.sources.isEmpty || allowEmpty else {
      throw CommandFailure(
        "the configuration leaves out every image that was found: see `stickerlint config`")
    }
    settled.sources = kept.map { source in withRole(source, role ?? settings.role(at: source.path)) }
    settled.declarations = found.declarations(of: settled.sources)
    let left = found.sources.count - kept.count
    if left > 0 { settled.remarks.append("\(counted(left, "file")) left out by the configuration") }
    return settled
  }

  /// What was named to be walked; a list of files walks nothing.
  var named: [Path] { paths.isEmpty && !stdinPaths ? [Path(".")] : paths.filter { $0 != standardInputPath } }

  /// Whether an image comes from standard input.
  var readsImageFromStandardInput: Bool { paths.contains(standardInputPath) }

  private func wanted(_ sources: [AssetSource]) -> [AssetSource] {
    let (taken, left) = (include.map(Glob.init), exclude.map(Glob.init))
    return sources.filter { source in
      (taken.isEmpty || taken.contains { $0.matches(source.path) })
        && !left.contains { $0.matches(source.path) }
    }
  }

  private func withRole(_ source: AssetSource, _ role: Role?) -> AssetSource {
    guard let role, role != source.role else { return source }
    return AssetSource(path: source.path, role: role, pack: source.pack, read: source.read)
  }

  private func remarks(_ walk: Walk?, _ sources: [AssetSource]) -> [String] {
    var remarks = walk?.remarks ?? []
    let art = sources.filter { $0.role != .messageImage }
    if art.count > 1, art.allSatisfy({ $0.pack == nil }) {
      remarks.append(
        "files named one by one are no pack: rules that compare stickers did not run; name their folder")
    }
    return remarks
  }

  private func nothingFound(_ named: [Path]) -> String {
    let places = named.isEmpty ? "the current folder" : named.map(\.shown).joined(separator: ", ")
    return "no image found in \(places): name a folder with stickers, or pass --allow-empty"
  }
}

extension FileOptions.Found {
  /// Packs without any file; there is something to say of them.
  var emptyPacks: Set<Path> { Set(declarations.keys).subtracting(packsWithFiles) }

  /// Whether there is something to say though no image was found.
  fileprivate var hasOtherWork: Bool {
    !emptyPacks.isEmpty || !faults.isEmpty || !catalogs.isEmpty || !messages.isEmpty
  }
  /// Documents that are judged though they are no packs.
  var documents: [Path] { catalogs.flatMap(\.documents) + messages.map(\.path) }

  /// What is said of the packs and stickers that are left of the run.
  fileprivate func declarations(of sources: [AssetSource]) -> [Path: PackDeclaration] {
    let packs = Set(sources.compactMap(\.pack)).union(emptyPacks)
    let stickers = Set(sources.filter { Set<Role>.sent.contains($0.role) }.map(\.path))
    return declarations.filter { packs.contains($0.key) }.mapValues { declaration in
      var declaration = declaration
      declaration.stickers.removeAll { !stickers.contains($0.path) }
      return declaration
    }
  }
}

private let standardInputPath = Path("-")

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
