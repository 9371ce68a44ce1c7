import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage

/// Runs `--smallest` on PNGs that ship in apps and on APNGs. Third-party programs read the results.
@Suite(.enabled(if: Corpus.isPresent, "skipped: no corpus")) struct MinimizeFileSizeCorpusTests {
  private static let shipped = CorpusFile.all("shipped PNGs and APNGs") { file in
    file.path.hasPrefix("stickers/") && (file.format == "png" || file.format == "apng")
  }

  @Test("no shipped sticker grows, the total shrinks, and a second run changes nothing")
  func shrinks() async throws {
    var (before, after, fewer) = (0, 0, 0)
    for (number, file) in Self.shipped.enumerated() {
      let bytes = try file.bytes()
      let effort = number % 12 == 0 ? OptimizingEffort.normal : .fast
      let smaller = await shrunk(bytes, effort)
      (before, after) = (before + bytes.count, after + (smaller ?? bytes).count)
      guard let smaller else { continue }
      fewer += 1
      #expect(smaller.count < bytes.count, "\(file)")
      if number % 5 == 0 { #expect(await shrunk(smaller, effort) == nil, "\(file) again") }
    }
    #expect(Self.shipped.count > 160 && fewer * 10 > Self.shipped.count * 9)
    #expect(after * 10 < before * 8, "\(before) → \(after) bytes")
  }

  @Test(
    "Pillow and apngdis see the same visible pixels and delays in every frame",
    .enabled(
      if: ExternalProgram.python != nil && ExternalProgram.apngdis != nil, "skipped: no Pillow, or no apngdis"
    ))
  func seen() async throws {
    let art =
      Self.shipped + CorpusFile.all("APNGs to shrink") { $0.format == "apng" && $0.expectation == .ok }
    var pairs: [(name: String, before: [UInt8], after: [UInt8])] = []
    for file in art {
      let bytes = try file.bytes()
      guard let smaller = await shrunk(bytes, .fast) else { continue }
      pairs.append((file.path, bytes, smaller))
    }
    #expect(pairs.count > 180)
    try ExternalProgram.withTemporaryFolder { folder in
      var paths: [String] = []
      for (number, pair) in pairs.enumerated() {
        for (kind, bytes) in [("before", pair.before), ("after", pair.after)] {
          let place = folder.appendingPathComponent("\(number)-\(kind).png")
          try Data(bytes).write(to: place)
          paths.append(place.path)
        }
      }
      let outcome = try ExternalProgram.run(
        ExternalProgram.python ?? "",
        [ExternalProgram.scriptPath("unchanged"), ExternalProgram.apngdis ?? ""],
        input: paths.joined(separator: "\n"))
      #expect(outcome.status == 0 && outcome.output == "", "\(outcome.output.suffix(2000))")
    }
  }

  private func shrunk(_ bytes: [UInt8], _ effort: OptimizingEffort) async -> [UInt8]? {
    let source = AssetSource(path: Path("a.png")) { _ in .bytes(bytes) }
    let fixOptions = FixOptions(selectedRules: [], effort: effort, minimizesPNGFileSize: true)
    return await MemoryGatedFixer(fixOptions, configuration(), MemoryGate()).fix(source).change?.newBytes
  }
}
