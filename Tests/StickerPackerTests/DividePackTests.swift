import Testing

@testable import StickerEngine
@testable import StickerPacker

/// Splits packs for WhatsApp (3 to 30 stickers, not mixed) and LINE (8, 16, 24, 32 or 40).
@Suite("split packs") struct DividePackTests {
  private func limits(
    _ figures: [(rule: String, option: RuleOption, value: RuleOption.Value)]
  ) -> MessengerLimits {
    Configuration(
      rules: Rule.all.filter { rule in figures.contains { $0.rule == rule.id } }.map { rule in
        var settings = OptionValues()
        for figure in figures where figure.rule == rule.id {
          settings.set(figure.option, to: figure.value)
        }
        return ActiveRule(rule, optionValues: settings)
      }
    ).messengerLimits
  }

  private var whatsApp: MessengerLimits {
    limits([
      ("sticker-count", .minStickers, .whole(3)), ("sticker-count", .maxStickers, .whole(30)),
      ("mixed-animation", .acceptsMixedPacks, .word("no")),
      ("pack-texts", .maxNameAuthorPublisherLength, .whole(128)),
    ])
  }

  private var line: MessengerLimits {
    limits([
      ("sticker-count", .minStickers, .whole(8)), ("sticker-count", .maxStickers, .whole(40)),
      ("sticker-count", .stickerCountMultiple, .whole(8)),
    ])
  }

  private func divided(_ isAnimated: [Bool], leavingOut isLeftOut: [Bool]? = nil, _ limits: MessengerLimits)
    -> [PackPart]
  {
    packParts(
      isAnimated: isAnimated, isExcludedFromCount: isLeftOut ?? isAnimated.map { _ in false }, limits)
  }

  @Test("a pack that a messenger accepts unsplit keeps its own name")
  func whole() {
    let parts = divided([false, false, false], whatsApp)
    #expect(parts.map(\.fileNameSuffix) == [nil] && parts[0].stickerIndices == [0, 1, 2])
    #expect(parts[0].title(of: "Cats", whatsApp) == "Cats")
  }

  @Test("stills and animations are separated if they cannot share a pack, each in order")
  func mixed() {
    let parts = divided([false, true, false, true], whatsApp)
    #expect(parts.map(\.fileNameSuffix) == ["still", "animated"])
    #expect(parts.map(\.stickerIndices) == [[0, 2], [1, 3]])
    #expect(parts.map { $0.title(of: "Cats", whatsApp) } == ["Cats", "Cats (animated)"])
  }

  @Test("a pack with too many stickers becomes parts of nearly equal size", arguments: [31, 35, 61, 90, 91])
  func many(_ count: Int) {
    let parts = divided([Bool](repeating: false, count: count), whatsApp)
    #expect(parts.count == (count + 29) / 30)
    #expect(parts.map(\.fileNameSuffix) == (1...parts.count).map { "\($0)" })
    #expect(parts.flatMap(\.stickerIndices) == Array(0..<count))
    let sizes = parts.map(\.stickerIndices.count)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1 && (sizes.max() ?? 0) <= 30, "\(sizes)")
  }

  @Test("packs for LINE are split into multiples of eight, with any remainder last")
  func eights() {
    #expect(divided([Bool](repeating: false, count: 48), line).map(\.stickerIndices.count) == [24, 24])
    #expect(divided([Bool](repeating: false, count: 56), line).map(\.stickerIndices.count) == [32, 24])
    // Four more than a multiple of eight: the number of stickers in the last part is rejected.
    #expect(divided([Bool](repeating: false, count: 44), line).map(\.stickerIndices.count) == [24, 20])
  }

  @Test("an excluded sticker does not count toward the maximum of a pack")
  func leftOut() {
    let skipped = (0..<31).map { $0 == 4 }
    let parts = divided([Bool](repeating: false, count: 31), leavingOut: skipped, whatsApp)
    #expect(parts.count == 1 && parts[0].fileNameSuffix == nil)
  }

  @Test("a title stays within the messenger's limit, and parts are distinguishable")
  func titles() {
    let parts = divided([Bool](repeating: true, count: 31) + [false, false, false], whatsApp)
    #expect(parts.map(\.fileNameSuffix) == ["still", "animated-1", "animated-2"])
    let titles = parts.map { $0.title(of: String(repeating: "x", count: 128), whatsApp) }
    #expect(Set(titles).count == 3 && titles.allSatisfy { $0.count <= 128 })
    #expect(titles[2].hasSuffix("x (animated) 2"))
  }

  @Test(
    "a title is truncated to the smaller limit in scalars, and wide scalars count as two if the rule says so",
    arguments: [
      ("x", 9, 40, "no", 7), ("x", 9, 0, "no", 7), ("x", 0, 9, "no", 7), ("x", 40, 9, "no", 7),
      ("猫", 9, 0, "no", 7), ("猫", 9, 0, "yes", 3), ("e\u{301}", 9, 0, "no", 3),
    ])
  func limitsOfTitles(_ letter: String, _ title: Int, _ text: Int, _ double: String, _ count: Int) {
    let limits = limits([
      ("sticker-count", .maxStickers, .whole(1)), ("pack-texts", .maxPackNameLength, .whole(title)),
      ("pack-texts", .maxNameAuthorPublisherLength, .whole(text)),
      ("pack-texts", .countsWideCharactersTwice, .word(double)),
    ])
    let parts = divided([false, false], limits)
    let titles = parts.map { $0.title(of: String(repeating: letter, count: 60), limits) }
    #expect(titles == [1, 2].map { String(repeating: letter, count: count) + " \($0)" })
  }

  @Test("no part is larger than a pack may be, whatever the required multiple")
  func steps() {
    for (count, most, step) in [(20, 10, 4), (23, 10, 4), (31, 30, 40), (17, 9, 8)] {
      let limits = limits([
        ("sticker-count", .maxStickers, .whole(most)), ("sticker-count", .stickerCountMultiple, .whole(step)),
      ])
      let sizes = divided([Bool](repeating: false, count: count), limits).map(\.stickerIndices.count)
      #expect(sizes.reduce(0, +) == count && sizes.allSatisfy { (1...most).contains($0) }, "\(sizes)")
    }
  }
}
