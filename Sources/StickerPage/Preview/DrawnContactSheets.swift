import StickerEngine
import StickerImage
import StickerPacker
import Stickers

/// The contact sheets of a preview, to share in a chat or a pull request.
struct DrawnContactSheets {
  /// The files to write, in order.
  let files: [(path: Path, bytes: [UInt8])]
  /// A line for each sticker, with its number, verdict and path.
  let legendLines: [String]
}

/// Draws contact sheets.
struct ContactSheetDrawer: Sendable {
  private let service: any ImageService
  private let configurations: ConfigurationMap
  private let jobs: Int

  /// - Parameters:
  ///   - service: the service that decodes the stickers.
  ///   - jobs: the number of stickers to decode at once, at least 1.
  init(_ service: any ImageService, _ configurations: ConfigurationMap, jobs: Int) {
    self.service = service
    self.configurations = configurations
    self.jobs = jobs
  }

  /// Draws the contact sheets of a preview: every sticker on each background, with its name, its number and a
  /// symbol for its verdict. If a sticker cannot be shown, its backgrounds stay empty.
  ///
  /// - Parameters:
  ///   - file: the path of the first sheet. The other sheets have `-2`, `-3` and so on before the extension.
  ///   - backgrounds: the backgrounds to show each sticker on.
  ///   - output: where to report the progress.
  /// - Returns: no files if there are no stickers.
  /// - Throws: `InternalError` if the encoder fails.
  func sheets(
    for preview: Preview, firstSheetPath file: Path, on backgrounds: [ContactSheetBackground],
    _ output: ProgressOutput
  ) async throws(InternalError) -> DrawnContactSheets {
    let stickers = preview.stickers.filter { Set<AssetRole>.stickerAndFrameRoles.contains($0.role) }
    let progress = output.start(.building, "drawn", of: stickers.count)
    defer { progress?.finish() }
    let sheets = try await sheetPNGs(of: stickers, on: backgrounds, progress)
    let files = sheets.enumerated().map { (numberedPathUnlessFirst(file, $0 + 1), $1) }
    return DrawnContactSheets(files: files, legendLines: legend(of: stickers))
  }

  /// Draws contact sheets of stickers with their names, numbers and verdicts.
  func sheetPNGs(
    of stickers: [PreviewSticker], on backgrounds: [ContactSheetBackground], _ progress: ProgressLine? = nil
  ) async throws(InternalError) -> [[UInt8]] {
    let side = ContactSheetThumbnail.maxLongerSide(forStickerCount: stickers.count)
    var rows: [ContactSheetRow] = []
    await mapInOrder(stickers, jobs: jobs) { sticker in
      await thumbnail(of: sticker, maxLongerSide: side)
    } deliver: { image in
      let sticker = stickers[rows.count]
      rows.append(
        ContactSheetRow(
          number: sticker.number, image, sticker.contactSheetMark, name: sticker.path.name.displayText))
      progress?.advance(to: rows.count)
    }
    progress?.showActivity("making contact sheets")
    return try contactSheetPNGs(rows, on: backgrounds)
  }

  private func thumbnail(of sticker: PreviewSticker, maxLongerSide side: Int) async -> ContactSheetThumbnail?
  {
    guard let image = sticker.image else { return nil }
    let configuration = configurations.configuration(at: sticker.path)
    guard
      case .answered(let drawn) = await service.contactSheetThumbnail(
        of: image.bytes, maxLongerSide: side, configuration)
    else { return nil }
    return drawn
  }
}

/// Returns a path with a number before the extension, unless the number is 1: `sheet.png`, `sheet-2.png`,
/// `sheet-3.png` …
func numberedPathUnlessFirst(_ file: Path, _ number: Int) -> Path {
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
    return
      "\(padding)\(number)  \(sticker.contactSheetMark.lowercasedPaddedLabel)  \(sticker.path.displayText)"
  }
}

extension PreviewSticker {
  /// A finding that fails the run fails the sticker, regardless of its severity.
  fileprivate var contactSheetMark: ContactSheetVerdictMark {
    if findings.contains(where: \.failsRun) { return .fails }
    return (highestSeverityBeforeFix ?? .hint) > .hint ? .warns : .passes
  }
}

extension ContactSheetVerdictMark {
  /// The label that the page shows for the verdict, padded so that all labels have the same length.
  fileprivate var lowercasedPaddedLabel: String {
    let verdict: StickerVerdict =
      switch self {
      case .passes: .fine
      case .warns: .warning
      case .fails: .error
      }
    let length = StickerVerdict.allCases.map(\.readinessLabel.count).max() ?? 0
    return verdict.readinessLabel.lowercased()
      + String(repeating: " ", count: length - verdict.readinessLabel.count)
  }
}
