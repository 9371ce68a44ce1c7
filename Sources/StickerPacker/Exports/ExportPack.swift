import StickerImage
package import StickerModel

/// A pack whose files are as a messenger takes them, before they are put into its form.
package struct ExportPack: Sendable {
  /// The name of the pack. If the pack is split, all parts have the same name.
  package var name: String
  /// The title that people see: the name, and for a part of a split pack what distinguishes it from the others.
  package var title: String
  /// The suffix of a part of a split pack, for example `animated-2`; nil for a pack that is not split.
  package var part: String?
  /// Who made and who publishes it.
  package var credits: PackCredits
  /// What a messenger takes.
  package var limits: StickerLimits
  /// The stickers in the order in which people see them; at least one.
  package var stickers: [ExportSticker]
  /// Which of them stands for the pack.
  package var cover: Int

  /// A pack of stickers.
  ///
  /// - Precondition: there is a sticker, and `cover` is one's place.
  package init(
    name: String, credits: PackCredits, limits: StickerLimits, stickers: [ExportSticker], cover: Int = 0
  ) {
    precondition(stickers.indices.contains(cover))
    self.name = name
    title = name
    self.credits = credits
    self.limits = limits
    self.stickers = stickers
    self.cover = cover
  }
}

/// A sticker of such a pack.
package struct ExportSticker: Sendable {
  /// What people call it.
  package var name: String
  /// Its whole file.
  package let bytes: [UInt8]
  /// Its file as it came, where it was changed for the messenger; nil where nobody knows.
  package var original: [UInt8]?
  /// The ending of its file's name, by content.
  let fileExtension: String
  /// Whether it moves.
  let isAnimated: Bool
  /// The longer side of its canvas in pixels; 0 if the file cannot be read.
  let longerSide: Int
  /// What VoiceOver reads, in one language; nil where nothing is said.
  package var description: String?
  /// What people feel who send it, the most fitting first.
  package var emoji: [String]
  /// What a search finds it by.
  package var keywords: [String]

  /// A sticker with its words.
  package init(
    name: String, bytes: [UInt8], description: String? = nil, emoji: [String] = [], keywords: [String] = []
  ) {
    (self.name, self.bytes, self.description) = (name, bytes, description)
    (self.emoji, self.keywords) = (emoji, keywords)
    let container = Container(of: bytes, budget: .unlimited)
    fileExtension = container?.format.fileExtensions[0] ?? "png"
    isAnimated = container?.frameCount ?? 1 > 1
    longerSide = container?.canvas.longerSide ?? 0
  }
}

/// What an export gives.
package enum ExportedPack: Hashable, Sendable {
  /// One file, with the end of its name: `zip`.
  case file([UInt8], ending: String)
  /// A folder of files.
  case folder(FileTree)
}

/// Why a pack cannot be put into a messenger's form, already escaped.
package struct ExportFault: Error, Hashable, Sendable {
  package let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// One form in which a pack is handed over.
package struct Export: Sendable {
  /// What a profile calls it.
  package let kind: Messenger.Export
  /// What it is, in a few words.
  package let summary: String
  /// Puts a pack into this form: the same pack gives the same bytes everywhere.
  package let write: @Sendable (ExportPack, inout DerivedPictures) throws(ExportFault) -> ExportedPack

  /// Whether people type the names of its stickers.
  package var showsNames: Bool { [.folder, .mastodon, .misskey].contains(kind) }

  /// Every form but Apple's, which a build of its own makes.
  package static let all: [Export] = [
    .signal, .telegram, .whatsApp, .line, .folder, .mastodon, .misskey,
  ]

  /// The form that a profile names.
  package static func named(_ kind: Messenger.Export) -> Export? { all.first { $0.kind == kind } }
}
