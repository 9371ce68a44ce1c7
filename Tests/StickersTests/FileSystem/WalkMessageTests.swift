import Testing

@testable import Stickers

@Suite("walks and message files") struct WalkMessageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a/message.yml", "a/message.yaml", "a/Message.yml", "b/message.yml", "a/x.png"] {
      try folder.write(at: name)
    }
  }

  @Test("message.yml is found in every plain folder, and files with other names are not")
  func met() throws {
    try folder.link("c.yml", to: "a/message.yml")
    try folder.write(at: "P.xcassets/Other.imageset/message.yml")
    let found = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(found.messageFiles == [folder["a/message.yml"], folder["b/message.yml"]])
    #expect(found.packFiles.isEmpty)
  }

  @Test("a message.yml that is both named and found is used once")
  func named() throws {
    let message = folder["a/message.yml"]
    #expect(try ReadOnlyFileSystem.disk.walk([message, folder["a"], message]).messageFiles == [message])
    #expect(try ReadOnlyFileSystem.disk.walk([folder["a"], message]).messageFiles == [message])
  }
}
