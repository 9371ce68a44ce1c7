import Corpus
import Testing

@testable import StickerEngine
@testable import StickerPage
@testable import Stickers

@Suite("the table of dropped files") struct DroppedFileTableTests {
  private static let paths = [
    "a.png", "b.png", "cats/a.png", "cats/b.png", "cats/stickerpack.yml", "dogs/deep/c.gif",
    "dogs/stickerpack.yml", "S.xcstickers/Contents.json", "S.xcstickers/S.stickerpack/a.sticker/a.png",
  ].map { Path($0) }

  @Test("its counts and lookups equal those computed from all files", arguments: 0..<20) func totals(
    _ seed: UInt64
  ) {
    var table = DroppedFileTable()
    var random = SeededNumbers(seed: seed)
    for _ in 1...60 {
      let number = Int.random(in: 1...Self.paths.count, using: &random)
      if Bool.random(using: &random) {
        let bytes = [UInt8](repeating: 0, count: Int.random(in: 1...9, using: &random))
        let path = Self.paths[number - 1]
        table[number] = DroppedFile(
          id: number, path: path, bytes: bytes, kind: DroppedFileKind(path, bytes), analysisRevision: 1)
      } else {
        table[number] = nil
      }
      let all = Array(table.allFiles())
      let pictures = all.filter { $0.kind == .art }
      #expect(table.count == all.count && table.isEmpty == all.isEmpty)
      #expect(table.originalAndDerivedByteCount == all.reduce(0) { $0 + $1.bytes.count })
      #expect(table.hasImages == !pictures.isEmpty)
      #expect(table.topFolderOfAllImages == packFolderOrOnlyTopFolder(of: Set(pictures.map(\.path))))
      #expect(table.packFilePaths == Set(all.map(\.path).filter { $0.name == Path("stickerpack.yml") }))
      #expect(table.hasCatalogContentsJSON == all.contains { $0.path.name == Path("Contents.json") })
      for path in Self.paths {
        #expect(table.number(of: path) == all.first { $0.path == path }?.id)
        #expect(
          table.hasFiles(in: path.parent) == all.contains { $0.path.parentFolders.contains(path.parent) })
      }
    }
  }

  @Test("files leave the queue in order of arrival, and a file that arrives again moves to the end")
  func queue() {
    var queue = AnalysisQueue()
    for number in [1, 2, 3, 1] { queue.appendOrMoveToEnd(number) }
    #expect(queue.count == 3 && Set(queue.unorderedNumbers) == [1, 2, 3])
    #expect([queue.popFirst(), queue.popFirst(), queue.popFirst(), queue.popFirst()] == [2, 3, 1, nil])
    #expect(queue.isEmpty)
    for round in 0..<1000 { for number in 1...5 { queue.appendOrMoveToEnd(number + round % 2) } }
    #expect(queue.count == 6)
    queue.appendOrMoveToEnd(9)
    var order: [Int] = []
    while let number = queue.popFirst() { order.append(number) }
    #expect(order == [1, 2, 3, 4, 5, 6, 9])
  }
}
