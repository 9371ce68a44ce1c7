import StickerImage
package import StickerModel

/// A sticker of a new `stickerpack.yml`, with what is known of it.
package struct StarterSticker: Hashable, Sendable {
  /// The art, or the first frame of a sequence, as seen from the folder of the file.
  package let file: Path
  /// What people call it, where its file is called otherwise.
  package var name: String?
  /// What VoiceOver reads, in the first language; nil where it is to be filled in.
  package var description: String?
  /// How a sequence plays; nil where the art is one file.
  package var sequence: FrameSequence?

  package init(file: Path) { self.file = file }

  /// Whether a description can say how the sequence plays: its frames are the PNGs of one folder in natural
  /// order, and its time has few digits.
  package func canBeWritten(among files: [Path]) -> Bool {
    guard let sequence else { return file.text != nil }
    let folder = files.filter { $0.parent == file.parent && $0.lowercasedExtension == "png" }
    return file.text != nil && naturallySorted(folder) == sequence.frames && timing != nil
  }

  /// The lines that say which files it is, and how it plays, without their indent.
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

  /// `fps: 12`, or `duration: 2.5`; nil where the figure has too many digits.
  private var timing: String? {
    switch sequence?.timing {
    case .framesPerSecond(let frames, let seconds)?:
      thousandths(frames, seconds).map { "fps: \($0)" }
    case .cycle(let time)?: thousandths(time.numerator, time.denominator).map { "duration: \($0)" }
    case nil: nil
    }
  }
}

/// A fraction with at most three digits behind the point; nil where it has more.
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
