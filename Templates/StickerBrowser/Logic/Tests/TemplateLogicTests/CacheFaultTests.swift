import Foundation
import Testing

@testable import TemplateLogic

/// Returns a library with a simulated network: a function returns the data for an address.
private func library(
  _ cache: MemoryFiles, _ answer: @escaping @Sendable (String) -> Data?
) throws -> StickerLibrary {
  StickerLibrary(
    bundle: MemoryFiles(), cache: cache, server: try StickerServer("https://example.com/"),
    download: { url, _ throws(DownloadError) in
      guard let data = answer(url.lastPathComponent) else { throw .status(404) }
      return data
    },
    sha256: sha256)
}

private func answers(_ index: StickerIndex) throws -> [String: Data] {
  var answers = [indexName: try index.json()]
  for sticker in index.stickers { answers[sticker.file] = sampleBytes(sticker.contents) }
  return answers
}

/// Whether a release is complete in the cache.
private func isComplete(_ index: StickerIndex, in cache: MemoryFiles) throws -> Bool {
  try cache.contents[indexName] == index.json()
    && index.stickers.allSatisfy { cache.contents[$0.cacheName] == sampleBytes($0.contents) }
}

@Suite struct CacheFaultTests {
  @Test(
    "Whichever operation fails, the old or the new release is complete, and the next visit succeeds",
    arguments: MemoryFiles.Fault.allCases)
  func faults(_ fault: MemoryFiles.Fault) async throws {
    let old = try sampleIndex(["wave", "bow", "hug"].map { sample($0) })
    let new = try sampleIndex(["bow", "hug", "kiss", "cheer"].map { sample($0) }, name: "Monkey 2")
    let served = try answers(new)
    for step in 1... {
      let cache = MemoryFiles()
      cache.contents = Dictionary(
        uniqueKeysWithValues: old.stickers.map { ($0.cacheName, sampleBytes($0.id)) })
      cache.contents[indexName] = try old.json()
      cache.contents[old.stickers[2].cacheName] = Data("damaged".utf8)
      cache.fail(at: step, fault)
      let library = try library(cache) { served[$0] }
      let available = await library.refresh()
      let isOver = cache.steps < step
      cache.recover()
      for sticker in available?.stickers ?? [] {
        #expect(
          cache.contents[sticker.file.lastPathComponent] == sampleBytes(sticker.sticker.id), "step \(step)")
      }
      if try !isComplete(new, in: cache) {
        #expect(try cache.contents[indexName] == old.json(), "step \(step)")
        for id in ["wave", "bow"] { #expect(cache.contents[sample(id).cacheName] == sampleBytes(id)) }
      }
      #expect(await library.refresh()?.stickers.map(\.sticker) == new.stickers)
      #expect(cache.contents.count == 5, "nothing is left behind: \(cache.contents.keys)")
      if isOver { break }
    }
  }

  @Test(
    "With random releases, network errors and disk errors, the cached release is always complete",
    arguments: 0..<100 as Range<UInt64>)
  func releases(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let cache = MemoryFiles()
    var current: StickerIndex?
    for number in 0..<8 {
      let stickers = (0..<Int.random(in: 0...6, using: &random)).map { place in
        sample("\(place)-\(Int.random(in: 0..<4, using: &random))", contents: nil)
      }
      let index = try sampleIndex(stickers, name: "\(number)")
      var served = try answers(index)
      var isGood = true
      for name in served.keys.sorted() where Int.random(in: 0..<8, using: &random) == 0 {
        served[name] = Bool.random(using: &random) ? nil : Data("evil".utf8)
        isGood = false
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        cache.fail(
          at: Int.random(in: 1...30, using: &random),
          MemoryFiles.Fault.allCases.randomElement(using: &random) ?? .failureWithoutEffect)
        isGood = false
      }
      let answers = served
      let available = try await library(cache) { answers[$0] }.refresh()
      cache.recover()
      for sticker in available?.stickers ?? [] {
        #expect(cache.contents[sticker.file.lastPathComponent] == sampleBytes(sticker.sticker.id))
      }
      if try isComplete(index, in: cache) { current = index } else { #expect(!isGood) }
      if let current { #expect(try isComplete(current, in: cache), "seed \(seed), release \(number)") }
    }
  }
}

extension StickerIndex.Sticker {
  /// The text from which `sample` makes the bytes.
  fileprivate var contents: String { id }
}
