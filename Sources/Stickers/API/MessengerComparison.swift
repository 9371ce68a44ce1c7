import StickerEngine

/// Combines the reports of several messengers on the same files into one report, with a row for each sticker.
public struct MessengerComparison: Sendable {
  private let report: MessengerReport

  /// Creates a comparison.
  ///
  /// - Parameter reports: the reports, each with a profile.
  public init(_ reports: [LintReport]) {
    report = MessengerReport(reports.map { $0.profile?.name ?? "" }, reports.map(\.engineReport))
  }

  /// The formats that can compare messengers.
  public static let formats: [ReportFormat] = [.text, .json, .markdown, .html]

  /// Returns the comparison as text; nil if the format cannot compare messengers.
  ///
  /// - Parameter style: the style of human-readable text.
  public func text(_ format: ReportFormat, style: ReportStyle = ReportStyle()) -> String? {
    switch format {
    case .text:
      var context = ReportContext()
      style.applyFormatIndependentProperties(to: &context)
      return messengerReportText(report, style.textStyle, context)
    case .json: return messengerJSON(report)
    case .markdown: return messengerComparisonMarkdown(report)
    case .html: return messengerHTML(report)
    default: return nil
    }
  }

  /// Writes the comparison to a file, completely or not at all. An existing file is replaced.
  ///
  /// - Parameters:
  ///   - format: one of ``formats``.
  ///   - path: the path of the file. Its folder must exist.
  ///   - style: the style of human-readable text.
  /// - Throws: `StickersError` if the format cannot compare messengers, or the file cannot be written.
  public func write(
    _ format: ReportFormat, to path: BytePath, style: ReportStyle = ReportStyle()
  ) throws(StickersError) {
    guard let text = text(format, style: style) else {
      throw .invalidRequest(["the format \(format.rawValue) cannot compare messengers"])
    }
    try path.write(text)
  }
}
