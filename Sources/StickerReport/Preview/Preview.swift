public import StickerFix
public import StickerImage
public import StickerModel

/// What the preview page shows: stickers with their verdicts, and what is said of their pack.
public struct Preview: Sendable {
  /// The pack's or folder's name; hostile text.
  public var title: String
  /// In the order of the page.
  public var stickers: [PreviewSticker]
  /// Findings on packs and documents as a whole, which are none of a sticker's.
  public var packFindings: [Finding]
  /// In the order of the page.
  public var messages: [PreviewMessage]

  /// A preview.
  public init(
    title: String, stickers: [PreviewSticker], packFindings: [Finding], messages: [PreviewMessage] = []
  ) {
    (self.title, self.stickers) = (title, stickers)
    (self.packFindings, self.messages) = (packFindings, messages)
  }
}

/// One sticker of a preview: its picture, what is said of it, and what fixing it would give.
public struct PreviewSticker: Sendable {
  /// Its place in the page; no other sticker has the same.
  public let number: Int
  /// Another one where the picture, or what it is fixed to, is another; for a server that shows it.
  public var revision: Int
  /// The file, or the folder of a sequence.
  public let path: Path
  /// The folder as the page names it; nil where there is nothing to say.
  public var folder: Path?
  /// What it is for.
  public let role: Role
  /// Bytes of the file, of a sequence's files together; nil where it could not be read.
  public let byteCount: Int?
  /// Nil for what is no image of ours, and where it could not be read.
  public let picture: PreviewPicture?
  /// What VoiceOver reads, as the pack says it; nil where it says nothing. Hostile text.
  public var voiceOver: String?
  /// Everything that is said of it, also by its pack.
  public var findings: [Finding]
  /// Where on the art.
  public let marks: [Mark]
  /// What fixing it gives; nil where nothing is to be fixed, or nobody has tried.
  public var fixed: FixedAsset?

  /// A sticker of a preview.
  public init(
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
  public var worst: Severity? { findings.map(\.severity).max() }

  /// What would still be said of it once it is fixed. What its pack says of it stays.
  public var foundOnceFixed: [Finding] {
    guard let fixed, fixed.change != nil else { return findings }
    let ofItself = Set(fixed.findings)
    return fixed.left.map(\.finding) + findings.filter { !ofItself.contains($0) }
  }
}

/// A picture as a browser is given it.
public struct PreviewPicture: Sendable {
  /// The file; for a sequence what its frames are together.
  public let bytes: [UInt8]
  /// What the container says.
  public let container: Container

  /// A picture; nil for what is no image of ours or has no canvas.
  public init?(_ bytes: [UInt8], _ container: Container?) {
    guard let container, container.canvas.area > 0 else { return nil }
    (self.bytes, self.container) = (bytes, container)
  }

  /// What a server says that it is.
  public var mediaType: String {
    switch container.format {
    case .png, .apng: "image/png"
    case .gif: "image/gif"
    case .jpeg: "image/jpeg"
    }
  }
}

/// Where a page is shown, and so where its pictures are.
public enum PreviewPlace: Hashable, Sendable {
  /// In a file that holds everything.
  case file
  /// On the drop page: pictures are at `art/N` and `fixed/N`, seen from the page.
  case dropPage
}
