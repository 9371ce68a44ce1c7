public import StickerModel

/// Finds out what is in force where: profile, files upwards from a path with their parents, overrides, flags.
/// What is read is kept, so that a folder is looked at once.
public struct SettingsSearch: Sendable {
  /// Where configurations come from.
  public enum Source: Hashable, Sendable {
    /// `.stickerlint.yml`, upwards from each path.
    case upwards
    /// One file for all paths.
    case file(Path)
    /// None: profile and flags only.
    case none
  }

  private let vocabulary: Vocabulary
  private let source: Source
  private let profile: String?
  private let flags: FlagSettings
  private let access: FileAccess
  private var documents: SettingsDocuments
  /// By folder; absolute and without links.
  private var chains: [Path: Chain] = [:]
  private var realFolders: [Path: Path] = [:]
  private var resolved: [Key: ResolvedSettings] = [:]
  /// Globs that matched something.
  private var matched: Set<GlobID> = []

  /// A search.
  ///
  /// - Parameter profile: a name, or a file as seen from the working folder; wins over every file.
  /// - Parameter workingFolder: absolute and without links; names of files inside are shown as seen from it.
  public init(
    _ vocabulary: Vocabulary, _ source: Source, profile: String? = nil, _ flags: FlagSettings,
    _ access: FileAccess, workingFolder: Path
  ) {
    self.vocabulary = vocabulary
    self.source = source
    self.profile = profile
    self.flags = flags
    self.access = access
    documents = SettingsDocuments(vocabulary, access, workingFolder: workingFolder)
  }

  /// Everything that is wrong in what has been read so far, a line each.
  public var faults: [String] { documents.faults }

  /// What is in force at a path.
  ///
  /// - Parameter isFolder: a folder's own file counts, and globs that take whatever lies in it.
  public mutating func settings(at path: Path, isFolder: Bool) -> ResolvedSettings {
    let folder = realFolder(isFolder ? path : path.parent)
    let chain = chain(of: folder)
    let place = isFolder ? folder : folder.appending(path.name)
    // A pack is meant where a glob takes any file of its folder.
    let parts = isFolder ? place.components + [Path("*")] : place.components
    let overrides = chain.layers.flatMap { layer in
      layer.relative(parts).map { matches(in: layer, $0) } ?? []
    }
    let key = Key(file: chain.layers.last?.file, overrides: overrides)
    var settings: ResolvedSettings
    if let known = resolved[key] {
      settings = known
    } else {
      settings = resolve(chain, key)
      resolved[key] = settings
    }
    settings.excluded = isFolder ? nil : excluded(by: chain, parts)
    return settings
  }

  /// Globs of the files below `folders` that matched nothing that was asked for.
  ///
  /// - Parameter folders: what was walked; files elsewhere speak of what nobody looked at.
  /// - Returns: a line each.
  public func unmatchedGlobs(below folders: [Path]) -> [String] {
    let walked = folders.map { access.real($0).components }
    var layers: [Path: LoadedLayer] = [:]
    for chain in chains.values { for layer in chain.layers { layers[layer.file] = layer } }
    return layers.values.sorted { $0.file < $1.file }.flatMap { layer -> [String] in
      guard walked.contains(where: { layer.folder.components.starts(with: $0) }) else { return [] }
      let patterns =
        layer.layer.overrides.flatMap(\.paths) + (layer.layer.include ?? []) + layer.layer.exclude
      let unmatched = patterns.filter { !matched.contains(GlobID(layer.file, $0.place)) }
      return unmatched.sorted { $0.place < $1.place }.map { pattern in
        let reason = "the glob \(shortened(pattern.text)) matches no file of this run"
        return YAMLFault(reason, at: pattern.place).line(in: layer.name)
      }
    }
  }

  private mutating func realFolder(_ folder: Path) -> Path {
    if let known = realFolders[folder] { return known }
    let real = access.real(folder)
    realFolders[folder] = real
    return real
  }

  private mutating func chain(of folder: Path) -> Chain {
    if let known = chains[folder] { return known }
    let chain: Chain
    switch source {
    case .none: chain = Chain(layers: [])
    case .file(let file): chain = Chain(layers: documents.chain(from: access.real(file)))
    case .upwards:
      let file = folder.appending(settingsFileName)
      if access.exists(file) {
        chain = Chain(layers: layers(of: file, in: folder))
      } else if folder != folder.parent {
        chain = self.chain(of: folder.parent)
      } else {
        chain = Chain(layers: [])
      }
    }
    chains[folder] = chain
    return chain
  }

  private mutating func layers(of file: Path, in folder: Path) -> [LoadedLayer] {
    let real = access.real(file)
    guard !documents.leavesRepository(real, foundIn: folder) else {
      documents.complain("\(documents.shown(file)) is a link that leads out of the repository")
      return []
    }
    return documents.chain(from: real)
  }

  /// The overrides of a file that match, by their numbers.
  private mutating func matches(in layer: LoadedLayer, _ path: ArraySlice<Path>) -> [OverrideID] {
    layer.layer.overrides.indices.filter { index in
      matchesAny(of: layer.layer.overrides[index].paths, in: layer, path)
    }.map { OverrideID(file: layer.file, index: $0) }
  }

  /// Looks at every glob that has matched nothing yet, so that none is said to match nothing.
  private mutating func matchesAny(
    of patterns: [PathPattern], in layer: LoadedLayer, _ path: ArraySlice<Path>
  ) -> Bool {
    var found = false
    for pattern in patterns {
      let id = GlobID(layer.file, pattern.place)
      guard !found || !matched.contains(id), pattern.matches(path) else { continue }
      matched.insert(id)
      found = true
    }
    return found
  }

  private mutating func excluded(by chain: Chain, _ path: [Path]) -> SettingOrigin? {
    var excluded: SettingOrigin?
    for layer in chain.layers {
      guard let inner = layer.relative(path) else { continue }
      if let include = layer.layer.include, let place = include.first?.place {
        excluded = matchesAny(of: include, in: layer, inner) ? nil : .file(layer.name, place)
      }
      if matchesAny(of: layer.layer.exclude, in: layer, inner), let place = layer.layer.exclude.first?.place {
        excluded = .file(layer.name, place)
      }
    }
    return excluded
  }

  private mutating func resolve(_ chain: Chain, _ key: Key) -> ResolvedSettings {
    let naming = chain.layers.last { $0.layer.profile != nil }
    let standard = Sourced(vocabulary.profiles[0].name, SettingOrigin.standard)
    let chosen = profile.map { Sourced($0, .flag("--profile")) } ?? naming?.layer.profile ?? standard
    var settings = ResolvedSettings(vocabulary, profile: chosen)
    settings.identity = SettingsIdentity(number: resolved.count)
    settings.files = chain.layers.reversed().map(\.name)
    if let layer = documents.profile(chosen, namedIn: profile == nil ? naming : nil) { settings.apply(layer) }
    for layer in chain.layers {
      settings.apply(layer.layer)
      for id in key.overrides where id.file == layer.file {
        settings.apply(layer.layer.overrides[id.index])
      }
    }
    settings.apply(flags)
    return settings
  }
}

/// The files that hold for a folder, the nearest last.
private struct Chain: Sendable {
  let layers: [LoadedLayer]
}

/// What makes settings differ: the nearest file, and the overrides that match.
private struct Key: Hashable, Sendable {
  let file: Path?
  let overrides: [OverrideID]
}

private struct OverrideID: Hashable, Sendable {
  let file: Path
  let index: Int
}

private struct GlobID: Hashable, Sendable {
  let file: Path
  let place: YAMLPlace

  init(_ file: Path, _ place: YAMLPlace) { (self.file, self.place) = (file, place) }
}
