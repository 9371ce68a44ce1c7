import StickerEngine
import StickerImage

/// What the preview page shows: stickers with their verdicts, and what is said of their pack.
package struct Preview: Sendable {
  /// The pack's or folder's name; hostile text.
  var title: String
  /// The stickers in the order of the page.
  var stickers: [PreviewSticker]
  /// Findings on packs and documents as a whole, which are none of a sticker's.
  var packFindings: [Finding]
  /// The messages in the order of the page.
  var messages: [PreviewMessage]
  /// What the messenger takes; the drop page says it.
  var limits = MessengerLimits.apple
  /// The other messengers in the look of which stickers are shown.
  var messengers: [PreviewMessenger] = []
  /// The profile of the one whose look is shown first; nil: that of Messages.
  package var initialMessenger: String?

  init(
    title: String, stickers: [PreviewSticker], packFindings: [Finding], messages: [PreviewMessage] = []
  ) {
    self.title = title
    self.stickers = stickers
    self.packFindings = packFindings
    self.messages = messages
  }
}

/// One sticker of a preview: its picture, what is said of it, and what fixing it would give.
struct PreviewSticker: Sendable {
  /// The sticker's place in the page; no other sticker has the same.
  let number: Int
  /// Another one where the picture, or what it is fixed to, is another; for a server that shows it.
  var revision: Int
  /// The file, or the folder of a sequence.
  let path: Path
  /// The folder as the page names it; nil where there is nothing to say.
  var folder: Path?
  /// What the sticker is for.
  let role: Role
  /// Bytes of the file, of a sequence's files together; nil where it could not be read.
  let byteCount: Int?
  /// The picture; nil for what is no image of ours, and where it could not be read.
  let picture: PreviewPicture?
  /// What VoiceOver reads, as the pack says it; nil where it says nothing. Hostile text.
  var voiceOver: String?
  /// Every finding on the sticker, also those of its pack.
  var findings: [Finding]
  /// Where on the art the findings are.
  let marks: [Mark]
  /// What fixing it gives; nil where nothing is to be fixed, or nobody has tried.
  var fixed: FixedAsset?
  /// The rules that were named when it was fixed, in order; none where it is as it came.
  var requestedRules: [String] = []
  /// Whether the fewest bytes were asked for.
  var isSmallest = false
  /// Everything that is said of what it was fixed to; nil where that is not known yet.
  var now: [Finding]?

  /// It is as it came.
  mutating func forgetFixed() { (fixed, requestedRules, isSmallest, now) = (nil, [], false, nil) }

  init(
    number: Int, revision: Int = 0, path: Path, role: Role, byteCount: Int?, picture: PreviewPicture?,
    findings: [Finding], marks: [Mark] = [], fixed: FixedAsset? = nil
  ) {
    self.revision = revision
    self.number = number
    self.path = path
    self.role = role
    self.byteCount = byteCount
    self.picture = picture
    self.findings = findings
    self.marks = marks
    self.fixed = fixed
    folder = path.parent == Path(".") ? nil : path.parent
  }

  /// The gravest of what is said of it; nil where nothing is.
  var worst: Severity? { findings.map(\.severity).max() }

  /// What would still be said of it once it is fixed. What its pack says of it stays.
  var foundOnceFixed: [Finding] {
    guard let fixed, fixed.change != nil else { return findings }
    if let now { return now }
    let ofItself = Set(fixed.findings)
    return fixed.left.map(\.finding) + findings.filter { !ofItself.contains($0) }
  }
}

/// A picture as a browser is given it.
struct PreviewPicture: Sendable {
  /// The file; for a sequence what its frames are together.
  let bytes: [UInt8]
  /// What the container says.
  let container: Container

  /// A picture; nil for what is no image of ours or has no canvas.
  init?(_ bytes: [UInt8], _ container: Container?) {
    guard let container, container.canvas.area > 0 else { return nil }
    self.bytes = bytes
    self.container = container
  }

  /// The media type that a server sends the picture with.
  var mediaType: String {
    switch container.format {
    case .png, .apng: "image/png"
    case .gif: "image/gif"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    }
  }
}

/// Where a page is shown, and so where its pictures are.
package enum PreviewDestination: Hashable, Sendable {
  /// A file that holds everything, its pictures too.
  case file
  /// On the drop page: pictures are at `art/N` and `fixed/N`, seen from the page.
  case dropPage
}
