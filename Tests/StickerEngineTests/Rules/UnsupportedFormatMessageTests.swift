import Testing

@testable import StickerEngine

/// The wording in which `unsupported-format` states the required formats.
@Suite struct UnsupportedFormatMessageTests {
  private func messages(
    _ sketch: ExampleFile, _ values: KeyValuePairs<RuleOption, String>
  ) async throws -> [String] {
    var settings = OptionValues()
    for (option, word) in values { settings.set(option, to: .word(word)) }
    let outcome = try sketch.makeContents()
    let source = AssetSource(path: Path(sketch.relativePath)) { _ in outcome }
    let configuration = Configuration(rules: [ActiveRule(.unsupportedFormat, optionValues: settings)])
    return await lint([source], configuration, jobs: 1).findings.map(\.message)
  }

  @Test("if animated WebP is not allowed, the message lists only formats that may animate")
  func moving() async throws {
    for sketch in [ExampleFile.bouncingBallGIF([0, 1, 2]), .webP(animated: true)] {
      let found = try await messages(
        sketch, [.acceptsGIF: "no", .acceptsJPEG: "no", .acceptsWebP: "yes", .acceptsAnimatedWebP: "no"])
      #expect(
        found.count == 1 && found.allSatisfy { $0.hasSuffix("(an animation must be APNG)") }, "\(found)")
    }
  }

  @Test("if no accepted format animates, the message lists the accepted formats")
  func nothingMoves() async throws {
    let found = try await messages(
      .webP(animated: true),
      [
        .apngSupport: "no", .acceptsGIF: "no", .acceptsJPEG: "no", .acceptsWebP: "yes",
        .acceptsAnimatedWebP: "no",
      ])
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.hasSuffix("(a sticker must be PNG or WebP)") }, "\(found)")
  }
}
