package import StickerEngine
package import StickerImage
import StickerPacker

/// Contact sheets of a preview, for a chat or a pull request.
package struct ContactSheetOutput {
  /// The files to be written, in order.
  package let files: [(path: Path, bytes: [UInt8])]
  /// Which number is which sticker, and its verdict; one line each.
  package let legend: [String]
}

/// Draws every sticker that is sent on backgrounds, with its name, the number that it has in the page and a
/// mark for its verdict. What cannot be shown has a row of empty backgrounds.
///
/// - Parameter file: the first sheet; further ones have `-2`, `-3` ... before the extension.
/// - Parameter backgrounds: what each sticker is shown on.
/// - Parameter jobs: pictures at once, at least 1.
/// - Returns: no file where nothing is sent.
/// - Throws: `InternalError` if the encoder fails.
package func contactSheetFiles(
  for preview: Preview, at file: Path, on backgrounds: [TestBackground] = TestBackground.all, jobs: Int
) async throws(InternalError) -> ContactSheetOutput {
  let stickers = preview.stickers.filter { Set<Role>.sent.contains($0.role) }
  let (gate, side) = (MemoryGate(), ContactPicture.side(among: stickers.count))
  var rows: [ContactRow] = []
  await mapInOrder(stickers, jobs: jobs) { sticker in
    var picture: ContactPicture?
    if let shown = sticker.picture {
      let memory = shown.container.decodingBytes(file: shown.bytes.count)
      picture = await gate.withMemory(memory) {
        contactPicture(of: shown.bytes, shown.container, side: side)
      }
    }
    return ContactRow(
      number: sticker.number, picture, sticker.verdict, name: sticker.path.name.displayText)
  } deliver: {
    rows.append($0)
  }
  let sheets = try contactSheets(rows, on: backgrounds)
  return ContactSheetOutput(
    files: sheets.enumerated().map { (numbered(file, $0 + 1), $1) }, legend: legend(of: stickers))
}

/// The name of one of several sheets: `sheet.png`, `sheet-2.png`, `sheet-3.png` ...
func numbered(_ file: Path, _ number: Int) -> Path {
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
    return "\(padding)\(number)  \(sticker.verdict.word)  \(sticker.path.displayText)"
  }
}

extension PreviewSticker {
  /// What fails the run fails the sticker, whatever its severity.
  fileprivate var verdict: ContactVerdict {
    if findings.contains(where: \.fails) { return .fails }
    return (worst ?? .hint) > .hint ? .warns : .passes
  }
}

extension ContactVerdict {
  /// The verdict in the page's words, padded to one length.
  fileprivate var word: String {
    switch self {
    case .passes: "ready     "
    case .warns: "look again"
    case .fails: "not ready "
    }
  }
}
