import StickerEngine
import StickerImage

/// The contents of a preview page: stickers with their verdicts, and the findings on their pack.
package struct Preview: Sendable {
  /// The name of the pack or the folder; untrusted.
  var title: String
  /// The stickers in the order of the page.
  var stickers: [PreviewSticker]
  /// Findings on whole packs and documents, which belong to no sticker.
  var packFindings: [Finding]
  /// The interactive messages in the order of the page.
  var interactiveMessages: [PreviewedInteractiveMessage]
  /// The limits of the messenger, which the drop page states.
  var introductionLimits = MessengerLimits.apple
  /// The messengers other than Messages whose chats the page can show.
  var otherMessengers: [PreviewMessenger] = []
  /// The profile of the messenger whose chat is shown first; nil for Messages.
  package var initialMessengerProfile: String?

  init(
    title: String, stickers: [PreviewSticker], packFindings: [Finding],
    messages: [PreviewedInteractiveMessage] = []
  ) {
    self.title = title
    self.stickers = stickers
    self.packFindings = packFindings
    self.interactiveMessages = messages
  }
}

extension Preview {
  /// The rules of all findings, including those on the fixed stickers.
  var rulesWithFindings: Set<String> {
    let ofStickers = stickers.flatMap { $0.findings + $0.remainingFindings }
    return Set((ofStickers + packFindings + interactiveMessages.flatMap(\.findings)).map(\.rule))
  }
}

/// One sticker of a preview: its image, its findings, and the result of fixing it.
struct PreviewSticker: Sendable {
  /// The unique number of the sticker on the page.
  let number: Int
  /// Changes when the image or the fixed image changes.
  var imageRevision: Int
  /// The file, or the folder of a sequence.
  let path: Path
  /// The folder as shown on the page; nil to show none.
  var displayedFolder: Path?
  let role: AssetRole
  /// The file size in bytes (for a sequence, the size of the assembled animation); nil if the file could not
  /// be read.
  let byteCount: Int?
  /// The image; nil if the format is not supported or the file could not be read.
  var image: PreviewImage?
  /// The format if the file is a vector animation, which is never drawn; nil for other files.
  var vectorAnimationFormat: VectorAnimationFormat?
  /// The description that VoiceOver reads; nil if the sticker has no description. Untrusted.
  var voiceOverDescription: String?
  /// All findings on the sticker, including those of pack rules.
  var findings: [Finding]
  /// The locations of findings on the art.
  let marks: [FindingMark]
  /// The result of fixing the sticker; nil if there is nothing to fix or no fix was tried.
  var fixResult: FixedAsset?
  /// The rules that the sticker was fixed for, in alphabetical order; empty for the original.
  var requestedFixRules: [String] = []
  /// Whether the smallest PNG or APNG file was requested.
  var minimizesPNGFileSize = false
  /// How art that is too small was fixed; nil if its size was kept.
  var requestedSmallArtFix: SmallArtFix?
  /// The width of the requested white outline in pixels; nil for none.
  var requestedWhiteOutlineWidth: Int?
  /// All findings on the fixed sticker; nil if it has not been checked yet.
  var findingsAfterFixIfRechecked: [Finding]?

  mutating func discardFix() {
    fixResult = nil
    requestedFixRules = []
    minimizesPNGFileSize = false
    requestedSmallArtFix = nil
    requestedWhiteOutlineWidth = nil
    findingsAfterFixIfRechecked = nil
  }

  init(
    number: Int, imageRevision revision: Int = 0, path: Path, role: AssetRole, byteCount: Int?,
    image: PreviewImage?,
    findings: [Finding], marks: [FindingMark] = [], fixResult fixedAsset: FixedAsset? = nil
  ) {
    self.imageRevision = revision
    self.number = number
    self.path = path
    self.role = role
    self.byteCount = byteCount
    self.image = image
    self.findings = findings
    self.marks = marks
    self.fixResult = fixedAsset
    displayedFolder = path.parent == Path(".") ? nil : path.parent
  }

  /// The highest severity of the findings; nil without findings.
  var highestSeverityBeforeFix: Severity? { findings.map(\.severity).max() }

  /// The findings that remain after the fix, including those of pack rules.
  var remainingFindings: [Finding] {
    guard let fixResult, fixResult.change != nil else { return findings }
    if let findingsAfterFixIfRechecked { return findingsAfterFixIfRechecked }
    let ofItself = Set(fixResult.originalFindings)
    return fixResult.unfixedFindings.map(\.finding) + findings.filter { !ofItself.contains($0) }
  }
}

/// An image as it is sent to a browser.
struct PreviewImage: Sendable {
  /// The file; for a sequence, the assembled animation; for a format that browsers cannot show, a PNG or APNG.
  let bytes: [UInt8]
  let parsedContainer: ImageContainer
  /// The name of the file's format.
  let originalFormatName: String

  /// Creates an image; nil if the format is not supported or the canvas is empty.
  ///
  /// - Parameter original: the name of the file's format if the bytes were converted; nil if they were not.
  init?(_ bytes: [UInt8], _ container: ImageContainer?, convertedFrom original: String? = nil) {
    guard let container, container.canvas.area > 0 else { return nil }
    self.bytes = bytes
    self.parsedContainer = container
    originalFormatName = original ?? container.format.name
  }

  /// Whether the bytes were converted.
  var isConverted: Bool { originalFormatName != parsedContainer.format.name }

  var mediaType: String {
    switch parsedContainer.format {
    case .png, .apng: "image/png"
    case .gif: "image/gif"
    case .jpeg: "image/jpeg"
    case .webp: "image/webp"
    case .webm: "video/webm"
    }
  }
}

/// Whether a page is a file or the drop page, which determines where its images are.
package enum PageKind: Hashable, Sendable {
  /// A single file that contains everything, including the images.
  case file
  /// The drop page. Images are at `art/N` and `fixed/N`, relative to the page.
  case dropPage
}

/// A vector animation format, which the page cannot draw.
enum VectorAnimationFormat: String, Hashable, Sendable {
  case tgs = "TGS"
  case lottie = "Lottie"
}
