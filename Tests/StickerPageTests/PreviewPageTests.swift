import Corpus
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPage

@Suite struct PreviewPageTests {
  @Test(
    "a page is valid and complete, loads nothing external, and runs only its own script",
    .enabled(if: PreviewWitness.isInstalled, "skipped: make test-deps has not run"))
  func sound() async throws {
    let preview = try await sample()
    let empty = Preview(title: "", stickers: [], packFindings: [])
    let pages = [PageKind.file, .dropPage].flatMap { pageKind in
      [preview, empty].map { PreviewWitness.Page($0, in: pageKind) }
    }
    let faults = try PreviewWitness.faults(pages)
    #expect(faults == [])
  }

  @Test(
    "none of 480 names and messages breaks the markup, in a file or on the drop page",
    .enabled(if: PreviewWitness.isInstalled, "skipped: make test-deps has not run"))
  func hostile() throws {
    let pages = (0..<10).flatMap { seed in
      let preview = Self.hostilePreview(seed: seed)
      return [PageKind.file, .dropPage].map { PreviewWitness.Page(preview, in: $0) }
    }
    let faults = try PreviewWitness.faults(pages)
    #expect(faults == [])
  }

  @Test(
    "the checks notice broken markup",
    .enabled(if: PreviewWitness.isInstalled, "skipped: make test-deps has not run"),
    arguments: [
      ("\"use strict\"", "\"use  strict\""), ("--page: #", "--page:  #"),
      ("default-src 'none'", "default-src 'self'"), ("<h3 id=", "<script>1</script><h3 id="),
      ("art\" src=\"data:image/png;base64,iVBOR", "art\" src=\"data:image/png;base64,iVBOs"),
      ("<footer>", "<footer onclick=\"x\">"),
      ("<footer>", "<img src=\"https://example.com/a.png\" alt=\"\"><footer>"),
      ("data-verdict=\"error\"", "data-verdict=\"fine\""),
      ("data-why=\"pixel-dimensions\"", "data-why=\"pixels\""),
    ])
  func noticed(_ part: String, _ wrong: String) async throws {
    var page = PreviewWitness.Page(try await sample(), in: .file)
    let range = try #require(page.html.range(of: part))
    page.html.replaceSubrange(range, with: wrong)
    #expect(try PreviewWitness.faults([page]) != [])
  }

  @Test("a page of 300 stickers with one finding each is under 1 MB besides the art")
  func light() throws {
    let picture = try picture([.gray])
    let stickers = (1...300).map { number -> PreviewSticker in
      let path = Path("art/stickers/sticker-\(number).png")
      let found = finding("pixel-dimensions", .error, on: path, "617 × 299 px: the shorter side is too short")
      return PreviewSticker(
        number: number, path: path, role: .sticker, byteCount: 1234, image: picture, findings: [found])
    }
    let page = previewPage(Preview(title: "many", stickers: stickers, packFindings: []), in: .file)
    let art = 300 * ((picture.bytes.count + 2) / 3 * 4)
    #expect(page.utf8.count - art < 1_000_000)
    #expect(page.utf8.count > art)
  }

  @Test("the same stickers produce the same bytes")
  func same() async throws {
    let (one, other) = (try await sample(), try await sample())
    #expect(previewPage(one, in: .file) == previewPage(other, in: .file))
  }

  @Test("flashing art is given only to the script, so that no browser plays it by itself")
  func flashing() throws {
    let path = Path("hectic.png")
    let sticker = PreviewSticker(
      number: 1, path: path, role: .sticker, byteCount: 9, image: try picture([.gray, .black]),
      findings: [finding("flashing", .warning, on: path, "it flashes")])
    let markup = stickerArticle(sticker, in: .file).markup
    #expect(
      markup.contains("class=\"art\" src=\"data:image/gif;base64,R0lGODlhAQABAAAAACw=\" data-src=\"data:"))
    #expect(markup.components(separatedBy: " src=").count == 2)
    #expect(markup.contains("data-plays=\"0\" data-delays=\"1/10 1/10\""))
  }

  @Test("marks are in the right place: a cut as a line, a speck in a ring, a region as a frame")
  func marks() throws {
    let areas: [FindingMark.Area] = [
      .rectangle(PixelRect(x: 10, y: 0, width: 60, height: 1), frame: nil),
      .rectangle(PixelRect(x: 20, y: 30, width: 2, height: 4), frame: 0),
      .rectangle(PixelRect(x: 5, y: 6, width: 70, height: 80), frame: nil),
      .pixels([PixelPoint(x: 1, y: 2), PixelPoint(x: 3, y: 4)], frame: 0), .frames([2, 3]),
    ]
    let path = Path("a.png")
    let sticker = PreviewSticker(
      number: 1, path: path, role: .sticker, byteCount: 9, image: try picture([.gray]),
      findings: [finding("touches-edge", .warning, on: path, "it is cut")],
      marks: areas.map { FindingMark(rule: "touches-edge", $0) })
    let markup = stickerArticle(sticker, in: .file).markup
    #expect(markup.contains("viewBox=\"0 0 100 100\""))
    #expect(markup.contains("<line class=\"cut line\" x1=\"10\" y1=\"0\" x2=\"70\" y2=\"0\"/>"))
    #expect(markup.contains("cx=\"21\" cy=\"32\""))
    #expect(markup.contains("<rect class=\"line\" x=\"5\" y=\"6\" width=\"70\" height=\"80\"/>"))
    #expect(markup.contains("d=\"M1.5 2.5h0M3.5 4.5h0\""))
    #expect(markup.contains("data-frames=\"[[&quot;touches-edge&quot;,[2,3]]]\""))
  }

  @Test(
    "a message is capitalized, unless it starts with a file name or a key",
    arguments: [
      ("the art is cut off", "The art is cut off"), ("617 × 299 px", "617 × 299 px"),
      ("wave.png is named twice", "wave.png is named twice"), ("num_plays is 2", "num_plays is 2"), ("", ""),
    ])
  func sentences(_ message: String, _ expected: String) throws {
    let path = Path("a")
    let sticker = PreviewSticker(
      number: 1, path: path, role: .sticker, byteCount: 9, image: nil,
      findings: [finding("x", .hint, on: path, message)])
    #expect(stickerArticle(sticker, in: .file).markup.contains("<b>\(expected)</b>"))
  }
}

private enum Shade: UInt8 { case gray = 128, black = 0 }

/// An image of 100 × 100 px in one shade, or an animation with a frame for each shade.
private func picture(_ shades: [Shade]) throws -> PreviewImage {
  let frames = shades.map { shade in
    let pixel = [shade.rawValue, shade.rawValue, shade.rawValue, 255]
    let bitmap = Bitmap(PixelSize(100, 100), pixels: (0..<10_000).flatMap { _ in pixel })
    return Frame(bitmap, delay: ExactSeconds(1, 10))
  }
  let bytes = shades.count > 1 ? try frames.encodedAPNG(plays: 0) : try frames[0].bitmap.encodedPNG()
  return try #require(PreviewImage(bytes, ImageContainer(of: bytes, budget: .standard)))
}

extension PreviewPageTests {
  /// A preview with a still with an error, a fixed animation, a file that is not an image, an icon, and a
  /// finding on the pack.
  private func sample() async throws -> Preview {
    let (moon, wave, text) = (Path("art/moon.png"), Path("art/wave.apng"), Path("art/text.png"))
    let moving = try picture([.gray, .black])
    let source = AssetSource(path: wave) { _ in .bytes(moving.bytes + [1, 2, 3]) }
    let configuration = Configuration(rules: Rule.all)
    let changed = await MemoryGatedFixer(FixOptions(allowsLossyFixes: true), configuration, MemoryGate()).fix(
      source)
    #expect(changed.change != nil)
    var first = PreviewSticker(
      number: 1, path: moon, role: .sticker, byteCount: 999, image: try picture([.gray]),
      findings: [finding("pixel-dimensions", .error, on: moon, "100 × 100 px: too small")])
    first.voiceOverDescription = "A moon <smiles>"
    let second = PreviewSticker(
      number: 2, path: wave, role: .sticker, byteCount: moving.bytes.count + 3, image: moving,
      findings: changed.originalFindings, marks: [FindingMark(rule: "frame-delay", .frames([0, 1]))],
      fixResult: changed)
    let third = PreviewSticker(
      number: 3, path: text, role: .sticker, byteCount: 12, image: nil,
      findings: [finding("unsupported-format", .error, on: text, "it is text")])
    let fourth = PreviewSticker(
      number: 4, path: Path("sun.png"), role: .icon, byteCount: 1, image: try picture([.gray]), findings: []
    )
    return Preview(
      title: "Art & <more>", stickers: [first, second, third, fourth],
      packFindings: [finding("mixed-sizes", .warning, on: Path("art"), "2 sizes; 1 is best")])
  }

  /// 24 stickers, each with a finding. An attacker chose their names and messages.
  private static func hostilePreview(seed: Int) -> Preview {
    var hostile = HostileText(seed: UInt64(seed))
    func text() -> String { String(decoding: hostile.bytes(), as: UTF8.self) }
    let stickers = (1...24).map { number -> PreviewSticker in
      let path = Path(bytes: hostile.path(number: number))
      var sticker = PreviewSticker(
        number: number, path: path, role: .sticker, byteCount: 9, image: nil,
        findings: [finding("file-size", .error, on: path, text())])
      sticker.voiceOverDescription = text()
      return sticker
    }
    let ofPack = [finding("mixed-sizes", .warning, on: Path(text()), text())]
    return Preview(title: text(), stickers: stickers, packFindings: ofPack)
  }
}

private func finding(_ rule: String, _ severity: Severity, on path: Path, _ message: String) -> Finding {
  Finding(
    rule: rule, severity: severity, path: path, evidence: Evidence(message),
    advice: "Do something about \(rule).",
    failsRun: severity == .error)
}
