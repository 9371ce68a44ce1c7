import Foundation
import Testing

@testable import StickerEngine

@Suite struct MessengerSummaryTests {
  /// Eight stickers for sixteen messengers. Each sticker has three findings per messenger.
  private func report() -> MessengerReport {
    let reports = (0..<16).map { messenger in
      StickerEngineTests.report(
        (0..<8).map { number in
          let path = Path("art/\(number).png")
          return asset(
            path, finding("file-size", .error, on: path, "\(number) bytes, at most \(messenger / 2)"),
            finding("pixel-dimensions", .error, on: path, "\(number) px, at most \(messenger)"),
            finding("stray-pixels", .warning, on: path, "\(number) dots"))
        })
    }
    return MessengerReport((0..<16).map { "m\($0)" }, reports)
  }

  @Test("sixteen messengers and eight stickers take at most 40 lines, and --each and JSON have everything")
  func short() {
    let text = messengerReportText(report())
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 40, "\(text)")
    let line = "0 bytes, at most 0 (0.png; also 1.png, 2.png and 5 more); for m0 and m1\n"
    #expect(text.contains(line), "messengers with the same findings must share a line: \(text)")
    var context = ReportContext()
    context.listsFindingsOfEachFile = true
    #expect(messengerReportText(report(), .plain, context).split(separator: "\n").count > 40)
    #expect(messengerJSON(report()).components(separatedBy: "\"rule\"").count == 1 + 16 * 8 * 3)
  }

  @Test("unsupported art takes one line per format, and the summary still has at most 40 lines")
  func unread() {
    let formats = UnsupportedArtFormat.allCases
    let reports = report().reports.map { report in
      var report = report
      report.unsupportedArt = formats.map { UnsupportedArt(Path("art/a.\($0.rawValue)"), $0) }
      return report
    }
    let text = messengerReportText(MessengerReport(report().messengers, reports))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 40, "\(text)")
    #expect(lines.count { $0.contains(" left out (art/a.") } == formats.count, "\(text)")
    #expect(text.hasSuffix("\n"))
  }

  @Test("equal messages are grouped with their files, and more than nine rules are counted with a command")
  func equal() {
    let reports = (0..<5).map { _ in
      StickerEngineTests.report(
        (0..<8).map { file in
          let path = Path("art/\(file).png")
          return asset(
            path, finding("pixel-dimensions", .error, on: path, "the canvas must measure 512 × 512 px"))
        }, packs: (1...11).map { finding("rule-\($0)", .warning, on: Path("art"), "no") })
    }
    let text = messengerReportText(MessengerReport(reports.indices.map { "m\($0)" }, reports))
    #expect(text.contains("512 × 512 px (8 files: 0.png, 1.png, 2.png and 5 more); for all\n"), "\(text)")
    #expect(text.contains("  and 3 more rules: see `stickerlint explain RULE`\n"), "\(text)")
  }
}
