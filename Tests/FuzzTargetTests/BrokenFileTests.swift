import Foundation
import FuzzTargets
import Testing

/// Replays each file that once broke a target, and some handmade files that might break one.
@Suite("inputs that once broke a fuzz target") struct BrokenFileTests {
  @Test("no fuzz target breaks again on an input that once broke it", arguments: TargetRegression.all)
  func replay(_ file: TargetRegression) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == file.target }, "no target has this name")
    try target.run([UInt8](try Data(contentsOf: file.url)))
  }

  @Test("every fuzz target has files in Fixtures/Broken, and every folder has a target") func found() {
    #expect(Set(TargetRegression.all.map(\.target)) == Set(FuzzTarget.all.map(\.name)))
  }

  @Test("every target accepts empty input", arguments: FuzzTarget.all.map(\.name))
  func empty(_ name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    try target.run([])
  }

  @Test("target names are unique") func names() {
    #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
  }
}

/// A file in `Fixtures/Broken`. The name of its folder is the target.
struct TargetRegression: Sendable, CustomTestStringConvertible {
  let target: String
  let url: URL

  var testDescription: String { "\(target)/\(url.lastPathComponent)" }

  static let all: [TargetRegression] = {
    let folder = URL(fileURLWithPath: #filePath)  // Tests/FuzzTargetTests/BrokenFileTests.swift
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Broken")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return paths.filter { $0.contains("/") }.sorted().map { path in
      let parts = path.split(separator: "/")
      return TargetRegression(target: String(parts[0]), url: folder.appendingPathComponent(path))
    }
  }()
}
