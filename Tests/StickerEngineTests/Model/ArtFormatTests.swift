import Testing

@testable import StickerEngine

@Suite struct ArtFormatTests {
  @Test("each format is reported once: a count, an example, the program and the export format")
  func sentences() {
    let unread = [
      UnsupportedArt(Path("art/a.aseprite"), .aseprite), UnsupportedArt(Path("art/b.mkv"), .matroska),
      UnsupportedArt(Path("art/c.aseprite"), .aseprite),
    ]
    #expect(
      unread.summariesByFormat.map(\.message) == [
        "2 Aseprite sprites are left out (for example art/a.aseprite): export them from Aseprite as PNG, or "
          + "as APNG if they move",
        "1 Matroska video is left out (art/b.mkv): export it from the video editor as APNG",
      ])
  }

  @Test("a name that could control a terminal is escaped")
  func hostileName() {
    let unread = [UnsupportedArt(Path("a\u{1B}[2J.psd"), .photoshop)]
    #expect(unread.summariesByFormat.allSatisfy { !$0.message.contains("\u{1B}") })
  }

  @Test("advice names a format that the messenger accepts")
  func formats() {
    #expect(
      UnsupportedArtFormat.photoshop.exportAdvice(for: .sticker, stillFormat: "WebP", animationFormat: "WebP")
        == "export the sticker from Photoshop as WebP")
    #expect(
      UnsupportedArtFormat.tgs.exportAdvice(for: .sticker, stillFormat: "PNG", animationFormat: nil)
        == "export the sticker from After Effects or a Lottie editor as PNG")
    for format in UnsupportedArtFormat.allCases {
      #expect(!format.exportAdvice(for: .it, stillFormat: nil, animationFormat: nil).isEmpty, "\(format)")
    }
  }
}
