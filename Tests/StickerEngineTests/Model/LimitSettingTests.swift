import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct LimitSettingTests {
  @Test("every limit can be set by name, from 1 to its maximum", arguments: ResourceLimit.all)
  func set(_ limit: ResourceLimit) throws {
    for value in [1, limit.defaultValue, limit.maxValue] {
      var budget = DecodingBudget.standard
      try budget.set(limit.name, to: "\(value)")
      var expected = DecodingBudget.standard
      expected[limit] = value
      #expect(budget == expected)
      #expect(budget[limit] == value)
    }
  }

  @Test(
    "a value above the maximum is refused with the maximum, however long it is", arguments: ResourceLimit.all)
  func tooLarge(_ limit: ResourceLimit) {
    for value in ["\(limit.maxValue + 1)", String(repeating: "9", count: 40)] {
      let most = "at most \(numberText(limit.maxValue)) \(limit.unit)"
      let message = "the limit \(limit.name) must be \(most), not \"\(value)\""
      #expect(throws: CommandError(UserMessage(message))) { try set(limit.name, value) }
    }
  }

  @Test(
    "a value that is not a whole number is refused and escaped",
    arguments: ["", "-1", "+5", "1e6", "12k", "1,000", "0x10", "1.5", "\u{202E}", "\u{663}", "a\nb"])
  func nonsense(_ value: String) {
    let shown = UntrustedText(value).displayText
    let message = "the limit frames must be a whole number, not \"\(shown)\". Example: frames=4096"
    #expect(throws: CommandError(UserMessage(message))) { try set("frames", value) }
  }

  @Test("no limit can be 0")
  func zero() {
    #expect(throws: CommandError("the limit scans must be at least 1, not \"0\"")) { try set("scans", "0") }
    #expect(throws: CommandError("the limit scans must be at least 1, not \"00\"")) {
      try set("scans", "00")
    }
  }

  @Test("an unknown name suggests the closest one, or else lists all")
  func unknown() {
    #expect(throws: CommandError("unknown limit \"canvas-pixel\". Did you mean canvas-pixels?")) {
      try set("canvas-pixel", "1")
    }
    let all = ResourceLimit.all.map(\.name).joined(separator: ", ")
    #expect(throws: CommandError("unknown limit \"megabytes\". Choose one of \(all).")) {
      try set("megabytes", "1")
    }
  }

  @Test("names are unique, and every limit says what it bounds")
  func names() {
    #expect(Set(ResourceLimit.all.map(\.name)).count == ResourceLimit.all.count)
    for limit in ResourceLimit.all {
      #expect(!limit.scopeText.isEmpty && limit.defaultValue < limit.maxValue)
      #expect(ResourceLimit(named: limit.name) == limit)
    }
  }

  @Test("an exceeded limit gives the value, the limit, and how far it can be raised")
  func sentences() {
    #expect(
      ExceededLimit(.frames, measured: 5000, .standard).messageWithAdvice
        == "frames: 5000 frames (limit: 4096 frames). Raise it with --limit frames=NUMBER.")
    #expect(
      ExceededLimit(.canvasPixels, measured: 268_435_457, .standard).messageWithAdvice
        == "canvas-pixels: 268,435,457 pixels (limit: 16,800,000 pixels). "
        + "It cannot be raised above 268,435,456 pixels.")
    #expect(
      ExceededLimit("memory for @2x", measured: 2, limit: 1, unit: "bytes").messageWithAdvice
        == "memory for @2x: 2 bytes (limit: 1 bytes)")
  }

  private func set(_ name: String, _ value: String) throws {
    var budget = DecodingBudget.standard
    try budget.set(name, to: value)
  }
}
