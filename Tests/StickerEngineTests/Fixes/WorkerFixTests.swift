import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import Stickers

/// The messages between a worker process that fixes a file and its parent.
@Suite struct WorkerFixTests {
  private static let configuration = Configuration(rules: Rule.all)

  private let lossy = FixOptions(allowsLossyFixes: true, minimizesPNGFileSize: true)

  private static let faulty: [(String, [UInt8])] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Art/faulty")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.sorted().map { name in
      (name, [UInt8]((try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data()))
    }
  }()

  private func source(_ path: String, _ bytes: [UInt8]) -> AssetSource {
    AssetSource(path: Path(path), pack: Path("Pack")) { _ in .bytes(bytes) }
  }

  /// A small square with metadata, trailing bytes and the extension of another format.
  private func art() throws -> [UInt8] {
    let bitmap = Bitmap(PixelSize(300, 300), color: 0x20_40_80)
    return try bitmap.encodedPNG() + Array("what follows".utf8)
  }

  private func answer(_ asked: WorkerFixRequest, _ bytes: [UInt8]) async throws -> [UInt8] {
    guard case .fix(let request) = try ImageWorkerRequest(binary: ImageWorkerRequest.fix(asked).binaryEncoded)
    else {
      return []
    }
    let configuration = try BinaryDecoder.decode(Self.configuration.binaryEncoded[...]) {
      try Configuration(from: &$0, rules: Rule.all)
    }
    return await request.fixAndEncode(bytes, configuration)
  }

  @Test("a worker and this process fix a file identically", arguments: faulty.map(\.0))
  func same(_ name: String) async throws {
    let bytes = try #require(Self.faulty.first { $0.0 == name }?.1)
    let source = source("pack/\(name)", bytes)
    for fixOptions in [FixOptions(), FixOptions(allowsLossyFixes: true)] {
      let asked = WorkerFixRequest(source, fixOptions, Asset.PackContext(), takenPaths: [])
      let there = try FixedAsset(
        answer: await answer(asked, bytes), of: source, bytes, asked, Self.configuration)
      let here = await MemoryGatedFixer(fixOptions, Self.configuration, MemoryGate()).fix(source)
      #expect(there.originalPath == here.originalPath && there.originalBytes == here.originalBytes)
      #expect(there.originalFindings == here.originalFindings)
      // Sentences are sent in the library's wording, which the page uses too.
      #expect(there.unfixedFindings.map(\.finding) == here.unfixedFindings.map(\.finding))
      #expect(
        there.unfixedFindings.map(\.unfixedReason.failure)
          == here.unfixedFindings.map(\.unfixedReason.failure))
      #expect(
        there.change?.newBytes == here.change?.newBytes && there.change?.newPath == here.change?.newPath)
      #expect(there.change?.steps == here.change?.steps)
      #expect(
        there.change?.statsBefore == here.change?.statsBefore
          && there.change?.statsAfter == here.change?.statsAfter)
      #expect(there.change?.lossyEncodingSimilarity == here.change?.lossyEncodingSimilarity)
      #expect(
        there.finalAnalysisAtOriginalPath.pack == here.finalAnalysisAtOriginalPath.pack
          && there.finalAnalysisAtOriginalPath.facts.canvas == here.finalAnalysisAtOriginalPath.facts.canvas
      )
    }
  }

  @Test("a file gets the name that matches its format, unless another file has that name")
  func names() async throws {
    let bytes = try art()
    let source = source("pack/a.gif", bytes)
    for (taken, path) in [([], "pack/a.png"), ([Path("pack/a.png")], "pack/a.gif")] as [(Set<Path>, String)] {
      let asked = WorkerFixRequest(source, FixOptions(), Asset.PackContext(), takenPaths: taken)
      let read = try FixedAsset(
        answer: await answer(asked, bytes), of: source, bytes, asked, Self.configuration)
      #expect(read.change?.newPath == Path(path))
    }
  }

  @Test("a truncated or altered answer is rejected or plausible, and never traps")
  func broken() async throws {
    let bytes = try art()
    let source = source("pack/a.gif", bytes)
    let asked = WorkerFixRequest(source, lossy, Asset.PackContext(), takenPaths: [])
    let honest = try await answer(asked, bytes)
    func read(_ answer: [UInt8]) -> FixedAsset? {
      try? FixedAsset(answer: answer, of: source, bytes, asked, Self.configuration)
    }
    #expect(read(honest) != nil)
    #expect(read(honest + [0]) == nil)
    for end in honest.indices { #expect(read(Array(honest[..<end])) == nil) }
    for place in honest.indices {
      var flipped = honest
      flipped[place] ^= 0xFF
      guard let asset = read(flipped) else { continue }
      #expect(asset.originalPath == source.path && asset.change?.newPath.parent != Path(".."))
    }
  }

  @Test("answers with disallowed fixes, another folder or another file are rejected")
  func hostile() async throws {
    let bytes = try art()
    let source = source("pack/a.png", bytes)
    let asked = WorkerFixRequest(source, FixOptions(), Asset.PackContext(), takenPaths: [])
    let asset = await MemoryGatedFixer(FixOptions(), Self.configuration, MemoryGate()).fix(source)
    let change = try #require(asset.change)
    func read(_ forged: FileChange) -> FixedAsset? {
      let asset = FixedAsset(
        path: asset.originalPath, findings: asset.originalFindings, change: forged,
        unfixedFindings: asset.unfixedFindings,
        originalBytes: bytes,
        analysis: asset.finalAnalysisAtOriginalPath)
      return try? FixedAsset(answer: asset.binaryEncoded, of: source, bytes, asked, Self.configuration)
    }
    #expect(read(change) != nil)
    for path in ["../a.png", "other/a.png", "pack/b.png", "pack/a.gif", "/a.png"] {
      #expect(read(change.with(newPath: Path(path))) == nil, "\(path)")
    }
    #expect(read(change.with(bytes: Array("<script>".utf8))) == nil)
    #expect(read(change.with(bytes: bytes.dropLast(20))) == nil)
    let steps = [
      FixStep(rule: "file-size", kind: .reduceFileSize, description: "fewer colors", isLossy: true),
      FixStep(rule: "no-rule", kind: .reencode, description: "encoded", isLossy: false),
      FixStep(rule: "file-size", kind: .regenerateWrongIcons, description: "icons", isLossy: false),
    ]
    for step in steps { #expect(read(change.with(steps: [step])) == nil, "\(step)") }
    #expect(read(change.with(similarity: FrameSimilarity([], []))) == nil)
  }
}

extension FileChange {
  fileprivate func with(
    bytes: [UInt8]? = nil, newPath: Path? = nil, steps: [FixStep]? = nil, similarity: FrameSimilarity? = nil
  ) -> FileChange {
    FileChange(
      bytes: bytes ?? self.newBytes, newPath: newPath ?? self.newPath, steps: steps ?? self.steps,
      before: statsBefore,
      after: statsAfter, similarity: similarity ?? self.lossyEncodingSimilarity)
  }
}
