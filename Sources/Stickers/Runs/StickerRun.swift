package import StickerEngine

/// The files of a run, with a configuration for each.
package struct StickerRun: Sendable {
  /// The files, with the roles that their configurations give them.
  package private(set) var discoveredFiles: DiscoveredFiles
  /// The configuration for each path.
  package let configurationMap: ConfigurationMap
  /// Notes about the search for files.
  package private(set) var discoveryNotes: [String]
  /// The errors in configuration files and pack files, if the run ignores them; one line each.
  package let ignoredConfigurationAndDocumentErrors: [String]
  /// The resolved paths of the configuration files that were read.
  package let configurationFilesRead: [Path]
  /// The resolved paths of the files and folders on the command line.
  package let argumentRealPaths: [Path]
  /// The file system that contains the files.
  package let fileSystem: ReadOnlyFileSystem
  /// The files, packs and documents to report on; nil for all.
  package private(set) var pathsToReportOn: Set<Path>?
  /// The paths to search, as on the command line.
  let searchPaths: [Path]
  /// Whether the paths are from a list.
  let hasExplicitPathList: Bool
  /// Whether a program drew art at a size that the messenger accepts.
  private(set) var hasRenderedArt = false

  package var sources: [AssetSource] { discoveredFiles.sources }

  /// Finds the files and reads every configuration file.
  ///
  /// - Parameter checksPacks: whether pack rules run.
  /// - Parameter ignoringErrors: whether to ignore invalid parts of configuration files and pack files.
  /// - Parameter isExcluded: returns whether to leave out a file.
  package init(
    _ files: FileSelection, _ search: inout ConfigurationSearch, checksPacks: Bool,
    on disk: ReadOnlyFileSystem = .disk,
    ignoringErrors: Bool = false, excluding isExcluded: (Path) -> Bool = { _ in false }
  ) throws {
    var found = try files.discoverBeforeConfiguredExclusions(&search, checksPacks: checksPacks, on: disk)
    found.sources.removeAll { isExcluded($0.path) }
    let configurationMap = ConfigurationMap(
      ignoringErrorsFor: found.sources, packs: Array(found.packDeclarations.keys),
      documents: found.catalogAndMessageDocuments, &search)
    ignoredConfigurationAndDocumentErrors = search.errors + found.packAndMessageFileErrors
    guard ignoringErrors || ignoredConfigurationAndDocumentErrors.isEmpty else {
      throw CommandError(messages: ignoredConfigurationAndDocumentErrors).withCause(
        .configurationOrPackFile(
          search.diagnostics + found.packAndMessageFileErrors.map { Diagnostic(UserMessage($0)) }))
    }
    discoveredFiles = try files.applyingRolesAndExclusions(found, of: configurationMap)
    if !files.artPreparation.isEmpty {
      let prepared = files.artPreparation.prepare(discoveredFiles.sources) {
        configurationMap.configuration(at: $0)
      }
      discoveredFiles.sources = prepared.sources
      hasRenderedArt = !prepared.renderedArt.isEmpty
      discoveredFiles.discoveryNotes += prepared.notes
    }
    self.configurationMap = configurationMap
    discoveryNotes = discoveredFiles.discoveryNotes
    // A run that ignores errors may cover one file among many, so notes about the whole run do not apply.
    if !ignoringErrors {
      discoveryNotes +=
        search.configurationNotes + search.unmatchedGlobNotes(below: files.pathsOrWorkingFolder)
    }
    configurationFilesRead = search.filesRead
    searchPaths = files.pathsOrWorkingFolder
    hasExplicitPathList = files.hasExplicitPathList
    argumentRealPaths = searchPaths.map { disk.realPath(of: $0) }
    self.fileSystem = disk
  }

  /// The paths of everything that the run reads. A report must not replace any of them.
  package var artAndDocumentPaths: [Path] {
    discoveredFiles.sources.map(\.path) + discoveredFiles.packDeclarations.keys
      + discoveredFiles.catalogAndMessageDocuments
  }

  /// The paths of files, packs and documents that findings can be about.
  var reportablePaths: [Path] {
    let all =
      artAndDocumentPaths
      + Set(discoveredFiles.sources.compactMap(\.pack)).subtracting(discoveredFiles.packDeclarations.keys)
    return pathsToReportOn.map { reported in all.filter(reported.contains) } ?? all
  }

  /// Removes files from their packs if no pack file lists them, so that no finding reports them as unlisted.
  package mutating func limitPacksToListedStickers() {
    guard discoveredFiles.packDeclarations.values.contains(where: { $0.source == .packFile }) else { return }
    discoveredFiles.sources = discoveredFiles.sources.map { source in
      guard let pack = source.pack, discoveredFiles.packDeclarations[pack] == nil else { return source }
      return AssetSource(path: source.path, role: source.role, pack: nil, read: source.read)
    }
    for pack in discoveredFiles.packDeclarations.keys {
      discoveredFiles.packDeclarations[pack]?.unlistedImages = []
    }
  }

  /// One sentence for each format of unsupported art.
  package var unsupportedArtNotes: [String] {
    discoveredFiles.unsupportedArt.summariesByFormat.map(\.message)
  }

  mutating func addNote(_ remark: String) { discoveryNotes.append(remark) }

  /// Removes files, catalogs and messages that do not have to be checked.
  ///
  /// - Parameter isNeeded: returns whether a file stays in the run.
  /// - Parameter reported: the remaining paths to report on.
  mutating func narrow(
    to isNeeded: (AssetSource) -> Bool, catalogs: [CatalogListing], messages: [InteractiveMessageFile],
    reporting reported: Set<Path>
  ) {
    discoveredFiles.sources = discoveredFiles.sources.filter(isNeeded)
    (discoveredFiles.catalogs, discoveredFiles.interactiveMessages) = (catalogs, messages)
    let packs = Set(discoveredFiles.sources.compactMap(\.pack))
    discoveredFiles.packDeclarations = discoveredFiles.packDeclarations.filter {
      packs.contains($0.key) || reported.contains($0.key)
    }
    self.pathsToReportOn = reported
  }

  /// Lints all files.
  package func lint(_ linter: LintPass, _ progress: ProgressOutput) async -> Report {
    let line = progress.start(.checking, "checked", of: sources.count)
    var count = 0
    let report = await linter.lint(discoveredFiles.lintInput) { _ in
      count += 1
      line?.advance(to: count)
    }
    line?.finish()
    return report
  }
}
