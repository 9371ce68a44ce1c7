import Foundation

/// Downloads at most `limit` bytes from an address.
public typealias Download = @Sendable (_ url: URL, _ limit: Int) async throws(DownloadError) -> Data

/// All stickers of the pack: first those in the bundle, next those from an earlier visit to the server, and
/// then those on the server, once all of them have arrived and have been verified.
///
/// The stickers from an earlier visit are used only with the same bundle. An app update may contain newer
/// stickers, so it starts with the stickers in its own bundle.
///
/// A release on the server is shown completely or not at all. Until all of its stickers have arrived, the
/// previous release is shown. Files that have arrived are kept for the next attempt.
public actor StickerLibrary {
  private let bundle: any StickerFiles
  private let files: any StickerFiles
  private lazy var cache = StickerCache(files: files, index: cachedIndexName(), sha256: sha256)
  private let server: StickerServer?
  private let download: Download
  private let sha256: SHA256Function
  /// The last update.
  private var latest: AvailableStickers?
  /// The current release, after all of its files were verified.
  private var verified: (index: StickerIndex, available: AvailableStickers)?

  /// The number of parallel downloads.
  public static let parallelDownloads = 3
  /// The maximum size of a server's release, in bytes for all files together. The files stay on the person's
  /// device.
  public static let maxReleaseBytes = 50_000_000

  /// Creates a library.
  ///
  /// - Parameter bundle: the folder in the app's bundle with `index.json` and its files.
  /// - Parameter cache: a folder in the extension's container that contains nothing else.
  /// - Parameter server: nil if all stickers are in the bundle.
  public init(
    bundle: any StickerFiles, cache: any StickerFiles, server: StickerServer?,
    download: @escaping Download, sha256: @escaping SHA256Function
  ) {
    self.bundle = bundle
    self.files = cache
    self.server = server
    self.download = download
    self.sha256 = sha256
  }

  /// Returns updates of the available stickers, each of which replaces the previous one. The stream ends after
  /// the last update, and downloads stop when nothing reads the stream.
  ///
  /// A second stream begins with the last update, so that older stickers do not appear in between.
  public nonisolated func updates() -> AsyncStream<AvailableStickers> {
    AsyncStream { continuation in
      let task = Task {
        if let latest = await self.latest {
          continuation.yield(latest)
        } else {
          // Show the bundle before reading the cache, because verifying the cache takes a moment.
          continuation.yield(await self.bundledStickers())
          if let reopened = await self.reopened() { continuation.yield(reopened) }
        }
        if let refreshed = await self.refresh() { continuation.yield(refreshed) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func reopened() -> AvailableStickers? {
    let available = cachedStickers()
    latest = available
    return available
  }

  /// Returns the stickers in the bundle. They are trusted, because the system verified them together with the
  /// app's code.
  public func bundledStickers() -> AvailableStickers {
    do throws(StickerProblem) {
      let stickers = try bundledIndex().stickers
      return AvailableStickers(
        stickers: stickers.map { AvailableSticker($0, at: bundle.url(of: $0.file), source: .bundle) })
    } catch { return AvailableStickers(problems: [error]) }
  }

  /// Returns the stickers from an earlier visit, or those in the bundle if none of them is valid. Returns nil
  /// if there is no server or no earlier visit.
  public func cachedStickers() -> AvailableStickers? {
    guard server != nil else { return nil }
    if let verified { return verified.available }
    guard let index = try? cache.currentIndex() else { return nil }
    let available = cache.availableStickers(in: index, from: .server)
    if available.problems.isEmpty { verified = (index, available) }
    guard available.stickers.isEmpty, !index.stickers.isEmpty else { return available }
    var fallback = bundledStickers()
    fallback.problems += available.problems
    return fallback
  }

  /// Returns the stickers on the server. If there is no connection, or the release is incomplete, returns the
  /// last stickers with the problem. Returns nil if there is no server.
  public func refresh() async -> AvailableStickers? {
    guard let server else { return nil }
    let available: AvailableStickers
    do throws(StickerProblem) {
      let index = try await fetchedIndex(from: server)
      available = try await refresh(to: index, from: server)
    } catch { available = lastStickers(with: [error]) }
    latest = AvailableStickers(stickers: available.stickers)
    return available
  }

  private func refresh(
    to index: StickerIndex, from server: StickerServer
  ) async throws(StickerProblem) -> AvailableStickers {
    if var available = verified?.available, verified?.index == index {
      available.problems = cache.remove(try cache.plan(for: index, isVerified: true).unneededFileNames)
      return available
    }
    verified = nil
    let plan = try cache.plan(for: index)
    var problems = cache.remove(plan.damagedFileNames)
    problems += await fetch(plan.stickersToDownload, from: server)
    // There is no suspension point from here on, so that no other refresh runs between checking the files and
    // writing the index.
    var available = cache.availableStickers(in: index, from: .server)
    guard available.problems.isEmpty else {
      return lastStickers(with: problems.isEmpty ? available.problems : problems)
    }
    let current = try? cache.currentIndex()
    if current != index { try cache.commit(index) }
    verified = (index, available)
    available.problems = problems + cache.remove(plan.unneededFileNames)
    return available
  }

  private func lastStickers(with problems: [StickerProblem]) -> AvailableStickers {
    var available = cachedStickers() ?? bundledStickers()
    available.problems += problems
    return available
  }

  /// The name of the cache's index identifies the bundle that it was made with. An older index is therefore
  /// not found, and is removed after a new one is written.
  private func cachedIndexName() -> String {
    guard let json = try? bundle.read(indexName, limit: StickerLimits.maxIndexBytes) else { return indexName }
    return "index-\(sha256(json)).json"
  }

  private func bundledIndex() throws(StickerProblem) -> StickerIndex {
    let json: Data?
    do { json = try bundle.read(indexName, limit: StickerLimits.maxIndexBytes) } catch {
      throw .storage(.read, file: indexName, reason: String(describing: error))
    }
    guard let json else { throw .verification(file: indexName, .missing) }
    do { return try StickerIndex(json: json) } catch { throw .index(error) }
  }

  private func fetchedIndex(from server: StickerServer) async throws(StickerProblem) -> StickerIndex {
    let json: Data
    do { json = try await download(server.indexURL, StickerLimits.maxIndexBytes) } catch {
      throw .download(file: indexName, error)
    }
    let index: StickerIndex
    do { index = try StickerIndex(json: json) } catch { throw .index(error) }
    let bytes = index.stickers.reduce(0) { $0 + $1.bytes }
    guard bytes <= Self.maxReleaseBytes else { throw .releaseTooLarge(bytes: bytes) }
    return index
  }

  /// Downloads and stores stickers, a few at once. A failure does not stop the others.
  private func fetch(
    _ stickers: [StickerIndex.Sticker], from server: StickerServer
  ) async -> [StickerProblem] {
    let bundled = (try? bundledIndex().stickers) ?? []
    return await withTaskGroup(of: StickerProblem?.self) { group in
      var waiting = stickers.makeIterator()
      func startNext() {
        guard !Task.isCancelled, let sticker = waiting.next() else { return }
        let twin = bundled.first { $0.cacheName == sticker.cacheName }
        group.addTask { await self.fetch(sticker, or: twin, from: server) }
      }
      for _ in 0..<Self.parallelDownloads { startNext() }
      var problems: [StickerProblem] = []
      for await problem in group {
        if let problem { problems.append(problem) }
        startNext()
      }
      return problems
    }
  }

  /// Stores the file of a sticker in the cache.
  ///
  /// - Parameter twin: a sticker in the bundle with the same bytes, so that they do not have to be
  ///   downloaded.
  /// - Returns: the problem; nil on success.
  private func fetch(
    _ sticker: StickerIndex.Sticker, or twin: StickerIndex.Sticker?, from server: StickerServer
  ) async -> StickerProblem? {
    if let twin, let data = try? bundle.read(twin.file, limit: twin.bytes),
      (try? cache.store(data, for: sticker)) != nil
    {
      return nil
    }
    let data: Data
    do { data = try await download(server.fileURL(of: sticker), sticker.bytes) } catch {
      return .download(file: sticker.file, error)
    }
    do { try cache.store(data, for: sticker) } catch { return error }
    return nil
  }
}
