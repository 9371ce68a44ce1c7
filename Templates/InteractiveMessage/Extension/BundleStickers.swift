import Messages
import TemplateLogic
import UIKit
import os

/// The stickers that came with the app: `Stickers/index.json` and the files beside it.
struct BundleStickers {
  /// All that Messages accepts, in the order of the index. One that it does not accept is logged and left
  /// out.
  let stickers: [MSSticker]

  /// Reads the index and makes stickers of it; an index that cannot be read is as good as an empty one.
  init(bundle: Bundle = .main, languages: [String] = Locale.preferredLanguages) {
    let log = Logger(subsystem: bundle.bundleIdentifier ?? Settings.name, category: "stickers")
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
