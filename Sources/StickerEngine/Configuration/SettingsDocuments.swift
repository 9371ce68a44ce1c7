/// How files are looked at; the executable gives what touches the disk.
package struct FileAccess: Sendable {
  /// Whether something lies at a path.
  package let exists: @Sendable (Path) -> Bool
  /// Reads a file of at most so many bytes, through links.
  package let read: @Sendable (Path, Int) -> ReadOutcome
  /// The absolute path without links; what is missing at its end stays as it is written.
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

/// A file that was read, and what it says.
struct LoadedLayer: Sendable {
  /// The path of the file, absolute and without links.
  let file: Path
  /// The file as messages name it.
  let name: String
  let layer: SettingsLayer
  /// The folder that its globs are seen from, absolute and without links.
  var base: Path

  /// What a parent and a profile are named from.
  var folder: Path { file.parent }

  /// The parts of a path below the folder that globs are seen from; nil for a path that lies elsewhere.
  func relative(_ real: [Path]) -> ArraySlice<Path>? {
    let own = base.components
    return real.starts(with: own) ? real.dropFirst(own.count) : nil
  }
}

/// Reads configuration files and profiles, each once, and gathers what is wrong in them.
struct SettingsDocuments: Sendable {
  private let configurationSchema: ConfigurationSchema
  private let access: FileAccess
  /// Absolute; names inside of it are shown as they are seen from it.
  private let workingFolder: Path
  private var layers: [Path: LoadedLayer] = [:]
  private var profiles: [String: SettingsLayer] = [:]
  private var said: Set<String> = []
  /// What is wrong in the files: lines for people, each once.
  private(set) var faults: [String] = []

  init(_ configurationSchema: ConfigurationSchema, _ access: FileAccess, workingFolder: Path) {
    self.configurationSchema = configurationSchema
    self.access = access
    self.workingFolder = workingFolder
  }

  mutating func complain(_ line: String) {
    if said.insert(line).inserted { faults.append(line) }
  }

  /// A path as messages name it.
  func shown(_ real: Path) -> String {
    let (own, inner) = (workingFolder.components, real.components)
    guard inner.count > own.count, inner.starts(with: own) else { return real.displayText }
    return inner.dropFirst(own.count).map(\.displayText).joined(separator: "/")
  }

  /// Every file that was read.
  var filesRead: [Path] { layers.keys.sorted() }

  /// A file and its parents, the farthest first.
  ///
  /// - Parameter base: what its globs are seen from. Those of a parent are seen from the parent's folder
  ///   where that holds `base`, and from `base` where the parent lies elsewhere: `ci/base.yml`.
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

  /// The profile of a name; nil, and a complaint, where there is none.
  ///
  /// - Parameter folder: what a profile's file is named from, and nil for one of the command line.
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

  /// The baseline that a file names, absolute and without links; nil, and a complaint, where it lies outside
  /// of the repository: a configuration may come from a stranger.
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

  /// The folder with `.git` above a file, or else its own.
  private func repository(of file: Path) -> Path {
    var folder = file.parent
    while !access.exists(folder.appending(".git")) {
      guard folder != folder.parent else { return file.parent }
      folder = folder.parent
    }
    return folder
  }

  /// Whether a link has led a file out of the repository that holds the folder it was found in.
  func leavesRepository(_ real: Path, foundIn folder: Path) -> Bool {
    !real.lies(in: repository(of: folder.appending(settingsFileName)))
  }
}

/// What configurations are called.
package let settingsFileName = ".stickerlint.yml"

/// What somebody may have called a configuration.
let misnamedSettingsFile = ".stickerlint.yaml"

/// What descriptions of packs are called; a walk takes the first only, a command line both.
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
  /// Whether this lies in a folder, however deep, or is it. Both absolute and without links.
  fileprivate func lies(in folder: Path) -> Bool { components.starts(with: folder.components) }
}
