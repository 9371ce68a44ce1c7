import Messages
import TemplateLogic
import UIKit
import os

/// The stickers in the app's bundle: `Stickers/index.json` and the files next to it.
struct BundleStickers {
  /// All stickers that Messages accepts, in the order of the index. Others are logged and left out.
  let stickers: [MSSticker]

  /// Reads the index and creates its stickers. If the index cannot be read, there are none.
  init(bundle: Bundle = .main, languages: [String] = Locale.preferredLanguages + Settings.languages) {
    let log = Logger(subsystem: bundle.bundleIdentifier ?? "TemplateName", category: "stickers")
    guard let folder = bundle.url(forResource: "Stickers", withExtension: nil) else {
      log.error("The folder of the stickers is missing")
      stickers = []
      return
    }
    do {
      let index = try StickerIndex(json: Data(contentsOf: folder.appendingPathComponent("index.json")))
      stickers = index.stickers.compactMap { sticker in
        do {
          return try MSSticker(
            contentsOfFileURL: folder.appendingPathComponent(sticker.file),
            localizedDescription: sticker.description(for: languages))
        } catch {
          log.error("\(sticker.file, privacy: .public): \(String(describing: error), privacy: .public)")
          return nil
        }
      }
    } catch {
      log.error("index.json: \(String(describing: error), privacy: .public)")
      stickers = []
    }
  }
}
