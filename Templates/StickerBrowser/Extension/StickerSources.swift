import CryptoKit
import Foundation
import Messages
import TemplateLogic
import os

extension Logger {
  /// The log for stickers. Problems appear only here. People see only the valid stickers.
  static let stickers = Logger(
    subsystem: Bundle.main.bundleIdentifier ?? "TemplateName", category: "stickers")

  /// Logs a problem. File names are public, because the line would be useless without them.
  ///
  /// - Parameter subject: the file, folder or address that has the problem.
  func logProblem(_ error: any Error, about subject: String? = nil) {
    let prefix = subject.map { "\($0): " } ?? ""
    self.error("\(prefix, privacy: .public)\(String(describing: error), privacy: .public)")
  }
}

extension StickerLibrary {
  /// The stickers of this app: those in its bundle, and those on the server in ``Settings``.
  ///
  /// There is one per process. Messages may keep several controllers alive, and two libraries would remove
  /// each other's files.
  static let shared: StickerLibrary = {
    let downloader = Downloader()
    // If the folder is missing from the bundle, the library reports that the index is missing.
    let bundle = Bundle.main.url(forResource: "Stickers", withExtension: nil) ?? Bundle.main.bundleURL
    return StickerLibrary(
      bundle: FolderFiles(folder: bundle), cache: .container("Downloaded", isBackedUp: false),
      server: Settings.server,
      download: { url, limit throws(DownloadError) in try await downloader.data(from: url, limit: limit) },
      sha256: hexadecimalSHA256)
  }()
}

extension UserStickerStore {
  /// The stickers that the person made in this app. There is one per process, as with the library.
  static let shared = UserStickerStore(
    files: .container("Made", isBackedUp: true), sha256: hexadecimalSHA256)
}

extension StickerServer {
  /// Returns the server at an address in ``Settings``; nil for an empty address. An invalid address stops a
  /// debug build. In a release build, the problem is logged, and only the stickers in the bundle are shown.
  static func at(_ address: String) -> StickerServer? {
    guard !address.isEmpty else { return nil }
    do { return try StickerServer(address) } catch {
      Logger.stickers.logProblem(error, about: address)
      assertionFailure("The address of the server in Settings is invalid: \(error)")
      return nil
    }
  }
}

extension StickerFiles where Self == FolderFiles {
  /// Returns a folder in the extension's container that the system never purges.
  ///
  /// - Parameter isBackedUp: false for files that are also on a server.
  fileprivate static func container(_ name: String, isBackedUp: Bool) -> FolderFiles {
    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    var folder = (support.first ?? FileManager.default.temporaryDirectory).appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var values = URLResourceValues()
      values.isExcludedFromBackup = !isBackedUp
      try folder.setResourceValues(values)
    } catch {
      Logger.stickers.logProblem(error, about: name)
    }
    return FolderFiles(folder: folder)
  }
}

@Sendable private func hexadecimalSHA256(_ data: Data) -> String {
  SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
}

extension AvailableStickers {
  /// Returns the stickers that Messages accepts. Others are logged and left out.
  @MainActor func makeMSStickers() async -> [MSSticker] {
    let languages = Locale.preferredLanguages + Settings.languages
    var accepted: [MSSticker] = []
    for (place, sticker) in stickers.enumerated() {
      // There may be a thousand stickers. Let the main thread draw and scroll in between.
      if place > 0, place.isMultiple(of: 50) { await Task.yield() }
      do {
        accepted.append(
          try MSSticker(
            contentsOfFileURL: sticker.file,
            localizedDescription: sticker.sticker.description(for: languages)))
      } catch {
        Logger.stickers.logProblem(error, about: sticker.sticker.file)
      }
    }
    return accepted
  }

  /// Logs the problems. Downloads that this app canceled are left out.
  func logProblems() {
    for problem in problems {
      if case .download(_, .canceled) = problem { continue }
      Logger.stickers.logProblem(problem)
    }
  }
}
