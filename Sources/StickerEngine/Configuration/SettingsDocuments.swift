/// Access to files. `Stickers/FileSystem` provides the functions that read the disk.
package struct FileAccess: Sendable {
  /// Whether a file or folder exists at a path.
  package let exists: @Sendable (Path) -> Bool
  /// Reads a file of at most the given number of bytes. Follows links.
  package let read: @Sendable (Path, Int) -> ReadOutcome
  /// Returns the absolute path without links. Components that do not exist stay as they are.
  package let real: @Sendable (Path) -> Path

  package init(
    exists: @escaping @Sendable (Path) -> Bool, read: @escaping @Sendable (Path, Int) -> ReadOutcome,
    real: @escaping @Sendable (Path) -> Path
  ) {
    self.exists = exists
    self.read = read
    self.real = real
  }
}

/// A configuration file or profile that was read.
struct LoadedLayer: Sendable {
  /// The path of the file, absolute and without links.
  let file: Path
  /// The file as messages name it.
  let name: String
  let layer: SettingsLayer
  /// The folder that its globs are relative to, as an absolute path without links.
  var base: Path

  /// The folder that the paths of its parent and profile are relative to.
  var folder: Path { file.parent }

  /// Returns the components of a path below the folder of the globs; nil for a path outside it.
  func relative(_ real: [Path]) -> ArraySlice<Path>? {
    let own = base.components
    return real.starts(with: own) ? real.dropFirst(own.count) : nil
  }
}

/// Reads each configuration file and profile once, and collects their errors.
struct SettingsDocuments: Sendable {
  private let configurationSchema: ConfigurationSchema
  private let access: FileAccess
  /// An absolute path. Messages show paths inside it relative to it.
  private let workingFolder: Path
  private var layers: [Path: LoadedLayer] = [:]
  private var profiles: [String: SettingsLayer] = [:]
  private var said: Set<String> = []
  /// The errors in the files, one line each, without duplicates.
  private(set) var faults: [String] = []

  init(_ configurationSchema: ConfigurationSchema, _ access: FileAccess, workingFolder: Path) {
    self.configurationSchema = configurationSchema
    self.access = access
    self.workingFolder = workingFolder
  }

  mutating func complain(_ line: String) {
    if said.insert(line).inserted { faults.append(line) }
  }

  /// Returns a path as messages name it.
  func shown(_ real: Path) -> String {
    let (own, inner) = (workingFolder.components, real.components)
    guard inner.count > own.count, inner.starts(with: own) else { return real.displayText }
    return inner.dropFirst(own.count).map(\.displayText).joined(separator: "/")
  }

  var filesRead: [Path] { layers.keys.sorted() }

  /// Returns a file and its parents, the farthest parent first.
  ///
  /// - Parameter base: the folder that the globs of the file are relative to. The globs of a parent are
  ///   relative to the parent's folder if `base` is inside it, and otherwise to `base`, as for `ci/base.yml`.
  mutating func chain(from file: Path, seenFrom base: Path) -> [LoadedLayer] {
    let repository = repository(of: file)
    var chain = [load(file, .configuration)]
    while let extends = chain[0].layer.extends, case .file(let name, let location) = extends.origin {
      let parent = access.real(resolved(extends.value, from: chain[0].folder))
      let fault: String? =
        if !parent.lies(in: repository) {
          outside(extends.value, repository)
        } else if chain.contains(where: { $0.file == parent }) {
          "extends forms a cycle: "
            + (chain.reversed().map(\.name) + [shown(parent)]).joined(separator: " → ")
        } else if !access.exists(parent) {
          "\(shortened(extends.value)) does not exist. Give its path relative to this file."
        } else if chain.count > maxParents {
          "too many parent files (limit: \(maxParents))"
        } else {
          nil
        }
      if let fault {
        complain(Diagnostic("\(fault)", at: location).line(in: name))
        break
      }
      chain.insert(load(parent, .configuration, namedBy: extends.origin), at: 0)
    }
    return chain.enumerated().map { index, layer in
      var layer = layer
      let isNearest = index == chain.count - 1
      layer.base = !isNearest && base.lies(in: layer.folder) ? layer.folder : base
      return layer
    }
  }

  private func outside(_ parent: String, _ repository: Path) -> String {
    let place = "\(shortened(parent)) is outside \(shown(repository))"
    return access.exists(repository.appending(".git"))
      ? "\(place). A parent file must be in the same repository."
      : "\(place). Without a repository, a parent file must be in the folder of this file."
  }

  /// Returns the profile with a name. Reports an error and returns nil if it does not exist.
  ///
  /// - Parameter layer: the file that names the profile; nil for the command line.
  mutating func profile(_ name: SettingValue<String>, namedIn layer: LoadedLayer?) -> SettingsLayer? {
    if let known = configurationSchema.profiles.first(where: { $0.name == name.value }) {
      return builtIn(known)
    }
    let names = configurationSchema.profiles.map(\.name)
    guard isFileName(name.value) else {
      complain(
        at: name.origin,
        unknown(
          "profile", name.value, in: names,
          all: "Choose \(listText(names, "or")), or a file such as ./messenger.yml."))
      return nil
    }
    let file = access.real(resolved(name.value, from: layer?.folder ?? workingFolder))
    if let layer, !file.lies(in: repository(of: layer.file)) {
      complain(
        at: name.origin, "\(shortened(name.value)) is outside the repository. Copy it into the repository.")
      return nil
    }
    guard access.exists(file) else {
      complain(at: name.origin, "\(shortened(name.value)) does not exist")
      return nil
    }
    return load(file, .profile, namedBy: name.origin).layer
  }

  /// Returns the baseline that a file names, as an absolute path without links. Reports an error and returns
  /// nil if it is outside the repository, since the configuration may be untrusted.
  mutating func baseline(_ name: SettingValue<String>, namedIn layer: LoadedLayer) -> Path? {
    let file = access.real(resolved(name.value, from: layer.folder))
    guard file.lies(in: repository(of: layer.file)) else {
      complain(at: name.origin, "\(shortened(name.value)) is outside the repository")
      return nil
    }
    return file
  }

  private mutating func complain(at origin: SettingOrigin, _ reason: String) {
    complain("\(origin.words): \(reason)")
  }

  private mutating func builtIn(_ profile: MessengerProfile) -> SettingsLayer? {
    if let known = profiles[profile.name] { return known }
    let layer = parse(Array(profile.text.utf8), name: profile.name, .profile) { _ in .profile(profile.name) }
    profiles[profile.name] = layer
    return layer
  }

  private mutating func load(_ file: Path, _ kind: LayerReader.Kind, namedBy origin: SettingOrigin? = nil)
    -> LoadedLayer
  {
    if let known = layers[file] { return known }
    let name = shown(file)
    let layer: SettingsLayer
    switch access.read(file, maxBytes) {
    case .bytes(let bytes): layer = parse(bytes, name: name, kind) { .file(name, $0) }
    case .empty: layer = SettingsLayer()
    case .tooLarge(let count):
      complain(tooLong(count, most: maxBytes).line(in: name))
      layer = SettingsLayer()
    case .unreadable(let reason):
      complain("\(origin.map { "\($0.words): " } ?? "")\(name) cannot be read: \(reason)")
      layer = SettingsLayer()
    }
    let loaded = LoadedLayer(file: file, name: name, layer: layer, base: file.parent)
    layers[file] = loaded
    return loaded
  }

  private mutating func parse(
    _ bytes: [UInt8], name: String, _ kind: LayerReader.Kind,
    origin: @escaping @Sendable (SourceLocation) -> SettingOrigin
  ) -> SettingsLayer {
    do {
      let root = try YAMLParser.parse(bytes, atMost: maxBytes)
      var reader = LayerReader(configurationSchema, origin: origin)
      let layer = reader.layer(root, kind)
      for fault in reader.reader.faults.sortedByLocation() { complain(fault.line(in: name)) }
      return layer
    } catch {
      for fault in error.all { complain(fault.line(in: name)) }
      return SettingsLayer()
    }
  }

  /// Returns the folder above a file that has a `.git`, or else the folder of the file.
  private func repository(of file: Path) -> Path {
    var folder = file.parent
    while !access.exists(folder.appending(".git")) {
      guard folder != folder.parent else { return file.parent }
      folder = folder.parent
    }
    return folder
  }

  /// Whether a file is outside the repository of the folder in which its link was found.
  func leavesRepository(_ real: Path, foundIn folder: Path) -> Bool {
    !real.lies(in: repository(of: folder.appending(settingsFileName)))
  }
}

/// The name of configuration files.
package let settingsFileName = ".stickerlint.yml"

/// A likely wrong name of a configuration file.
let misnamedSettingsFile = ".stickerlint.yaml"

/// The names of pack files. Folders are searched for the first one only; the command line accepts both.
package let descriptionNames: Set<Path> = [PackFile.fileName, Path("stickerpack.yaml")]

private let maxBytes = 1 << 20
private let maxParents = 16

private func resolved(_ name: String, from folder: Path) -> Path {
  name.hasPrefix("/") ? Path(name) : folder.appending(name)
}

private func isFileName(_ name: String) -> Bool {
  name.contains("/") || name.hasSuffix(".yml") || name.hasSuffix(".yaml")
}

extension Path {
  /// Whether this path is a folder or is inside it. Both paths are absolute and without links.
  fileprivate func lies(in folder: Path) -> Bool { components.starts(with: folder.components) }
}
