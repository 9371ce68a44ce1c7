/// One line of the corpus's `frames.tsv`: a composited frame of an animation.
public struct CorpusFrame: Sendable, Hashable {
  /// The first is 0.
  public let number: Int
  /// As the file says it; a GIF's is in hundredths.
  public let delayNumerator: Int
  /// As the file says it; an APNG's 0 means 100.
  public let delayDenominator: Int
  /// SHA-256 of the frame's straight RGBA, row by row.
  public let sha256: String

  static let byPath: [String: [CorpusFrame]] = {
    var frames: [String: [CorpusFrame]] = [:]
    for row in Corpus.table("frames.tsv") {
      guard let path = row["path"], let frame = CorpusFrame(row) else { continue }
      frames[path, default: []].append(frame)
    }
    return frames.mapValues { $0.sorted { $0.number < $1.number } }
  }()

  private init?(_ row: [String: String]) {
    guard let number = row["frame"].flatMap(Int.init), let sha256 = row["rgba_sha256"],
      let numerator = row["delay_num"].flatMap(Int.init),
      let denominator = row["delay_den"].flatMap(Int.init)
    else { return nil }
    self.number = number
    self.sha256 = sha256
    (delayNumerator, delayDenominator) = (numerator, denominator)
  }
}
