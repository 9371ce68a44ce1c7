#if DEBUG
  import Foundation
  import Testing

  @testable import StickerEngine
  @testable import StickerImage
  @testable import Stickers

  /// A run of `fix` decodes no file twice before fixing it.
  @Suite("decoding in a run of fixes") struct FixOnceTests {
    private static let art = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures/Art/faulty")

    /// Counts the decodes during an operation on a folder of files.
    // Not optimized, because the optimizer passes a task-local value of a function type without its metadata,
    // which crashes.
    @_optimize(none) private func decodes(
      _ names: [String], _ body: @Sendable (String) async throws -> Void
    ) async throws -> Int {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      for name in names {
        try FileManager.default.copyItem(
          at: Self.art.appendingPathComponent(name), to: folder.appendingPathComponent(name))
      }
      let (events, counter) = AsyncStream.makeStream(of: Void.self)
      try await DecodeHook.$willDecode.withValue({ counter.yield() }) { try await body(folder.path) }
      counter.finish()
      var count = 0
      for await _ in events { count += 1 }
      return count
    }

    @Test("the library decodes each file once before and once after its fix")
    func library() async throws {
      // The small image stays unchanged. The other image is decoded again after its fix.
      let count = try await decodes(["too-small.png", "something-behind-the-end.png"]) { folder in
        let files = try await Fixer().fix([folder]).changedFiles
        #expect(files.map(\.originalPath) == [folder + "/something-behind-the-end.png"])
      }
      #expect(count == 3)
    }

    @Test("a dry run and an in-place fix decode each file once before and once after its fix")
    func command() async throws {
      for isInPlace in [false, true] {
        let count = try await decodes(["too-small.png", "something-behind-the-end.png"]) { folder in
          let run = try LintSource.paths([folder]).makeStickerRun(LintConfiguration(), profile: nil)
          let destination = try FixDestination(
            isInPlace ? .inPlace : .none, argumentPaths: run.searchPaths)
          var fixing = FixRunner(
            run: run, fixOptions: FixOptions(), initialReport: nil, destination: destination,
            service: InProcessImageService())
          await fixing.run(jobs: 2, .none)
          #expect(fixing.report.fileCount == 2 && fixing.report.writeFailureMessages.isEmpty)
          #expect(fixing.initialReportOrEmpty.findings.contains { $0.rule == RuleID.pixelDimensions })
          #expect(fixing.initialReportOrEmpty.findings.contains { $0.rule == "trailing-data" })
          let left = await fixing.reportFromAnalysesAfterFixes(jobs: 2)
          #expect(!left.findings.contains { $0.rule == "trailing-data" })
        }
        #expect(count == 3)
      }
    }
  }
#endif
