/// Access to files. `Stickers/FileSystem` provides the functions that read the disk.
package struct ConfigurationFileAccess: Sendable {
  /// Whether a file or folder exists at a path.
  package let fileOrFolderExists: @Sendable (Path) -> Bool
  /// Reads a file of at most the given number of bytes. Follows links.
  package let read: @Sendable (Path, Int) -> ReadOutcome
  /// Returns the absolute path without links. Components that do not exist stay as they are.
  package let realPath: @Sendable (Path) -> Path

  package init(
    fileOrFolderExists: @escaping @Sendable (Path) -> Bool,
    read: @escaping @Sendable (Path, Int) -> ReadOutcome,
    realPath: @escaping @Sendable (Path) -> Path
  ) {
    self.fileOrFolderExists = fileOrFolderExists
    self.read = read
    self.realPath = realPath
  }
}

/// A configuration file or profile that was read.
struct LoadedLayer: Sendable {
  /// The path of the file, absolute and without links.
  let file: Path
  /// The file's path, as shown in messages.
  let displayName: String
  let layer: ConfigurationLayer
  /// The folder that its globs are relative to, as an absolute path without links.
  var globFolder: Path

  /// The folder that the paths of its parent and profile are relative to.
  var folder: Path { file.parent }

  /// Returns the components of a path relative to `globFolder`; nil if the path is outside it.
  func componentsInGlobFolder(_ real: [Path]) -> ArraySlice<Path>? {
    let own = globFolder.components
    return real.starts(with: own) ? real.dropFirst(own.count) : nil
  }
}

/// Reads each configuration file and profile once, and collects their errors.
struct ConfigurationFileLoader: Sendable {
  private let knownRulesAndProfiles: KnownRulesAndProfiles
  private let access: ConfigurationFileAccess
  /// An absolute path. Messages show paths inside this folder relative to it.
  private let workingFolder: Path
  private var layersByFile: [Path: LoadedLayer] = [:]
  private var builtInProfileLayers: [String: ConfigurationLayer] = [:]
  private var reportedErrors: Set<String> = []
  /// The errors in the files, one line each, without duplicates.
  private(set) var errors: [String] = []
  /// The same errors with their files and locations.
  private(set) var diagnostics: [Diagnostic] = []

  init(_ configurationSchema: KnownRulesAndProfiles, _ access: ConfigurationFileAccess, workingFolder: Path) {
    self.knownRulesAndProfiles = configurationSchema
    self.access = access
    self.workingFolder = workingFolder
  }

  /// Adds an error about a file.
  ///
  /// - Parameter file: the file as shown in messages; nil if the message names it.
  mutating func addError(_ diagnostic: Diagnostic, in file: String? = nil) {
    let line = file.map { diagnostic.messageLine(in: $0) } ?? diagnostic.message
    guard reportedErrors.insert(line).inserted else { return }
    errors.append(line)
    var diagnostic = diagnostic
    diagnostic.file = file.map { Path($0) }
    diagnostics.append(diagnostic)
  }

  /// Returns a path as shown in messages.
  func displayName(of real: Path) -> String {
    let (own, inner) = (workingFolder.components, real.components)
    guard inner.count > own.count, inner.starts(with: own) else { return real.displayText }
    return inner.dropFirst(own.count).map(\.displayText).joined(separator: "/")
  }

  var filesRead: [Path] { layersByFile.keys.sorted() }

  /// Returns a file and its parents, farthest parent first.
  ///
  /// - Parameter base: the folder that the globs of the file are relative to. The globs of a parent are
  ///   relative to the parent's folder if `base` is inside it. Otherwise they are relative to `base`, for
  ///   example if the parent is `ci/base.yml`.
  mutating func layerChainNearestLast(from file: Path, globFolder base: Path) -> [LoadedLayer] {
    let repository = repositoryOrParentFolder(of: file)
    var chain = [loadWithoutParents(file, .configuration)]
    while let extends = chain[0].layer.extends, case .file(let name, let location) = extends.origin {
      let parent = access.realPath(resolvedPath(extends.value, from: chain[0].folder))
      let fault: String? =
        if !parent.lies(in: repository) {
          parentOutsideRepositoryMessage(extends.value, repository)
        } else if chain.contains(where: { $0.file == parent }) {
          "extends forms a cycle: "
            + (chain.reversed().map(\.displayName) + [displayName(of: parent)]).joined(separator: " → ")
        } else if !access.fileOrFolderExists(parent) {
          "\(escapedAndShortened(extends.value)) does not exist. Give its path relative to this file."
        } else if chain.count > maxParentFiles {
          "too many parent files (limit: \(maxParentFiles))"
        } else {
          nil
        }
      if let fault {
        addError(Diagnostic("\(fault)", at: location), in: name)
        break
      }
      chain.insert(loadWithoutParents(parent, .configuration, namedBy: extends.origin), at: 0)
    }
    return chain.enumerated().map { index, layer in
      var layer = layer
      let isNearest = index == chain.count - 1
      layer.globFolder = !isNearest && base.lies(in: layer.folder) ? layer.folder : base
      return layer
    }
  }

  private func parentOutsideRepositoryMessage(_ parent: String, _ repository: Path) -> String {
    let place = "\(escapedAndShortened(parent)) is outside \(displayName(of: repository))"
    return access.fileOrFolderExists(repository.appending(".git"))
      ? "\(place). A parent file must be in the same repository."
      : "\(place). Without a repository, a parent file must be in the folder of this file."
  }

  /// Returns a file without its parents.
  ///
  /// - Parameter base: the folder that its globs are relative to.
  mutating func layerWithoutParents(_ file: Path, globFolder base: Path) -> LoadedLayer {
    var layer = loadWithoutParents(file, .configuration)
    layer.globFolder = base
    return layer
  }

  /// Returns the profile with the given name. Reports an error and returns nil if it does not exist.
  ///
  /// - Parameter layer: the file that refers to the profile; nil for the command line.
  mutating func profile(_ name: ConfiguredValue<String>, namedIn layer: LoadedLayer?) -> ConfigurationLayer? {
    if let known = knownRulesAndProfiles.profiles.first(where: { $0.name == name.value }) {
      return cachedBuiltInLayer(for: known)
    }
    let names = knownRulesAndProfiles.profiles.map(\.name)
    guard looksLikePath(name.value) else {
      addError(
        at: name.origin,
        unknownNameMessage(
          "profile", name.value, in: names,
          fallbackHint: "Choose \(listText(names, "or")), or a file such as ./messenger.yml."))
      return nil
    }
    let file = access.realPath(resolvedPath(name.value, from: layer?.folder ?? workingFolder))
    if let layer, !file.lies(in: repositoryOrParentFolder(of: layer.file)) {
      addError(
        at: name.origin,
        "\(escapedAndShortened(name.value)) is outside the repository. Copy it into the repository.")
      return nil
    }
    guard access.fileOrFolderExists(file) else {
      addError(at: name.origin, "\(escapedAndShortened(name.value)) does not exist")
      return nil
    }
    return loadWithoutParents(file, .profile, namedBy: name.origin).layer
  }

  /// Returns the baseline that a file refers to, as an absolute path without links. Reports an error and
  /// returns nil if the baseline is outside the repository, since the configuration may be untrusted.
  mutating func baselinePathIfInRepository(_ name: ConfiguredValue<String>, namedIn layer: LoadedLayer)
    -> Path?
  {
    let file = access.realPath(resolvedPath(name.value, from: layer.folder))
    guard file.lies(in: repositoryOrParentFolder(of: layer.file)) else {
      addError(at: name.origin, "\(escapedAndShortened(name.value)) is outside the repository")
      return nil
    }
    return file
  }

  private mutating func addError(at origin: ValueOrigin, _ reason: String) {
    if case .file(let name, let location) = origin {
      addError(Diagnostic("\(reason)", at: location), in: name)
    } else {
      addError(Diagnostic("\(origin.displayText): \(reason)"))
    }
  }

  private mutating func cachedBuiltInLayer(for profile: MessengerProfile) -> ConfigurationLayer? {
    if let known = builtInProfileLayers[profile.name] { return known }
    let layer = parse(Array(profile.yaml.utf8), name: profile.name, .profile) { _ in
      .builtInProfile(profile.name)
    }
    builtInProfileLayers[profile.name] = layer
    return layer
  }

  private mutating func loadWithoutParents(
    _ file: Path, _ kind: ConfigurationLayerReader.Kind, namedBy origin: ValueOrigin? = nil
  )
    -> LoadedLayer
  {
    if let known = layersByFile[file] { return known }
    let name = displayName(of: file)
    let layer: ConfigurationLayer
    switch access.read(file, maxConfigurationFileBytes) {
    case .bytes(let bytes): layer = parse(bytes, name: name, kind) { .file(name, $0) }
    case .emptyFile: layer = ConfigurationLayer()
    case .tooLarge(let count):
      addError(fileTooLargeDiagnostic(count, maxBytes: maxConfigurationFileBytes), in: name)
      layer = ConfigurationLayer()
    case .unreadable(let reason):
      addError(
        Diagnostic("\(origin.map { "\($0.displayText): " } ?? "")\(name) cannot be read: \(reason)"))
      layer = ConfigurationLayer()
    }
    let loaded = LoadedLayer(file: file, displayName: name, layer: layer, globFolder: file.parent)
    layersByFile[file] = loaded
    return loaded
  }

  private mutating func parse(
    _ bytes: [UInt8], name: String, _ kind: ConfigurationLayerReader.Kind,
    origin: @escaping @Sendable (SourceLocation) -> ValueOrigin
  ) -> ConfigurationLayer {
    do {
      let root = try YAMLParser.parse(bytes, maxBytes: maxConfigurationFileBytes)
      var reader = ConfigurationLayerReader(knownRulesAndProfiles, origin: origin)
      let layer = reader.readLayer(root, kind)
      for diagnostic in reader.yamlReader.diagnostics.sortedByLocation() { addError(diagnostic, in: name) }
      return layer
    } catch {
      for diagnostic in error.allDiagnostics { addError(diagnostic, in: name) }
      return ConfigurationLayer()
    }
  }

  /// Returns the nearest folder that is above a file and contains `.git`; if there is none, the file's
  /// folder.
  private func repositoryOrParentFolder(of file: Path) -> Path {
    var folder = file.parent
    while !access.fileOrFolderExists(folder.appending(".git")) {
      guard folder != folder.parent else { return file.parent }
      folder = folder.parent
    }
    return folder
  }

  /// Whether the target of a link is outside the repository that contains the link's folder.
  func isOutsideRepository(_ real: Path, ofLinkIn folder: Path) -> Bool {
    !real.lies(in: repositoryOrParentFolder(of: folder.appending(configurationFileName)))
  }
}

/// The name of configuration files.
package let configurationFileName = ".stickerlint.yml"

/// A file name that people are likely to use by mistake.
let misnamedConfigurationFile = ".stickerlint.yaml"

/// The names of pack files. Folders are searched only for `stickerpack.yml`; the command line accepts both.
package let packFileNames: Set<Path> = [PackFile.fileName, Path("stickerpack.yaml")]

private let maxConfigurationFileBytes = 1 << 20
private let maxParentFiles = 16

private func resolvedPath(_ name: String, from folder: Path) -> Path {
  name.hasPrefix("/") ? Path(name) : folder.appending(name)
}

private func looksLikePath(_ name: String) -> Bool {
  name.contains("/") || name.hasSuffix(".yml") || name.hasSuffix(".yaml")
}

extension Path {
  /// Whether this path is `folder` or is inside it. Both paths are absolute and without links.
  fileprivate func lies(in folder: Path) -> Bool { components.starts(with: folder.components) }
}
