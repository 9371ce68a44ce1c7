import Corpus
import Testing

@testable import StickerImage

/// Attacks each layer of the WebM reader in many ways.
@Suite struct HostileWebMTests {
  @Test("there are many hostile files for every layer")
  func kinds() {
    #expect(HostileWebM.all.count >= 60)
    #expect(Set(HostileWebM.all.map(\.description)).count == HostileWebM.all.count)
    for layer in HostileWebM.Layer.allCases {
      #expect(HostileWebM.all.count { $0.layer == layer } >= 6, "\(layer)")
    }
  }

  @Test("a file with a false claim is damaged or exceeds a limit", arguments: HostileWebM.all)
  func refused(_ kind: HostileWebM) throws {
    let container = try #require(ImageContainer(of: kind.bytes))
    var frames = FrameHasher()
    let damage = container.damage + container.visitFrames(of: kind.bytes, with: &frames)
    #expect(!damage.isEmpty || !container.exceededLimits.isEmpty)
    #expect(throws: (any Error).self) { try Image(decoding: kind.bytes) }
    guard container.exceededLimits.isEmpty else { return }
    #expect(container.maxDecodingMemoryBytes(fileBytes: kind.bytes.count) < 300_000_000)
  }

  @Test("altering any byte of a valid file results in nothing worse than damage")
  func changedBytes() {
    let sound = HandmadeWebM.file()
    for at in sound.indices {
      for change: UInt8 in [0x01, 0x80, 0xFF] {
        var bytes = sound
        bytes[at] ^= change
        guard let container = ImageContainer(of: bytes) else { continue }
        var frames = FrameHasher()
        _ = container.visitFrames(of: bytes, with: &frames)
        #expect(frames.frames.count <= container.frameCount)
      }
    }
  }
}
