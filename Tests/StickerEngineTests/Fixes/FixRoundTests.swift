import Testing

@testable import StickerEngine
@testable import StickerImage

/// Which fixes are applied together.
@Suite("one round of fixes") struct FixRoundTests {
  private func rule(
    _ id: String, fix kind: Fix.Kind?, _ isWrong: @escaping @Sendable (ImageContainer) -> Bool
  ) -> Rule {
    Rule(
      id: id, severity: .error, summary: "", reason: "", advice: "", checkedAspect: .storage, examples: [],
      check: .asset({ asset, _ in
        guard let container = asset.container, isWrong(container) else { return [] }
        return [Evidence(id, fix: kind.map { Fix($0) })]
      }))
  }

  private func frames(_ count: Int) -> [Frame] {
    (0..<count).map { number in
      Frame(Bitmap(PixelSize(40, 30), color: 0x101010 + UInt32(number) * 0x40), delay: ExactSeconds(1, 10))
    }
  }

  @Test("two errors that depend on each other are fixed even if a third cannot be")
  func together() async throws {
    let file = try frames(2).encodedAPNG(plays: 2)
    let text = pngChunk("tEXt", [Array("Comment".utf8), [0], Array("text".utf8)])
    let bytes = Array(file.prefix(33)) + text + Array(file.dropFirst(33))
    let rules = [
      rule("plays", fix: .playForever) { ($0.animation?.plays ?? 0) > 0 },
      rule("text", fix: .stripMetadata) { $0.metadataBytes > 0 },
      // After only one of the two fixes, this rule reports an error.
      rule("both", fix: nil) { (($0.animation?.plays ?? 0) > 0) != ($0.metadataBytes > 0) },
      rule("never", fix: .stripTrailingData) { _ in true },
    ]
    let source = AssetSource(path: Path("art.png")) { _ in .bytes(bytes) }
    let result = await MemoryGatedFixer(FixOptions(effort: .fast), Configuration(rules: rules), MemoryGate())
      .fix(
        source)
    #expect(result.unfixedFindings.map { $0.finding.rule } == ["never"])
    #expect(Set(result.change?.steps.map(\.rule) ?? []) == ["plays", "text"])
  }

  @Test("frames that a fix announces are decoded even if the still was decoded before")
  func announced() throws {
    let file = try frames(3).encodedAPNG(plays: 0)
    let control = try #require(ImageContainer(of: file)?.parts.first { $0.type == "acTL" })
    var still = file
    still.removeSubrange(control.offset..<control.offset + control.length)
    let container = try #require(ImageContainer(of: still))
    let decoded = try Image(decoding: still).frames
    #expect(decoded.count == 1)
    var session = FixSession(
      still, container, FixLimits(), FixOptions(effort: .fast), frames: decoded)
    try session.apply([
      (rule: "single-frame-animation", fix: Fix(.writeMissingAnimationControl)),
      (rule: "stray-pixels", fix: Fix(.clearHaze)),
    ])
    #expect(ImageContainer(of: session.bytes)?.frameCount == 3)
    #expect(
      container.maxFixingMemoryBytes(fileBytes: still.count) >= 40 * 30 * 4 * 3, "room for three frames")
  }

  @Test("an arc that all visible frames share is cleared, whatever the hidden default image shows")
  func hiddenImage() async throws {
    let block = Bitmap(PixelSize(190, 190), color: 0x285AC8)
    func picture(hasArc: Bool, step: Int) -> Bitmap {
      var bitmap = Bitmap(transparent: PixelSize(300, 300))
      bitmap.draw(block, x: 30 + step, y: 30)
      guard hasArc else { return bitmap }
      for x in 60..<180 {
        let at = (240 * 300 + x) * 4
        bitmap.pixels.replaceSubrange(at..<at + 4, with: [90, 74, 140, 100])
      }
      return bitmap
    }
    let shown = (0..<2).map { Frame(picture(hasArc: true, step: $0), delay: ExactSeconds(1, 10)) }
    var image = EditableImage(shown, plays: 0, hiddenDefaultImage: picture(hasArc: false, step: 0))
    let still = try #require(ImageContainer(of: Bitmap(PixelSize(1, 1), color: 0).encodedPNG()))
    _ = try image.apply(
      Fix(.clearSpecks, 12, 12), originalContainer: still, FixOptions(allowsLossyFixes: true))
    #expect(image.frames.allSatisfy { $0.bitmap.pixels[(240 * 300 + 100) * 4 + 3] == 0 })
    #expect(image.hiddenDefaultImage == picture(hasArc: false, step: 0))
  }
}
