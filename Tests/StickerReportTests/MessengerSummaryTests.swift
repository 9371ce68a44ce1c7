import Foundation
import StickerModel
import StickerReport
import Testing

@Suite struct MessengerSummaryTests {
  /// Eight stickers, each with three findings in words of its own, for sixteen messengers.
  private func report() -> MessengerReport {
    let reports = (0..<16).map { messenger in
      StickerReportTests.report(
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

  @Test("sixteen messengers and eight stickers take at most 40 lines; --each and JSON have everything")
  func short() {
    let text = messengerText(report())
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 40, "\(text)")
    #expect(text.contains("(8 files: 0.png, 1.png, 2.png and 5 more)"), "\(text)")
    #expect(text.contains("for m0 and m1\n"), "messengers that agree are on one line: \(text)")
    #expect(text.contains("stray-pixels  0 dots") == false || text.contains("for all\n"), "\(text)")
    var context = ReportContext()
    context.listsEach = true
    #expect(messengerText(report(), .plain, context).split(separator: "\n").count > 40)
    #expect(messengerJSON(report()).components(separatedBy: "\"rule\"").count == 1 + 16 * 8 * 3)
  }
}
