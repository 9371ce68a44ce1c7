import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPage
@testable import Stickers
@testable import stickerlint

@Suite("the cost of an upload", .timeLimit(.minutes(5))) struct UploadCostTests {
  @Test("an upload costs the same with 10 and with 900 files", arguments: Layout.allCases)
  func same(_ layout: Layout) async throws {
    let few = try await cost(of: layout, among: 10)
    let many = try await cost(of: layout, among: 900)
    #expect(few == many)
    #expect(few.messageLength > 0)
  }

  @Test("evaluating the pack takes at most a quarter of the time while files arrive")
  func pacing() {
    for interval in [1, 100, 250, 1000] {
      var (pacing, now, spent) = (PackEvaluationThrottle(), 0, 0)
      let end = 100_000
      while now < end {
        now += max(interval, pacing.waitMilliseconds(at: now))
        let duration = 1 + now / 200
        pacing.recordEvaluation(fromMilliseconds: now, toMilliseconds: now + duration)
        (now, spent) = (now + duration, spent + duration)
      }
      #expect(spent * 4 <= now + 4 * (1 + end / 200), "one file every \(interval) ms")
    }
  }

  @Test("a very long evaluation does not postpone the next one forever") func longest() {
    var pacing = PackEvaluationThrottle()
    pacing.recordEvaluation(fromMilliseconds: 0, toMilliseconds: 600_000)
    #expect(pacing.waitMilliseconds(at: 600_000) == PackEvaluationThrottle.maxWaitMilliseconds)
    #expect(pacing.waitMilliseconds(at: 600_000 + PackEvaluationThrottle.maxWaitMilliseconds) == 0)
  }

  /// Counts the operations from an upload to the analysis and the message about its file: first for a new
  /// file, then for another version of it.
  private func cost(of layout: Layout, among count: Int) async throws -> Cost {
    let (lookups, service) = (Counter(), CountingService())
    let access = ConfigurationFileAccess(
      fileOrFolderExists: { _ in
        lookups.add()
        return false
      }, read: { _, _ in .unreadable("it is not there") },
      realPath: { $0.absolute(from: Path("/Stickers")) })
    let search = ConfigurationSearch(
      .builtIn, .nearestFile, try FlagConfiguration(.builtIn), access, workingFolder: Path("/Stickers"))
    let collection = DropPageModel(
      search, in: Path("/Stickers"), jobs: 2, limits: DropLimits(maxFiles: 10_000), service: service)
    for number in 0..<count {
      for (path, bytes) in layout.documents(number) { _ = await collection.addOrReplaceFile(path, bytes) }
      _ = await collection.addOrReplaceFile(layout.path(number), try art(number + 2))
    }
    for (path, bytes) in layout.documents(count) + layout.packDocuments(count) {
      _ = await collection.addOrReplaceFile(path, bytes)
    }
    try await collection.waitUntilIdle()
    var cost = Cost()
    for version in 0...1 {
      var messages = await collection.connectPage().makeAsyncIterator()
      for _ in 1...6 { _ = await messages.next() }  // all messages that are available
      let before = (lookups.count, await collection.files.visitedFileCountForTests)
      await service.watch(Path(layout.path(count))) {
        (lookups.count - before.0, await collection.files.visitedFileCountForTests - before.1)
      }
      let place = await collection.droppedPathDefaultingToPackFolder(for: layout.path(count))
      guard case .addedOrAlreadyOnPage = await collection.addOrReplaceFile(place, try art(version)) else {
        throw CommandError("the upload was refused")
      }
      var message = ""
      while !message.contains("\"type\":\"sticker\"") {
        message = try #require(await messages.next())
        // The number of these messages depends on the load of the machine.
        let isProgress = message.contains("\"type\":\"checking\"")
        // Digits are not counted, because numbers of more files have more digits.
        if !isProgress { cost.messageLength += message.count { !$0.isNumber } }
      }
      let counts = try #require(await service.counts)
      cost.lookups += counts.lookups
      cost.visits += counts.visits
      try await collection.waitUntilIdle()
    }
    return cost
  }

  /// A small picture, different for each number.
  private func art(_ number: Int) throws -> [UInt8] {
    try Bitmap(PixelSize(1 + number % 32, 1 + number / 32), color: 0x336699).encodedOpaqueTruecolorPNG()
  }
}

/// The layout of the files on a page.
enum Layout: CaseIterable {
  /// All in one folder.
  case folder
  /// Each in its own folder.
  case folders
  /// All in one folder, with a `stickerpack.yml` that lists them.
  case described
  /// In an Xcode catalog.
  case catalog

  private static let catalogPack = "S.xcstickers/S.stickerpack"

  /// The path of a picture. All paths have the same length.
  func path(_ number: Int) -> String {
    let name = String(number + 1000)
    return switch self {
    case .folder, .described: "cats/\(name).png"
    case .folders: "cats/\(name)/a.png"
    case .catalog: "\(Self.catalogPack)/\(name).sticker/\(name).png"
    }
  }

  /// The files that describe one picture.
  func documents(_ number: Int) -> [(String, [UInt8])] {
    guard self == .catalog else { return [] }
    let name = String(number + 1000)
    let text = #"{"info": {"author": "xcode", "version": 1}, "properties": {"filename": "\#(name).png"}}"#
    return [("\(Self.catalogPack)/\(name).sticker/Contents.json", Array(text.utf8))]
  }

  /// The files that describe the pack.
  func packDocuments(_ count: Int) -> [(String, [UInt8])] {
    switch self {
    case .folder, .folders: return []
    case .described:
      let lines = (0..<count).map { "  - file: \($0 + 1000).png\n" }
      return [("cats/stickerpack.yml", Array("name: Cats\nstickers:\n\(lines.joined())".utf8))]
    case .catalog:
      let names = (0...count).map { #"{"filename": "\#($0 + 1000).sticker"}"# }.joined(separator: ", ")
      let text = #"""
        {"info": {"author": "xcode", "version": 1}, "properties": {"grid-size": "small"}, "stickers": [\#(names)]}
        """#
      return [("\(Self.catalogPack)/Contents.json", Array(text.utf8))]
    }
  }
}

/// The cost of an upload.
private struct Cost: Equatable {
  /// The number of configuration lookups.
  var lookups = 0
  /// The number of visited files.
  var visits = 0
  /// The number of characters, without digits, in the messages that show the file.
  var messageLength = 0
}

/// Analyzes files in this process, and counts operations when one file is reached.
private actor CountingService: ForwardingImageService {
  let wrapped = InProcessImageService(wantsFindingLocations: true)
  private var watched: (path: Path, count: @Sendable () async -> (Int, Int))?
  private(set) var counts: (lookups: Int, visits: Int)?

  /// Counts the operations when a file is analyzed next.
  func watch(_ path: Path, _ count: @escaping @Sendable () async -> (Int, Int)) {
    watched = (path, count)
    counts = nil
  }

  func analyze(
    _ source: AssetSource, _ outcome: ReadOutcome, _ configuration: Configuration,
    _ context: Asset.PackContext
  ) async -> AssetAnalysis {
    if let watched, watched.path == source.path {
      self.watched = nil
      counts = await watched.count()
    }
    return await wrapped.analyze(source, outcome, configuration, context)
  }

}

/// A number that several threads add to.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0

  var count: Int { lock.withLock { value } }

  func add() { lock.withLock { value += 1 } }
}
