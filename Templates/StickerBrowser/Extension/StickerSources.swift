import CryptoKit
import Foundation
import Messages
import TemplateLogic
import os

extension Logger {
  /// The log of stickers. Problems appear only here; people see the valid stickers.
  static let stickers = Logger(
    subsystem: Bundle.main.bundleIdentifier ?? "TemplateName", category: "stickers")

  /// Logs a problem. File names are public, because the line would be useless without them.
  func problem(_ error: any Error, with file: String = "") {
    self.error("\(file, privacy: .public): \(String(describing: error), privacy: .public)")
  }
}

extension StickerLibrary {
  /// Returns the stickers of this app: those in its bundle, and those of the server in ``Settings``.
  static func ofThisApp() -> StickerLibrary {
    let downloader = Downloader()
    // If the folder is missing from the bundle, the library reports that the index is missing.
    let bundle = Bundle.main.url(forResource: "Stickers", withExtension: nil) ?? Bundle.main.bundleURL
    return StickerLibrary(
      bundle: FolderFiles(folder: bundle), cache: .container("Downloaded", isBackedUp: false),
      server: Settings.server,
      download: { url, limit throws(DownloadError) in try await downloader.data(from: url, limit: limit) },
      sha256: hexadecimalSHA256)
  }
}

extension MadeStickers {
  /// Returns the stickers that the person made in this app.
  static func ofThisApp() -> MadeStickers {
    MadeStickers(files: .container("Made", isBackedUp: true), sha256: hexadecimalSHA256)
  }
}

extension StickerFiles where Self == FolderFiles {
  /// Returns a folder in the extension's container that the system never purges.
  ///
  /// - Parameter isBackedUp: false for files that a server has as well.
  fileprivate static func container(_ name: String, isBackedUp: Bool) -> FolderFiles {
    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    var folder = (support.first ?? FileManager.default.temporaryDirectory).appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var values = URLResourceValues()
      values.isExcludedFromBackup = !isBackedUp
      try folder.setResourceValues(values)
    } catch {
      Logger.stickers.problem(error, with: name)
    }
    return FolderFiles(folder: folder)
  }
}

@Sendable private func hexadecimalSHA256(_ data: Data) -> String {
  SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
}

extension StickerOffer {
  /// Returns the stickers that Messages accepts. Others are logged and left out.
  func messagesStickers() -> [MSSticker] {
    let languages = Locale.preferredLanguages + Settings.languages
    return stickers.compactMap { offered in
      do {
        return try MSSticker(
          contentsOfFileURL: offered.file, localizedDescription: offered.sticker.description(for: languages))
      } catch {
        Logger.stickers.problem(error, with: offered.sticker.file)
        return nil
      }
    }
  }

  /// Logs the problems.
  func logProblems() {
    for problem in problems { Logger.stickers.problem(problem) }
  }
}
