public import Foundation

/// The folder of test images with known results. It is next to the repository, not in it.
public enum Corpus {
  /// `$STICKERLINT_CORPUS`, or `../shared/corpus` next to the package.
  public static let folder: URL = {
    if let chosen = ProcessInfo.processInfo.environment["STICKERLINT_CORPUS"], !chosen.isEmpty {
      return URL(fileURLWithPath: chosen, isDirectory: true)
    }
    let package = URL(fileURLWithPath: #filePath)  // Tests/Corpus/Corpus.swift
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return package.deletingLastPathComponent().appendingPathComponent("shared/corpus", isDirectory: true)
  }()

  /// Whether the corpus is available. Tests that need it use `.enabled(if: Corpus.isPresent, "skipped: no
  /// corpus")`.
  public static let isPresent = FileManager.default.fileExists(
    atPath: folder.appendingPathComponent("manifest.tsv").path)

  /// The contents of the file at a path relative to the corpus.
  public static func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
  }

  /// The rows of a table, keyed by column name. Empty if the corpus is absent.
  static func table(_ name: String) -> [[String: String]] {
    guard isPresent, let bytes = try? bytes(of: name) else { return [] }
    return rows(of: bytes)
  }

  /// The rows of a tab-separated table, keyed by column name.
  static func rows(of bytes: [UInt8]) -> [[String: String]] {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard let head = lines.first else { return [] }
    let columns = head.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    return lines.dropFirst().map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Dictionary(zip(columns, cells)) { first, _ in first }
    }
  }

  /// Returns the selected rows. Traps if there are none although the corpus is present, because a
  /// parameterized test without arguments would silently be skipped.
  static func requireNonEmpty<Row>(_ rows: [Row], _ what: String) -> [Row] {
    precondition(!isPresent || !rows.isEmpty, "nothing in the corpus is \(what)")
    return rows
  }
}

extension [String: String] {
  /// The value of a cell, or nil if it is `-`, which means unknown or not applicable.
  func cell(_ column: String) -> String? {
    guard let text = self[column], text != "-" else { return nil }
    return text
  }

  /// The rule ids in a cell. Nil if the value is unknown, and empty if it is `none`.
  func ruleIDs(_ column: String) -> [String]? {
    cell(column).map { $0 == "none" ? [] : $0.split(separator: ",").map { Corpus.currentRule(String($0)) } }
  }
}

extension Corpus {
  /// Rules that the corpus still names, and the rules that replaced them.
  private static let replacedRules = [
    "excess-margin": "placement", "off-center": "placement", "matte-fringe": "rim",
  ]

  /// The current id of a rule in the corpus. The id may start with `!`.
  public static func currentRule(_ id: String) -> String {
    if id.hasPrefix("!") { return "!" + currentRule(String(id.dropFirst())) }
    return replacedRules[id] ?? id
  }
}
