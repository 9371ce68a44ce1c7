import Foundation
import Testing

@testable import TemplateLogic

/// A wrong answer to a request for a sticker of 300 bytes.
private struct Trick: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let answer: LoopbackServer.Answer

  init(_ description: String, _ answer: LoopbackServer.Answer) {
    (testDescription, self.answer) = (description, answer)
  }

  /// Short timeouts for slow answers, so that tests do not wait long. Long timeouts for all others, so that
  /// the tests do not fail on a busy machine.
  var timeouts: Downloader.Timeouts {
    switch answer {
    case .stall, .drip: Downloader.Timeouts(idle: 0.5, total: 1)
    default: .standard
    }
  }

  static let all = [
    Trick("other bytes", .file(sampleBytes("evil"))),
    Trick("one byte less", .file(sampleBytes("kiss").dropLast())),
    Trick("one byte more", .file(sampleBytes("kiss") + [0])),
    Trick("nothing", .file(Data())),
    Trick("half of it", .cut(promised: 300, sampleBytes("kiss").prefix(150))),
    Trick(
      "half of it without a length",
      .raw(Data("HTTP/1.1 200 OK\r\n\r\n".utf8) + sampleBytes("kiss").prefix(150))),
    Trick("half of it and then silence", .stall(promised: 300, sampleBytes("kiss").prefix(150))),
    Trick("silence", .stall(promised: 300, Data())),
    Trick("a byte now and then", .drip(every: 0.1)),
    Trick("bytes without end", .endless(promised: nil)),
    Trick("a hundred megabytes", .endless(promised: 100_000_000)),
    Trick("not found", .status(404)), Trick("broken", .status(500)),
    Trick("the right bytes, but as an error", .status(500, body: sampleBytes("kiss"))),
    Trick("a part", .status(206, body: sampleBytes("kiss"))),
    Trick("a web page", .status(200, fields: ["Content-Type: text/html"], body: Data("<p>Log in".utf8))),
    Trick("to itself", .status(302, fields: ["Location: /kiss.png"])),
    Trick("elsewhere", .status(302, fields: ["Location: https://example.invalid/kiss.png"])),
    Trick("garbage", .raw(Data([0, 1, 2, 255, 254]))),
    Trick("no answer", .raw(Data())),
  ]
}

/// A small file that decodes to gigabytes, with an index that states its true size and digest, but 408 px.
private struct ImageBomb: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let data: Data
  let error: VerificationError

  init(_ description: String, _ data: Data, _ error: VerificationError) {
    testDescription = description
    self.data = data
    self.error = error
  }

  private static func pixels(_ width: Int, _ height: Int) -> VerificationError {
    .pixels(
      expected: PixelSize(width: 408, height: 408), found: PixelSize(width: width, height: height))
  }

  /// 408 px = 0x198, 20,000 px = 0x4E20.
  static let all = [
    ImageBomb("a PNG of 1.6 GB", pngHead(20_000, 20_000) + Data(count: 100), pixels(20_000, 20_000)),
    ImageBomb(
      "an APNG of a million frames",
      pngHead(408, 408)
        + Data([0, 0, 0, 0, 0, 0, 0, 8] + "acTL".utf8 + [0, 0x0F, 0x42, 0x40, 0, 0, 0, 0, 0, 0, 0, 0]),
      .frames(1_000_000)),
    ImageBomb(
      "an APNG whose animation chunk is missing",
      pngHead(408, 408) + Data(count: 4)
        + (0...1_000).reduce(into: Data()) { data, _ in
          data += [0, 0, 0, 0] + Data("fcTL".utf8) + [0, 0, 0, 0]
        },
      .frames(1_001)),
    ImageBomb(
      "a GIF whose frame is larger than its canvas",
      Data("GIF89a".utf8) + [0x98, 1, 0x98, 1, 0, 0, 0]
        + [0x2C, 0, 0, 0, 0, 0x20, 0x4E, 0x98, 1, 0, 2, 1, 0, 0, 0x3B], pixels(20_000, 408)),
    ImageBomb(
      "a JPEG of 1.2 GB",
      Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 8, 8, 0x4E, 0x20, 0x4E, 0x20, 3]),
      pixels(20_000, 20_000)),
    ImageBomb("a TIFF", Data("MM\0*".utf8) + Data(count: 100), .notAnImage),
  ]
}

@Suite(.timeLimit(.minutes(5))) struct HostileServerTests {
  private let old: StickerIndex
  private let new: StickerIndex

  init() throws {
    old = try sampleIndex(["wave", "bow"].map { sample($0) })
    new = try sampleIndex(["bow", "kiss", "cheer"].map { sample($0) }, name: "Monkey 2")
  }

  private func filledCache() throws -> MemoryFiles {
    let files = MemoryFiles()
    for sticker in old.stickers { files.contents[sticker.cacheName] = sampleBytes(sticker.id) }
    files.contents[indexName] = try old.json()
    return files
  }

  /// Returns a library with a short timeout for one file.
  private func library(
    _ cache: MemoryFiles, _ server: LoopbackServer, impatientFor file: String = "", _ trick: Trick? = nil
  ) throws -> StickerLibrary {
    let patient = Downloader()
    let impatient = Downloader(timeouts: trick?.timeouts ?? .standard)
    return StickerLibrary(
      bundle: MemoryFiles(), cache: cache, server: try server.folder,
      download: { url, limit throws(DownloadError) in
        let downloader = url.lastPathComponent == file ? impatient : patient
        return try await downloader.data(from: url, limit: limit)
      },
      sha256: sha256)
  }

  @Test(
    "A sticker that does not match the index blocks the whole release until it matches",
    arguments: Trick.all)
  fileprivate func stickers(_ trick: Trick) async throws {
    let server = try LoopbackServer([
      "/index.json": .file(try new.json()), "/cheer.png": .file(sampleBytes("cheer")),
      "/kiss.png": trick.answer,
    ])
    defer { server.stop() }
    let cache = try filledCache()
    let impatient = try library(cache, server, impatientFor: "kiss.png", trick)
    let available = try #require(await impatient.refresh())
    #expect(available.stickers.map(\.sticker) == old.stickers)
    #expect(available.problems.count == 1)
    #expect(cache.contents[indexName] == (try old.json()))
    for (name, data) in cache.contents where name != indexName {
      #expect(name == "\(sha256(data)).png", "each file has the digest in its name")
    }
    server.answer("/kiss.png", .file(sampleBytes("kiss")))
    #expect(try await library(cache, server).refresh()?.stickers.map(\.sticker) == new.stickers)
    #expect(server.paths.filter { $0 == "/cheer.png" }.count == 1, "no file is downloaded twice")
  }

  @Test("An image that decodes to more than the index states is never stored", arguments: ImageBomb.all)
  fileprivate func bombs(_ bomb: ImageBomb) async throws {
    let kiss = StickerIndex.Sticker(
      id: "kiss", file: "kiss.png", bytes: bomb.data.count, sha256: sha256(bomb.data),
      pixels: PixelSize(width: 408, height: 408), descriptions: [:])
    let release = try sampleIndex([sample("bow"), kiss], name: "Monkey 2")
    let server = try LoopbackServer([
      "/index.json": .file(try release.json()), "/kiss.png": .file(bomb.data),
    ])
    defer { server.stop() }
    let cache = try filledCache()
    let before = cache.contents
    let available = try #require(await library(cache, server).refresh())
    #expect(available.stickers.map(\.sticker) == old.stickers)
    #expect(available.problems == [.verification(file: "kiss.png", bomb.error)])
    #expect(cache.contents == before)
  }

  @Test("An image bomb that an earlier version stored is not available")
  func storedBomb() throws {
    let data = pngHead(20_000, 20_000) + Data(count: 100)
    let sticker = StickerIndex.Sticker(
      id: "kiss", file: "kiss.png", bytes: data.count, sha256: sha256(data),
      pixels: PixelSize(width: 408, height: 408), descriptions: [:])
    let files = MemoryFiles()
    files.contents[sticker.cacheName] = data
    let cache = StickerCache(files: files, sha256: sha256)
    #expect(cache.availableStickers(in: try sampleIndex([sticker]), from: .server).stickers.isEmpty)
  }

  @Test("An invalid index changes nothing", arguments: Trick.all)
  fileprivate func index(_ trick: Trick) async throws {
    let server = try LoopbackServer(["/index.json": trick.answer, "/kiss.png": trick.answer])
    defer { server.stop() }
    let cache = try filledCache()
    let before = cache.contents
    let available = try #require(
      await library(cache, server, impatientFor: indexName, trick).refresh())
    #expect(available.stickers.map(\.sticker) == old.stickers)
    #expect(available.problems.count == 1)
    #expect(cache.contents == before)
  }

  @Test(
    "An index with a file name outside its folder is rejected as a whole",
    arguments: [
      "../index.json", "/etc/passwd", "a/b.png", "index.json",
    ])
  func paths(_ name: String) async throws {
    let json = try #require(String(data: try new.json(), encoding: .utf8))
      .replacingOccurrences(of: "kiss.png", with: name)
    let server = try LoopbackServer(["/index.json": .file(Data(json.utf8))])
    defer { server.stop() }
    let cache = try filledCache()
    let before = cache.contents
    #expect(try await library(cache, server).refresh()?.stickers.map(\.sticker) == old.stickers)
    #expect(cache.contents == before)
    #expect(server.paths == ["/index.json"])
  }
}
