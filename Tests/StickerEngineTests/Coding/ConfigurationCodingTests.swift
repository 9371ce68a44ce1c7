import Corpus
import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct ConfigurationCodingTests {
  @Test("a configuration survives a round trip: rules, order, severities, settings, limits")
  func roundTrips() throws {
    for configuration in try configurations() {
      let read = try decoded(configuration.binaryEncoded)
      #expect(read.assetFindingsFingerprint == configuration.assetFindingsFingerprint)
      #expect(read.rules.map(\.rule.id) == configuration.rules.map(\.rule.id))
      #expect(read.rules.map(\.optionValues) == configuration.rules.map(\.optionValues))
      #expect(read.rules.map(\.severityOverride) == configuration.rules.map(\.severityOverride))
      #expect(read.messengerLimits == configuration.messengerLimits)
      #expect(read.budget == configuration.budget && read.failOn == configuration.failOn)
      #expect(
        read.checksPacks == configuration.checksPacks && read.binaryEncoded == configuration.binaryEncoded)
    }
  }

  @Test("a truncated or altered configuration decodes to a valid one or not at all")
  func hostile() throws {
    for configuration in try configurations() {
      let stored = configuration.binaryEncoded
      for at in stored.indices {
        var changed = stored
        changed[at] ^= at.isMultiple(of: 2) ? 0x80 : 0x01
        #expect(throws: Diagnostic.corruptData) { try decoded(Array(stored.prefix(at))) }
        for rule in (try? decoded(changed))?.rules ?? [] {
          #expect(rule.rule.options.allSatisfy { $0.allows(rule.optionValues.value(of: $0)) })
        }
      }
    }
  }

  @Test("unknown rules, duplicate rules and values out of range are rejected")
  func refused() throws {
    let rule = try #require(Rule.all.first { $0.id == "file-size" })
    func isRead(_ rules: [ActiveRule], by known: [Rule] = Rule.all) -> Bool {
      (try? decoded(Configuration(rules: rules).binaryEncoded, by: known)) != nil
    }
    #expect(isRead([ActiveRule(rule)]))
    #expect(!isRead([ActiveRule(rule)], by: Rule.all.filter { $0.id != "file-size" }))
    #expect(!isRead([ActiveRule(rule), ActiveRule(rule)]))
    for value in [RuleOption.Value.whole(0), .whole(-1), .word("many"), .real(.nan)] {
      #expect(!isRead([ActiveRule(rule, optionValues: OptionValues(["max-bytes": value]))]))
    }
  }

  @Test("a limit out of range is rejected")
  func refusedLimits() {
    func isRead(_ limits: MessengerLimits) -> Bool {
      (try? MessengerLimits(binary: limits.binaryEncoded)) == limits
    }
    var limits = MessengerLimits.apple
    #expect(isRead(limits))
    limits.maxFrames = 20
    #expect(isRead(limits))
    limits.maxFrames = -1
    #expect(!isRead(limits))
    limits = .apple
    limits.minSidePixels = 0
    #expect(!isRead(limits))
  }

  /// Configurations for files inside and outside a repository, with each profile, and with options.
  private func configurations() throws -> [Configuration] {
    let disk = MockFileSystem([
      "/repo/.stickerlint.yml": """
      fail-on: hint
      rules:
        file-size: { max-bytes: 300000, severity: hint }
        low-contrast: { min-dark-distance: 0.125, severity: error }
        grid-size: on
        not-square: off
      limits: { frames: 12, file-bytes: 1000 }
      overrides:
        - paths: ["photos/**"]
          role: icon
          rules: { opaque-background: off }
      """
    ])
    let paths = ["/repo/a.png", "/repo/photos/b.png", "/else/c.png"]
    var all = try paths.map { try disk.settings(at: $0).configuration }
    all += try MessengerProfile.all.map {
      try disk.settings(at: "/else/c.png", profile: $0.name).configuration
    }
    let flags = try FlagConfiguration(.builtIn, select: ["file-size", "flashing"], checksPacks: false)
    all.append(try disk.settings(at: "/repo/a.png", flags).configuration)
    return all
  }

  private func decoded(_ bytes: [UInt8], by known: [Rule] = Rule.all) throws -> Configuration {
    try BinaryDecoder.decode(bytes[...]) { try Configuration(from: &$0, rules: known) }
  }
}
