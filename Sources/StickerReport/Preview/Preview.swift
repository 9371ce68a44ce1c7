package import StickerFix
package import StickerImage
package import StickerModel

/// What the preview page shows: stickers with their verdicts, and what is said of their pack.
package struct Preview: Sendable {
  /// The pack's or folder's name; hostile text.
  package var title: String
  /// The stickers in the order of the page.
  package var stickers: [PreviewSticker]
  /// Findings on packs and documents as a whole, which are none of a sticker's.
  package var packFindings: [Finding]
  /// The messages in the order of the page.
  package var messages: [PreviewMessage]
  /// What the messenger takes; the drop page says it.
  package var limits = StickerLimits.apple
  /// The other messengers in the look of which stickers are shown.
  package var messengers: [PreviewMessenger] = []
  /// The profile of the one whose look is shown first; nil: that of Messages.
  package var firstLook: String?

  package init(
    title: String, stickers: [PreviewSticker], packFindings: [Finding], messages: [PreviewMessage] = []
  ) {
    (self.title, self.stickers) = (title, stickers)
    (self.packFindings, self.messages) = (packFindings, messages)
  }
}

/// One sticker of a preview: its picture, what is said of it, and what fixing it would give.
package struct PreviewSticker: Sendable {
  /// The sticker's place in the page; no other sticker has the same.
  package let number: Int
  /// Another one where the picture, or what it is fixed to, is another; for a server that shows it.
  package var revision: Int
  /// The file, or the folder of a sequence.
  package let path: Path
  /// The folder as the page names it; nil where there is nothing to say.
  package var folder: Path?
  /// What the sticker is for.
  package let role: Role
  /// Bytes of the file, of a sequence's files together; nil where it could not be read.
  package let byteCount: Int?
  /// The picture; nil for what is no image of ours, and where it could not be read.
  package let picture: PreviewPicture?
  /// What VoiceOver reads, as the pack says it; nil where it says nothing. Hostile text.
  package var voiceOver: String?
  /// Every finding on the sticker, also those of its pack.
  package var findings: [Finding]
  /// Where on the art the findings are.
  package let marks: [Mark]
  /// What fixing it gives; nil where nothing is to be fixed, or nobody has tried.
  package var fixed: FixedAsset?
  /// The rules that were named when it was fixed, in order; none where it is as it came.
  package var asked: [String] = []
  /// Whether the fewest bytes were asked for.
  package var isSmallest = false
  /// Everything that is said of what it was fixed to; nil where that is not known yet.
  package var now: [Finding]?

  /// It is as it came.
  package mutating func forgetFixed() { (fixed, asked, isSmallest, now) = (nil, [], false, nil) }

  package init(
    number: Int, revision: Int = 0, path: Path, role: Role, byteCount: Int?, picture: PreviewPicture?,
    findings: [Finding], marks: [Mark] = [], fixed: FixedAsset? = nil
  ) {
    self.revision = revision
    (self.number, self.path, self.role) = (number, path, role)
    (self.byteCount, self.picture, self.findings) = (byteCount, picture, findings)
    (self.marks, self.fixed) = (marks, fixed)
    folder = path.parent == Path(".") ? nil : path.parent
  }

  /// The gravest of what is said of it; nil where nothing is.
  package var worst: Severity? { findings.map(\.severity).max() }

  /// What would still be said of it once it is fixed. What its pack says of it stays.
  package var foundOnceFixed: [Finding] {
    guard let fixed, fixed.change != nil else { return findings }
    if let now { return now }
    let ofItself = Set(fixed.findings)
    return fixed.left.map(\.finding) + findings.filter { !ofItself.contains($0) }
  }
}

/// A picture as a browser is given it.
package struct PreviewPicture: Sendable {
  /// The file; for a sequence what its frames are together.
  package let bytes: [UInt8]
  /// What the container says.
  package let container: Container

  /// A picture; nil for what is no image of ours or has no canvas.
  package init?(_ bytes: [UInt8], _ container: Container?) {
    guard let container, container.canvas.area > 0 else { return nil }
    (self.bytes, self.container) = (bytes, container)
  }

  /// The media type that a server sends the picture with.
  package var mediaType: String {
    switch container.format {
    case .png, .apng: "image/png"
    case .gif: "image/gif"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    }
  }
}

/// Where a page is shown, and so where its pictures are.
package enum PreviewPlace: Hashable, Sendable {
  /// A file that holds everything, its pictures too.
  case file
  /// On the drop page: pictures are at `art/N` and `fixed/N`, seen from the page.
  case dropPage
}
