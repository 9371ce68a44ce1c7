import StickerImage
import Testing

@testable import Stickers

@Suite struct RenderingFactTests {
  /// The expected values come from the SVG 2 and CSS Values specifications.
  @Test(
    "an SVG has the size of its viewBox, or of its width and height",
    arguments: [
      ("<svg viewBox='0 0 30 10'/>", 30.0, 10.0),
      (
        "<?xml version='1.0'?><!-- <svg viewBox='0 0 1 1'> --><svg:svg viewBox = \"0,0 , 4 , 2\" width=\"9\" >",
        4, 2
      ),
      ("<svg width='1in' height='72pt'>", 96, 96), ("<svg width='25.4mm' height='48'/>", 96, 48),
      ("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 0 0' width='5px' height='6'>", 5, 6),
    ])
  func size(_ text: String, _ width: Double, _ height: Double) throws {
    let size = try #require(SVGIntrinsicAspectRatio(of: Array(text.utf8)))
    #expect(abs(size.width - width) < 0.001 && abs(size.height - height) < 0.001, "\(size)")
  }

  @Test(
    "a size that is missing, relative or absurd is ignored",
    arguments: [
      "", "<svg", "<svg>", "<svg width='100%' height='100%'>", "<svg viewBox='0 0 1e9 1'>",
      "<svg viewBox='0 0 -3 4'>", "<svg viewBox='0 0 nan nan'>", "<svg width='4' height=5>", "<!-- <svg",
      "<svg viewBox='0 0 inf inf'", "<p>", "<svg width='1em' height='1em'>",
    ])
  func noSize(_ text: String) {
    #expect(SVGIntrinsicAspectRatio(of: Array(text.utf8)) == nil)
  }

  @Test("art is scaled to fill its canvas in one dimension")
  func fits() {
    #expect(
      SVGIntrinsicAspectRatio(width: 30, height: 10).fitted(to: PixelSize(618, 618)) == PixelSize(618, 206))
    #expect(
      SVGIntrinsicAspectRatio(width: 1, height: 900).fitted(to: PixelSize(512, 512)) == PixelSize(1, 512))
  }

  private func facts(_ stream: String, _ frames: String) throws -> VideoFacts {
    try VideoFacts(parsing: Array("{\"streams\": [\(stream)], \"frames\": [\(frames)]}".utf8))
  }

  @Test("delays are exact differences between frame times, and the last frame has its own duration")
  func delays() throws {
    let stream = #"{"codec_name": "prores", "width": 64, "height": 48, "time_base": "1/90000"}"#
    let facts = try facts(
      stream, #"{"pts": 10}, {"best_effort_timestamp": 3010}, {"pts": 9010, "pkt_duration": 3003}"#)
    #expect(facts.displaySize == PixelSize(64, 48))
    #expect(facts.delays == [ExactSeconds(1, 30), ExactSeconds(1, 15), ExactSeconds(1001, 30000)])
  }

  @Test("a video is shown upright and with square pixels")
  func shown() throws {
    let stream = #"""
      {"width": 40, "height": 30, "time_base": "1/25", "sample_aspect_ratio": "3:2",
       "side_data_list": [{"rotation": -90}]}
      """#
    #expect(try facts(stream, #"{"pts": 0, "duration": 1}"#).displaySize == PixelSize(30, 60))
  }

  @Test(
    "an invalid answer is rejected",
    arguments: [
      ("", #"{"pts": 0}"#), (#"{"width": 4, "height": 4}"#, #"{"pts": 0}"#),
      (#"{"width": 0, "height": 4, "time_base": "1/25"}"#, #"{"pts": 0}"#),
      (#"{"width": 99999999, "height": 4, "time_base": "1/25"}"#, #"{"pts": 0}"#),
      (#"{"width": 4, "height": 4, "time_base": "0/0"}"#, #"{"pts": 0}"#),
      (#"{"width": 4, "height": 4, "time_base": "1/25"}"#, ""),
      (#"{"width": 4, "height": 4, "time_base": "1/25"}"#, #"{"pts": 2}, {"pts": 2}"#),
      (#"{"width": 4, "height": 4, "time_base": "1/25"}"#, #"{"pts": "N/A"}"#),
      (#"{"width": 4, "height": 4, "time_base": "1/25"}"#, #"{"pts": 0}, {"pts": 9223372036854775807}"#),
    ])
  func lies(_ stream: String, _ frames: String) {
    #expect(throws: (any Error).self) { try facts(stream, frames) }
  }
}
