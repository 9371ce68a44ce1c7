package import StickerEngine
import StickerImage

/// Lints files, and the packs, catalogs and messages that they belong to.
package struct LintPass: Sendable {
  /// Returns the configuration for the path of a file, a pack or a document.
  let configuration: @Sendable (Path) -> Configuration
  /// Decodes and analyzes the files.
  package let service: any ImageService
  /// The results of earlier runs.
  let cache: ResultCache?
  /// The number of files that are analyzed at once.
  let jobs: Int
  /// Whether to compute the SHA-256 digest of each file, which baselines compare.
  package var computesContentDigests = false
  /// Whether to hash all pixels of a file, because possible duplicates are in other shards.
  var hashesAllPixels: @Sendable (AssetSource) -> Bool = { _ in false }

  package init(
    service: any ImageService, cache: ResultCache? = nil, jobs: Int = 1,
    configuration: @escaping @Sendable (Path) -> Configuration
  ) {
    self.configuration = configuration
    self.service = service
    self.cache = cache
    self.jobs = jobs
  }

  package init(
    _ settings: ConfigurationMap, service: any ImageService, cache: ResultCache? = nil, jobs: Int
  ) {
    self.init(service: service, cache: cache, jobs: jobs) { settings.configuration(at: $0) }
  }

  /// Analyzes all files, and then checks packs, catalogs and messages.
  ///
  /// - Parameter onAnalysis: receives the analysis of each file, in order.
  package func lint(
    _ input: LintInput, onAnalysis: (AssetAnalysis) async -> Void = { _ in }
  ) async -> Report {
    let contexts = AssetPackContexts(input.sources, input.packDeclarations)
    return await report(on: await analyze(input.sources, in: contexts, onAnalysis), of: input)
  }

  /// Analyzes files.
  ///
  /// - Parameters:
  ///   - contexts: the contexts of all files of the run.
  ///   - analyzed: receives the analysis of each file, in order.
  func analyze(
    _ sources: [AssetSource], in contexts: AssetPackContexts,
    _ analyzed: (AssetAnalysis) async -> Void = { _ in }
  ) async -> [AssetAnalysis] {
    var analyses: [AssetAnalysis] = []
    analyses.reserveCapacity(sources.count)
    await service.runOnRequestThreads {
      await mapInOrder(sources, jobs: jobs) { source in
        await analyzeOrReuseCached(source, contexts.context(for: source))
      } deliver: { analysis in
        analyses.append(analysis)
        await analyzed(analysis)
      }
    }
    return analyses
  }

  /// Analyzes a file, unless an earlier run already has.
  private func analyzeOrReuseCached(_ source: AssetSource, _ context: Asset.PackContext) async
    -> AssetAnalysis
  {
    var configuration = configuration(source.path)
    configuration.hashesAllPixels = hashesAllPixels(source)
    let outcome = source.readUnlessCanceled(maxBytes: configuration.budget.fileBytes)
    guard cache != nil || computesContentDigests, case .bytes(let bytes) = outcome else {
      // Nothing else refers to the bytes here, so the service may decode a large image in place.
      return await service.analyze(source, consume outcome, configuration, context)
    }
    let found = cache?.lookUpAnalysis(of: bytes, source, configuration, context)
    var analysis: AssetAnalysis
    if let stored = found?.stored {
      analysis = stored
    } else {
      analysis = await service.analyze(source, outcome, configuration, context)
    }
    let lacksDigest = computesContentDigests && analysis.contentSHA256Hex == nil
    if lacksDigest { analysis.contentSHA256Hex = SHA256.hexDigest(of: bytes) }
    if let found, analysis.isReproducible, found.stored == nil || lacksDigest {
      cache?.store(analysis, under: found.key)
    }
    return analysis
  }

  /// Checks packs, catalogs and messages after their files have been analyzed.
  ///
  /// - Parameter analyses: the analysis of each source, in the order of the input.
  package func report(on analyses: consuming [AssetAnalysis], of input: LintInput) async -> Report {
    let duplicates = analyses.possibleDuplicateIndices(packConfiguration: configuration)
    var hashes: [XXH3Digest?] = []
    await mapInOrder(
      duplicates.map { (analyses[$0].facts.fullPixelAndTimingHash, input.sources[$0]) }, jobs: jobs
    ) { known, source in
      if let known { return known }
      let configuration = configuration(source.path)
      // A file that can no longer be read has changed, so it does not match any other.
      return await service.fullPixelAndTimingHash(
        of: source, source.read(maxBytes: configuration.budget.fileBytes), configuration)
    } deliver: { hash in
      hashes.append(hash)
    }
    for (index, hash) in zip(duplicates, hashes) { analyses[index].duplicateDetectionHash = hash }
    var report = Report(on: analyses, of: input, configuration)
    report.workerIsolation = service.isolation
    return report
  }
}

extension AssetSource {
  /// Reads the file, unless the task is canceled. After a cancellation, the result is `unreadable`, and the
  /// caller throws the cancellation error at the end.
  func readUnlessCanceled(maxBytes limit: Int) -> ReadOutcome {
    Task.isCancelled ? .unreadable("the run was canceled") : read(maxBytes: limit)
  }

  /// The same source, except that reading fails once the task is canceled.
  var readableUnlessCanceled: AssetSource {
    AssetSource(path: path, role: role, pack: pack) { readUnlessCanceled(maxBytes: $0) }
  }
}
