import Corpus
import Foundation
import Testing

@testable import StickerImage

/// Files from public bug reports that once failed. The expected results come from other programs or from a
/// specification.
@Suite("failing cases", .enabled(if: RegressionCases.arePresent, "skipped: no cases"))
struct RegressionFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func copyRegressionFile(_ name: String, as path: String? = nil) throws {
    try folder.write(RegressionCases.bytes(of: name), to: path ?? "art/\(name)")
  }

  private func json(_ arguments: String...) throws -> [String: Any] {
    let outcome = try Program.run(arguments + ["--format", "json"], in: folder.url)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any],
      "\(outcome.text)\(outcome.errors)")
  }

  private func findings(_ arguments: String...) throws -> [(rule: String, severity: String, text: String)] {
    let outcome = try Program.run(["lint"] + arguments + ["--format", "json"], in: folder.url)
    let report = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    return (report?["findings"] as? [[String: Any]] ?? []).map {
      ($0["rule"] as? String ?? "", $0["severity"] as? String ?? "", $0["message"] as? String ?? "")
    }
  }

  /// The `change` object in the report about the only file in `art`.
  private func change(_ arguments: String...) throws -> [String: Any] {
    let outcome = try Program.run(["fix", "art"] + arguments + ["--format", "json"], in: folder.url)
    let report = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    let file = try #require((report?["files"] as? [[String: Any]])?.first, "\(outcome.text)\(outcome.errors)")
    return try #require(file["change"] as? [String: Any], "\(file["left"] ?? "")")
  }

  private func after(_ change: [String: Any]) -> [String: Any] { change["after"] as? [String: Any] ?? [:] }

  private func container(_ path: String) throws -> ImageContainer {
    try #require(ImageContainer(of: folder.bytes(of: path)))
  }

  @Test("`fix` scales 700 × 1000 px to 432 × 618 px, and `pack` succeeds") func oversize() throws {
    try copyRegressionFile("oversize_nonsquare.png")
    let after = after(try change("--lossy"))
    #expect(after["width"] as? Int == 432 && after["height"] as? Int == 618)
    let outcome = try Program.run(
      ["pack", "art", "--fix", "--lossy", "--output", "build"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("repeated frames at 60 fps are merged") func merged() throws {
    try copyRegressionFile("min60dup.png")
    #expect(after(try change())["frames"] as? Int == 4)
  }

  @Test("a 60 fps loop fits into 500,000 bytes and looks the same") func sixty() throws {
    try copyRegressionFile("sixty.png")
    let change = try change("--lossy")
    #expect(after(change)["bytes"] as? Int ?? .max < 500_000)
    let mean = (change["similarity"] as? [String: Any])?["mean"] as? [String: Double]
    #expect(mean?["overWhite"] ?? 0 > 0.999)
  }

  @Test("66 frames become a WebP of 512 × 512 px for WhatsApp") func frames() throws {
    try copyRegressionFile("wa66.png")
    let after = after(try change("--lossy", "--for", "whatsapp"))
    #expect(after["format"] as? String == "webp" && after["frames"] as? Int == 66)
    #expect(after["width"] as? Int == 512 && after["height"] as? Int == 512)
  }

  @Test("art is scaled so that LINE's 10 px margin stays empty") func margin() throws {
    try copyRegressionFile("line_margin.png")
    #expect(try findings("art", "--for", "line").contains { $0.rule == "narrow-margin" })
    let fixed = try Program.run(
      ["fix", "art", "--lossy", "--for", "line", "--output", "fixed"], in: folder.url)
    let left = try findings("fixed", "--for", "line").map(\.rule)
    #expect(!left.contains("narrow-margin") && !left.contains("pixel-dimensions"), "\(fixed.text)")
  }

  @Test(
    "frames of at most 10 ms last at least 100 ms after conversion", arguments: ["delay0.gif", "delay10.gif"])
  func delays(_ name: String) throws {
    try copyRegressionFile(name)
    #expect(try findings("art").contains { $0.rule == "frame-delay" && $0.text.contains("100 ms") })
    _ = try Program.run(["fix", "art", "--lossy", "--for", "whatsapp", "--output", "fixed"], in: folder.url)
    let stem = name.dropLast(4)
    let animation = try #require(try container("fixed/\(stem).webp").animation)
    #expect(animation.frames.allSatisfy { $0.delay.millisecondsRoundedToTenths >= 100 })
  }

  @Test("506,190 bytes are too many for WhatsApp") func limit() throws {
    try copyRegressionFile("anim506190.webp")
    #expect(
      try findings("art", "--for", "whatsapp").contains { $0.rule == "file-size" && $0.severity == "error" })
  }

  @Test("an orientation in a text chunk is reported, and applied only on request") func textOrientation()
    throws
  {
    try copyRegressionFile("exif_ztxt.png")
    #expect(try findings("art").contains { $0.rule == "orientation-tag" })
    let plain = try Program.run(["fix", "art", "--output", "plain"], in: folder.url)
    let before = try #require(ImageContainer(of: RegressionCases.bytes(of: "exif_ztxt.png"))).canvas
    #expect(try container("plain/exif_ztxt.png").canvas == before, "\(plain.text)")
    _ = try Program.run(["fix", "art", "--select", "orientation-tag", "--output", "turned"], in: folder.url)
    #expect(try container("turned/exif_ztxt.png").canvas == PixelSize(before.height, before.width))
  }

  @Test("frames that no acTL chunk announces are reported and never dropped") func unannounced() throws {
    try copyRegressionFile("actl_after_idat.png")
    #expect(try findings("art").contains { $0.text.contains("frames") })
    _ = try Program.run(["fix", "art", "--smallest", "--output", "fixed"], in: folder.url)
    let file = try folder.bytes(of: "fixed/actl_after_idat.png")
    let kept = [UInt8]("fdAT".utf8)
    #expect(file.indices.count { file[$0...].starts(with: kept) } >= 3)
  }

  @Test("a hidden default image is removed, and every frame stays") func hidden() throws {
    try copyRegressionFile("hidden.png")
    #expect(try findings("art").contains { $0.rule == "hidden-default-image" })
    let before = try Image(decoding: RegressionCases.bytes(of: "hidden.png")).frames
    #expect(before.count == 5)
    _ = try Program.run(["fix", "art", "--output", "fixed"], in: folder.url)
    #expect(try !findings("fixed").contains { $0.rule == "hidden-default-image" })
    let after = try Image(decoding: folder.bytes(of: "fixed/hidden.png")).frames
    let isSame = after.map(\.bitmap) == before.map(\.bitmap)
    #expect(isSame)
    #expect(zip(after, before).allSatisfy { $0.delay.isSameTime(as: $1.delay) })
  }

  @Test("a large WhatsApp animation fits into 500,000 bytes and stays similar to the art")
  func alpha() throws {
    try copyRegressionFile("nine_s.png")
    let change = try change("--lossy", "--for", "whatsapp")
    #expect(after(change)["bytes"] as? Int ?? .max <= 500_000)
    // Pillow's quality 70 with alpha_quality 20 has 37.2 dB, and quality 4 has 30.7 dB.
    let mean = (change["similarity"] as? [String: Any])?["mean"] as? [String: Double]
    #expect(mean?["overWhite"] ?? 0 > 0.97 && mean?["overBlack"] ?? 0 > 0.97, "\(mean ?? [:])")
  }

  @Test("Slack and Discord accept an emoji of 35 × 25 px unchanged", arguments: ["slack", "discord-emoji"])
  func tiny(_ messenger: String) throws {
    try copyRegressionFile("tiny_emoji.gif")
    #expect(try !findings("art", "--for", messenger).contains { $0.severity == "error" })
    let outcome = try Program.run(["pack", "art", "--for", messenger, "--output", "build"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try folder.bytes(of: "build/\(messenger)/tiny_emoji.gif") == RegressionCases.bytes(of: "tiny_emoji.gif")
    )
  }

  @Test("TGS and WebM files are identified in a folder and unsupported on their own")
  func vectorsAndVideo() throws {
    let (tgs, webm) = ("animated_tgs_512x512_1s.tgs", "animated_webm_320x240_2s_vp9a.webm")
    try copyRegressionFile(tgs)
    try copyRegressionFile(webm)
    try folder.write(Art.disc(408, 408), to: "art/wave.png")
    let outcome = try Program.run(["lint", "art"], in: folder.url)
    let text = outcome.text + outcome.errors
    #expect(text.contains("TGS") && text.contains("WebM"), "\(text)")
    for name in [tgs, webm] {
      let alone = try Program.run(["lint", "art/\(name)"], in: folder.url)
      #expect(alone.status == 1 && alone.text.contains("unsupported-format"), "\(alone.text)")
    }
  }
}
