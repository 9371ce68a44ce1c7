import Testing

@testable import StickerEngine

@Suite struct UploadGuideTests {
  @Test("every messenger that stickerlint exports packs for has upload steps, except Viber")
  func complete() {
    let exported = MessengerProfile.all.filter { $0.name != "imessage" }.map(\.name)
    #expect(exported.filter { UploadGuide.guide(forProfile: $0) == nil } == ["viber"])
    for guide in exported.compactMap({ UploadGuide.guide(forProfile: $0) }) {
      #expect(guide.steps.allSatisfy { $0.hasSuffix(".") && !$0.contains("`") })
    }
  }

  @Test("only downloads of folders are unzipped first")
  func unzipping() throws {
    let (folder, file) = (
      try #require(UploadGuide.guide(forProfile: "telegram")),
      try #require(UploadGuide.guide(forProfile: "line"))
    )
    #expect(folder.stepsAfterDownload == ["Unzip the file."] + folder.steps)
    #expect(file.stepsAfterDownload == file.steps)
  }
}
