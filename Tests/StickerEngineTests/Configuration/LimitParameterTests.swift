import Testing

@testable import StickerEngine

/// How users write the limits of messengers.
@Suite("limits as users write them") struct LimitParameterTests {
  @Test("every parameter of a rule that sets a limit is in the list, and sets a limit of its own")
  func list() {
    let limits = Rule.all.flatMap(\.parameters).compactMap(\.limit)
    #expect(Set(limits) == Set(Parameter.limits.compactMap(\.limit)))
    #expect(limits.count == Set(limits).count && limits.count == Parameter.limits.count)
  }

  @Test("a value reads as it was written, and changes no other limit", arguments: Parameter.limits)
  func written(_ parameter: Parameter) throws {
    let values: [Parameter.Value] =
      switch parameter.kind {
      case .whole(_, let range): [.whole(range.lowerBound), .whole(range.upperBound)]
      case .choice(_, let words): words.map { .word($0) }
      case .real: []
      }
    #expect(!values.isEmpty)
    let limit = try #require(parameter.limit)
    for value in values {
      var limits = MessengerLimits.apple
      limit.set(value, in: &limits)
      #expect(limit.value(of: limits) == value)
      limit.set(parameter.standard, in: &limits)
      #expect(limits == .apple)
    }
  }

  @Test("0 is no limit where a parameter says so") func zero() throws {
    var settings = Settings()
    settings.set(.maxFrames, to: .whole(0))
    settings.set(.maxPlayTime, to: .whole(4000))
    let limits = Configuration(rules: [ActiveRule(.animationLimits, settings: settings)]).limits
    #expect(limits.maxFrames == nil && limits.maxPlayTime == 4000)
  }
}
