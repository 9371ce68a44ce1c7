import Testing

@testable import StickerEngine

/// The texts of rules are shown on the drop page, whose users run no commands.
@Suite struct RuleCommandTests {
  @Test("no text of a rule names a command or an option of one", arguments: Rule.all)
  func commands(_ rule: Rule) throws {
    var texts = [rule.summary, rule.reason, rule.advice] + rule.examples.compactMap(\.expectedFindingMessage)
    for profile in MessengerProfile.all {
      let settings = try MockFileSystem([:]).settings(at: "a.png", profile: profile.name)
      guard let active = settings.configuration.activeRule(rule.id) else { continue }
      texts.append(rule.advice(under: active.optionValues))
    }
    for text in texts {
      #expect(
        !text.contains(/stickerlint (?:fix|pack|lint|init|info)|--[a-z]|`(?:fix|pack|lint|init)[ `]|ffmpeg/))
    }
  }

  @Test(
    "reports add the commands that help to follow the advice",
    arguments: [
      ("resource-limit", "--limit NAME=NUMBER"), ("corrupt-image", "stickerlint info"),
      ("pack-texts", "stickerlint init"), ("unlisted-sticker", "stickerlint init --update"),
      ("video-duration", "ffmpeg -i in.webm -c copy out.webm"),
      ("video-audio", "ffmpeg -i in.webm -an -c copy out.webm"),
    ])
  func commandLineAdvice(_ id: String, _ command: String) throws {
    let rule = try #require(Rule.all.first { $0.id == id })
    #expect(rule.commandLineAdvice.hasPrefix(rule.advice + " "))
    #expect(rule.commandLineAdvice.contains("`\(command)"))
  }
}
