package import StickerEngine
package import StickerImage
import StickerPacker
import Stickers

/// The contact sheets of a preview, to share in a chat or a pull request.
package struct ContactSheetOutput {
  /// The files to write, in order.
  package let files: [(path: Path, bytes: [UInt8])]
  /// A line for each sticker, with its number, verdict and path.
  package let legendLines: [String]
}

/// Draws every sticker on each background, with its name, its number on the page and a symbol for its
/// verdict. If a sticker cannot be shown, its backgrounds stay empty.
///
/// - Parameters:
///   - file: the path of the first sheet. The other sheets have `-2`, `-3` and so on before the extension.
///   - backgrounds: the backgrounds to show each sticker on.
///   - jobs: the number of images to draw at once, at least 1.
///   - quiet: whether to hide the progress.
/// - Returns: no files if there are no stickers.
/// - Throws: `InternalError` if the encoder fails.
package func drawContactSheets(
  for preview: Preview, at file: Path, on backgrounds: [TestBackground] = TestBackground.all, jobs: Int,
  quiet: Bool = true
) async throws(InternalError) -> ContactSheetOutput {
  let stickers = preview.stickers.filter { Set<AssetRole>.sentImageRoles.contains($0.role) }
  let (gate, side) = (MemoryGate(), ContactSheetImage.maxLongerSide(forStickerCount: stickers.count))
  let progress = quiet ? nil : ProgressLine("drawn", of: stickers.count)
  defer { progress?.finish() }
  var rows: [ContactSheetRow] = []
  await mapInOrder(stickers, jobs: jobs) { sticker in
    var picture: ContactSheetImage?
    if let shown = sticker.image {
      let memory = shown.container.maxDecodingMemory(fileBytes: shown.bytes.count)
      picture = await gate.withMemory(memory) {
        contactSheetImage(of: shown.bytes, shown.container, side: side)
      }
    }
    return ContactSheetRow(
      number: sticker.number, picture, sticker.verdict, name: sticker.path.name.displayText)
  } deliver: {
    rows.append($0)
    progress?.advance(to: rows.count)
  }
  progress?.change(to: "making contact sheets")
  let sheets = try contactSheets(rows, on: backgrounds)
  return ContactSheetOutput(
    files: sheets.enumerated().map { (numberedPath(file, $0 + 1), $1) }, legendLines: legend(of: stickers))
}

/// Returns a path with a number before the extension, unless the number is 1: `sheet.png`, `sheet-2.png`,
/// `sheet-3.png` …
func numberedPath(_ file: Path, _ number: Int) -> Path {
  guard number > 1 else { return file }
  let (stem, dotted) = (file.stem.bytes, file.name.bytes.dropFirst(file.stem.bytes.count))
  let name = Path(bytes: stem + Array("-\(number)".utf8) + dotted)
  return file.parent.appending(name)
}

private func legend(of stickers: [PreviewSticker]) -> [String] {
  let digits = stickers.map { String($0.number).count }.max() ?? 0
  return stickers.map { sticker in
    let number = String(sticker.number)
    let padding = String(repeating: " ", count: digits - number.count)
    return "\(padding)\(number)  \(sticker.verdict.paddedLabel)  \(sticker.path.displayText)"
  }
}

extension PreviewSticker {
  /// A finding that fails the run fails the sticker, regardless of its severity.
  fileprivate var verdict: ContactSheetMark {
    if findings.contains(where: \.failsRun) { return .fails }
    return (highestSeverity ?? .hint) > .hint ? .warns : .passes
  }
}

extension ContactSheetMark {
  /// The label that the page shows for the verdict, padded so that all labels have the same length.
  fileprivate var paddedLabel: String {
    let verdict: StickerVerdict =
      switch self {
      case .passes: .fine
      case .warns: .warning
      case .fails: .error
      }
    let length = StickerVerdict.allCases.map(\.label.count).max() ?? 0
    return verdict.label.lowercased()
      + String(repeating: " ", count: length - verdict.label.count)
  }
}
