import Foundation
import Messages
import TemplateLogic
import os

/// The stickers in the app's bundle: `Stickers/index.json` and the files next to it. At first, only the index
/// is read, because most people look at a result without using any sticker.
struct BundleStickers {
  private let folder: URL
  private let entries: [StickerIndex.Sticker]
  private let log: Logger

  /// Reads the index. If it cannot be read, there are no stickers.
  init(bundle: Bundle = .main) {
    log = Logger(subsystem: bundle.bundleIdentifier ?? "TemplateName", category: "stickers")
    folder = bundle.bundleURL.appendingPathComponent("Stickers")
    do {
      entries = try StickerIndex(json: Data(contentsOf: folder.appendingPathComponent("index.json"))).stickers
    } catch {
      log.error("index.json: \(String(describing: error), privacy: .public)")
      entries = []
    }
  }

  /// Whether there is nothing to show.
  var isEmpty: Bool { entries.isEmpty }

  /// Ranges of the index. The stickers in each range are created in one step.
  var batchRanges: [Range<Int>] {
    let size = 50
    return stride(from: 0, to: entries.count, by: size).map { $0..<min($0 + size, entries.count) }
  }

  /// Creates the stickers in a range of the index. Stickers that Messages does not accept are logged and left
  /// out.
  func stickers(in range: Range<Int>) -> [MSSticker] {
    let languages = Locale.preferredLanguages + Settings.languages
    return entries[range].compactMap { sticker in
      do {
        return try MSSticker(
          contentsOfFileURL: folder.appendingPathComponent(sticker.file),
          localizedDescription: sticker.description(for: languages))
      } catch {
        log.error("\(sticker.file, privacy: .public): \(String(describing: error), privacy: .public)")
        return nil
      }
    }
  }
}
