package import StickerEngine
import StickerImage
import StickerPacker

/// A messenger to export a pack for, and the destination of the export.
package struct ExportTarget {
  /// The name or the file of the profile.
  let profileNameOrPath: String
  /// The path of the file or folder, without the extension of an archive.
  let destinationWithoutExtension: Path
  /// The configuration search with the messenger's profile.
  let search: ConfigurationSearch
  /// The suffix of a part of a split pack, for example `animated-2`; nil for a pack that is not split.
  var partSuffix: String?
  /// The profile for animations if this profile accepts only stills, or vice versa; nil if packs are not
  /// split.
  var complementaryProfile: String?
  /// Whether the target was added for the stickers that its sibling does not accept.
  var isAddedForComplementaryProfile = false

  package init(for messenger: String, at destination: Path, _ search: ConfigurationSearch) {
    self.profileNameOrPath = messenger
    self.destinationWithoutExtension = destination
    self.search = search
  }

  /// Returns the path of an archive with the given extension.
  func archivePath(extension ending: String) -> Path {
    Path(bytes: destinationWithoutExtension.bytes + Array(".\(ending)".utf8))
  }

  /// The paths of all archives that a profile may choose.
  var possibleArchives: [Path] { ["zip", "tar.gz"].map(archivePath) }

  /// The escaped name of the messenger, with the suffix of the part.
  var messengerDisplayText: String {
    UntrustedText(profileNameOrPath).displayText + (partSuffix.map { "-\($0)" } ?? "")
  }
}

/// A pack that is being exported for one messenger.
struct ExportJob {
  var target: ExportTarget
  var result = PackResult(notes: [])
  var cache: ResultCache?
  /// The art and its configuration; nil if the job has ended with a result.
  var messengerArt: MessengerArt?

  init(_ target: ExportTarget) { self.target = target }

  /// The art of a pack for one messenger.
  struct MessengerArt {
    /// The art with the fixes so far.
    var openedPackWithFixes: OpenedPack
    let configurationMap: ConfigurationMap
    let packConfiguration: Configuration
    let exportFormat: ExportFormat
    /// The result of linting each file in its current state.
    var analysesAfterFixes: [AssetKey: AssetAnalysis] = [:]
    /// The fixes of the files that changed.
    var fixes: [(path: Path, note: ChangeNote)] = []
    /// The fixes that failed.
    var failedFixes: [FailedFix] = []
    /// The number of files that are reused from an earlier run.
    var reusedFileCount = 0
    /// The results of earlier runs; nil without a cache.
    let cache: ResultCache?
    private let previous: PreviousBuild?
    private let originalPack: OpenedPack

    init(
      _ opened: OpenedPack, _ settings: ConfigurationMap, _ configuration: Configuration,
      _ export: ExportFormat,
      _ cache: ResultCache?, _ previous: PreviousBuild?
    ) {
      self.cache = cache
      self.previous = previous
      self.openedPackWithFixes = opened
      originalPack = opened
      self.configurationMap = settings
      self.packConfiguration = configuration
      self.exportFormat = export
    }

    /// The result of an earlier run's fix; nil if it is missing from the cache or from the previous export.
    ///
    /// - Parameter key: the cache key of the fix.
    func previousFix(of source: AssetSource, under key: XXH3Digest, isScaleVariant: Bool)
      -> MessengerFixedArt?
    {
      let configuration = configurationMap.configuration(at: source.path)
      let fix = cache?.exportFixFromEarlierRun(
        under: key, of: source, isScaleVariant: isScaleVariant, configuration)
      guard let fix else { return nil }
      let bytes = fix.fixedFileDigest.flatMap { previous?.reusableExportedFile(withDigest: $0) }
      guard fix.fixedFileDigest == nil || bytes != nil else { return nil }
      return MessengerFixedArt(
        analysis: fix.fixedFileAnalysis, newBytes: bytes, note: fix.changeNote, isReused: true)
    }

    /// The images that exports derive from stickers, including those from the previous export.
    var derivedImageCacheReusingPreviousExport: DerivedImageCache {
      guard let cache else { return DerivedImageCache() }
      return DerivedImageCache { [previous] recipe in
        cache.derivedBytesFromEarlierRun(under: recipe.cacheKey(in: cache)).flatMap {
          XXH3Digest(bytes: $0[...])
        }
        .flatMap {
          previous?.reusableExportedFile(withDigest: $0)
        }
      }
    }

    /// Runs pack rules on the results for all files.
    ///
    /// - Parameter skipped: the files that are left out.
    func reportFromAnalysesAfterFixes(
      jobs: Int, without skipped: Set<Path> = [], service: any ImageService
    ) async -> Report {
      let sources = openedPackWithFixes.assets.filter { !skipped.contains($0.path) }
      return await LintPass(configurationMap, service: service, jobs: jobs).report(
        on: sources.compactMap { analysesAfterFixes[AssetKey($0)] },
        of: openedPackWithFixes.lintInput(sources))
    }

    /// The stickers to export, with their files and text.
    func makeExportPack(_ pack: Pack) throws -> ExportPack {
      let stickers = try pack.stickers.map { sticker -> ExportSticker in
        guard case .bytes(let bytes) = openedPackWithFixes.read(sticker.file) else {
          throw CommandError("cannot read \(sticker.file.displayText)")
        }
        var made = ExportSticker(
          name: sticker.metadata.name, bytes: bytes,
          description: accessibilityLabel(
            from: sticker.metadata.descriptions, preferringFirstOf: pack.metadata.languages),
          emoji: sticker.metadata.emoji,
          keywords: sticker.metadata.keywords)
        if case .bytes(let original) = originalPack.read(sticker.file) {
          made.originalBytes = original
        }
        return made
      }
      let cover = pack.coverSticker.flatMap { file in pack.stickers.firstIndex { $0.file == file } } ?? 0
      return ExportPack(
        name: pack.name, credits: pack.metadata.credits, limits: packConfiguration.messengerLimits,
        stickers: stickers,
        coverIndex: cover
      )
    }
  }
}

/// The identity of a file in a pack. One file may be a sticker and an icon.
struct AssetKey: Hashable {
  let path: Path
  let role: AssetRole

  init(_ source: AssetSource) { self.init(path: source.path, role: source.role) }

  init(path: Path, role: AssetRole) {
    self.path = path
    self.role = role
  }
}

/// A file of the pack as it is exported for one messenger.
struct MessengerFixedArt {
  /// The result of linting the file.
  let analysis: AssetAnalysis
  /// The new bytes of the file; nil if it is unchanged.
  let newBytes: [UInt8]?
  /// The changes, as shown in reports; nil if there is nothing to report.
  let note: ChangeNote?
  /// The fixes that failed.
  var failedFixes: [FailedFix] = []
  /// Whether the file is reused from an earlier run.
  var isReused = false
  /// The cache key; nil without a cache.
  var cacheKey: XXH3Digest?
}

extension ResultCache {
  /// Stores a fixed file. Later runs retry files that could not be read or fixed.
  func storeUnlessFailed(_ art: MessengerFixedArt) {
    let isRead = art.analysis.findings.allSatisfy {
      ![RuleID.corruptImage, RuleID.resourceLimit].contains($0.rule)
    }
    guard let key = art.cacheKey, art.failedFixes.isEmpty, isRead else { return }
    let digest = art.newBytes.map { seededHash(of: $0) }
    store(CachedExportFix(analysis: art.analysis, fixedDigest: digest, changeNote: art.note), under: key)
  }

  /// Stores the images that were derived from stickers.
  func storeImageDigests(_ pictures: DerivedImageCache) {
    for (recipe, bytes) in pictures.imagesByKey {
      store(derivedBytes: seededHash(of: bytes).bytes, under: recipe.cacheKey(in: self))
    }
  }
}
