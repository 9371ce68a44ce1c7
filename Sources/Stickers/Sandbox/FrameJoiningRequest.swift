import StickerEngine
import StickerImage
import StickerPacker

/// A request to join frames into an animation. The bytes of all frames are sent separately, one frame after
/// another.
struct FrameJoiningRequest: BinaryCodable, Sendable {
  /// The sequence, with the paths of its frames in the requesting process.
  let sequence: FrameSequence
  /// The size of each frame's file in bytes.
  let frameByteCounts: [Int]
  /// The maximum memory in bytes for joining the frames.
  let maxMemoryBytes: Int

  /// - Parameter frames: the bytes of each frame.
  init(_ sequence: FrameSequence, _ frames: [[UInt8]], maxMemoryBytes: Int) {
    self.sequence = sequence
    self.maxMemoryBytes = maxMemoryBytes
    frameByteCounts = frames.map(\.count)
  }

  func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(
      sequence.frames, sequence.uniformTiming, sequence.extraPlaysOrZeroForever, maxMemoryBytes,
      frameByteCounts)
  }

  init(from decoder: inout BinaryDecoder) throws {
    let (frames, timing): ([Path], FrameSequence.UniformTiming) = try decoder.decode()
    sequence = FrameSequence(
      frames: frames, timing: timing, repetitions: try decoder.decode(in: 0...Int.max))
    maxMemoryBytes = try decoder.decode(in: 0...Int.max)
    frameByteCounts = try decoder.decodeList { try $0.decode(in: 0...Int.max) }
    try decoder.check(frameByteCounts.count == frames.count)
  }

  /// The bytes of each frame by its path; nil if the data is too short or too long.
  func frameFiles(in data: [UInt8]) -> [Path: [UInt8]]? {
    var (files, rest) = ([Path: [UInt8]](), data[...])
    for (path, length) in zip(sequence.frames, frameByteCounts) {
      guard length <= rest.count else { return nil }
      files[path] = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return rest.isEmpty ? files : nil
  }
}

extension FrameSequence.UniformTiming: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    switch self {
    case .framesPerSecond(let frames, let seconds): encoder.encode(false, frames, seconds)
    case .totalDuration(let time): encoder.encode(true, time.numerator, time.denominator)
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let isCycle: Bool = try decoder.decode()
    let first = try decoder.decode(in: (isCycle ? 0 : 1)...Int.max)
    let second = try decoder.decode(in: 1...Int.max)
    self =
      isCycle ? .totalDuration(ExactSeconds(first, second)) : .framesPerSecond(frames: first, seconds: second)
  }
}

extension FrameJoiningRequest {
  /// A sticker with this sequence.
  private var placeholderSticker: PackSticker {
    PackSticker(
      id: "", metadata: StickerMetadata(name: ""), file: sequence.frames.first ?? Path("."),
      sequence: sequence)
  }

  /// The memory for joining the frames, in bytes.
  func memoryBytes(_ files: [Path: [UInt8]], _ budget: DecodingBudget) -> Int {
    sequenceAssemblingMemoryBytes(placeholderSticker, sequence, budget) {
      files[$0].map(ReadOutcome.bytes) ?? .emptyFile
    }
      ?? 0
  }

  /// The animation as a file; nil if the frames do not fit together.
  func joinedAnimation(_ files: [Path: [UInt8]], _ budget: DecodingBudget) async -> [UInt8]? {
    try? await assembledSequenceAPNG(
      placeholderSticker, sequence, budget, MemoryGate(capacity: maxMemoryBytes)
    ) {
      files[$0].map(ReadOutcome.bytes) ?? .emptyFile
    }
  }

  /// Whether an image could be the result of joining the frames.
  func couldProduce(_ container: ImageContainer) -> Bool {
    (container.format == .apng || container.format == .png) && container.frameCount <= sequence.frames.count
  }
}
