import Foundation
import Testing

@testable import TemplateLogic

private func problem(_ body: () throws(StickerProblem) -> Void) -> StickerProblem? {
  do throws(StickerProblem) {
    try body()
    return nil
  } catch { return error }
}

@Suite struct StickerCacheTests {
  @Test("Stored and committed stickers are available from the folder of the cache")
  func onDisk() throws {
    let folder = temporaryFolderURL()
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = StickerCache(files: FolderFiles(folder: folder), sha256: sha256)
    #expect(try cache.currentIndex() == nil)
    let index = try sampleIndex([sample("wave"), sample("bow", ending: "GIF")])
    for sticker in index.stickers { try cache.store(sampleBytes(sticker.id), for: sticker) }
    try cache.commit(index)
    #expect(try cache.currentIndex() == index)
    let available = cache.availableStickers(in: index, from: .server)
    #expect(available.problems.isEmpty)
    #expect(available.stickers.map(\.sticker) == index.stickers)
    for sticker in available.stickers {
      #expect(try Data(contentsOf: sticker.file) == sampleBytes(sticker.sticker.id))
    }
    // Messages recognizes the type of a file by its extension.
    #expect(available.stickers.map(\.file.pathExtension) == ["png", "gif"])
  }

  @Test("Data with a different length or different bytes is not stored")
  func refused() {
    let files = MemoryFiles()
    let cache = StickerCache(files: files, sha256: sha256)
    let sticker = sample("wave")
    func failure(_ data: Data) -> StickerProblem? {
      problem { () throws(StickerProblem) in try cache.store(data, for: sticker) }
    }
    for data in [Data(), sampleBytes("wave").dropLast(), sampleBytes("wave") + [0]] {
      let expected = VerificationError.size(expected: 300, found: data.count)
      #expect(failure(data) == .verification(file: "wave.png", expected))
    }
    var changed = sampleBytes("wave")
    changed[17] ^= 1
    let expected = VerificationError.digest(expected: sticker.sha256, found: sha256(changed))
    #expect(failure(changed) == .verification(file: "wave.png", expected))
    #expect(files.contents.isEmpty)
  }

  @Test("A file that was damaged after it was stored is not available, but the others are")
  func damaged() throws {
    let files = MemoryFiles()
    let cache = StickerCache(files: files, sha256: sha256)
    let index = try sampleIndex([sample("wave"), sample("bow"), sample("hug")])
    for sticker in index.stickers { try cache.store(sampleBytes(sticker.id), for: sticker) }
    try cache.commit(index)
    for damage in [
      Data(), sampleBytes("wave") + [0], Data(repeating: 0, count: sampleBytes("wave").count), nil,
    ] {
      files.contents[index.stickers[0].cacheName] = damage
      let available = cache.availableStickers(in: index, from: .server)
      #expect(available.stickers.map(\.sticker.id) == ["bow", "hug"])
      #expect(available.problems.count == 1)
    }
  }

  @Test("A damaged index and a file system error are reported as different problems")
  func damagedIndex() throws {
    let files = MemoryFiles()
    let cache = StickerCache(files: files, sha256: sha256)
    try cache.commit(sampleIndex([sample("wave")]))
    let sound = try #require(files.contents[indexName])
    for end in 0..<sound.count {
      files.contents[indexName] = sound.prefix(end)
      guard case .index = problem({ () throws(StickerProblem) in _ = try cache.currentIndex() }) else {
        Issue.record("no problem with \(end) bytes")
        continue
      }
    }
    files.contents[indexName] = nil
    #expect(try cache.currentIndex() == nil)
    files.contents[indexName] = sound
    files.fail(at: 1, .failureWithoutEffect)
    guard case .storage(.read, _, _) = problem({ () throws(StickerProblem) in _ = try cache.currentIndex() })
    else {
      Issue.record("no problem")
      return
    }
  }

  @Test("A full disk and other disk errors are reported as different problems")
  func diskFull() {
    let files = MemoryFiles()
    let cache = StickerCache(files: files, sha256: sha256)
    let sticker = sample("wave")
    files.fail(at: 2, .noRoom)
    let found = problem { () throws(StickerProblem) in try cache.store(sampleBytes("wave"), for: sticker) }
    #expect(found == .diskFull(file: sticker.cacheName))
  }

  @Test("A folder with the name of a sticker's file counts as a damaged file")
  func folderInPlace() throws {
    let folder = temporaryFolderURL()
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = StickerCache(files: FolderFiles(folder: folder), sha256: sha256)
    let index = try sampleIndex([sample("wave")])
    let name = index.stickers[0].cacheName
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    let plan = try cache.plan(for: index)
    #expect(plan.damagedFileNames == [name])
    #expect(cache.remove(plan.damagedFileNames).isEmpty)
    try cache.store(sampleBytes("wave"), for: index.stickers[0])
    #expect(cache.availableStickers(in: index, from: .server).stickers.count == 1)
  }
}

@Suite struct DownloadPlanTests {
  @Test("Random plans match a simple model", arguments: 0..<300 as Range<UInt64>)
  func model(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Several stickers may have the same bytes, in files with the same or a different extension.
    let stickers = (0..<Int.random(in: 0...20, using: &random)).map { number in
      let contents = "\(Int.random(in: 0..<12, using: &random))"
      return sample("\(number)", contents: contents, ending: Bool.random(using: &random) ? "png" : "gif")
    }
    let index = try sampleIndex(stickers)
    let everything = Set(stickers.map(\.cacheName)).union(["stray", "other.png"])
    let names = everything.sorted().filter { _ in Bool.random(using: &random) }
    let verifiedNames = Set(names.filter { $0.count > 60 && Int.random(in: 0..<4, using: &random) > 0 })

    let plan = DownloadPlan(
      for: index, verifiedNames: verifiedNames, allNames: names.shuffled(using: &random))

    var seen: Set<String> = []
    let firsts = stickers.filter { seen.insert($0.cacheName).inserted }
    #expect(plan.stickersToKeep == stickers.filter { verifiedNames.contains($0.cacheName) })
    #expect(plan.stickersToDownload == firsts.filter { !verifiedNames.contains($0.cacheName) })
    #expect(plan.damagedFileNames == names.filter { $0.count > 60 && !verifiedNames.contains($0) })
    #expect(plan.unneededFileNames == names.filter { ["stray", "other.png"].contains($0) })
    // The plan never removes files that are valid and needed.
    #expect(Set(plan.damagedFileNames + plan.unneededFileNames).isDisjoint(with: verifiedNames))
  }
}
