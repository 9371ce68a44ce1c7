import Foundation
import StickerIO
import StickerModel
import StickerReport
import Testing

@testable import StickerPage
@testable import Stickers

#if os(Linux)
  /// What a day of watching leaves in memory: nothing. In a process of its own, since others are busy here.
  @Suite("the memory of a page that follows a folder") struct GrowthTests {
    /// Bytes that may come, whatever the allocator holds back: about a thousand a change.
    private static let mostGrowth = 4 << 20

    /// Thousands are enough to see a leak; `STICKERLINT_CHANGES` has others tried, and says what came of it.
    private static var wanted: Int? {
      ProcessInfo.processInfo.environment["STICKERLINT_CHANGES"].flatMap { Int($0) }
    }

    @Test("changes of files, descriptions and fixes leave no bytes behind", .timeLimit(.minutes(60)))
    func flat() async throws {
      let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
        var page = try Changing()
        defer { page.remove() }
        let count = GrowthTests.wanted ?? 3000
        try await page.change(500)
        let before = Changing.residentBytes
        try await page.change(count)
        let growth = Changing.residentBytes - before
        print("\(count) changes: \(before) bytes, and \(growth) more")
        precondition(growth < GrowthTests.mostGrowth)
        let met = await page.collection.description.met.count
        precondition(met <= Changing.names.count)
      }
      if Self.wanted != nil { print(String(decoding: result.standardOutputContent, as: UTF8.self)) }
    }
  }

  /// A page of a folder in which something changes all the time.
  private struct Changing {
    static let names = (0..<8).map { "\($0).png" }

    let folder: Path
    let collection: DroppedFiles
    var followed: FollowedFolder
    private let art: [[UInt8]]
    private let listening: Task<Void, Never>
    private var done = 0

    init() throws {
      let place = URL(fileURLWithPath: "/tmp").appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      folder = Path(place.resolvingSymlinksInPath().path)
      let collection = try DroppedFiles.empty()
      self.collection = collection
      followed = FollowedFolder(folder, mostBytes: 1 << 20)
      art = try (0..<4).map { try Bitmap(PixelSize(24 + $0, 24), color: 0x336699).encodedTruecolorPNG() }
      listening = Task { for await _ in await collection.listen() {} }
    }

    static var residentBytes: Int {
      let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      return (text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
    }

    /// One change after the other; every few of them the page comes to rest.
    mutating func change(_ count: Int) async throws {
      for _ in 0..<count {
        done += 1
        let name = Self.names[done % Self.names.count]
        let file = folder.appending(Path(name)).shown
        switch done % 5 {
        case 0: try? FileManager.default.removeItem(atPath: file)
        case 1: _ = await collection.edit([.name("\(done)")])
        case 2:
          if let number = await collection.number(of: Path(name)) { _ = await collection.takeOff(number) }
        default: try Data(art[done / 5 % art.count]).write(to: URL(fileURLWithPath: file))
        }
        await followed.look(into: collection)
        if done % 250 == 0 { try await rest() }
      }
      try await rest()
    }

    private mutating func rest() async throws {
      await followed.look(into: collection)
      try await collection.rest()
      for sticker in await collection.shown {
        _ = await collection.fix(sticker.number, isLossy: true, isSmallest: true)
      }
      try await collection.rest()
    }

    func remove() {
      listening.cancel()
      try? FileManager.default.removeItem(atPath: folder.shown)
    }
  }
#endif
