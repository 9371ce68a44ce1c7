/// Finds the configuration of paths from profiles, configuration files with their parents, overrides and
/// flags. Reads each folder once.
package struct SettingsSearch: Sendable {
  /// The source of configurations.
  package enum Source: Hashable, Sendable {
    /// The nearest `.stickerlint.yml` in the folder of a path or above it.
    case upwards
    /// One file for all paths.
    case file(Path)
    /// No file, only the profile and the flags.
    case none
  }

  private let configurationSchema: ConfigurationSchema
  private let source: Source
  private let profile: String?
  private let flags: FlagSettings
  private let policy: Policy
  private let access: FileAccess
  private var documents: SettingsDocuments
  /// The configuration files of each folder, by its absolute path without links.
  private var chains: [Path: Chain] = [:]
  private var realFolders: [Path: Path] = [:]
  private var resolved: [Key: ResolvedSettings] = [:]
  private var configurations: [SettingsIdentity: Configuration] = [:]
  private let workingFolder: Path
  private var notes: [String] = []
  /// The globs that matched at least one path.
  private var matched: Set<GlobID> = []

  /// - Parameter profile: a name, or a path relative to the working folder. It takes precedence over every
  ///   file.
  /// - Parameter policy: limits that neither files nor flags can raise.
  /// - Parameter workingFolder: an absolute path without links. Messages show paths inside it relative to it.
  package init(
    _ configurationSchema: ConfigurationSchema, _ source: Source, profile: String? = nil,
    _ flags: FlagSettings,
    policy: Policy = Policy(), _ access: FileAccess, workingFolder: Path
  ) {
    self.policy = policy
    self.configurationSchema = configurationSchema
    self.source = source
    self.profile = profile
    self.flags = flags
    self.access = access
    self.workingFolder = workingFolder
    documents = SettingsDocuments(configurationSchema, access, workingFolder: workingFolder)
  }

  /// Returns a new search with another profile.
  package func with(profile: String) -> SettingsSearch {
    SettingsSearch(
      configurationSchema, source, profile: profile, flags, policy: policy, access,
      workingFolder: workingFolder)
  }

  /// The errors in the files that were read so far, one line each.
  package var faults: [String] { documents.faults }

  /// The configuration files and profiles that were read so far, as absolute paths without links.
  package var filesRead: [Path] { documents.filesRead }

  /// Notes about misnamed configuration files and about options of rules that do not run, one line each.
  package var remarks: [String] {
    let running = Set(resolved.values.flatMap { $0.rules.filter(\.runs).map(\.rule.id) })
    return notes.sorted()
      + flags.values.filter { !running.contains($0.rule) }.map { rule, setting in
        "--set \(rule).\(setting.parameter.name) has no effect, because \(rule) does not run. "
          + "Use --severity \(rule)=on to turn it on."
      }
  }

  /// Returns the configuration of a path.
  ///
  /// - Parameter isFolder: whether to use the configuration file inside the path, and globs that match
  ///   everything in it.
  package mutating func settings(at path: Path, isFolder: Bool) -> ResolvedSettings {
    if isFolder { return settings(atPack: path, members: []) }
    let (chain, parts) = look(at: path)
    let overrides = chain.layers.flatMap { layer in
      layer.relative(parts).map { matches(in: layer, $0) } ?? []
    }
    var settings = resolved(chain, overrides)
    settings.excluded = excluded(by: chain, parts)
    return settings
  }

  /// Returns the configuration of a pack. An override applies if its globs match everything in the pack's
  /// folder, the pack file, or all stickers.
  ///
  /// - Parameter pack: a folder or a pack file.
  /// - Parameter members: the files of the pack.
  mutating func settings(atPack pack: Path, members: [Path]) -> ResolvedSettings {
    let isDescription = descriptionNames.contains(pack.name)
    let folder = realFolder(isDescription ? pack.parent : pack)
    let chain = chain(of: folder)
    var places = [folder.components + [Path("*")]]
    if isDescription { places.append(folder.appending(pack.name).components) }
    let stickers = members.map { realFolder($0.parent).appending($0.name).components }
    let overrides = chain.layers.flatMap { layer -> [OverrideID] in
      let own = Set(places.compactMap { layer.relative($0) }.flatMap { matches(in: layer, $0) }.map(\.index))
      return layer.layer.overrides.indices.filter { index in
        let override = layer.layer.overrides[index]
        return own.contains(index)
          || !stickers.isEmpty
            && stickers.allSatisfy { layer.relative($0).map { override.matches($0) } ?? false }
      }.map { OverrideID(file: layer.file, index: $0) }
    }
    return resolved(chain, overrides)
  }

  /// Whether a configuration excludes a pack file or a catalog's document, which is then not read. `include`
  /// applies only to images, so it is ignored here.
  package mutating func excludes(document: Path) -> Bool {
    let (chain, parts) = look(at: document)
    var excludes = false
    for layer in chain.layers {
      guard let inner = layer.relative(parts) else { continue }
      if firstMatch(of: layer.layer.exclude, in: layer, inner) != nil { excludes = true }
    }
    return excludes
  }

  /// Returns the configuration for a lint run, created once for all paths that share it.
  mutating func configuration(_ settings: ResolvedSettings) -> Configuration {
    if let known = configurations[settings.identity] { return known }
    let configuration = settings.configuration
    configurations[settings.identity] = configuration
    return configuration
  }

  private mutating func look(at path: Path) -> (chain: Chain, parts: [Path]) {
    let folder = realFolder(path.parent)
    return (chain(of: folder), folder.appending(path.name).components)
  }

  private mutating func resolved(_ chain: Chain, _ overrides: [OverrideID]) -> ResolvedSettings {
    let key = Key(file: chain.layers.last?.file, overrides: overrides)
    if let known = resolved[key] { return known }
    let settings = resolve(chain, key)
    resolved[key] = settings
    return settings
  }

  /// Returns a note for each glob below `folders` that matched no path.
  ///
  /// - Parameter folders: the folders that were walked. Globs for other folders cannot have matched.
  package func unmatchedGlobs(below folders: [Path]) -> [String] {
    let walked = folders.map { access.real($0).components }
    var layers: [GlobBase: LoadedLayer] = [:]
    for layer in chains.values.flatMap(\.layers) {
      layers[GlobBase(folder: layer.base, file: layer.file)] = layer
    }
    let lines = layers.values.flatMap { layer -> [(file: Path, location: SourceLocation, line: String)] in
      let patterns =
        layer.layer.overrides.flatMap(\.paths) + (layer.layer.include ?? []) + layer.layer.exclude
      return patterns.compactMap { pattern in
        let place = layer.base.components + pattern.fixedFolders
        guard !matched.contains(GlobID(layer.file, pattern.location)),
          walked.contains(where: { place.starts(with: $0) })
        else { return nil }
        let fault = Diagnostic(
          "the glob \(shortened(pattern.text)) matches no files in this run", at: pattern.location)
        return (layer.file, pattern.location, fault.line(in: layer.name))
      }
    }.sorted { ($0.file, $0.location) < ($1.file, $1.location) }.map(\.line)
    // Two folders can link to the same file. Report it once.
    return lines.enumerated().filter { $0.offset == 0 || lines[$0.offset - 1] != $0.element }.map(\.element)
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
    case .file(let file):
      chain = Chain(layers: documents.chain(from: access.real(file), seenFrom: workingFolder))
    case .upwards:
      let file = folder.appending(settingsFileName)
      noteMisnamed(in: folder, beside: file)
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

  private mutating func noteMisnamed(in folder: Path, beside file: Path) {
    let misnamed = folder.appending(misnamedSettingsFile)
    guard access.exists(misnamed), !access.exists(file) else { return }
    notes.append("\(documents.shown(misnamed)) was ignored. Rename it to \(settingsFileName).")
  }

  private mutating func layers(of file: Path, in folder: Path) -> [LoadedLayer] {
    let real = access.real(file)
    guard !documents.leavesRepository(real, foundIn: folder) else {
      documents.complain("\(documents.shown(file)) is a link to a file outside the repository")
      return []
    }
    return documents.chain(from: real, seenFrom: folder)
  }

  /// Returns the overrides of a file that match a path.
  private mutating func matches(in layer: LoadedLayer, _ path: ArraySlice<Path>) -> [OverrideID] {
    layer.layer.overrides.indices.filter { index in
      firstMatch(of: layer.layer.overrides[index].paths, in: layer, path) != nil
    }.map { OverrideID(file: layer.file, index: $0) }
  }

  /// Returns the first glob that matches. Also tries every glob without a match so far, for `unmatchedGlobs`.
  private mutating func firstMatch(
    of patterns: [PathPattern], in layer: LoadedLayer, _ path: ArraySlice<Path>
  ) -> PathPattern? {
    var found: PathPattern?
    for pattern in patterns {
      let id = GlobID(layer.file, pattern.location)
      guard found == nil || !matched.contains(id), pattern.matches(path) else { continue }
      matched.insert(id)
      found = found ?? pattern
    }
    return found
  }

  /// Returns the glob that excludes a path. `exclude` in any file wins; only the nearest `include` counts.
  private mutating func excluded(by chain: Chain, _ path: [Path]) -> SettingOrigin? {
    var (excluded, missing): (SettingOrigin?, SettingOrigin?)
    for layer in chain.layers {
      guard let inner = layer.relative(path) else { continue }
      if let include = layer.layer.include, let location = include.first?.location {
        let isIncluded = firstMatch(of: include, in: layer, inner) != nil
        missing = isIncluded ? nil : .file(layer.name, location)
      }
      if let pattern = firstMatch(of: layer.layer.exclude, in: layer, inner) {
        excluded = .file(layer.name, pattern.location)
      }
    }
    return excluded ?? missing
  }

  private mutating func resolve(_ chain: Chain, _ key: Key) -> ResolvedSettings {
    let naming = chain.layers.last { $0.layer.profile != nil }
    let standard = SettingValue(configurationSchema.profiles[0].name, SettingOrigin.standard)
    let chosen = profile.map { SettingValue($0, .flag("--profile")) } ?? naming?.layer.profile ?? standard
    var settings = ResolvedSettings(configurationSchema, profile: chosen)
    settings.identity = SettingsIdentity(number: resolved.count)
    settings.files = chain.layers.reversed().map(\.name)
    if let layer = documents.profile(chosen, namedIn: profile == nil ? naming : nil) { settings.apply(layer) }
    for layer in chain.layers {
      settings.apply(layer.layer)
      if let name = layer.layer.baseline {
        settings.baseline = documents.baseline(name, namedIn: layer).map { SettingValue($0, name.origin) }
        settings.baselineName = settings.baseline.map { documents.shown($0.value) }
      }
      for id in key.overrides where id.file == layer.file {
        settings.apply(layer.layer.overrides[id.index])
      }
    }
    settings.apply(flags)
    settings.apply(policy)
    return settings
  }
}

/// The configuration files that apply to a folder, the nearest last.
private struct Chain: Sendable {
  let layers: [LoadedLayer]
}

/// Identifies a configuration: the nearest file, and the overrides that match.
private struct Key: Hashable, Sendable {
  let file: Path?
  let overrides: [OverrideID]
}

private struct OverrideID: Hashable, Sendable {
  let file: Path
  let index: Int
}

private struct GlobBase: Hashable {
  let folder: Path
  let file: Path
}

private struct GlobID: Hashable, Sendable {
  let file: Path
  let location: SourceLocation

  init(_ file: Path, _ location: SourceLocation) { (self.file, self.location) = (file, location) }
}
