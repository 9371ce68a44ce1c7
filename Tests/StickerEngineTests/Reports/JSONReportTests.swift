import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct JSONReportTests {
  @Test("the summary counts findings and the tool is named")
  func head() throws {
    let json = try parsed(sampleReport)
    #expect(json["schema"] as? Int == 1)
    #expect(json["tool"] as? [String: String] == ["name": "stickerlint", "version": Tool.version])
    let summary = try #require(json["summary"] as? [String: Int])
    #expect(
      summary == ["files": 3, "errors": 2, "warnings": 2, "hints": 1, "fixable": 0, "accepted": 0])
  }

  @Test("only certain fixes are counted as fixable")
  func fixable() throws {
    let path = Path("a.png")
    func found(_ rule: String, isCertain: Bool) -> Finding {
      var fix = Fix(.playForever)
      fix.isCertain = isCertain
      return Finding(
        rule: rule, severity: .warning, path: path, evidence: Evidence("stops", fix: fix), advice: "Loop.",
        failsRun: false)
    }
    let findings = [found("finite-loop", isCertain: true), found("flashing", isCertain: false)]
    let summary = try parsed(report([asset(path, findings[0], findings[1])]))["summary"] as? [String: Int]
    #expect(summary?["fixable"] == 1)
  }

  @Test("every file is listed in report order with its properties or null")
  func files() throws {
    let pixels = report([asset(Path("b.png")), asset(Path("a.bin"), bytes: nil, format: nil)])
    let files = try #require(try parsed(pixels)["files"] as? [[String: Any]])
    #expect(files.map { $0["path"] as? String } == ["b.png", "a.bin"])
    #expect(files[0]["bytes"] as? Int == 1234)
    #expect(files[0]["format"] as? String == "png")
    #expect(files[0]["width"] as? Int == 408)
    #expect(files[0]["height"] as? Int == 306)
    #expect(files[0]["frames"] as? Int == 1)
    for key in ["bytes", "format", "width", "height", "frames"] { #expect(files[1][key] is NSNull) }
    #expect(files[0]["pathBytes"] == nil)
  }

  @Test("a finding has all keys, with null for missing values")
  func findingKeys() throws {
    let findings = try #require(try parsed(sampleReport)["findings"] as? [[String: Any]])
    let keys: Set<String> = [
      "rule", "severity", "path", "message", "measured", "limit", "unit", "frame", "region", "offset", "line",
      "column", "fix", "behind", "help",
    ]
    for finding in findings { #expect(Set(finding.keys) == keys) }
    #expect(
      findings.map { $0["rule"] as? String }
        == ["pixel-dimensions", "icon-image", "frame-delay", "pixel-dimensions", "mixed-sizes"])
    #expect(findings[0]["measured"] as? Int == 299)
    #expect(findings[0]["limit"] as? Int == 300)
    #expect(findings[0]["unit"] as? String == "px")
    #expect(findings[0]["help"] as? String == "Do something about pixel-dimensions.")
    #expect(findings[2]["frame"] as? Int == 2)
    #expect(findings[2]["measured"] as? Double == 16.6)
    #expect(findings[4]["measured"] is NSNull)
    #expect(findings[4]["fix"] is NSNull)
  }

  @Test("locations are a rectangle, a frame or a byte offset")
  func places() throws {
    let path = Path("a.png")
    let rectangle = PixelRect(x: 1, y: 2, width: 3, height: 4)
    let sample = report([
      asset(
        path, finding("stray-pixels", .warning, on: path, "a", at: .region(rectangle, frame: 5)),
        finding(
          "corrupt-image", .error, on: path, "b",
          at: .container(ByteLocation(partOffset: 33, frameIndex: 1, scanLineIndex: 7)))
      )
    ])
    let findings = try #require(try parsed(sample)["findings"] as? [[String: Any]])
    #expect(findings[0]["region"] as? [String: Int] == ["x": 1, "y": 2, "width": 3, "height": 4])
    #expect(findings[0]["frame"] as? Int == 5)
    #expect(findings[1]["offset"] as? Int == 33)
    #expect(findings[1]["frame"] as? Int == 1)
    #expect(findings[1]["line"] is NSNull)  // a scan line is not a line of text
  }

  @Test("whole numbers have no fraction")
  func wholeNumbers() {
    let text = Reporter.json.render(sampleReport)
    #expect(text.contains("\"measured\" : 299,"))
    #expect(!text.contains("299.0"))
  }

  @Test("a number that JSON cannot represent is null")
  func infinite() throws {
    let path = Path("a.png")
    let figure = MeasuredValueAndLimit(.infinity, limit: .nan, unit: .percent)
    let json = try parsed(report([asset(path, finding("file-size", .error, on: path, "x", figure))]))
    let findings = try #require(json["findings"] as? [[String: Any]])
    #expect(findings[0]["measured"] is NSNull)
    #expect(findings[0]["limit"] is NSNull)
  }

  @Test(
    "a hostile name is valid JSON, harmless to a terminal, and survives a round trip", arguments: hostilePaths
  )
  func hostileName(_ path: Path) throws {
    let one = report([asset(path, finding("file-size", .error, on: path, path.displayText))])
    let text = Reporter.json.render(one)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || UntrustedText.isHarmless($0) })
    let json = try parsed(one)
    for list in ["files", "findings"] {
      let entry = try #require((json[list] as? [[String: Any]])?.first)
      if let base64 = entry["pathBytes"] as? String {
        #expect(path.text == nil)
        #expect(Data(base64Encoded: base64) == Data(path.bytes))
        #expect(entry["path"] as? String == path.displayText)
      } else {
        #expect((entry["path"] as? String).map { Array($0.utf8) } == path.bytes)
      }
    }
  }
}

func parsed(_ report: Report) throws -> [String: Any] {
  let object = try JSONSerialization.jsonObject(with: Data(Reporter.json.render(report).utf8))
  return try #require(object as? [String: Any])
}
