import StickerEngine
import StickerImage

/// A sequence that a worker is to put together, as it crosses a pipe; the bytes of its frames go beside it,
/// one after the other.
struct JoiningRequest: Sendable {
  /// The sequence, its frames by the paths that they have for whoever asks.
  let sequence: FrameSequence
  /// The length of each frame's file, in bytes.
  let lengths: [Int]
  /// The most bytes that all frames may take as they are put together.
  let capacity: Int

  /// - Parameter frames: the bytes of each frame.
  init(_ sequence: FrameSequence, _ frames: [[UInt8]], capacity: Int) {
    self.sequence = sequence
    self.capacity = capacity
    lengths = frames.map(\.count)
  }

  /// As it crosses the pipe.
  var encoded: [UInt8] {
    var writer = StoredWriter()
    writer.list(sequence.frames) { $0.path($1) }
    switch sequence.timing {
    case .framesPerSecond(let frames, let seconds): writer.integers([0, frames, seconds])
    case .cycle(let time): writer.integers([1, time.numerator, time.denominator])
    }
    writer.integers([sequence.repetitions, capacity])
    writer.list(lengths) { $0.integer($1) }
    return writer.stored
  }

  /// The request in bytes that crossed a pipe; nil for what is no request.
  init?(parsing bytes: [UInt8]) {
    var reader = StoredReader(bytes[...])
    guard let frames = reader.list({ $0.path() }), let timing = reader.timing(),
      let repetitions = reader.integer(in: 0...Int.max), let capacity = reader.integer(in: 0...Int.max),
      let lengths = reader.list({ $0.integer(in: 0...Int.max) }), lengths.count == frames.count,
      reader.isAtEnd
    else { return nil }
    sequence = FrameSequence(frames: frames, timing: timing, repetitions: repetitions)
    self.lengths = lengths
    self.capacity = capacity
  }

  /// The bytes of each frame by its path; nil where there are fewer, or more.
  func files(in data: [UInt8]) -> [Path: [UInt8]]? {
    var (files, rest) = ([Path: [UInt8]](), data[...])
    for (path, length) in zip(sequence.frames, lengths) {
      guard length <= rest.count else { return nil }
      files[path] = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return rest.isEmpty ? files : nil
  }
}

extension StoredReader {
  fileprivate mutating func timing() -> FrameSequence.Timing? {
    guard let kind = integer(in: 0...1), let first = integer(in: 0...Int.max),
      let second = integer(in: 1...Int.max)
    else { return nil }
    if kind == 1 { return .cycle(ExactSeconds(first, second)) }
    return first > 0 ? .framesPerSecond(frames: first, seconds: second) : nil
  }
}
