import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPage
@testable import Stickers

#if os(Linux)
  /// A page that is open for days must not leak memory or open files. Each test runs in a
  /// separate process, because other tests allocate memory in this one.
  @Suite("the resources of a page that is open for days") struct GrowthTests {
    /// The number of bytes by which memory may grow in the second half of the changes, when caches are full.
    private static let mostGrowth = 256 << 10

    /// The number of changes. A few thousand are enough to detect a leak. `STICKERLINT_CHANGES` sets another
    /// number, and makes the test print its measurements.
    private static var changeCountFromEnvironment: Int? {
      ProcessInfo.processInfo.environment["STICKERLINT_CHANGES"].flatMap { Int($0) }
    }

    @Test(
      "changes to files, pack files and fixes increase memory by less than 256 KiB", .timeLimit(.minutes(60)))
    func flat() async throws {
      let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
        var page = try ChangingFolderPage()
        defer { page.remove() }
        try await page.change(500)
        print(ChangingFolderPage.bytesInUse)
        for _ in 1...10 {
          try await page.change((GrowthTests.changeCountFromEnvironment ?? 2000) / 10)
          print(ChangingFolderPage.bytesInUse)
        }
        print(await page.collection.packFileWriteStatus.imageNumbersAtLastWrite.count)
      }
      let output = String(decoding: result.standardOutputContent, as: UTF8.self)
      let figures = output.split(separator: "\n").compactMap { Int($0) }
      try #require(figures.count == 12)
      #expect(figures[10] - figures[5] < Self.mostGrowth, "\(figures)")
      #expect(figures[11] <= ChangingFolderPage.names.count)
      if Self.changeCountFromEnvironment != nil { print(figures) }
    }

    @Test(
      "saved sessions increase memory by less than 256 KiB, and leave no files open",
      .timeLimit(.minutes(60)))
    func savedSessions() async throws {
      let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
        var page = try ChangingSession()
        defer { page.remove() }
        let count = GrowthTests.changeCountFromEnvironment ?? 2000
        for turn in 0...10 {
          for number in 0..<count / 10 { try page.save(turn * (count / 10) + number) }
          print(ChangingFolderPage.bytesInUse, try page.openFileCount, separator: ",")
        }
      }
      let output = String(decoding: result.standardOutputContent, as: UTF8.self)
      let figures = output.split(separator: "\n").map { $0.split(separator: ",").compactMap { Int($0) } }
      try #require(figures.count == 11)
      #expect(figures[10][0] - figures[5][0] < Self.mostGrowth, "\(figures)")
      #expect(figures[10][1] == figures[0][1], "\(figures)")
      if Self.changeCountFromEnvironment != nil { print(figures) }
    }
  }

  /// A session in which a different file changes before each save.
  private struct ChangingSession {
    static let names = (0..<8).map { "\($0).png" }

    let folder: URL
    private let store: SessionStore
    private var written: Set<String> = []

    init() throws {
      folder = URL(fileURLWithPath: "/tmp").appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      store = SessionStore(PrivateFolder(Path(folder.path)))
    }

    /// Saves the session after the `number`th change.
    mutating func save(_ number: Int) throws {
      var (files, art) = ([SavedSession.File](), [String: [UInt8]]())
      for (index, name) in Self.names.enumerated() {
        let bytes = Array("version \((number + index) / Self.names.count) of \(name)".utf8)
        let digest = SHA256.hexDigest(of: bytes)
        files.append(SavedSession.File(path: name, digest: digest, byteCount: bytes.count))
        art[digest] = bytes
      }
      let session = SavedSession(
        servedFolderPath: "", packName: "Pack \(number)", stickerCount: files.count, pageWrittenPath: nil,
        hasUnsavedWork: true, files: files)
      try store.save(session, bytesByDigest: art, alreadyWritten: written)
      written = Set(art.keys)
    }

    var openFileCount: Int {
      get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
  }

  /// A page that shows a folder whose files change constantly.
  private struct ChangingFolderPage {
    static let names = (0..<8).map { "\($0).png" }

    let folder: Path
    let collection: DropPageModel
    var followed: FolderWatcher
    private let art: [[UInt8]]
    private let listening: Task<Void, Never>
    private var done = 0

    init() throws {
      let place = URL(fileURLWithPath: "/tmp").appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      folder = Path(place.resolvingSymlinksInPath().path)
      let collection = try DropPageModel.emptyPage()
      self.collection = collection
      followed = FolderWatcher(folder, maxFileBytes: 1 << 20)
      art = try (0..<4).map {
        try Bitmap(PixelSize(24 + $0, 24), color: 0x336699).encodedOpaqueTruecolorPNG()
      }
      listening = Task { for await _ in await collection.connectPage() {} }
    }

    /// The number of bytes that are allocated and have not been freed. Memory that the allocator reserves,
    /// for example for each new thread, is not included.
    static var bytesInUse: Int {
      typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
      let place = "/tmp/\(UUID().uuidString).xml"
      defer { try? FileManager.default.removeItem(atPath: place) }
      guard let found = unsafe dlsym(nil, "malloc_info"), let file = unsafe fopen(place, "w") else {
        return 0
      }
      _ = unsafe unsafeBitCast(found, to: Report.self)(0, file)
      unsafe fclose(file)
      let text = (try? String(contentsOfFile: place, encoding: .utf8)) ?? ""
      let whole = text.components(separatedBy: "</heap>").last ?? ""
      func size(_ kind: String) -> Int {
        let parts = whole.components(separatedBy: "type=\"\(kind)\"").dropFirst().first?
          .components(separatedBy: "size=\"")
        return parts?.dropFirst().first.flatMap { Int($0.prefix(while: \.isNumber)) } ?? 0
      }
      return size("current") - size("fast") - size("rest") + size("mmap")
    }

    /// Makes changes one after another, and waits for the page to become idle after every 250 changes.
    mutating func change(_ count: Int) async throws {
      for _ in 0..<count {
        done += 1
        let name = Self.names[done % Self.names.count]
        let file = folder.appending(Path(name)).displayText
        switch done % 5 {
        case 0: try? FileManager.default.removeItem(atPath: file)
        case 1: _ = await collection.editPackFile([.name("\(done)")])
        case 2:
          if let number = await collection.number(of: Path(name)) {
            _ = await collection.removeFromPackAndPage(number)
          }
        default: try Data(art[done / 5 % art.count]).write(to: URL(fileURLWithPath: file))
        }
        await followed.scan(into: collection)
        if done % 250 == 0 { try await rest() }
      }
      try await rest()
    }

    private mutating func rest() async throws {
      await followed.scan(into: collection)
      try await collection.waitUntilIdle()
      for sticker in await collection.shownStickersOldestFirst {
        _ = await collection.fix(sticker.number, allowsLossyFixes: true, minimizesPNGFileSize: true)
      }
      try await collection.waitUntilIdle()
    }

    func remove() {
      listening.cancel()
      try? FileManager.default.removeItem(atPath: folder.displayText)
    }
  }
#endif
