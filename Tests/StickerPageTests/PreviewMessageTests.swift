import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPage
@testable import Stickers

@Suite struct PreviewMessageTests {
  private let place = StickerEngine.SourceLocation(line: 3, column: 1)

  private func messageFile(_ texts: [InteractiveMessageTextKey: [String: String]]) -> InteractiveMessageFile {
    var messageFile = InteractiveMessageFile(path: Path("vote/message.yml"))
    messageFile.unvalidatedStateBaseURL = Located("https://example.com/vote", at: place)
    messageFile.image = Located(Path("vote/vote.png"), at: place)
    for (key, values) in texts { messageFile[key] = values.mapValues { Located($0, at: place) } }
    messageFile.exampleStates = [InteractiveMessageState([.init("a b", Located("é&", at: place))], at: place)]
    return messageFile
  }

  /// A message with all properties.
  private func messageWithAllProperties(_ findings: [Finding] = []) throws -> PreviewedInteractiveMessage {
    let bytes = try Bitmap(PixelSize(900, 600), color: 0xE4572E).encodedPNG()
    let shown = try #require(PreviewImage(bytes, ImageContainer(of: bytes, budget: .standard)))
    let picture = PreviewedInteractiveMessage.ArtImage(
      path: Path("vote/vote.png"), fileNumber: 7, revision: 3, originalImage: shown,
      receivedImage: SimulatedReceivedImage(of: try Image(decoding: bytes).frames[0].bitmap))
    let texts: [InteractiveMessageTextKey: [String: String]] = [
      .imageTitle: ["und": "{question} & <b>"], .imageSubtitle: ["und": "a title's end"],
      .caption: ["en": "{leader} leads", "fr": "{leader} mène"], .subcaption: ["fr": "seulement"],
      .trailingCaption: ["und": "{votes}"], .trailingSubcaption: ["und": "of {voters}"],
      .accessibilityLabel: ["en": "A vote", "fr": "Un vote"], .summary: ["und": "It was {leader}"],
    ]
    return PreviewedInteractiveMessage(
      number: 1, messageFile(texts), art: .image(picture),
      appIconPNG: try Bitmap(PixelSize(84, 84), color: 0x1234).encodedPNG(), findings: findings)
  }

  private func markup(_ message: PreviewedInteractiveMessage, in pageKind: PageKind = .file) -> String {
    interactiveMessagesSection([message], in: pageKind)?.markup ?? ""
  }

  @Test(
    "pages with interactive messages are valid, and load and run only their own code",
    .enabled(if: PreviewWitness.isInstalled, "skipped: make test-deps has not run"))
  func sound() throws {
    var all = [try messageWithAllProperties()]
    let video = PreviewedInteractiveMessage.Art.video(Path("<a>.mp4"))
    for art in [PreviewedInteractiveMessage.Art.noImage, video] {
      all.append(PreviewedInteractiveMessage(number: all.count + 1, messageFile([:]), art: art, findings: []))
    }
    all.append(
      PreviewedInteractiveMessage(
        number: 4, InteractiveMessageFile(path: Path("message.yml")), art: .noImage, findings: []))
    let preview = Preview(title: "a", stickers: [], packFindings: [], messages: all)
    let faults = try PreviewWitness.faults(
      [PageKind.file, .dropPage].map { .init(preview, in: $0) })
    #expect(faults == [])
  }

  @Test(
    "no text, state, URL, file or finding of a message breaks the markup",
    .enabled(if: PreviewWitness.isInstalled, "skipped: make test-deps has not run"))
  func hostile() throws {
    var hostile = HostileText(seed: 11)
    func text() -> String { String(decoding: hostile.bytes(), as: UTF8.self) }
    let messages = (1...60).map { number -> PreviewedInteractiveMessage in
      var messageFile = InteractiveMessageFile(path: Path(bytes: hostile.path(number: number)))
      for key in InteractiveMessageTextKey.allCases {
        messageFile[key] = [
          "und": Located(text() + "{votes}" + text(), at: place), "fr": Located(text(), at: place),
        ]
      }
      messageFile.unvalidatedStateBaseURL = Located(
        number.isMultiple(of: 2) ? text() : "https://example.com", at: place)
      messageFile.exampleStates = [
        InteractiveMessageState([.init(text(), Located(text(), at: place))], at: place)
      ]
      let path = Path(bytes: hostile.path(number: number))
      let finding = Finding(
        rule: "message-url", severity: .error, path: number.isMultiple(of: 3) ? path : messageFile.path,
        evidence: Evidence(text(), at: .text(place)), advice: text(), failsRun: true)
      return PreviewedInteractiveMessage(number: number, messageFile, art: .video(path), findings: [finding])
    }
    let preview = Preview(title: "a", stickers: [], packFindings: [], messages: messages)
    let faults = try PreviewWitness.faults(
      [PageKind.file, .dropPage].map { .init(preview, in: $0) })
    #expect(faults == [])
  }

  @Test("each language has its own bubble, which includes text that has no language")
  func languages() throws {
    let markup = markup(try messageWithAllProperties())
    let parts = markup.components(separatedBy: "<div class=\"in-language\">")
    #expect(parts.count == 3)
    func mark(_ name: String) -> String { "<mark title=\"the extension fills this in\">{\(name)}</mark>" }
    for (part, caption, label) in [(parts[1], "leads", "A vote"), (parts[2], "mène", "Un vote")] {
      #expect(
        part.components(separatedBy: "<p class=\"caption\">\(mark("leader")) \(caption)</p>").count == 3)
      #expect(part.contains("\(mark("question")) &amp; &lt;b&gt;"))
      #expect(part.contains("of {voters}"))
      #expect(part.contains("VoiceOver reads: “<span lang=\""))
      #expect(part.contains(">\(label)</span>”"))
      #expect(part.components(separatedBy: "It was \(mark("leader"))").count == 3)
    }
    #expect(!parts[1].contains("seulement") && parts[2].contains("<p class=\"subcaption\">seulement</p>"))
  }

  @Test("old systems get the first state's link, and missing parts are reported")
  func fallback() throws {
    #expect(markup(try messageWithAllProperties()).contains("https://example.com/vote?a%20b=%C3%A9%26</p>"))
    var bare = InteractiveMessageFile(path: Path("message.yml"))
    bare.unvalidatedStateBaseURL = Located("http://example.com", at: place)
    let markup = markup(PreviewedInteractiveMessage(number: 1, bare, art: .noImage, findings: []))
    #expect(markup.contains("no image: this message is not sent, unless your code draws one"))
    #expect(markup.contains("no URL: this message is not sent"))
    #expect(markup.contains("nothing (no label)") && markup.contains("no summary"))
    #expect(!markup.contains("How the image arrives") && !markup.contains("<image"))
  }

  @Test("findings on the message file show the line, and findings on its images show the file name")
  func findings() throws {
    let paths = [Path("vote/message.yml"), Path("vote/vote.png")]
    let found = paths.map { path in
      Finding(
        rule: "message-url", severity: .error, path: path,
        evidence: Evidence("it is long", at: path == paths[0] ? .text(place) : .file), advice: "Cut it.",
        failsRun: true)
    }
    let markup = markup(try messageWithAllProperties(found))
    #expect(markup.contains("data-verdict=\"error\""))
    #expect(markup.contains("<b>It is long</b> <span class=\"where\">line 3</span>"))
    #expect(markup.contains("<b>It is long</b> <span class=\"where\">vote.png</span>"))
  }

  @Test("images are embedded once per page, and the drop page requests the original")
  func weight() throws {
    let message = try messageWithAllProperties()
    let (file, drop) = (markup(message), markup(message, in: .dropPage))
    #expect(file.components(separatedBy: "data:image/jpeg").count == 2)
    #expect(file.components(separatedBy: "data:image/png").count == 3)
    #expect(drop.components(separatedBy: "data:image/png").count == 2)
    #expect(drop.contains("src=\"art/7?v=3\""))
  }

  @Test("a huge message file results in a section of less than 1 MB")
  func bounded() {
    var messageFile = InteractiveMessageFile(path: Path("message.yml"))
    let letters = (0..<26).map { String(UnicodeScalar(UInt8(97 + $0))) }
    let languages = letters.flatMap { a in letters.flatMap { b in letters.map { a + b + $0 } } }
    messageFile[.caption] = Dictionary(uniqueKeysWithValues: languages.map { ($0, Located("a", at: place)) })
    messageFile[.summary] = ["und": Located(String(repeating: "b{votes}", count: 100_000), at: place)]
    messageFile.unvalidatedStateBaseURL = Located("https://example.com", at: place)
    let long = Located(String(repeating: "c", count: 1 << 20), at: place)
    messageFile.exampleStates = [InteractiveMessageState([.init("a", long)], at: place)]
    let markup = markup(PreviewedInteractiveMessage(number: 1, messageFile, art: .noImage, findings: []))
    #expect(markup.utf8.count < 1_000_000)
    // One of the 17,576 languages is `und`, and 24 are shown.
    #expect(markup.contains("\(numberText(17_551)) more languages"))
  }

  @Test("the summary counts interactive messages")
  func tally() throws {
    let finding = Finding(
      rule: "message-url", severity: .error, path: Path("a"), evidence: Evidence("x"), advice: "",
      failsRun: true
    )
    var preview = Preview(
      title: "a", stickers: [], packFindings: [], messages: [try messageWithAllProperties()])
    #expect(verdictSummary(of: preview) == "1 message: 1 ready")
    preview.interactiveMessages.append(try messageWithAllProperties([finding]))
    #expect(verdictSummary(of: preview) == "2 messages: 1 ready and 1 to fix")
    preview.interactiveMessages = []
    #expect(verdictSummary(of: preview) == "No stickers yet.")
  }
}

@Suite("the simulated image that a recipient gets") struct SimulatedTransitTests {
  @Test(
    "6 of 300 points are cropped on the left and right, and no side exceeds 900 px",
    arguments: [
      (900, 900, 864, 900), (600, 400, 576, 400), (3000, 1500, 864, 450), (1000, 2000, 432, 900),
      (49, 10, 49, 10), (50, 10, 48, 10), (1, 1, 1, 1), (1, 5000, 1, 900),
    ])
  func size(_ width: Int, _ height: Int, _ keptWidth: Int, _ keptHeight: Int) throws {
    let transit = try #require(SimulatedReceivedImage(of: Bitmap(PixelSize(width, height), color: 0x123456)))
    #expect(transit.size == PixelSize(keptWidth, keptHeight))
    #expect(try Image(decoding: transit.jpegBytes).container.canvas == transit.size)
  }

  @Test("the cropped edges are gone, the rest stays in place, and transparent art is on white")
  func content() throws {
    var bitmap = Bitmap(transparent: PixelSize(300, 60))
    let (left, inside) = (
      Bitmap(PixelSize(6, 60), color: 0xFF0000), Bitmap(PixelSize(60, 60), color: 0x0000FF)
    )
    bitmap.draw(left, x: 0, y: 0)
    bitmap.draw(inside, x: 6, y: 0)
    let shown = try Image(decoding: try #require(SimulatedReceivedImage(of: bitmap)).jpegBytes).frames[0]
      .bitmap
    func pixel(_ x: Int) -> [Int] { (0..<3).map { Int(shown.pixels[(30 * shown.width + x) * 4 + $0]) } }
    #expect(shown.size == PixelSize(288, 60))
    for x in [0, 30, 50] { #expect(pixel(x)[2] > 200 && pixel(x)[0] < 60, "\(x): \(pixel(x))") }
    for x in [80, 287] { #expect(pixel(x).allSatisfy { $0 > 240 }, "\(x): \(pixel(x))") }
  }
}
