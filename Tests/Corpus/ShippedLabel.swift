import Foundation

/// What was seen on one of 165 shipped stickers, each looked at on white, black, blue and gray and asked what
/// an art director would send back, before any rule ran on it.
public struct ShippedLabel: Sendable {
  /// The sticker's path, below the corpus.
  public let path: String
  private let cells: [String: String]

  /// What was seen, by the name of a column; nil for nothing.
  public subscript(column: String) -> String? {
    cells.cell(column).flatMap { $0 == "none" ? nil : $0 }
  }

  /// Every line of `Fixtures/Labels/shipped.tsv`.
  public static let all: [ShippedLabel] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()  // Tests/Corpus/ShippedLabel.swift
      .appendingPathComponent("../../Fixtures/Labels/shipped.tsv")
    let rows = Corpus.rows(of: (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? [])
    return rows.map { ShippedLabel(path: $0["path"] ?? "", cells: $0) }
  }()
}

/// A question that was asked of each sticker, and the rule whose findings are held to the answers.
public struct EyeQuestion: Sendable {
  /// The id of the rule.
  public let rule: String
  /// The column of the answers.
  public let column: String
  /// A word that a finding about the question holds, where a rule answers several.
  public var word = ""
  /// The answers that count; nil: whatever was seen.
  public var answers: Set<String>?

  /// Whether something was seen that the rule should find.
  public func wasSeen(on label: ShippedLabel) -> Bool {
    label[column].map { answers?.contains($0) ?? true } ?? false
  }

  /// Whether a finding of the rule is about the question.
  public func isMeant(by message: String) -> Bool { word.isEmpty || message.contains(word) }

  /// All of them.
  public static let all = [
    EyeQuestion(rule: "low-contrast", column: "black", word: "black"),
    EyeQuestion(rule: "low-contrast", column: "white", word: "white"),
    EyeQuestion(rule: "opaque-background", column: "background"),
    EyeQuestion(rule: "touches-edge", column: "cut"),
    EyeQuestion(rule: "placement", column: "margin", word: "covers"),
    EyeQuestion(rule: "stray-pixels", column: "specks"),
    EyeQuestion(rule: "rim", column: "rim", answers: ["fringe", "halo", "rim"]),
    EyeQuestion(rule: "binary-alpha", column: "jagged"),
    EyeQuestion(rule: "placement", column: "center", word: "off center"),
    EyeQuestion(rule: "pinholes", column: "holes"),
    EyeQuestion(rule: "enlarged-art", column: "enlarged"),
    EyeQuestion(rule: "compression-blocks", column: "jpeg"),
  ]
}
