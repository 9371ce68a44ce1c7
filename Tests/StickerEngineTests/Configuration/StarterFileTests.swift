import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite("the configuration that `init` writes") struct StarterFileTests {
  private let text = starterConfigurationText(.builtIn)

  @Test("with all or none of its settings uncommented, the file has the same effect as no file")
  func defaults() throws {
    let bare = try MockFileSystem([:]).settings(at: "a.png")
    let uncommented = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let rest = line.drop { $0 == " " }
      let isSetting = rest.hasPrefix("#") && rest.dropFirst().first?.isLetter == true
      guard !rest.hasPrefix("#extends"), !rest.hasPrefix("#include") else { return String(line) }
      return isSetting ? String(line.prefix { $0 == " " } + rest.dropFirst()) : String(line)
    }
    for text in [text, uncommented.joined(separator: "\n")] {
      let settings = try MockFileSystem(["/repo/.stickerlint.yml": text]).settings(at: "a.png")
      #expect(settings.configurationFiles == [".stickerlint.yml"])
      #expect(settings.profileNameOrPath.value == bare.profileNameOrPath.value)
      #expect(settings.failOn.value == bare.failOn.value)
      #expect(
        settings.rules.map(\.severityUnlessOff) == bare.rules.map(\.severityUnlessOff))
      #expect(settings.rules.map { $0.values.map(\.value) } == bare.rules.map { $0.values.map(\.value) })
      #expect(settings.resourceLimits.map(\.value) == bare.resourceLimits.map(\.value))
    }
    #expect(try YAMLParser.parse(Array(text.utf8))["rules"]?.isMissing == true)
    guard
      case .mapping(let rules)? = try YAMLParser.parse(Array(uncommented.joined(separator: "\n").utf8))[
        "rules"]?
        .content
    else { throw CommandError("no rules") }
    #expect(rules.map(\.key) == Rule.all.map(\.id))
  }

  @Test("as written it sets nothing, so a parent's settings apply")
  func parent() throws {
    let disk = MockFileSystem([
      "/repo/.stickerlint.yml": text.replacing("#extends: ../.stickerlint.yml", with: "extends: base.yml"),
      "/repo/base.yml": "profile: ./m.yml\nfail-on: hint", "/repo/m.yml": "",
    ])
    let settings = try disk.settings(at: "a.png")
    #expect(settings.failOn.value == .hint && settings.profileNameOrPath.value == "./m.yml")
  }

  @Test("every commented setting works when uncommented")
  func eachLine() throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var count = 0
    for (index, line) in lines.enumerated() {
      let rest = line.drop { $0 == " " }
      guard rest.hasPrefix("#"), rest.dropFirst().first.map({ $0 != " " }) ?? false else { continue }
      var changed = lines
      changed[index] = String(line.prefix { $0 == " " } + rest.dropFirst())
      let disk = MockFileSystem([
        "/repo/.git/HEAD": "", "/repo/.stickerlint.yml": "",
        "/repo/art/.stickerlint.yml": changed.joined(separator: "\n"),
      ])
      #expect(try disk.faults(at: "art/a.png") == [], "\(line)")
      count += 1
    }
    #expect(count == Rule.all.count + ResourceLimit.all.count + 9)
  }

  @Test("its examples are valid, too")
  func examples() throws {
    let lines = text.split(separator: "\n").map(String.init).map { line in
      let isExample = ["  #- {", "#include:", "#exclude:"].contains { line.hasPrefix($0) }
      return isExample ? line.replacing("#", with: "", maxReplacements: 1) : line
    }
    let disk = MockFileSystem(["/repo/.stickerlint.yml": lines.joined(separator: "\n")])
    #expect(try disk.settings(at: "Stickers/Photos/a.png").exclusionOrigin == nil)
    #expect(try disk.settings(at: "Drafts/a.png").exclusionOrigin != nil)
    let photo = try disk.settings(at: "Photos/a.png")
    #expect(photo.state(of: "opaque-background")?.hasPrefix("off") == true)
    #expect(try disk.settings(at: "icons/a.png").role?.value == .icon)
  }

  @Test("it contains every rule and option")
  func complete() {
    for rule in Rule.all {
      #expect(text.contains("  #\(rule.id): "))
      for option in rule.options { #expect(text.contains("\(option.name): ")) }
    }
  }
}
