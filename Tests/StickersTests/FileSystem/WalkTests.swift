import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct WalkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("folders are walked in byte order, with extensions in any case")
  func order() throws {
    for name in [
      "b.PNG", "a/z.gif", "a.png", "a/Z.jpe", "a/é.jpeg", "a/b/c.jpg", "text.txt", "png", "noext.", "d.ApNg",
    ] {
      try folder.write(at: name)
    }
    #expect(try found() == ["a/Z.jpe", "a/b/c.jpg", "a/z.gif", "a/é.jpeg", "a.png", "b.PNG", "d.ApNg"])
  }

  @Test(
    "common image formats that Messages does not accept are found",
    arguments: [
      "webp", "webm", "heic", "heif", "avif", "svg", "tif", "tiff", "bmp", "pdf",
    ])
  func mistakes(_ name: String) throws {
    try folder.write(at: "x.\(name)")
    #expect(try found() == ["x.\(name)"])
  }

  @Test(
    "JSON that starts like a Lottie animation is unsupported art",
    arguments: [
      (#"{"v":"5.7.4","fr":30,"ip":0,"op":60,"w":512,"h":512,"layers":[]}"#, true),
      ("\u{FEFF} \n{ \"fr\" : 60, \"ip\" : -1, \"nm\": \"a\" }", true),
      (#"{"nm":"x","layers":[{}],"v":"5.5.2"}"#, true),
      (#"{"info":{"author":"xcode","version":1}}"#, false),
      (#"{"v":1,"fr":"Bonjour","ip":"127.0.0.1"}"#, false),
      (#"[{"v":"5.7.4","fr":30}]"#, false),
      (#"{"op":"add","v":"1"}"#, false),
      ("", false),
    ])
  func lottie(_ text: String, _ isFound: Bool) throws {
    try folder.write(text, at: "x.json")
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(walk.sources.isEmpty)
    #expect(walk.unsupportedArt == (isFound ? [UnsupportedArt(folder["x.json"], .lottie)] : []))
  }

  @Test("hidden files and dependencies are skipped and counted, and .git is skipped silently")
  func hidden() throws {
    for name in [
      ".git/a.png", ".build/a.png", ".x.png", "._x.png", ".DS_Store", "node_modules/a.png", "Pods/a.png",
      "sub/.b/a.png",
    ] { try folder.write(at: name) }
    try folder.write(at: "sub/a.png")
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(names(walk) == ["sub/a.png"])
    #expect(walk.skipCounts == [.hidden: 4, .dependencies: 2])
  }

  @Test("a named file is used, whatever its name")
  func named() throws {
    for name in ["art", ".x.png", "node_modules/a.png", "x.json"] { try folder.write(at: name) }
    let paths = ["art", ".x.png", "node_modules", "x.json"].map { folder[$0] }
    #expect(
      names(try ReadOnlyFileSystem.disk.walk(paths)) == ["art", ".x.png", "node_modules/a.png", "x.json"])
  }

  @Test(
    "names can be any bytes: spaces, newlines, invalid UTF-8, 255 bytes",
    arguments: [
      Array("a b .png".utf8), Array("a\nb.png".utf8), Array("-a.png".utf8),
      [0xFF, 0xFE] + Array(".png".utf8),
      Array("\u{202E}a\u{1F600}.png".utf8),
      Array(repeating: UInt8(ascii: "n"), count: 251) + Array(".png".utf8),
      [0xC3] + Array("\t\\\".png".utf8),
    ])
  func strangeNames(_ name: [UInt8]) throws {
    try folder.write([42], at: Path(bytes: Array("in/".utf8) + name))
    let walk = try ReadOnlyFileSystem.disk.walk([folder["in"]])
    #expect(walk.sources.map(\.path.name.bytes) == [name])
    #expect(walk.sources.first?.read(maxBytes: 100) == .bytes([42]))
  }

  @Test("a path that occurs twice is used once, however it is spelled")
  func twice() throws {
    for name in ["a.png", "sub/b.png"] { try folder.write(at: name) }
    try folder.link("link.png", to: "a.png")
    let spellings = ["sub/b.png", ".", "sub", "./a.png", "sub/../a.png", "link.png", "sub//b.png", "./", ""]
    #expect(
      names(try ReadOnlyFileSystem.disk.walk(spellings.map { folder[$0] })) == ["sub/b.png", "./a.png"])
  }

  @Test("two hard links are two files")
  func hardLinks() throws {
    try folder.write(at: "a.png")
    try folder.hardLink("b.png", to: "a.png")
    #expect(try found() == ["a.png", "b.png"])
    #expect(
      names(try ReadOnlyFileSystem.disk.walk([folder["a.png"], folder["b.png"]])) == ["a.png", "b.png"])
  }

  @Test("an empty folder has no assets")
  func empty() throws {
    try folder.makeFolder("a/b")
    #expect(try found() == [])
  }

  @Test("no path means the current folder, without a prefix")
  func noPath() throws {
    for name in ["a.png", "sub/b.png"] { try folder.write(at: name) }
    let found = try ReadOnlyFileSystem(calls: callsInFolder()).walk([])
    #expect(found.sources.map(\.path) == [Path("a.png"), Path("sub/b.png")])
    #expect(found.sources.map(\.pack) == [Path("."), Path("sub")])
    #expect(found.sources.map { $0.read(maxBytes: 10) } == [.bytes([1, 2, 3]), .bytes([1, 2, 3])])
  }

  /// The real system calls, as if the test's folder were the working folder. Tests cannot change the working
  /// folder, because all of them share it.
  private func callsInFolder() -> SystemCalls {
    let (real, root) = (SystemCalls.real, folder.path)
    @Sendable func moved(_ path: Path) -> Path {
      path.bytes.first == UInt8(ascii: "/") ? path : root.appending(path)
    }
    @Sendable func moved(_ place: FileLocation) -> FileLocation {
      place.folder == nil ? FileLocation(moved(place.path)) : place
    }
    var calls = real
    calls.open = { (place, mode) throws(SystemError) in try real.open(moved(place), mode) }
    calls.status = { (place, follow) throws(SystemError) in try real.status(moved(place), follow) }
    calls.resolveLinks = { (path) throws(SystemError) in try real.resolveLinks(moved(path)) }
    return calls
  }

  @Test("a missing path stops the command before anything is opened")
  func missing() throws {
    try folder.write(at: "a.png")
    var calls = SystemCalls.real
    calls.open = { (_, _) throws(SystemError) in
      Issue.record("something was opened")
      throw .notFound
    }
    let error = #expect(throws: CommandError.self) {
      try ReadOnlyFileSystem(calls: calls).walk([folder.path, Path("gone\n.png"), folder["a.png/"], Path("")])
    }
    let message =
      "no such file or folder: gone\\u{A}.png, \(folder["a.png/"].displayText), \"\". Check the spelling."
    #expect(error?.message == message)
  }

  @Test("a folder named like an image is an unreadable asset, and is walked")
  func folderLikePicture() throws {
    try folder.write(at: "x.png/inside.png")
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(names(walk) == ["x.png", "x.png/inside.png"])
    #expect(walk.sources.first?.read(maxBytes: 100) == .unreadable("it is a folder, not a file"))
  }

  @Test("pipes and sockets named like images are unreadable assets", .timeLimit(.minutes(1)))
  func noFiles() throws {
    try folder.makePipe("a.png")
    try makeSocket(at: folder["b.png"])
    try folder.makePipe("other")
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(
      walk.sources.map { $0.read(maxBytes: 100) } == [
        .unreadable("it is a named pipe, not a file"), .unreadable("it is a socket, not a file"),
      ])
  }

  @Test(
    "a folder that cannot be opened, or vanishes, is one unreadable asset, and other files are found",
    arguments: [
      SystemError.permissionDenied, .notFound,
    ])
  func unreadableFolder(_ error: SystemError) throws {
    for name in ["a.png", "b/b.png", "c.png"] { try folder.write(at: name) }
    let bad = folder["b"]
    var calls = SystemCalls.real
    calls.open = { (place, mode) throws(SystemError) in
      if place.path == bad { throw error }
      return try SystemCalls.real.open(place, mode)
    }
    let walk = try ReadOnlyFileSystem(calls: calls).walk([folder.path, bad])
    #expect(names(walk) == ["a.png", "b", "c.png"])
    #expect(
      walk.sources.map { $0.read(maxBytes: 100) }[1]
        == .unreadable("the folder cannot be opened: \(error.reason)"))
  }

  @Test(
    "a folder without permissions is one unreadable asset",
    .disabled(if: isRoot, "a superuser may read everything"))
  func permissions() throws {
    for name in ["a.png", "b/b.png"] { try folder.write(at: name) }
    try folder.setPermissions(0, of: "b")
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    try folder.setPermissions(0o700, of: "b")
    #expect(
      walk.sources.map { $0.read(maxBytes: 100) } == [
        .bytes([1, 2, 3]), .unreadable("the folder cannot be opened: permission denied"),
      ])
  }

  @Test("1,500 nested folders are walked to the end")
  func deep() throws {
    let depth = 1500
    try folder.makeDeep(depth, name: "d", file: "x.png")
    let walk = try ReadOnlyFileSystem.disk.walk([folder.path])
    #expect(walk.sources.map(\.path.components.count) == [folder.path.components.count + depth + 1])
  }

  private func found() throws -> [String] { names(try ReadOnlyFileSystem.disk.walk([folder.path])) }

  private func names(_ walk: WalkResult) -> [String] {
    let start = folder.path.bytes.count + 1
    return walk.sources.map { String(decoding: $0.path.bytes.dropFirst(start), as: UTF8.self) }
  }
}
