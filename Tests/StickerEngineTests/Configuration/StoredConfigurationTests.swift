import Corpus
import Testing

@testable import StickerEngine
@testable import Stickers

@Suite struct StoredConfigurationTests {
  @Test("a configuration comes back as it was: rules, order, severities, settings, limits")
  func roundTrips() throws {
    for configuration in try configurations() {
      var reader = StoredReader(bytes(of: configuration)[...])
      let taken = reader.configuration(Rule.all)
      let read = try #require(taken)
      #expect(reader.isAtEnd && read.fingerprint == configuration.fingerprint)
      #expect(read.rules.map(\.rule.id) == configuration.rules.map(\.rule.id))
      #expect(read.rules.map(\.settings) == configuration.rules.map(\.settings))
      #expect(read.rules.map(\.severity) == configuration.rules.map(\.severity))
      #expect(read.budget == configuration.budget && read.failOn == configuration.failOn)
      #expect(read.checksPacks == configuration.checksPacks && bytes(of: read) == bytes(of: configuration))
    }
  }

  @Test("one that was cut or changed is another one or none, and all its values are allowed")
  func hostile() throws {
    for configuration in try configurations() {
      let stored = bytes(of: configuration)
      for at in stored.indices {
        var changed = stored
        changed[at] ^= at.isMultiple(of: 2) ? 0x80 : 0x01
        var (cut, broken) = (StoredReader(stored.prefix(at)), StoredReader(changed[...]))
        let read = cut.configuration(Rule.all)
        #expect(read == nil)
        for rule in broken.configuration(Rule.all)?.rules ?? [] {
          #expect(rule.rule.parameters.allSatisfy { $0.allows(rule.settings.value($0)) })
        }
      }
    }
  }

  @Test("a rule that there is not, one that is there twice, and a value out of its range are refused")
  func refused() throws {
    let rule = try #require(Rule.all.first { $0.id == "file-size" })
    func isRead(_ rules: [RuleInForce], by known: [Rule] = Rule.all) -> Bool {
      var reader = StoredReader(bytes(of: Configuration(rules: rules))[...])
      return reader.configuration(known) != nil
    }
    #expect(isRead([RuleInForce(rule)]))
    #expect(!isRead([RuleInForce(rule)], by: Rule.all.filter { $0.id != "file-size" }))
    #expect(!isRead([RuleInForce(rule), RuleInForce(rule)]))
    for value in [Parameter.Value.whole(0), .whole(-1), .word("many"), .real(.nan)] {
      #expect(!isRead([RuleInForce(rule, settings: Settings(["max-bytes": value]))]))
    }
  }

  /// What is in force here and there in a tree of settings, and with every profile.
  private func configurations() throws -> [Configuration] {
    let disk = Disk([
      "/repo/.stickerlint.yml": """
      fail-on: hint
      rules:
        file-size: { max-bytes: 300000, severity: hint }
        low-contrast: { min-contrast: 1.25, severity: error }
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
    all += try Profile.all.map { try disk.settings(at: "/else/c.png", profile: $0.name).configuration }
    let flags = try FlagSettings(.ours, select: ["file-size", "flashing"], checksPacks: false)
    all.append(try disk.settings(at: "/repo/a.png", flags).configuration)
    return all
  }

  private func bytes(of configuration: Configuration) -> [UInt8] {
    var writer = StoredWriter()
    writer.configuration(configuration)
    return writer.stored
  }
}
