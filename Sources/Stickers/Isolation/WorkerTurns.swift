import StickerImage
import StickerIO
import StickerModel
import StickerPacker
import StickerReport
import StickerWire

// What a worker does when it is asked for a picture.

extension Drawing {
  /// Pixels of an icon's side: 28 points at @3x.
  static let iconSide = 84

  /// What is drawn of a picture, as a file; nil where it cannot be decoded.
  func picture(of bytes: [UInt8], _ container: Container) -> [UInt8]? {
    guard let frame = firstFrame(of: bytes, container) else { return nil }
    return switch self {
    case .arrival: SimulatedTransit(of: frame)?.bytes
    case .icon: try? frame.scaled(to: PixelSize(Self.iconSide, Self.iconSide)).encodedPNG()
    }
  }

  /// Whether a picture could be what is drawn.
  func couldBe(_ container: Container) -> Bool {
    switch self {
    case .arrival: SimulatedTransit.couldBe(container)
    case .icon: container.format == .png && container.canvas == PixelSize(Self.iconSide, Self.iconSide)
    }
  }
}

extension JoiningRequest {
  /// The sticker, as far as its frames go.
  private var sticker: Sticker {
    Sticker(id: "", name: "", file: sequence.frames.first ?? Path("."), sequence: sequence)
  }

  /// Bytes of memory that it takes to put the frames together.
  func memory(_ files: [Path: [UInt8]], _ budget: Budget) -> Int {
    joiningBytes(sticker, sequence, budget) { files[$0].map(ReadOutcome.bytes) ?? .empty } ?? 0
  }

  /// The animation as a file; nil where the frames do not go together.
  func joined(_ files: [Path: [UInt8]], _ budget: Budget) async -> [UInt8]? {
    try? await assembledSequence(sticker, sequence, budget, MemoryGate(capacity: capacity)) {
      files[$0].map(ReadOutcome.bytes) ?? .empty
    }
  }

  /// Whether an animation could be made of the frames.
  func couldBe(_ container: Container) -> Bool {
    (container.format == .apng || container.format == .png) && container.frameCount <= sequence.frames.count
  }
}
