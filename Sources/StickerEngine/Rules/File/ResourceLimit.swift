import StickerImage

extension Rule {
  /// The file asks for no more memory or time than a sticker could need.
  static let resourceLimit = Rule(
    id: RuleID.resourceLimit,
    severity: .error,
    summary: "A file is not too large to be opened safely.",
    reason: """
      A small file can claim to hold a picture of a billion pixels, and opening that would use up the memory
      and the time of the machine. So what exceeds one of the limits below is not read any further, and the
      other files are checked all the same. Every limit is far above what a sticker needs.

      A machine may have a policy, with limits that cannot be raised and formats that are not read.

      Where files are read in processes of their own (`--isolate`), one that takes too much time or memory all
      the same is ended, tried once more alone, and told here.

      The limits: \(Limit.all.map(described).joined(separator: "; ")).
      """,
    advice: "Export the sticker at its real size, for iMessage at most 618 px a side and less than 500 KB. "
      + exception,
    messengerAdvice: {
      let (limits, apple) = ($0.limits, MessengerLimits.apple)
      if limits.sides == apple.sides, limits.formats == apple.formats, !limits.shapesCanvas { return nil }
      return "Export the sticker at its real size. \(exception)"
    },
    roles: .everyAsset,
    subject: .storage,
    examples: [
      .passes("the largest sticker", .disc(618, 618)),
      .fires(
        "a header that claims a side of 9000 px", .disc(300, 300).claiming(width: 9000, height: 300),
        message:
          "side-pixels: 9000 px (limit: 8192 px). Raise it with --limit side-pixels=NUMBER."),
      .fires(
        "a file of 40 MiB", .tooLarge(41_943_040),
        message: """
          file-bytes: 41,943,040 bytes (limit: 33,554,432 bytes). Raise it with \
          --limit file-bytes=NUMBER.
          """),
    ],
    check: .asset(evaluate))
}

/// `frames: 4096 frames of an animation`.
/// How a file that has to be larger is read all the same.
private let exception = """
  To read a larger file, use `--limit NAME=NUMBER`, where NAME is the first word of the message. \
  For a file that needs more time or memory, use `--worker-seconds` or `--worker-memory`.
  """

private func described(_ limit: Limit) -> String {
  "\(limit.name): \(numberText(limit.standard)) \(limit.unit) \(limit.bounds)"
}

private func evaluate(_ asset: Asset, _ settings: Settings) -> [Evidence] {
  var exceeded = asset.container?.exceeded ?? []
  if case .tooLarge(let limit) = asset.content { exceeded.append(limit) }
  // Of a crash `corrupt-image` speaks.
  if case .workerFailed(let loss) = asset.content {
    return loss.isExcess ? [Evidence(loss.sentence.text)] : []
  }
  return exceeded.map { $0.isFormat ? Evidence($0.sentence) : Evidence($0.sentence, MeasuredValue($0)) }
}
