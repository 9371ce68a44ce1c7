import Consumer
import Foundation
import StickersFoundation
import Testing

@Suite("a client of the library") struct ConsumerTests {
  private let art = URL(fileURLWithPath: ProcessInfo.processInfo.environment["STICKERLINT_ART"] ?? "")
  private let output = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws { try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true) }

  private func image(_ name: String) throws -> Data { try Data(contentsOf: art.appendingPathComponent(name)) }

  @Test("a client checks with its own limits and its own rule, writes SARIF and receives progress")
  func checks() async throws {
    defer { try? FileManager.default.removeItem(at: output) }
    let (stream, continuation) = AsyncStream<RunProgress>.makeStream()
    let sarif = output.appendingPathComponent("a.sarif")
    let lines = try await check(art.appendingPathComponent("faulty"), sarif: sarif) { continuation.yield($0) }
    continuation.finish()
    #expect(lines.contains { $0.contains("too-heavy.png: file-size: ") && $0.contains("400,000") })
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: sarif)) as? [String: Any]
    #expect(json?["version"] as? String == "2.1.0")
    var last: RunProgress?
    for await progress in stream { last = progress }
    #expect(last?.completed == last?.total && last?.completed ?? 0 > 5)
    let animated = try await check(art.appendingPathComponent("pack"), sarif: sarif) { _ in }
    #expect(animated.allSatisfy { $0.contains("few-frames: ") } && !animated.isEmpty)
  }

  @Test("a client cancels a check") func cancels() async {
    #expect(await cancelledCheck(of: art) == .cancelled)
  }

  @Test("a client fixes an image in memory") func fixes() async throws {
    let heavy = try image("faulty/too-heavy.png")
    let (data, changes) = try await fix(heavy)
    #expect(data.count < 500_000 && data.count < heavy.count && !changes.isEmpty)
  }

  @Test("a client builds a pack from images in memory, and exports it for two messengers") func builds()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: output) }
    let names = ["ghost.png", "donut.png", "coffee.png"]
    let images = try Dictionary(uniqueKeysWithValues: names.map { ($0, try image("pack/\($0)")) })
    let paths = try await build(images, into: output)
    #expect(paths.contains("manifest.json") && paths.contains("signal.zip"))
    for path in ["messages/manifest.json", "signal.zip", "telegram"] {
      #expect(FileManager.default.fileExists(atPath: output.appendingPathComponent(path).path), "\(path)")
    }
  }

  @Test("a client makes thumbnails") func thumbnails() async throws {
    let (png, widths) = try await thumbnail(try image("pack/ghost.png"))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && widths == [408, 272, 136])
  }

  @Test("the error for a missing folder gives its path") func errors() async {
    await #expect(throws: StickersError.notFound(paths: ["/nowhere"])) {
      _ = try await check(URL(fileURLWithPath: "/nowhere"), sarif: output) { _ in }
    }
  }
}
