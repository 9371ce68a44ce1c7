import StickerImage
package import StickerModel

/// A sticker of a new `stickerpack.yml`, with its known name, description and timing.
package struct StarterSticker: Hashable, Sendable {
  /// The art or the first frame of a sequence, relative to the folder of `stickerpack.yml`.
  package let file: Path
  /// The name, if it differs from the name of the file.
  package var name: String?
  /// The VoiceOver description in the first language; nil if it is unknown.
  package var description: String?
  /// The frames and timing of a sequence; nil if the art is one file.
  package var sequence: FrameSequence?

  package init(file: Path) { self.file = file }

  /// Returns whether `stickerpack.yml` can express the sequence: its frames are PNGs of one folder in natural
  /// order, and its timing has at most three decimal places.
  package func canBeWritten(among files: [Path]) -> Bool {
    guard let sequence else { return file.text != nil }
    let folder = files.filter { $0.parent == file.parent && $0.lowercasedExtension == "png" }
    return file.text != nil && naturallySorted(folder) == sequence.frames && timing != nil
  }

  /// The lines for the files, timing and name, without indentation.
  var lines: [String] {
    var lines: [String]
    if let sequence, let timing {
      let folder = file.parent.text ?? ""
      lines = ["frames: \(quoted(escapedForGlob(folder) + "/*.png"))", timing]
      if sequence.repetitions > 0 { lines.append("repetitions: \(sequence.repetitions)") }
    } else {
      lines = ["file: \(quoted(file.text ?? ""))"]
    }
    return lines + (name.map { ["name: \(quoted($0))"] } ?? [])
  }

  /// The timing, for example `fps: 12` or `duration: 2.5`; nil if it needs more than three decimal places.
  private var timing: String? {
    switch sequence?.timing {
    case .framesPerSecond(let frames, let seconds)?:
      thousandths(frames, seconds).map { "fps: \($0)" }
    case .cycle(let time)?: thousandths(time.numerator, time.denominator).map { "duration: \($0)" }
    case nil: nil
    }
  }
}

/// Formats a fraction with at most three decimal places. Returns nil if it needs more.
private func thousandths(_ numerator: Int, _ denominator: Int) -> String? {
  let (product, isWide) = numerator.multipliedReportingOverflow(by: 1000)
  guard !isWide, denominator > 0, product % denominator == 0 else { return nil }
  let all = product / denominator
  guard all % 1000 > 0 else { return String(all / 1000) }
  var digits = String(String(1000 + all % 1000).dropFirst())
  while digits.last == "0" { digits.removeLast() }
  return "\(all / 1000).\(digits)"
}

private func escapedForGlob(_ text: String) -> String {
  text.reduce(into: "") { out, character in
    if "*?[]\\".contains(character) { out.append("\\") }
    out.append(character)
  }
}
