import Testing

@testable import StickerEngine

/// The notation in which users write a messenger's limits.
@Suite("limits as users write them") struct RuleOptionLimitTests {
  @Test("every option that sets a limit is listed, and each sets its own limit")
  func list() {
    let limits = Rule.all.flatMap(\.options).compactMap(\.messengerLimitToSet)
    #expect(Set(limits) == Set(RuleOption.messengerLimitOptions.compactMap(\.messengerLimitToSet)))
    #expect(limits.count == Set(limits).count && limits.count == RuleOption.messengerLimitOptions.count)
  }

  @Test(
    "a limit can be set and read back, and no other limit changes",
    arguments: RuleOption.messengerLimitOptions)
  func written(_ option: RuleOption) throws {
    let values: [RuleOption.Value] =
      switch option.kind {
      case .whole(_, let range): [.whole(range.lowerBound), .whole(range.upperBound)]
      case .choice(_, let words): words.map { .word($0) }
      case .real: []
      }
    #expect(!values.isEmpty)
    let limit = try #require(option.messengerLimitToSet)
    for value in values {
      var limits = MessengerLimits.apple
      limit.set(value, in: &limits)
      #expect(limit.value(of: limits) == value)
      limit.set(option.defaultValue, in: &limits)
      #expect(limits == .apple)
    }
  }

  @Test(
    "a unit is singular after 1", arguments: [("1", "1 play"), ("0", "0 plays"), ("1 to 4", "1 to 4 plays")])
  func singular(_ number: String, _ text: String) {
    let option = RuleOption("min-plays", 1, .plays, in: 0...4, source: .ownMeasurements, "")
    #expect(option.withUnit(number) == text)
  }

  @Test("0 means no limit if an option says so") func zero() throws {
    var settings = OptionValues()
    settings.set(.maxFrames, to: .whole(0))
    settings.set(.maxTotalPlayMilliseconds, to: .whole(4000))
    let limits = Configuration(rules: [ActiveRule(.animationLimits, optionValues: settings)]).messengerLimits
    #expect(limits.maxFrames == nil && limits.maxTotalPlayMilliseconds == 4000)
  }
}
