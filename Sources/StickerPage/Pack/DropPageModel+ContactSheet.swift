import StickerEngine
import StickerImage
import StickerPacker
import Stickers

extension DropPageModel {
  /// Draws the contact sheets of stickers, in their fixed versions if there are any.
  ///
  /// - Parameter numbers: the files of the stickers, in the order of the sheets. Files that are no longer on
  ///   the page are left out.
  /// - Returns: PNG files, at least one.
  func contactSheets(
    of numbers: [Int], on backgrounds: [ContactSheetBackground]
  ) async -> Result<[[UInt8]], CommandError> {
    let stickers = numbers.compactMap { files[$0] }.filter { file in
      file.shownSticker.map { Set<AssetRole>.stickerAndFrameRoles.contains($0.role) } ?? false
    }.enumerated()
      .compactMap { $1.shownStickerForContactSheet(number: $0 + 1) }
    guard !stickers.isEmpty, let run = allFilesRunShowingErrors()?.run else {
      return .failure(CommandError("there are no stickers for a contact sheet"))
    }
    let drawer = ContactSheetDrawer(service, run.configurationMap, jobs: jobs)
    do throws(InternalError) {
      return .success(try await drawer.sheetPNGs(of: stickers, on: backgrounds))
    } catch {
      return .failure(CommandError("the contact sheet was not drawn: \(error.reason)"))
    }
  }
}

extension DroppedFile {
  /// The sticker after fixing or, if the file was not fixed, the original; nil if the page shows none.
  fileprivate func shownStickerForContactSheet(number: Int) -> PreviewSticker? {
    guard let shownSticker else { return nil }
    var (path, image) = (shownSticker.path, shownSticker.image)
    if let fixedFile {
      path = fixedFile.path
      image = PreviewImage(fixedFile.bytes, ImageContainer(of: fixedFile.bytes, budget: .standard))
    }
    // A file that crashed a worker process is not opened again.
    if analysis?.hasCrashedWorker == true { image = nil }
    return PreviewSticker(
      number: number, path: path, role: shownSticker.role, byteCount: nil, image: image,
      findings: shownSticker.remainingFindings)
  }
}

/// A request for contact sheets.
struct ContactSheetRequest {
  /// The files of the stickers, in the order of the sheets.
  let fileNumbers: [Int]
  let backgrounds: [ContactSheetBackground]

  /// The maximum size of a request in bytes.
  static let maxRequestBytes = 32 << 10

  /// Parses `{"stickers": [3, 1], "background": "yellow"}`. Without a background, the sheets show the default
  /// ones.
  init(parsing body: [UInt8]) throws(CommandError) {
    guard let json = try? JSON(parsing: body, maxBytes: Self.maxRequestBytes, maxValues: 4096),
      case .array(let stickers)? = json["stickers"]
    else { throw CommandError("the request has no list of stickers") }
    fileNumbers = try stickers.map { (value) throws(CommandError) in
      guard case .integer(let number) = value else {
        throw CommandError("“stickers” must be a list of numbers")
      }
      return number
    }
    // Each number requires decoding a file, so a request can name a file only once.
    guard Set(fileNumbers).count == fileNumbers.count else {
      throw CommandError("“stickers” must not contain a number twice")
    }
    switch json["background"] {
    case nil: backgrounds = ContactSheetBackground.defaults
    case .string(let text)?:
      guard let background = ContactSheetBackground(parsing: text) else { fallthrough }
      backgrounds = [background]
    default: throw CommandError("“background” must be a color or the name of a background")
    }
  }
}
