import Foundation
import Testing

/// `stickerlint pack --xcode --template`.
@Suite struct TemplatePackTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "art/wave.png")
    try folder.write(Art.disc(red: 90), to: "art/hop.png")
    try folder.write(PackFileStoryTests.icon(1024), to: "art/icon.png")
    try write("name: Monkey\nicon: icon.png\nstickers: [{ file: wave.png }, { file: hop.png }]\n")
  }

  private func write(_ text: String, to path: String = "art/stickerpack.yml") throws {
    try folder.write(Array(text.utf8), to: path)
  }

  private func pack(_ line: String = "", template: String = "sticker-browser") throws -> Outcome {
    let words = "pack art --output out --variants none --xcode --template \(template) \(line)"
    return try Program.run(words.split(separator: " ").map(String.init), in: folder.url)
  }

  /// The only file in the bundle whose name starts with `wave-`.
  private func wave(in place: String) throws -> [UInt8] {
    let names = try folder.files(below: "\(place)/Stickers").filter { $0.hasPrefix("wave-") }
    try #require(names.count == 1, "\(names)")
    return try folder.bytes(of: "\(place)/Stickers/\(names[0])")
  }

  private static let message = """
    base-url: https://example.com/vote
    caption: "{question}"
    accessibility-label: "A vote: {question}"
    summary: "{question}"

    """

  @Test("the bundle's index lists each sticker's file")
  func index() throws {
    #expect(try pack().status == 0)
    let data = Data(try folder.bytes(of: "out/Stickers/index.json"))
    let index = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let stickers = try #require(index["stickers"] as? [[String: Any]])
    #expect(index["schema"] as? Int == 1 && index["name"] as? String == "Monkey")
    #expect(stickers.map { $0["id"] as? String } == ["wave", "hop"])
    for sticker in stickers {
      let (id, file) = (try #require(sticker["id"] as? String), try #require(sticker["file"] as? String))
      let bytes = try folder.bytes(of: "art/\(id).png")
      #expect(try folder.bytes(of: "out/Stickers/\(file)") == bytes)
      #expect(sticker["bytes"] as? Int == bytes.count)
      let sum = try Program.shell("sha256sum <art/\(id).png", in: folder.url).text.prefix(64)
      #expect(sticker["sha256"] as? String == String(sum))
      #expect(file == "\(id)-\(sum.prefix(8)).png", "the name must contain the hash")
    }
  }

  @Test(
    "two runs give the same bytes, and a rebuild without --template keeps the template and updates the bundle"
  )
  func rebuild() throws {
    #expect(try pack().status == 0)
    let first = try folder.files(below: "out").map { try folder.bytes(of: "out/\($0)") }
    #expect(try pack("--force").status == 0)
    #expect(try folder.files(below: "out").map { try folder.bytes(of: "out/\($0)") } == first)
    let settings = "out/Monkey MessagesExtension/Settings.swift"
    let own = try folder.bytes(of: settings) + Array("// mine\n".utf8)
    try folder.write(own, to: settings)
    try folder.write(Art.disc(red: 33), to: "art/wave.png")
    let again = try Program.run(["pack", "art", "--output", "out", "--variants", "none"], in: folder.url)
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.errors.contains("kept Monkey MessagesExtension/Settings.swift, because someone changed it"))
    #expect(try folder.bytes(of: settings) == own)
    #expect(try wave(in: "out") == folder.bytes(of: "art/wave.png"))
    let without = try Program.run(
      ["pack", "art", "--output", "out", "--variants", "none", "--no-xcode"], in: folder.url)
    #expect(without.errors.contains("kept Monkey.xcodeproj, because someone changed it"))
  }

  private static let shell = "out/Monkey MessagesExtension"

  @Test(
    "edited and added files are kept, and deleted ones return unless the project was edited")
  func own() throws {
    #expect(try pack().status == 0)
    let (settings, project) = ("\(Self.shell)/Settings.swift", "out/Monkey.xcodeproj/project.pbxproj")
    let mine = try folder.bytes(of: settings) + Array("// mine\n".utf8)
    try folder.write(mine, to: settings)
    try folder.write([1], to: "\(Self.shell)/Mine.swift")
    try folder.remove("out/README.md")
    try folder.write([2], to: "out/MonkeyLogic/.build/debug.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "out/MonkeyLogic/.build/debug").path, withDestinationPath: "nowhere")
    try write("name: Monkey\nbackground: \"#102030\"\nicon: icon.png\nstickers: [{ file: wave.png }]\n")
    let outcome = try pack()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("Settings.swift, because someone changed it"))
    #expect(outcome.errors.contains("Settings.swift would be different now"))
    #expect(try folder.bytes(of: settings) == mine && folder.bytes(of: "\(Self.shell)/Mine.swift") == [1])
    let files = try folder.files(below: "out")
    #expect(files.contains("README.md"), "README.md is missing although the unchanged project file lists it")
    #expect(!files.contains { $0.contains(".build") })
    #expect(try pack("--check").status == 0)

    // The project file has manual changes, so deleted files may be missing from it on purpose.
    let text = String(decoding: try folder.bytes(of: project), as: UTF8.self)
    let mention = "/* End PBXFileReference section */"
    let mineToo =
      "\t\t0123456789ABCDEF01234567 = {isa = PBXFileReference; path = a; sourceTree = SDKROOT; };\n"
    try folder.write(Array(text.replacing(mention, with: mineToo + mention).utf8), to: project)
    try folder.remove("out/README.md")
    try folder.remove("\(Self.shell)/StickerBar.swift")
    for _ in 0..<2 {
      let again = try pack()
      #expect(again.status == 0, "\(again.errors)")
      let names = try folder.files(below: "out")
      #expect(!names.contains("README.md") && !names.contains { $0.hasSuffix("StickerBar.swift") })
    }
    #expect(try pack("--check").status == 0)
    #expect(try pack("--force").status == 0)
    #expect(try folder.files(below: "out").contains("README.md"))
    #expect(try folder.bytes(of: settings) != mine)
  }

  @Test("a rebuild keeps the project's team and build number, and --team replaces the team")
  func app() throws {
    let project = "out/Monkey.xcodeproj/project.pbxproj"
    func settings(_ name: String) throws -> Set<Substring> {
      let text = String(decoding: try folder.bytes(of: project), as: UTF8.self)
      return Set(
        text.split(separator: "\n").filter { $0.contains("\t\(name) = ") }.map {
          $0.trimmingPrefix { $0 == "\t" }
        })
    }
    #expect(try pack("--app-version 1.2 --app-build 7").status == 0)
    #expect(try settings("MARKETING_VERSION") == ["MARKETING_VERSION = 1.2;"])
    let text = String(decoding: try folder.bytes(of: project), as: UTF8.self)
    let style = "CODE_SIGN_STYLE = Automatic;"
    try folder.write(
      Array(text.replacing(style, with: "\(style)\n\t\t\t\tDEVELOPMENT_TEAM = AAAAAAAAAA;").utf8), to: project
    )
    try write(
      "name: { en: Monkey, fr: Singe }\nversion: 2\nicon: icon.png\nstickers: [{ file: wave.png }]\n")
    let again = try pack()
    #expect(
      again.status == 0 && again.errors.contains("chosen in Monkey.xcodeproj: CURRENT_PROJECT_VERSION and"))
    #expect(try settings("DEVELOPMENT_TEAM") == ["DEVELOPMENT_TEAM = AAAAAAAAAA;"])
    #expect(try settings("MARKETING_VERSION") == ["MARKETING_VERSION = 2;"])
    #expect(try settings("CURRENT_PROJECT_VERSION") == ["CURRENT_PROJECT_VERSION = 7;"])
    #expect(try folder.files(below: "out").contains("Monkey/InfoPlist.xcstrings"))
    #expect(try pack("--check").status == 0)
    #expect(try pack("--team BBBBBBBBBB").status == 0)
    #expect(try settings("DEVELOPMENT_TEAM") == ["DEVELOPMENT_TEAM = BBBBBBBBBB;"])
    for line in ["--team x", "--app-version 1.2.3.4", "--app-build a"] {
      #expect(try pack(line).status == 2, "\(line)")
    }
    let without = try Program.run(
      ["pack", "art", "--output", "o", "--team", "AAAAAAAAAA"], in: folder.url)
    #expect(without.status == 2 && without.errors.contains("--team requires --xcode"), "\(without.errors)")
  }

  @Test("another template replaces an unedited project and is refused if a file was edited")
  func otherTemplate() throws {
    try write(Self.message, to: "art/message.yml")
    #expect(try pack().status == 0)
    let outcome = try pack(template: "interactive-message")
    #expect(outcome.status == 0)
    #expect(try folder.files(below: "out").contains("landing/index.html"))
    let next = "open out/Monkey.xcodeproj, choose your team, then run the extension in Messages"
    #expect((outcome.text + outcome.errors).contains(next), "\(outcome.text)")
    try folder.write([1], to: "\(Self.shell)/Settings.swift")
    let refused = try pack()
    #expect(refused.status == 2)
    #expect(refused.errors.contains("has a project from a different template"), "\(refused.errors)")
    #expect(try folder.bytes(of: "\(Self.shell)/Settings.swift") == [1])
  }

  @Test("a folder that is a Git repository is never replaced, not even with --force")
  func repository() throws {
    #expect(try pack().status == 0)
    try folder.write([1], to: "out/.git/HEAD")
    for flag in ["", "--force"] {
      let outcome = try pack(flag)
      #expect(
        outcome.status == 2 && outcome.errors.contains("out is a git repository"), "\(outcome.errors)")
    }
    #expect(try folder.bytes(of: "out/.git/HEAD") == [1])
  }

  @Test("options that do not apply to a template are reported")
  func misplaced() throws {
    let message = try pack("--message nope.yml")
    #expect(message.status == 2)
    #expect(message.errors.contains("--message requires --template interactive-message"))
    let old = try pack("--deployment-target 12.0")
    #expect(old.status == 2 && old.errors.contains("requires iOS 15.0 or later"), "\(old.errors)")
    let missing = try pack("--message nope.yml", template: "interactive-message")
    #expect(missing.status == 2 && missing.errors.contains("nope.yml does not exist"), "\(missing.errors)")
  }

  @Test("everything that a template still needs is named at once, and nothing is written")
  func lacks() throws {
    try write("name: Monkey\nstickers: [{ file: wave.png }]\n")
    let outcome = try pack(template: "interactive-message")
    #expect(outcome.status == 2)
    for what in ["an icon", "a message.yml"] {
      #expect(outcome.errors.contains("needs \(what). "), "\(outcome.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "out").path))
    try write("caption: Hello\nsubcaption: You\n", to: "art/message.yml")
    let without = try pack(template: "interactive-message")
    #expect(without.status == 2 && without.errors.contains("needs base-url. "), "\(without.errors)")
  }

  @Test(
    "a base URL that no message can extend is refused with its location",
    arguments: [
      "http://example.com", "https://", "https:///vote", "https://example.com/?a=b", "ftp://a", "vote",
    ])
  func baseURL(_ url: String) throws {
    try write("base-url: \"\(url)\"\n", to: "art/message.yml")
    let message = try pack(template: "interactive-message")
    #expect(
      message.status == 2 && message.errors.contains("art/message.yml:1:11: base-url must"),
      "\(message.errors)")
    try write("base-url: \"\(url)\"\nname: Monkey\nicon: icon.png\nstickers: [{ file: wave.png }]\n")
    let browser = try pack()
    #expect(
      browser.status == 2 && browser.errors.contains("art/stickerpack.yml:1:11: base-url \"\(url)\" must"))
  }

  @Test(
    "names that are not identifiers get project names of letters and digits",
    arguments: ["🐒🐒", "3 Wishes", "class", "self", "__", "Ümlaut"])
  func names(_ name: String) throws {
    try write("name: \"\(name)\"\nicon: icon.png\nstickers: [{ file: wave.png }]\n")
    let outcome = try pack()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let projects = try folder.files(below: "out").filter { $0.hasSuffix(".xcodeproj/project.pbxproj") }
    #expect(projects.count == 1)
    let stem = try #require(projects.first?.split(separator: ".").first)
    #expect(
      stem.utf8.allSatisfy { Character(UnicodeScalar($0)).isLetter || Character(UnicodeScalar($0)).isNumber })
    #expect(stem.first?.isLetter == true)
  }

  @Test("--template without --xcode and an unknown template exit with 2")
  func flags() throws {
    let without = try Program.run(
      ["pack", "art", "--output", "o", "--template", "sticker-browser"], in: folder.url)
    #expect(without.status == 2 && without.errors.contains("--template requires --xcode"))
    let unknown = try pack(template: "sticker-browsr")
    #expect(unknown.status == 2 && unknown.errors.contains("sticker-browsr"))
  }

  @Test("a project with a message has its image and a landing page")
  func message() throws {
    try write(Self.message + "image: vote.png\n", to: "art/message.yml")
    try folder.write(PackFileStoryTests.icon(900), to: "art/vote.png")
    let outcome = try pack(template: "interactive-message")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.bytes(of: "out/Message/picture.png") == folder.bytes(of: "art/vote.png"))
    #expect(try folder.files(below: "out").contains("landing/index.html"))
    let next = "open out/Monkey.xcodeproj, choose your team, then run the extension in Messages"
    #expect((outcome.text + outcome.errors).contains(next), "\(outcome.text)")
    #expect(!outcome.errors.contains("vote.png: it is left out"), "\(outcome.errors)")
  }

  @Test("an invalid message stops the build like any finding")
  func findings() throws {
    try write(
      Self.message + "subcaption: $6D9F2C4B-0000-4000-8000-000000000000 voted\n", to: "art/message.yml")
    let outcome = try pack(template: "interactive-message")
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("message-sender-id"), "\(outcome.text)")
  }

  @Test("--into copies files into a project's folder, says what to add, and keeps edited files")
  func into() throws {
    try folder.write([1], to: "App/App.xcodeproj/project.pbxproj")
    let outcome = try pack("--into App")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("note: add the files in App to your project in Xcode:"))
    let files = try folder.files(below: "App")
    #expect(try folder.bytes(of: "App/App.xcodeproj/project.pbxproj") == [1])
    #expect(files.filter { $0.contains(".xcodeproj/") } == ["App.xcodeproj/project.pbxproj"])
    for file in files where !file.contains(".xcodeproj/") {
      #expect(try folder.bytes(of: "App/\(file)") == folder.bytes(of: "out/\(file)"))
    }
    #expect(files.contains("Stickers/index.json") && files.contains("MonkeyLogic/Package.swift"))
    #expect(try pack("--into App --check").status == 0)

    let settings = "App/Monkey MessagesExtension/Settings.swift"
    try folder.write([7], to: settings)
    try folder.write(Art.disc(red: 33), to: "art/wave.png")
    try write("name: Monkey\nicon: icon.png\nstickers: [{ file: wave.png }]\n")
    let again = try pack("--into App")
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.errors.contains("kept \(settings)"))
    #expect(try folder.bytes(of: settings) == [7])
    #expect(try pack("--into App --check").status == 0, "edited files must not count as differences")
    #expect(try wave(in: "App") == folder.bytes(of: "art/wave.png"))
    #expect(try folder.files(below: "App/Stickers").count == 2, "hop must be gone from the bundle")
  }

  @Test("--into replaces files that no build wrote only with --force")
  func foreign() throws {
    try folder.write([9], to: "App/Stickers/index.json")
    let outcome = try pack("--into App")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("App/Stickers/index.json"), "\(outcome.errors)")
    #expect(try folder.files(below: "App") == ["Stickers/index.json"])
    #expect(try pack("--into App --force").status == 0)
    try folder.write([1], to: "Other.xcassets/Contents.json")
    let catalog = try pack("--into Other.xcassets")
    #expect(catalog.status == 2 && catalog.errors.contains("is not a project folder"))
  }

  @Test("--into never writes through a link or into something that is not a folder")
  func detours() throws {
    try folder.write([1], to: "other/kept.txt")
    try folder.write([2], to: "App/MonkeyLogic")
    let file = try pack("--into App")
    #expect(file.status == 2 && file.errors.contains("App/MonkeyLogic is not a folder"), "\(file.errors)")
    #expect(try folder.files(below: "App") == ["MonkeyLogic"])
    try folder.remove("App/MonkeyLogic")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "App/MonkeyLogic").path,
      withDestinationPath: folder.url.appending(path: "other").path)
    #expect(try pack("--into App").status == 2)
    #expect(try folder.files(below: "other") == ["kept.txt"])
  }
}
