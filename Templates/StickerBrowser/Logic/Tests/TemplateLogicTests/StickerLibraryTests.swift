import Foundation
import Testing

@testable import TemplateLogic

/// Makes a server serve a release: the index and each of its files.
private func serve(_ index: StickerIndex, on server: LoopbackServer) throws {
  server.answer("/index.json", .file(try index.json()))
  for sticker in index.stickers { server.answer("/\(sticker.file)", .file(sampleBytes(sticker.id))) }
}

private func library(
  bundle: MemoryFiles = MemoryFiles(), cache: MemoryFiles, server: StickerServer?
) -> StickerLibrary {
  let downloader = Downloader()
  return StickerLibrary(
    bundle: bundle, cache: cache, server: server,
    download: { url, limit throws(DownloadError) in try await downloader.data(from: url, limit: limit) },
    sha256: sha256)
}

/// Expects each available file to be in the cache, with the bytes that the index specifies.
private func expectVerified(_ available: AvailableStickers?, in cache: MemoryFiles) {
  for sticker in available?.stickers ?? [] {
    #expect(cache.contents[sticker.file.lastPathComponent] == sampleBytes(sticker.sticker.id))
  }
}

@Suite(.timeLimit(.minutes(5))) struct StickerLibraryTests {
  private let old: StickerIndex
  private let new: StickerIndex

  init() throws {
    old = try sampleIndex(["wave", "bow", "hug"].map { sample($0) })
    new = try sampleIndex(["bow", "hug", "kiss", "cheer"].map { sample($0) }, name: "Monkey 2")
  }

  /// Returns a cache with the old release, which was made with the given bundle. The bundle may be
  /// unreadable.
  private func filledCache(_ bundle: MemoryFiles = MemoryFiles()) throws -> MemoryFiles {
    let files = MemoryFiles()
    for sticker in old.stickers { files.contents[sticker.cacheName] = sampleBytes(sticker.id) }
    let name = bundle.contents[indexName].map { "index-\(sha256($0)).json" } ?? indexName
    files.contents[name] = try old.json()
    return files
  }

  private func bundle(of names: String...) throws -> MemoryFiles {
    let files = MemoryFiles()
    files.contents[indexName] = try sampleIndex(names.map { sample($0) }).json()
    return files
  }

  @Test("The bundle's stickers come first, then those of an earlier visit, then the server's")
  func order() async throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    try serve(new, on: server)
    let bundle = try bundle(of: "bundled")
    let library = library(bundle: bundle, cache: try filledCache(bundle), server: try server.folder)
    var updates: [AvailableStickers] = []
    for await available in library.updates() { updates.append(available) }
    #expect(updates.map { $0.stickers.map(\.sticker.id) } == [["bundled"], old.ids, new.ids])
    #expect(updates.map { $0.stickers.first?.source } == [.bundle, .server, .server])
    #expect(updates.flatMap(\.problems) == [])
    // A second stream continues from there.
    var again: [AvailableStickers] = []
    for await available in library.updates() { again.append(available) }
    #expect(again.map { $0.stickers.map(\.sticker.id) } == [new.ids, new.ids])
  }

  @Test("Only missing files are downloaded, and unneeded files are removed after the new release is written")
  func refresh() async throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    try serve(new, on: server)
    let cache = try filledCache()
    let available = await library(cache: cache, server: try server.folder).refresh()
    #expect(available?.stickers.map(\.sticker) == new.stickers)
    expectVerified(available, in: cache)
    #expect(server.paths.sorted() == ["/cheer.png", "/index.json", "/kiss.png"])
    #expect(Set(cache.contents.keys) == Set(new.stickers.map(\.cacheName) + ["index.json"]))
  }

  @Test("Offline, the last release is shown, or the bundle's stickers if there is no release")
  func offline() async throws {
    let server = try LoopbackServer()
    let folder = try server.folder
    server.stop()
    let cached = library(cache: try filledCache(), server: folder)
    let available = await cached.refresh()
    #expect(available?.stickers.map(\.sticker.id) == old.ids)
    #expect(available?.problems.count == 1)
    let bundle = try bundle(of: "bundled")
    let first = await library(bundle: bundle, cache: MemoryFiles(), server: folder).refresh()
    #expect(first?.stickers.map(\.sticker.id) == ["bundled"])
  }

  @Test("Without a server, only the bundle's stickers are shown, and nothing is written")
  func noServer() async throws {
    let bundle = try bundle(of: "bundled")
    let cache = try filledCache(bundle)
    var updates: [AvailableStickers] = []
    for await available in library(bundle: bundle, cache: cache, server: nil).updates() {
      updates.append(available)
    }
    #expect(updates.map { $0.stickers.map(\.sticker.id) } == [["bundled"]])
    #expect(cache.steps == 0)
  }

  @Test("A file that is in the bundle is not downloaded")
  func fromBundle() async throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    try serve(new, on: server)
    let (bundle, cache) = (MemoryFiles(), MemoryFiles())
    bundle.contents[indexName] = try new.json()
    for sticker in new.stickers { bundle.contents[sticker.file] = sampleBytes(sticker.id) }
    bundle.contents["kiss.png"] = Data("not what the index says".utf8)
    let available = await library(bundle: bundle, cache: cache, server: try server.folder).refresh()
    #expect(available?.stickers.count == 4)
    expectVerified(available, in: cache)
    #expect(server.paths == ["/index.json", "/kiss.png"])
  }

  @Test("A damaged file is downloaded again")
  func damaged() async throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    try serve(old, on: server)
    let cache = try filledCache()
    cache.contents[old.stickers[1].cacheName] = Data("damaged".utf8)
    let library = library(cache: cache, server: try server.folder)
    #expect(await library.cachedStickers()?.stickers.map(\.sticker.id) == ["wave", "hug"])
    #expect(await library.refresh()?.stickers.map(\.sticker.id) == old.ids)
    #expect(server.paths == ["/index.json", "/bow.png"])
  }

  @Test("At most three files are downloaded at once")
  func parallel() async throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let many = try sampleIndex((0..<20).map { sample("\($0)") })
    try serve(many, on: server)
    let available = await library(cache: MemoryFiles(), server: try server.folder).refresh()
    #expect(available?.stickers.count == 20)
    #expect(server.maxOpenRequestCount <= 3)
  }

  @Test("If nothing reads the stream, downloads stop")
  func abandoned() async throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    try serve(new, on: server)
    server.answer("/index.json", .stall(promised: 100, Data()))
    let library = library(bundle: try bundle(of: "bundled"), cache: MemoryFiles(), server: try server.folder)
    let task = Task { for await _ in library.updates() {} }
    while server.requests.isEmpty { try await Task.sleep(nanoseconds: 10_000_000) }
    task.cancel()
    await task.value
    #expect(server.paths == ["/index.json"])
  }
}

extension StickerIndex {
  fileprivate var ids: [String] { stickers.map(\.id) }
}
