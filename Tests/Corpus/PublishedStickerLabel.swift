import Foundation

/// What was visible on one of 165 shipped stickers. Each was viewed on white, black, blue and gray before any
/// rule ran on it, to note what an art director would send back.
public struct PublishedStickerLabel: Sendable {
  /// The path of the sticker, relative to the corpus.
  public let path: String
  private let cells: [String: String]

  /// The answer in a column, or nil if nothing was visible.
  public subscript(column: String) -> String? {
    cells.cell(column).flatMap { $0 == "none" ? nil : $0 }
  }

  /// All lines of `Fixtures/Labels/shipped.tsv`.
  public static let all: [PublishedStickerLabel] = {
    // The path of this file is Tests/Corpus/PublishedStickerLabel.swift.
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Fixtures/Labels/shipped.tsv")
    let rows = Corpus.rows(of: (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? [])
    return rows.map { PublishedStickerLabel(path: $0["path"] ?? "", cells: $0) }
  }()
}

/// A question that was asked about each sticker, and the rule whose findings are compared with the answers.
public struct VisualReviewQuestion: Sendable {
  /// The id of the rule.
  public let rule: String
  /// The column with the answers.
  public let column: String
  /// A word that identifies findings about the question, if the rule answers several questions.
  public var messageKeyword = ""
  /// The answers that count. If nil, every answer counts.
  public var positiveAnswers: Set<String>?

  /// Whether people saw something on the sticker that the rule should report.
  public func wasSeen(on label: PublishedStickerLabel) -> Bool {
    label[column].map { positiveAnswers?.contains($0) ?? true } ?? false
  }

  /// Whether a finding of the rule is about the question.
  public func isAddressed(by message: String) -> Bool {
    messageKeyword.isEmpty || message.contains(messageKeyword)
  }

  /// All questions.
  public static let all = [
    VisualReviewQuestion(rule: "low-contrast", column: "black", messageKeyword: "black"),
    VisualReviewQuestion(rule: "low-contrast", column: "white", messageKeyword: "white"),
    VisualReviewQuestion(rule: "opaque-background", column: "background"),
    VisualReviewQuestion(rule: "touches-edge", column: "cut"),
    VisualReviewQuestion(rule: "placement", column: "margin", messageKeyword: "covers"),
    VisualReviewQuestion(rule: "stray-pixels", column: "specks"),
    VisualReviewQuestion(rule: "rim", column: "rim", positiveAnswers: ["fringe", "halo", "rim"]),
    VisualReviewQuestion(rule: "binary-alpha", column: "jagged"),
    VisualReviewQuestion(rule: "placement", column: "center", messageKeyword: "off center"),
    VisualReviewQuestion(rule: "pinholes", column: "holes"),
    VisualReviewQuestion(rule: "enlarged-art", column: "enlarged"),
    VisualReviewQuestion(rule: "compression-blocks", column: "jpeg"),
  ]
}
