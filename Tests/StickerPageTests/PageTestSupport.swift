import ArgumentParser
import Foundation

@testable import StickerEngine
@testable import StickerPage
@testable import Stickers
@testable import stickerlint

/// Returns the configuration search of a page that reads no configuration files.
func pageSearch() throws -> ConfigurationSearch {
  var configuration = LintConfiguration()
  configuration.configurationSource = .none
  return try configuration.configurationSearchWithoutDocument(runsAllRules: true)
}

extension DropPageModel {
  /// Creates an empty page that reads no configuration files.
  static func emptyPage(
    limits: DropLimits = DropLimits(), showing: Set<String>? = nil, service: (any ImageService)? = nil,
    sessions: PrivateFolder? = nil, profile: String? = nil
  ) throws -> DropPageModel {
    var search = try pageSearch()
    if let profile { search = search.with(profile: profile) }
    return DropPageModel(
      search, in: Path("/Stickers"), showing: showing, jobs: 2,
      limits: limits, service: service, keepingSessionsIn: sessions)
  }

  /// Drops files in order, and waits until all of them are analyzed.
  func drop(_ files: [(String, [UInt8])]) async throws {
    for (path, bytes) in files { _ = addOrReplaceFile(path, bytes) }
    try await waitUntilIdle()
  }

  /// Waits until there is nothing more to do.
  func waitUntilIdle() async throws {
    while !isEverythingEvaluated { try await Task.sleep(for: .milliseconds(10)) }
  }

  /// Waits until saving the latest changes has succeeded or failed.
  func waitUntilSessionSaveEnds() async throws {
    while sessionState.isSavePending { try await Task.sleep(for: .milliseconds(20)) }
  }

  /// Fixes all stickers one after another, as the page's dialog does.
  ///
  /// - Returns: the number of fixed files.
  func fixEach() async -> Int {
    var count = 0
    for sticker in shownStickersOldestFirst where await fix(sticker.number, allowsLossyFixes: true) == nil {
      count += 1
    }
    return count
  }

  /// The rules reported for each sticker on the page: `path: rule rule`.
  var rulesBySticker: [String] {
    shownStickersOldestFirst.map {
      "\($0.path.displayText): \($0.findings.map(\.rule).sorted().joined(separator: " "))"
    }
    .sorted()
  }
}

/// The stickers in `Fixtures/Art`.
enum Fixtures {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/Art")

  /// The bytes of one file.
  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// The paths and bytes of the files in a folder, sorted by name.
  static func files(_ name: String) throws -> [(String, [UInt8])] {
    let place = folder.appendingPathComponent(name)
    return try FileManager.default.contentsOfDirectory(atPath: place.path).sorted().map { file in
      ("\(name)/\(file)", [UInt8](try Data(contentsOf: place.appendingPathComponent(file))))
    }
  }
}
