/// A line of the corpus's `frames.tsv`: a composited frame of an animation.
public struct CorpusFrame: Sendable, Hashable {
  /// The frame's index, starting at 0.
  public let index: Int
  /// The numerator of the delay as stored. A GIF's delays are in hundredths of a second.
  public let delayNumerator: Int
  /// The denominator of the delay as stored. In an APNG, 0 means 100.
  public let delayDenominator: Int
  /// The SHA-256 of the frame as straight RGBA, row by row.
  public let sha256: String

  static let byPath: [String: [CorpusFrame]] = {
    var frames: [String: [CorpusFrame]] = [:]
    for row in Corpus.table("frames.tsv") {
      guard let path = row["path"], let frame = CorpusFrame(row) else { continue }
      frames[path, default: []].append(frame)
    }
    return frames.mapValues { $0.sorted { $0.index < $1.index } }
  }()

  private init?(_ row: [String: String]) {
    guard let number = row["frame"].flatMap(Int.init), let sha256 = row["rgba_sha256"],
      let numerator = row["delay_num"].flatMap(Int.init),
      let denominator = row["delay_den"].flatMap(Int.init)
    else { return nil }
    self.index = number
    self.sha256 = sha256
    (delayNumerator, delayDenominator) = (numerator, denominator)
  }
}
