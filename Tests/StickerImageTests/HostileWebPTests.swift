import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Attacks each layer of the WebP reader in many ways.
@Suite struct HostileWebPTests {
  @Test("there are many hostile files for every layer")
  func kinds() {
    #expect(HostileWebP.all.count >= 60)
    #expect(Set(HostileWebP.all.map(\.description)).count == HostileWebP.all.count)
    for layer in HostileWebP.Layer.allCases {
      #expect(HostileWebP.all.count { $0.layer == layer } >= 6, "\(layer)")
    }
  }

  @Test("a file with a false claim is damaged or exceeds a limit", arguments: HostileWebP.all)
  func refused(_ kind: HostileWebP) throws {
    let container = try #require(ImageContainer(of: kind.bytes))
    var frames = FrameHasher()
    let damage = container.damage + container.visitFrames(of: kind.bytes, with: &frames)
    #expect(!damage.isEmpty || !container.exceededLimits.isEmpty)
    #expect(throws: (any Error).self) { try Image(decoding: kind.bytes) }
    guard container.exceededLimits.isEmpty else { return }
    // The required memory is known before reading: a few canvases, and the tables of all codes.
    #expect(container.maxDecodingMemoryBytes(fileBytes: kind.bytes.count) < 300_000_000)
  }

  @Test(
    "dwebp also rejects the pixel data that we reject",
    .enabled(if: ExternalProgram.dwebp != nil, "skipped: no dwebp"),
    arguments: HostileWebP.all.filter { [.alpha, .lossy, .lossless].contains($0.layer) })
  func witness(_ kind: HostileWebP) throws {
    let container = try #require(ImageContainer(of: kind.bytes))
    // dwebp's limits differ from ours.
    if !container.exceededLimits.isEmpty || kind.name.hasSuffix("groups-of-codes") { return }
    let dwebp: String = try #require(ExternalProgram.dwebp)
    try ExternalProgram.withTemporaryFolder { folder in
      try Data(kind.bytes).write(to: folder.appendingPathComponent("a.webp"))
      let outcome = try ExternalProgram.run(dwebp, ["a.webp", "-o", "a.png"], in: folder)
      #expect(outcome.status != 0, "\(outcome.output)")
    }
  }
}
