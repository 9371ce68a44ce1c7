import ArgumentParser
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPage
@testable import Stickers
@testable import stickerlint

/// A page that watches a folder, which is created for a test.
struct FolderPage {
  let folder: URL
  let collection: DropPageModel
  var watcher: FolderWatcher

  /// - Parameter files: the art in the folder, by name.
  init(_ files: [String: [UInt8]]) async throws {
    let name = URL(fileURLWithPath: "/tmp").appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: name, withIntermediateDirectories: true)
    folder = name.resolvingSymlinksInPath()
    let root = Path(folder.path)
    let search = try LintConfiguration().configurationSearchWithoutDocument(
      .forInMemoryFiles(in: root, alsoExistOnDisk: true), runsAllRules: true)
    collection = DropPageModel(search, in: root, jobs: 2, savingTo: try ConfinedFolderAccess(root))
    watcher = FolderWatcher(root, maxFileBytes: 1 << 20)
    for (name, bytes) in files { try write(bytes, name) }
    try await scan()
  }

  func write(_ bytes: [UInt8], _ name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  func text(_ name: String) -> String? {
    try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  func bytes(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: folder.appendingPathComponent(name))).map { [UInt8]($0) }
  }

  var names: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() }
  }

  mutating func scan() async throws {
    for _ in 1...2 { await watcher.scan(into: collection) }
    try await collection.waitUntilIdle()
  }

  func number(_ name: String) async throws -> Int {
    try #require(await collection.number(of: Path(name)))
  }

  /// The tag that the page would use for saving.
  var savePrecondition: FileVersionPrecondition {
    get async throws {
      guard case .string(let tag)? = try await collection.savePreviewJSON().get()["tag"] else {
        return .isMissing
      }
      return .hasTag(tag)
    }
  }

  func save() async throws -> [String] {
    switch await collection.save(if: try await savePrecondition) {
    case .saved(let files): return files
    case .conflict(let sentence, _): throw CommandError(UserMessage(sentence))
    case .failed(let failure): throw failure
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
