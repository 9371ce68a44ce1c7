/// Finds the configuration that applies to each path, from profiles, configuration files and their parents,
/// overrides, and flags. Reads each folder once.
package struct ConfigurationSearch: Sendable {
  /// The source of configurations.
  package enum Source: Hashable, Sendable {
    /// The nearest `.stickerlint.yml` in a path's folder or above it.
    case nearestFile
    /// One file for all paths.
    case file(Path)
    /// No file, only the profile and the flags.
    case none
  }

  private let knownRulesAndProfiles: KnownRulesAndProfiles
  private let source: Source
  private let profileOverride: String?
  /// A document whose values take precedence over those of every file; nil for none.
  private let overridingConfigurationDocument: Path?
  private let flags: FlagConfiguration
  private let policy: MachinePolicy
  private let access: ConfigurationFileAccess
  private var configurationFileLoader: ConfigurationFileLoader
  /// The configuration files of each folder, by its absolute path without links.
  private var chainsByFolder: [Path: LayerChain] = [:]
  private var resolvedFolders: [Path: Path] = [:]
  private var resolvedConfigurations: [ResolutionKey: ResolvedConfiguration] = [:]
  private var configurations: [ConfigurationID: Configuration] = [:]
  private let workingFolder: Path
  private var misnamedFileNotes: [String] = []
  /// The globs that matched at least one path.
  private var matchedGlobs: Set<GlobID> = []

  /// - Parameter profile: a name, or a path relative to the working folder. It takes precedence over every
  ///   file.
  /// - Parameter overridingDocument: the absolute path of a document, which `access` reads, in the format of a
  ///   configuration file. It takes precedence over every file, and its globs are relative to
  ///   `workingFolder`.
  /// - Parameter policy: limits that neither files nor flags can raise.
  /// - Parameter workingFolder: an absolute path without links. Messages show paths inside this folder
  ///   relative to it.
  package init(
    _ configurationSchema: KnownRulesAndProfiles, _ source: Source, profile: String? = nil,
    _ flags: FlagConfiguration, overridingConfigurationDocument overridingDocument: Path? = nil,
    policy: MachinePolicy = MachinePolicy(), _ access: ConfigurationFileAccess, workingFolder: Path
  ) {
    self.policy = policy
    self.knownRulesAndProfiles = configurationSchema
    self.source = source
    self.profileOverride = profile
    self.overridingConfigurationDocument = overridingDocument
    self.flags = flags
    self.access = access
    self.workingFolder = workingFolder
    configurationFileLoader = ConfigurationFileLoader(
      configurationSchema, access, workingFolder: workingFolder)
  }

  /// Returns a new search with another profile.
  package func with(profile: String) -> ConfigurationSearch {
    ConfigurationSearch(
      knownRulesAndProfiles, source, profile: profile, flags,
      overridingConfigurationDocument: overridingConfigurationDocument,
      policy: policy, access, workingFolder: workingFolder)
  }

  /// The errors in the files that have been read so far, one line each.
  package var errors: [String] { configurationFileLoader.errors }

  /// The same errors with their files and locations.
  package var diagnostics: [Diagnostic] { configurationFileLoader.diagnostics }

  /// The configuration files and profiles that have been read so far, as absolute paths without links.
  package var filesRead: [Path] { configurationFileLoader.filesRead }

  /// Notes about misnamed configuration files and about options of rules that do not run, one line each.
  package var configurationNotes: [String] {
    let running = Set(resolvedConfigurations.values.flatMap { $0.rules.filter(\.runs).map(\.rule.id) })
    return misnamedFileNotes.sorted()
      + flags.optionValues.filter { !running.contains($0.rule) }.map { rule, setting in
        "--set \(rule).\(setting.option.name) has no effect, because \(rule) does not run. "
          + "Use --severity \(rule)=on to turn it on."
      }
  }

  /// Returns the configuration that applies to a path.
  ///
  /// - Parameter isFolder: whether the path is a folder. If it is, the configuration file inside it applies,
  ///   and so do globs that match everything in it.
  package mutating func resolvedConfiguration(at path: Path, isFolder: Bool) -> ResolvedConfiguration {
    if isFolder { return resolvedConfiguration(atPack: path, members: []) }
    let (chain, parts) = chainAndComponents(of: path)
    let overrides = chain.layersNearestLast.flatMap { layer in
      layer.componentsInGlobFolder(parts).map { matchingOverrides(in: layer, $0) } ?? []
    }
    var settings = cachedResolvedConfiguration(chain, overrides)
    settings.exclusionOrigin = exclusionOrigin(by: chain, parts)
    return settings
  }

  /// Returns the configuration that applies to a pack. An override applies if its globs match everything in
  /// the pack's folder, the pack file, or all stickers.
  ///
  /// - Parameter pack: a folder or a pack file.
  /// - Parameter members: the files of the pack.
  mutating func resolvedConfiguration(atPack pack: Path, members: [Path]) -> ResolvedConfiguration {
    let isDescription = packFileNames.contains(pack.name)
    let folder = realFolder(isDescription ? pack.parent : pack)
    let chain = chain(of: folder)
    var places = [folder.components + [Path("*")]]
    if isDescription { places.append(folder.appending(pack.name).components) }
    let stickers = members.map { realFolder($0.parent).appending($0.name).components }
    let overrides = chain.layersNearestLast.flatMap { layer -> [OverrideID] in
      let own = Set(
        places.compactMap { layer.componentsInGlobFolder($0) }.flatMap { matchingOverrides(in: layer, $0) }
          .map(\.index))
      return layer.layer.overrides.indices.filter { index in
        let override = layer.layer.overrides[index]
        return own.contains(index)
          || !stickers.isEmpty
            && stickers.allSatisfy { layer.componentsInGlobFolder($0).map { override.matches($0) } ?? false }
      }.map { OverrideID(file: layer.file, index: $0) }
    }
    return cachedResolvedConfiguration(chain, overrides)
  }

  /// Whether a configuration excludes a pack file or a catalog's document. Excluded files are not read.
  /// `include` applies only to images, so it is ignored here.
  package mutating func excludes(packOrCatalogDocument document: Path) -> Bool {
    let (chain, parts) = chainAndComponents(of: document)
    var excludes = false
    for layer in chain.layersNearestLast {
      guard let inner = layer.componentsInGlobFolder(parts) else { continue }
      if firstMatchingGlobRecordingMatches(of: layer.layer.exclude, in: layer, inner) != nil {
        excludes = true
      }
    }
    return excludes
  }

  /// Returns the configuration for a lint run, created once for all paths that share it.
  mutating func configuration(for settings: ResolvedConfiguration) -> Configuration {
    if let known = configurations[settings.identityWithinSearch] { return known }
    let configuration = settings.configuration
    configurations[settings.identityWithinSearch] = configuration
    return configuration
  }

  private mutating func chainAndComponents(of path: Path) -> (chain: LayerChain, parts: [Path]) {
    let folder = realFolder(path.parent)
    return (chain(of: folder), folder.appending(path.name).components)
  }

  private mutating func cachedResolvedConfiguration(_ chain: LayerChain, _ overrides: [OverrideID])
    -> ResolvedConfiguration
  {
    let nearest = chain.layersNearestLast.last { $0.file != overridingConfigurationDocument }
    let key = ResolutionKey(nearestFile: nearest?.file, overrides: overrides)
    if let known = resolvedConfigurations[key] { return known }
    let settings = resolveWithoutCache(chain, key)
    resolvedConfigurations[key] = settings
    return settings
  }

  /// Returns a note for each glob below `folders` that matched no path.
  ///
  /// - Parameter folders: the folders that were walked. Globs for other folders cannot have matched.
  package func unmatchedGlobNotes(below folders: [Path]) -> [String] {
    let walked = folders.map { access.realPath($0).components }
    var layers: [LayerID: LoadedLayer] = [:]
    for layer in chainsByFolder.values.flatMap(\.layersNearestLast) {
      layers[LayerID(globFolder: layer.globFolder, file: layer.file)] = layer
    }
    let lines = layers.values.flatMap { layer -> [(file: Path, location: SourceLocation, line: String)] in
      let patterns =
        layer.layer.overrides.flatMap(\.paths) + (layer.layer.include ?? []) + layer.layer.exclude
      return patterns.compactMap { pattern in
        let place = layer.globFolder.components + pattern.folderComponentsBeforeWildcards
        guard !matchedGlobs.contains(GlobID(layer.file, pattern.location)),
          walked.contains(where: { place.starts(with: $0) })
        else { return nil }
        let diagnostic = Diagnostic(
          "the glob \(escapedAndShortened(pattern.text)) matches no files in this run", at: pattern.location)
        return (layer.file, pattern.location, diagnostic.messageLine(in: layer.displayName))
      }
    }.sorted { ($0.file, $0.location) < ($1.file, $1.location) }.map(\.line)
    // Two folders can link to the same file. Report it once.
    return lines.enumerated().filter { $0.offset == 0 || lines[$0.offset - 1] != $0.element }.map(\.element)
  }

  private mutating func realFolder(_ folder: Path) -> Path {
    if let known = resolvedFolders[folder] { return known }
    let real = access.realPath(folder)
    resolvedFolders[folder] = real
    return real
  }

  /// Returns the documents that apply to a folder.
  private mutating func chain(of folder: Path) -> LayerChain {
    let files = extendsChain(of: folder)
    guard let overridingConfigurationDocument else { return files }
    let last = configurationFileLoader.layerWithoutParents(
      overridingConfigurationDocument, globFolder: workingFolder)
    return LayerChain(layersNearestLast: files.layersNearestLast + [last])
  }

  private mutating func extendsChain(of folder: Path) -> LayerChain {
    if let known = chainsByFolder[folder] { return known }
    let chain: LayerChain
    switch source {
    case .none: chain = LayerChain(layersNearestLast: [])
    case .file(let file):
      chain = LayerChain(
        layersNearestLast: configurationFileLoader.layerChainNearestLast(
          from: access.realPath(file), globFolder: workingFolder)
      )
    case .nearestFile:
      let file = folder.appending(configurationFileName)
      noteMisnamedFileIfPresent(in: folder, insteadOf: file)
      if access.fileOrFolderExists(file) {
        chain = LayerChain(layersNearestLast: layersInExtendsChain(of: file, in: folder))
      } else if folder != folder.parent {
        chain = extendsChain(of: folder.parent)
      } else {
        chain = LayerChain(layersNearestLast: [])
      }
    }
    chainsByFolder[folder] = chain
    return chain
  }

  private mutating func noteMisnamedFileIfPresent(in folder: Path, insteadOf file: Path) {
    let misnamed = folder.appending(misnamedConfigurationFile)
    guard access.fileOrFolderExists(misnamed), !access.fileOrFolderExists(file) else { return }
    misnamedFileNotes.append(
      "\(configurationFileLoader.displayName(of: misnamed)) was ignored. Rename it to \(configurationFileName)."
    )
  }

  private mutating func layersInExtendsChain(of file: Path, in folder: Path) -> [LoadedLayer] {
    let real = access.realPath(file)
    guard !configurationFileLoader.isOutsideRepository(real, ofLinkIn: folder) else {
      configurationFileLoader.addError(
        Diagnostic(
          "\(configurationFileLoader.displayName(of: file)) is a link to a file outside the repository"))
      return []
    }
    return configurationFileLoader.layerChainNearestLast(from: real, globFolder: folder)
  }

  /// Returns the overrides in a file that match a path.
  private mutating func matchingOverrides(in layer: LoadedLayer, _ path: ArraySlice<Path>) -> [OverrideID] {
    layer.layer.overrides.indices.filter { index in
      firstMatchingGlobRecordingMatches(of: layer.layer.overrides[index].paths, in: layer, path) != nil
    }.map { OverrideID(file: layer.file, index: $0) }
  }

  /// Returns the first glob that matches. Also tries every glob that has not matched yet, for
  /// `unmatchedGlobNotes`.
  private mutating func firstMatchingGlobRecordingMatches(
    of patterns: [PathGlob], in layer: LoadedLayer, _ path: ArraySlice<Path>
  ) -> PathGlob? {
    var found: PathGlob?
    for pattern in patterns {
      let id = GlobID(layer.file, pattern.location)
      guard found == nil || !matchedGlobs.contains(id), pattern.matches(path) else { continue }
      matchedGlobs.insert(id)
      found = found ?? pattern
    }
    return found
  }

  /// Returns the location of the `exclude` glob that matches a path, or of the `include` list that does not;
  /// nil if the path is checked. Every `exclude` applies, but only the nearest `include` does.
  private mutating func exclusionOrigin(by chain: LayerChain, _ path: [Path]) -> ValueOrigin? {
    var (excluded, missing): (ValueOrigin?, ValueOrigin?)
    for layer in chain.layersNearestLast {
      guard let inner = layer.componentsInGlobFolder(path) else { continue }
      if let include = layer.layer.include, let location = include.first?.location {
        let isIncluded = firstMatchingGlobRecordingMatches(of: include, in: layer, inner) != nil
        missing = isIncluded ? nil : .file(layer.displayName, location)
      }
      if let pattern = firstMatchingGlobRecordingMatches(of: layer.layer.exclude, in: layer, inner) {
        excluded = .file(layer.displayName, pattern.location)
      }
    }
    return excluded ?? missing
  }

  private mutating func resolveWithoutCache(_ chain: LayerChain, _ key: ResolutionKey)
    -> ResolvedConfiguration
  {
    let naming = chain.layersNearestLast.last { $0.layer.profileNameOrPath != nil }
    let standard = ConfiguredValue(knownRulesAndProfiles.profiles[0].name, ValueOrigin.builtInDefault)
    let chosen =
      profileOverride.map { ConfiguredValue($0, .flag("--profile")) } ?? naming?.layer.profileNameOrPath
      ?? standard
    var settings = ResolvedConfiguration(knownRulesAndProfiles, profile: chosen)
    settings.identityWithinSearch = ConfigurationID(number: resolvedConfigurations.count)
    settings.configurationFiles = chain.layersNearestLast.reversed().map(\.displayName)
    if let layer = configurationFileLoader.profile(chosen, namedIn: profileOverride == nil ? naming : nil) {
      settings.applyWithoutOverrides(layer)
    }
    for layer in chain.layersNearestLast {
      settings.applyWithoutOverrides(layer.layer)
      if let name = layer.layer.baseline {
        settings.baseline = configurationFileLoader.baselinePathIfInRepository(name, namedIn: layer).map {
          ConfiguredValue($0, name.origin)
        }
        settings.baselineDisplayName = settings.baseline.map {
          configurationFileLoader.displayName(of: $0.value)
        }
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

/// The configuration files that apply to a folder, nearest last.
private struct LayerChain: Sendable {
  let layersNearestLast: [LoadedLayer]
}

/// Identifies a configuration: the nearest file, and the overrides that match.
private struct ResolutionKey: Hashable, Sendable {
  let nearestFile: Path?
  let overrides: [OverrideID]
}

private struct OverrideID: Hashable, Sendable {
  let file: Path
  let index: Int
}

private struct LayerID: Hashable {
  let globFolder: Path
  let file: Path
}

private struct GlobID: Hashable, Sendable {
  let file: Path
  let location: SourceLocation

  init(_ file: Path, _ location: SourceLocation) { (self.file, self.location) = (file, location) }
}
