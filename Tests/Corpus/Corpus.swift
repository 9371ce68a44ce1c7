public import Foundation

/// The folder of test images with known answers, which lies beside the project and not in it.
public enum Corpus {
  /// `$STICKERLINT_CORPUS`, or `../shared/corpus` beside the package.
  public static let folder: URL = {
    if let chosen = ProcessInfo.processInfo.environment["STICKERLINT_CORPUS"], !chosen.isEmpty {
      return URL(fileURLWithPath: chosen, isDirectory: true)
    }
    let package = URL(fileURLWithPath: #filePath)  // Tests/Corpus/Corpus.swift
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return package.deletingLastPathComponent().appendingPathComponent("shared/corpus", isDirectory: true)
  }()

  /// Whether the corpus is there. Tests that need it say
  /// `.enabled(if: Corpus.isPresent, "skipped: no corpus")`.
  public static let isPresent = FileManager.default.fileExists(
    atPath: folder.appendingPathComponent("manifest.tsv").path)

  /// The bytes of a file, by its path below the corpus.
  public static func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
  }

  /// The rows of a table, each by its column names; empty where the corpus is absent.
  static func table(_ name: String) -> [[String: String]] {
    guard isPresent, let bytes = try? bytes(of: name) else { return [] }
    return rows(of: bytes)
  }

  /// The rows of a table with tabs, each by its column names.
  static func rows(of bytes: [UInt8]) -> [[String: String]] {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let head = lines.first else { return [] }
    let columns = head.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    return lines.dropFirst().map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(zip(columns, cells)) { first, _ in first }
    }
  }

  /// The selection, which must not be empty where the corpus is there: a test without arguments is only
  /// skipped.
  static func selected<Row>(_ rows: [Row], _ what: String) -> [Row] {
    precondition(!isPresent || !rows.isEmpty, "nothing in the corpus is \(what)")
    return rows
  }
}

extension [String: String] {
  /// A cell; nil where it is `-`, which means unknown or not applicable.
  func cell(_ column: String) -> String? {
    guard let text = self[column], text != "-" else { return nil }
    return text
  }

  /// The ids of a cell; nil where it says nothing, none for `none`.
  func ids(_ column: String) -> [String]? {
    cell(column).map { $0 == "none" ? [] : $0.split(separator: ",").map { Corpus.currentRule(String($0)) } }
  }
}

extension Corpus {
  /// The rules that replaced some that the corpus still names.
  private static let replacedRules = ["excess-margin": "placement", "off-center": "placement"]

  /// The id of today's rule for an id in the corpus, which may have `!` in front.
  public static func currentRule(_ id: String) -> String {
    if id.hasPrefix("!") { return "!" + currentRule(String(id.dropFirst())) }
    return replacedRules[id] ?? id
  }
}
