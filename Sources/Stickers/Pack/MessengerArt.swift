import StickerFix
import StickerImage
import StickerModel
import StickerPacker
package import StickerSettings

/// A messenger that a pack is wanted for.
package struct MessengerOrder {
  /// The profile, by its name or its file.
  package let messenger: String
  /// Where the file or folder goes, without the ending of its name.
  package let place: Path
  /// With the messenger's profile.
  let search: SettingsSearch

  package init(for messenger: String, at place: Path, _ search: SettingsSearch) {
    (self.messenger, self.place, self.search) = (messenger, place, search)
  }

  /// The messenger's name, escaped.
  var shown: String { Untrusted(messenger).shown }
}

/// A pack on its way to one messenger.
struct MessengerArt {
  let order: MessengerOrder
  var result = PackResult(notes: [])
  /// What is worked on; nil where it has come to its end, as the result says.
  var work: Work?

  init(_ order: MessengerOrder) { self.order = order }

  /// The art of a pack for one messenger.
  struct Work {
    /// The art as it is by now.
    var opened: OpenedPack
    let settings: SettingsMap
    let configuration: Configuration
    let export: Export
    /// What the rules say of each file as it is by now.
    var summaries: [ArtKey: AssetSummary] = [:]
    /// What was done to the files that changed, a line each.
    var fixes: [String] = []
    /// What came of fixes that could not be carried out.
    var failed: [FailedFix] = []
    private let asItCame: OpenedPack

    init(
      _ opened: OpenedPack, _ settings: SettingsMap, _ configuration: Configuration, _ export: Export
    ) {
      (self.opened, asItCame, self.settings) = (opened, opened, settings)
      (self.configuration, self.export) = (configuration, export)
    }

    /// What the rules say of the pack, its files being judged.
    func report(jobs: Int) async -> Report {
      let sources = opened.assets
      return await StickerModel.report(
        on: sources.compactMap { summaries[ArtKey($0)] }, sources, declarations: opened.declarations,
        catalogs: opened.catalogs, messages: opened.message.map { [$0] } ?? [], jobs: jobs,
        configuration: { [settings] in settings.configuration(at: $0) }, examiner: LocalExaminer())
    }

    /// The stickers that are handed over, with their files and words.
    func exportPack(_ pack: Pack) throws -> ExportPack {
      let stickers = try pack.stickers.map { sticker -> ExportSticker in
        guard case .bytes(let bytes) = opened.read(sticker.file) else {
          throw CommandFailure("\(sticker.file.shown) cannot be read")
        }
        var made = ExportSticker(
          name: sticker.name, bytes: bytes,
          description: accessibilityLabel(in: sticker.descriptions, pack.languages), emoji: sticker.emoji,
          keywords: sticker.keywords)
        if case .bytes(let original) = asItCame.read(sticker.file) { made.original = original }
        return made
      }
      let cover = pack.cover.flatMap { file in pack.stickers.firstIndex { $0.file == file } } ?? 0
      return ExportPack(
        name: pack.name, credits: pack.credits, limits: configuration.limits, stickers: stickers, cover: cover
      )
    }
  }
}

/// What tells a file of a pack from others: one may be a sticker and an icon.
struct ArtKey: Hashable {
  let path: Path
  let role: Role

  init(_ source: AssetSource) { (path, role) = (source.path, source.role) }
}
