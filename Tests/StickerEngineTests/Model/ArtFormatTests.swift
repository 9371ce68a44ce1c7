import Testing

@testable import StickerEngine

@Suite struct ArtFormatTests {
  @Test("each format is told once: how many, an example, the program and the format to choose")
  func sentences() {
    let unread = [
      UnreadArt(Path("art/a.aseprite"), .aseprite), UnreadArt(Path("art/b.webm"), .webM),
      UnreadArt(Path("art/c.aseprite"), .aseprite),
    ]
    #expect(
      unread.byFormat.map(\.sentence) == [
        "2 Aseprite sprites are left out (for example art/a.aseprite): export them from Aseprite as PNG, or "
          + "as APNG if they move",
        "1 WebM video is left out (art/b.webm): export it from the video editor as APNG",
      ])
  }

  @Test("a name that a terminal would obey is shown harmless")
  func hostileName() {
    let unread = [UnreadArt(Path("a\u{1B}[2J.psd"), .photoshop)]
    #expect(unread.byFormat.allSatisfy { !$0.sentence.contains("\u{1B}") })
  }

  @Test("advice names a format that the messenger takes")
  func formats() {
    #expect(
      ArtFormat.photoshop.exportAdvice(.sticker, still: "WebP", animation: "WebP")
        == "export the sticker from Photoshop as WebP")
    #expect(
      ArtFormat.tgs.exportAdvice(.sticker, still: "PNG", animation: nil)
        == "export the sticker from After Effects or a Lottie editor as PNG")
    for format in ArtFormat.allCases {
      #expect(!format.exportAdvice(.one, still: nil, animation: nil).isEmpty, "\(format)")
    }
  }
}
