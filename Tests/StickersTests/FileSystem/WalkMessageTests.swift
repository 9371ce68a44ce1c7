import Testing

@testable import Stickers

@Suite("walks and descriptions of messages") struct WalkMessageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a/message.yml", "a/message.yaml", "a/Message.yml", "b/message.yml", "a/x.png"] {
      try folder.write(at: name)
    }
  }

  @Test("a file called message.yml is met in every folder, and no link and no file of another name is")
  func met() throws {
    try folder.link("c.yml", to: "a/message.yml")
    try folder.write(at: "P.xcassets/Other.imageset/message.yml")
    let found = try FileSystem.disk.walk([folder.path])
    #expect(found.messageFiles == [folder["a/message.yml"], folder["b/message.yml"]])
    #expect(found.packFiles.isEmpty)
  }

  @Test("one that is named and met is taken once")
  func named() throws {
    let message = folder["a/message.yml"]
    #expect(try FileSystem.disk.walk([message, folder["a"], message]).messageFiles == [message])
    #expect(try FileSystem.disk.walk([folder["a"], message]).messageFiles == [message])
  }
}
