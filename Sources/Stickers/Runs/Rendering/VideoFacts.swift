import StickerEngine
import StickerImage

/// What ffprobe reports about the first video stream of a file.
struct VideoFacts: Equatable {
  /// The size at which the video is shown, upright and with square pixels.
  var displaySize: PixelSize
  /// The exact duration of each frame.
  var delays: [ExactSeconds]
  var codec: String

  /// The arguments for ffprobe, which reads standard input.
  static let ffprobeArguments = [
    "-v", "error", "-hide_banner", "-protocol_whitelist", "file", "-select_streams", "v:0", "-show_entries",
    "stream=codec_name,width,height,time_base,sample_aspect_ratio:stream_side_data=rotation"
      + ":frame=pts,best_effort_timestamp,pkt_duration,duration",
    "-of", "json", "-i", inputPath,
  ]

  /// The path through which a program can seek in its standard input.
  #if os(Linux)
    static let inputPath = "/proc/self/fd/0"
  #else
    static let inputPath = "/dev/fd/0"
  #endif

  /// Parses ffprobe's output, which is untrusted.
  ///
  /// - Throws: a diagnostic that says what is missing.
  init(parsing bytes: [UInt8]) throws(Diagnostic) {
    let report = try JSON(parsing: bytes, maxBytes: Self.maxProbeOutputBytes, maxValues: 1 << 20)
    guard case .array(let streams)? = report["streams"], let stream = streams.first else {
      throw Diagnostic("it has no video")
    }
    guard let width = stream["width"]?.integer, let height = stream["height"]?.integer,
      (1...Self.maxSide).contains(width), (1...Self.maxSide).contains(height),
      let unit = stream["time_base"]?.text.flatMap({ Self.fraction($0, separator: "/") })
    else { throw Diagnostic("its size or time base is missing") }
    codec = stream["codec_name"]?.text ?? ""
    let ratio = stream["sample_aspect_ratio"]?.text.flatMap { Self.fraction($0, separator: ":") } ?? (1, 1)
    let shown = PixelSize(max(1, width * ratio.0 / ratio.1), height)
    displaySize = Self.isSideways(stream) ? PixelSize(shown.height, shown.width) : shown
    guard displaySize.longerSide <= Self.maxSide else { throw Diagnostic("it is too large") }
    delays = try Self.delays(of: report, timeBase: unit)
  }

  static let maxProbeOutputBytes = 16 << 20
  private static let maxSide = 16_384
  /// A limit for times. It is more ticks than a day has at any common time base, and low enough that sums and
  /// products cannot overflow.
  private static let maxTimestampTicks = 1 << 40

  private static func delays(
    of report: JSON, timeBase unit: (Int, Int)
  ) throws(Diagnostic) -> [ExactSeconds] {
    guard case .array(let frames)? = report["frames"], !frames.isEmpty else {
      throw Diagnostic("it has no frames")
    }
    var times: [Int] = []
    for frame in frames {
      guard let time = (frame["best_effort_timestamp"] ?? frame["pts"])?.integer,
        (-maxTimestampTicks...maxTimestampTicks).contains(time), times.last.map({ $0 < time }) ?? true
      else { throw Diagnostic("the times of its frames do not increase") }
      times.append(time)
    }
    var ticks = zip(times.dropFirst(), times).map { $0 - $1 }
    let last = frames[frames.count - 1]
    let own = (last["duration"] ?? last["pkt_duration"])?.integer ?? 0
    ticks.append((1...maxTimestampTicks).contains(own) ? own : ticks.last ?? unit.1 / max(1, unit.0) / 25)
    return ticks.map { ExactSeconds($0 * unit.0, unit.1).reduced }
  }

  private static func isSideways(_ stream: JSON) -> Bool {
    guard case .array(let all)? = stream["side_data_list"] else { return false }
    return all.contains { data in data["rotation"]?.integer.map { abs($0) % 180 == 90 } ?? false }
  }

  /// A fraction of two positive numbers.
  private static func fraction(_ text: String, separator: Character) -> (Int, Int)? {
    let parts = text.split(separator: separator).compactMap { Int($0) }
    guard parts.count == 2, (1...1 << 20).contains(parts[0]), (1...1 << 20).contains(parts[1]) else {
      return nil
    }
    return (parts[0], parts[1])
  }
}

extension JSON {
  fileprivate var integer: Int? { if case .integer(let number) = self { number } else { nil } }
}
