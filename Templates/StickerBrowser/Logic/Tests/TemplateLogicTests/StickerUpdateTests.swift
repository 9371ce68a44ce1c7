import Foundation
import Testing

@testable import TemplateLogic

/// Returns a library with a simulated network that has one release, or none.
private func library(
  bundle: MemoryFiles, cache: MemoryFiles, release: StickerIndex?, sha256: @escaping SHA256Function = sha256
) throws -> StickerLibrary {
  let json = try release?.json()
  return StickerLibrary(
    bundle: bundle, cache: cache, server: try StickerServer("https://example.com/"),
    download: { url, _ throws(DownloadError) in
      guard let json else { throw .status(503) }
      return url.lastPathComponent == indexName
        ? json : sampleBytes(url.deletingPathExtension().lastPathComponent)
    },
    sha256: sha256)
}

private func bundle(_ names: String...) throws -> MemoryFiles {
  let files = MemoryFiles()
  files.contents[indexName] = try sampleIndex(names.map { sample($0) }).json()
  return files
}

extension AvailableStickers {
  fileprivate var ids: [String] { stickers.map(\.sticker.id) }
}

@Suite struct StickerUpdateTests {
  @Test("An updated app shows its new stickers offline, and removes the old index after a release is written")
  func update() async throws {
    let cache = MemoryFiles()
    let release = try sampleIndex([sample("wave"), sample("bow")])
    _ = try await library(bundle: bundle("wave"), cache: cache, release: release).refresh()
    #expect(
      try await library(bundle: bundle("wave"), cache: cache, release: nil).cachedStickers()?.ids
        == release.ids)
    // The app is offline, and its bundle has one more sticker.
    let updated = try library(bundle: bundle("wave", "hug"), cache: cache, release: nil)
    #expect(await updated.cachedStickers() == nil)
    #expect(await updated.refresh()?.ids == ["wave", "hug"])
    let next = try sampleIndex([sample("wave"), sample("kiss")])
    _ = try await library(bundle: bundle("wave", "hug"), cache: cache, release: next).refresh()
    #expect(cache.contents.count == 3, "two stickers and one index: \(cache.contents.keys)")
  }

  /// This runs on the main actor, because the cache's actor blocks a thread while it waits, and a machine may have
  /// few threads.
  @Test("The bundle's stickers are shown before the cache is verified") @MainActor
  func bundleFirst() async throws {
    let cache = MemoryFiles()
    let release = try sampleIndex([sample("bow")])
    _ = try await library(bundle: bundle("wave"), cache: cache, release: release).refresh()
    let isShown = DispatchSemaphore(value: 0)
    let waited = Locked(false)
    let slow = try library(bundle: bundle("wave"), cache: cache, release: nil) { data in
      if data == sampleBytes("bow"), isShown.wait(timeout: .now() + 10) == .timedOut {
        waited.withLock { $0 = true }
      }
      return sha256(data)
    }
    var updates: [[String]] = []
    for await available in slow.updates() {
      updates.append(available.ids)
      isShown.signal()
    }
    #expect(updates == [["wave"], ["bow"], ["bow"]])
    #expect(!waited.withLock { $0 })
  }

  @Test("Files that were just verified are not hashed again when the server has the same release")
  func hashedOnce() async throws {
    let cache = MemoryFiles()
    let release = try sampleIndex([sample("wave"), sample("bow")])
    _ = try await library(bundle: bundle("hug"), cache: cache, release: release).refresh()
    cache.contents["stray"] = Data([1])
    let hashed = Locked(0)
    let counting = try library(bundle: bundle("hug"), cache: cache, release: release) { data in
      hashed.withLock { $0 += data.count == 300 ? 1 : 0 }
      return sha256(data)
    }
    for await _ in counting.updates() {}
    #expect(hashed.withLock { $0 } == 2)
    #expect(cache.contents["stray"] == nil)
  }

  @Test("A release of more than fifty megabytes is rejected before any file is downloaded")
  func tooLarge() async throws {
    func release(lastBytes: Int) throws -> StickerIndex {
      try sampleIndex(
        (0..<101).map { number in
          let model = sample("\(number)")
          return StickerIndex.Sticker(
            id: model.id, file: model.file, bytes: number < 100 ? 499_999 : lastBytes, sha256: model.sha256,
            pixels: model.pixels, descriptions: [:])
        })
    }
    let cache = MemoryFiles()
    let large = try library(bundle: bundle("wave"), cache: cache, release: release(lastBytes: 101))
    let available = await large.refresh()
    #expect(available?.problems == [.releaseTooLarge(bytes: 50_000_001)])
    #expect(available?.ids == ["wave"])
    #expect(cache.contents.isEmpty)
    let allowed = try library(bundle: bundle("wave"), cache: cache, release: release(lastBytes: 100))
    let problems = await allowed.refresh()?.problems ?? []
    #expect(!problems.contains { if case .releaseTooLarge = $0 { true } else { false } })
  }
}

extension StickerIndex {
  fileprivate var ids: [String] { stickers.map(\.id) }
}
