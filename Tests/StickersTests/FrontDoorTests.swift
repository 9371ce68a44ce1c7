import Foundation
import Testing

@testable import StickerEngine
@testable import Stickers

/// The library as a program outside of the house sees it: nothing but its public words.
@Suite("the library's API") struct FrontDoorTests {
  private static let art = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures/Art")

  private func folder() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  }

  private func bytes(_ file: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: file)) }

  private func bytes(_ name: String) throws -> [UInt8] { try bytes(Self.art.appendingPathComponent(name)) }

  @Test("a check finds problems and reports progress") func check() async throws {
    let heard = Heard()
    let run = try StickerRun(of: [Self.art.appendingPathComponent("faulty").path])
    let report = try await run.lint { done, all in heard.add(done, all) }
    #expect(report.failsRun)
    let heavy = try #require(report.findings.first { $0.rule == "file-size" })
    #expect(heavy.severity == .error && heavy.path.text?.hasSuffix("faulty/too-heavy.png") == true)
    #expect(heavy.message.contains("500,000") && !heavy.advice.isEmpty)
    #expect(heard.steps.map(\.done) == Array(1...heard.steps.count))
    #expect(heard.steps.allSatisfy { $0.all == heard.steps.count })
  }

  @Test("only the requested rules run") func rules() async throws {
    var options = RunOptions()
    options.rules = ["file-size"]
    let run = try StickerRun(of: [Self.art.appendingPathComponent("faulty").path], options)
    #expect(Set(try await run.lint().findings.map(\.rule)) == ["file-size"])
    options.rules = ["file-weight"]
    #expect(throws: StickersError.self) { try StickerRun(of: [Self.art.path], options) }
  }

  @Test("a missing path is one sentence") func missing() throws {
    do throws(StickersError) {
      _ = try StickerRun(of: ["/nowhere/at all"])
      Issue.record("there is such a folder")
    } catch {
      #expect(error.reasons.count == 1 && error.description.contains("/nowhere/at all"))
    }
  }

  @Test("a canceled run reports it and reads nothing more") func cancelled() async throws {
    let run = try StickerRun(of: [Self.art.path])
    let task = Task {
      try? await Task.sleep(for: .seconds(600))  // until it is cancelled
      return try await run.lint()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("files are fixed in memory, and written only on request") func fix() async throws {
    let (source, output) = (folder(), folder())
    try FileManager.default.copyItem(at: Self.art.appendingPathComponent("faulty"), to: source)
    defer { for place in [source, output] { try? FileManager.default.removeItem(at: place) } }
    let heavy = source.appendingPathComponent("too-heavy.png")
    let old = try bytes(heavy)
    let run = try StickerRun(of: [source.path])
    let fixed = try await run.fix(.lossy)
    let file = try #require(fixed.files.first { $0.path.text == heavy.path })
    #expect(file.bytesBefore == old.count && file.bytes.count < 500_000 && !file.steps.isEmpty)
    #expect(try bytes(heavy) == old)
    try await fixed.write(to: .folder(output.path))
    #expect(try bytes(heavy) == old)
    #expect(try bytes(output.appendingPathComponent("too-heavy.png")) == file.bytes)
  }

  @Test("a pack is built in memory and written completely") func build() async throws {
    let output = folder()
    defer { try? FileManager.default.removeItem(at: output) }
    let source = PackSource(Self.art.appendingPathComponent("pack").path)
    guard case .built(let pack) = await source.build(.init(includesXcodeProject: false)) else {
      Issue.record("it is stopped")
      return
    }
    #expect(pack.paths.contains("manifest.json") && pack["variants/ghost@2x.png"] != nil)
    try pack.write(to: output.path)
    for path in pack.paths {
      #expect(try bytes(output.appendingPathComponent(path)) == pack[path], "\(path)")
    }
    let faulty = PackSource(Self.art.appendingPathComponent("faulty").path)
    guard case .stopped(let reasons) = await faulty.build() else {
      Issue.record("a pack of faulty art is built")
      return
    }
    #expect(reasons.contains { $0.hasSuffix(". Or leave them out.") }, "\(reasons)")
    let refusal = try #require(throws: StickersError.self) { try pack.write(to: Self.art.path) }
    #expect(refusal.description.hasSuffix("Choose another output, or remove all of it."))
  }

  @Test("one image is checked, fixed and scaled without a disk") func picture() async throws {
    let art = try StickerArt(try bytes("pack/ghost.png"), name: "ghost.png")
    let sizes = try await art.variants()
    #expect(sizes.map(\.scale) == [3, 2, 1])
    #expect(sizes[0].bytes == art.bytes)
    #expect(sizes.map(\.width) == [408, 272, 136])
    let heavy = try StickerArt(try bytes("faulty/too-heavy.png"))
    #expect(await heavy.findings().contains { $0.rule == "file-size" })
    let light = try await heavy.fixed(.lossy)
    #expect(await !light.findings().contains { $0.rule == "file-size" })
    #expect(throws: StickersError.self) { try StickerArt(Array("no picture".utf8)) }
  }
}

/// What was told of progress.
private final class Heard: @unchecked Sendable {
  private let lock = NSLock()
  private var told: [(done: Int, all: Int)] = []

  var steps: [(done: Int, all: Int)] { lock.withLock { told } }

  func add(_ done: Int, _ all: Int) { lock.withLock { told.append((done, all)) } }
}
