import Foundation
import Testing

@testable import StickerEngine

@Suite struct UnsupportedArtReportTests {
  private var sample: Report {
    var report = report([asset(Path("art/star.png"))])
    report.unsupportedArt = [
      UnsupportedArt(Path("art/a.psd"), .photoshop), UnsupportedArt(Path("art/b.psd"), .photoshop),
    ]
    return report
  }

  private let line =
    "2 Photoshop documents are left out (for example art/a.psd): export them from Photoshop as PNG, or as APNG "
    + "if they move\n"

  @Test("the text report and the statistics end with one line per format")
  func text() {
    #expect(Reporter.text.render(sample) == "1 file: no findings\n" + line)
    #expect(Reporter.statistics(style: .plain).render(sample).hasSuffix(line))
    #expect(!Reporter.text.render(sampleReport).contains("left out"))
  }

  @Test("JSON lists each format of unsupported art, and omits an empty list")
  func json() throws {
    let text = Reporter.json.render(sample)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let leftOut = try #require(document["leftOut"] as? [[String: Any]])
    #expect(leftOut.count == 1)
    #expect(leftOut[0]["format"] as? String == "photoshop" && leftOut[0]["count"] as? Int == 2)
    #expect(leftOut[0]["path"] as? String == "art/a.psd")
    #expect((document["summary"] as? [String: Any])?["errors"] as? Int == 0)
    #expect(!Reporter.json.render(sampleReport).contains("leftOut"))
  }

  @Test("several messengers share one note")
  func messengers() {
    let both = MessengerReport(["signal", "line"], [sample, sample])
    #expect(messengerReportText(both).hasSuffix(line))
    #expect(messengerReportText(both).components(separatedBy: line).count == 2)
  }

  @Test("the suggested command is valid shell input and writes its result")
  func cure() {
    func words(_ path: String, _ rules: [String] = []) -> String {
      InterfaceSpecificPhrase.fixStickers(packPath: path, rules: rules, needsLoss: true).commandLineWording
    }
    #expect(words("art") == "Fix them with `stickerlint fix art --lossy --in-place`")
    #expect(
      words("art", ["opaque-background"])
        == "Fix them with `stickerlint fix art --lossy --select opaque-background --in-place`")
    #expect(
      InterfaceSpecificPhrase.fixStickers(packPath: "art", rules: [], needsLoss: false, artIsTooSmall: true)
        .commandLineWording
        == "Fix them with `stickerlint fix art --enlarge --in-place` (or --pad)")
    #expect(words("my art") == "Fix them with `stickerlint fix --lossy --in-place` and the path of the pack")
  }
}
