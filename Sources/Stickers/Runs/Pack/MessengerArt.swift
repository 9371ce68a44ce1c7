package import StickerEngine
import StickerImage
import StickerPacker

/// A messenger that a pack is wanted for.
package struct MessengerOrder {
  /// The profile, by its name or its file.
  let messenger: String
  /// Where the file or folder goes, without the ending of its name.
  let place: Path
  /// With the messenger's profile.
  let search: SettingsSearch
  /// The suffix of a part of a split pack, for example `animated-2`; nil for a pack that is not split.
  var suffix: String?
  /// The profile for animations if this profile accepts only stills, or the reverse; nil if
  /// packs are not split.
  var sibling: String?
  /// Whether the order was added for the stickers that its sibling does not accept.
  var isAdded = false

  package init(for messenger: String, at place: Path, _ search: SettingsSearch) {
    self.messenger = messenger
    self.place = place
    self.search = search
  }

  /// Where an archive of it lies, or would.
  func archive(_ ending: String) -> Path { Path(bytes: place.bytes + Array(".\(ending)".utf8)) }

  /// All archives that it may be.
  var archives: [Path] { ["zip", "tar.gz"].map(archive) }

  /// The escaped name of the messenger, with the suffix of the part.
  var shown: String { Untrusted(messenger).shown + (suffix.map { "-\($0)" } ?? "") }
}

/// A pack that is being exported for one messenger.
struct MessengerArt {
  var order: MessengerOrder
  var result = PackResult(notes: [])
  var cache = ResultCache.none
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
    /// What was done to the files that changed.
    var fixes: [(path: Path, note: ChangeNote)] = []
    /// What came of fixes that could not be carried out.
    var failed: [FailedFix] = []
    /// How many files are what they were when the pack was made before.
    var kept = 0
    /// What earlier runs found out; nil where nobody asks them.
    let known: KnownResults?
    private let previous: PreviousBuild?
    private let asItCame: OpenedPack

    init(
      _ opened: OpenedPack, _ settings: SettingsMap, _ configuration: Configuration, _ export: Export,
      _ known: KnownResults?, _ previous: PreviousBuild?
    ) {
      self.known = known
      self.previous = previous
      (self.opened, asItCame, self.settings) = (opened, opened, settings)
      self.configuration = configuration
      self.export = export
    }

    /// What an earlier run made of a file; nil where nobody knows it, or it is no longer there.
    ///
    /// - Parameter key: of fixing it.
    func madeEarlier(of source: AssetSource, under key: PixelDigest, isSmallerSize: Bool) -> MadeArt? {
      guard let fix = known?.fix(of: key) else { return nil }
      let bytes = fix.made.flatMap { previous?.file($0) }
      guard fix.made == nil || bytes != nil else { return nil }
      let summary = AssetSummary(
        source, isSmallerSize: isSmallerSize, fix.result, settings.configuration(at: source.path))
      return MadeArt(summary: summary, bytes: bytes, note: fix.note, isKept: true)
    }

    /// The pictures that exports make of stickers, as far as they are known.
    var pictures: DerivedPictures {
      guard let known else { return DerivedPictures() }
      return DerivedPictures { [previous] recipe in
        known.made(under: recipe.key(known)).flatMap { PixelDigest(bytes: $0[...]) }.flatMap {
          previous?.file($0)
        }
      }
    }

    /// What the rules say of the pack, its files being judged.
    ///
    /// - Parameter skipped: files that are not handed over.
    func report(
      jobs: Int, without skipped: Set<Path> = [], examiner: any Examiner
    ) async -> Report {
      let sources = opened.assets.filter { !skipped.contains($0.path) }
      var report = await StickerEngine.report(
        on: sources.compactMap { summaries[ArtKey($0)] }, sources, declarations: opened.declarations,
        catalogs: opened.catalogs, messages: opened.message.map { [$0] } ?? [], jobs: jobs,
        configuration: { [settings] in settings.configuration(at: $0) }, examiner: examiner)
      report.isolation = examiner.isolation
      return report
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

  init(_ source: AssetSource) { self.init(path: source.path, role: source.role) }

  init(path: Path, role: Role) { (self.path, self.role) = (path, role) }
}

/// What a file became for one messenger.
struct MadeArt {
  /// What the rules say of it.
  let summary: AssetSummary
  /// Its bytes; nil where it stays as it came.
  let bytes: [UInt8]?
  /// What was done; nil where that is no news.
  let note: ChangeNote?
  /// What came of fixes that could not be carried out.
  var failed: [FailedFix] = []
  /// Whether it is what an earlier run made.
  var isKept = false
  /// What later runs know it by; nil where nothing is kept.
  var key: PixelDigest?
}

extension ResultCache {
  /// Keeps what a file became. What could not be read or fixed is tried again.
  mutating func note(_ made: MadeArt) {
    let isRead = made.summary.findings.allSatisfy {
      ![RuleID.corruptImage, RuleID.resourceLimit].contains($0.rule)
    }
    guard let key = made.key, made.failed.isEmpty, isRead else { return }
    let digest = made.bytes.flatMap { known?.digest(of: $0) }
    known?.note(StoredFix(made.summary, made: digest, note: made.note), under: key)
  }

  /// Keeps what pictures were made of.
  mutating func note(_ pictures: DerivedPictures) {
    guard let known else { return }
    for (recipe, bytes) in pictures.all {
      self.known?.note(made: known.digest(of: bytes).bytes, under: recipe.key(known))
    }
  }
}
