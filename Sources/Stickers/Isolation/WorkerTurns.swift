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
    switch self {
    case .appIcon(let icon): return icon.picture(of: bytes)
    case .arrival: return firstFrame(of: bytes, container).flatMap { SimulatedTransit(of: $0)?.bytes }
    case .icon:
      let side = PixelSize(Self.iconSide, Self.iconSide)
      return try? firstFrame(of: bytes, container)?.scaled(to: side).encodedPNG()
    }
  }

  /// Whether a picture could be what is drawn.
  func couldBe(_ container: Container) -> Bool {
    switch self {
    case .arrival: SimulatedTransit.couldBe(container)
    case .icon: container.format == .png && container.canvas == PixelSize(Self.iconSide, Self.iconSide)
    case .appIcon(let icon): container.format == .png && container.canvas == icon.slot.pixels
    }
  }
}

extension Drawing.AppIcon {
  /// The icon as a PNG; nil where none can be made of the picture.
  fileprivate func picture(of bytes: [UInt8]) -> [UInt8]? {
    let source = IconSource.Picture(file: Path("icon"), bytes: bytes)
    return try? icon(slot, from: source, isDrawn: isDrawn, background: background)
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
