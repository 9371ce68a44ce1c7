import Foundation
import Testing

/// What `stickerlint pack` keeps from a previous build, and what it reports about the icon.
@Suite struct PreviousBuildStoryTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "art/disc.png")
    try folder.write(PackFileStoryTests.icon(1024), to: "art/icon.png")
    let description = """
      icon: icon.png
      languages: [en, fr]
      stickers: [{ file: disc.png, description: { en: A disc, fr: Un disque } }]
      """
    try folder.write(Array(description.utf8), to: "art/stickerpack.yml")
  }

  private func pack(_ line: String) throws -> Outcome {
    try Program.run(["pack", "art"] + line.split(separator: " ").map(String.init), in: folder.url)
  }

  @Test("a rebuild keeps the project of the previous build, with its team, numbers and deployment target")
  func project() throws {
    let options = "--xcode --deployment-target 16.0 --team ABCDE12345 --app-version 2.1 --app-build 7"
    #expect(try pack("--output out \(options)").status == 0)
    let tree = try folder.tree("out")
    let check = try pack("--output out --check")
    #expect(check.status == 0, "\(check.text)\(check.errors)")
    let again = try pack("--output out")
    #expect(again.status == 0 && !again.errors.contains("choose your team"), "\(again.errors)")
    #expect(try folder.tree("out") == tree)
    #expect(try pack("--output out --xcode --app-build 8").status == 0)
    let file = try #require(try folder.files(below: "out").first { $0.hasSuffix("project.pbxproj") })
    let project = String(decoding: try folder.bytes(of: "out/\(file)"), as: UTF8.self)
    for setting in [
      "DEVELOPMENT_TEAM = ABCDE12345", "MARKETING_VERSION = 2.1", "CURRENT_PROJECT_VERSION = 8",
      "IPHONEOS_DEPLOYMENT_TARGET = 16.0",
    ] {
      #expect(project.contains(setting), "\(setting)")
    }
    #expect(try pack("--output out --no-xcode").status == 0)
    #expect(String(decoding: try folder.bytes(of: "out/\(file)"), as: UTF8.self) == project)
    let refused = try pack("--output out --deployment-target 17.0")
    #expect(refused.status == 2 && refused.errors.contains("--deployment-target requires --xcode"))
  }

  @Test("a template that needs a newer iOS version does not take over an older one")
  func olderTarget() throws {
    try folder.write(PackFileStoryTests.icon(1024), to: "brand/icon.png")
    let icon = "--icon brand/icon.png"
    #expect(try pack("--output out --xcode --deployment-target 13.0 \(icon)").status == 0)
    let outcome = try pack("--output out --xcode --template sticker-browser \(icon)")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  @Test("a rebuild and --check remember --smallest")
  func smallest() throws {
    #expect(try pack("--output plain").status == 0)
    #expect(try pack("--output out --smallest --effort fast").status == 0)
    let small = try folder.tree("out")
    #expect(try small != folder.tree("plain"))
    let check = try pack("--output out --check")
    #expect(check.status == 0, "\(check.text)\(check.errors)")
    #expect(try pack("--output out").status == 0)
    #expect(try folder.tree("out") == small)
    #expect(try pack("--output out --no-smallest --check").status == 1)
    #expect(try pack("--output out --no-smallest").status == 0)
    #expect(try folder.tree("out") == folder.tree("plain"))
  }

  @Test(
    "if a pack fails, a note says that the previous build is still there",
    arguments: [
      ("stickers: [{ file: small.png, description: A }]", Int32(1)), ("stickers: [{ fiel: a }]", 2),
    ])
  func previousBuild(_ text: String, _ status: Int32) throws {
    #expect(try pack("--output out").status == 0)
    let built = try folder.tree("out")
    try folder.write(Art.disc(250, 250), to: "art/small.png")
    try folder.write(Array(text.utf8), to: "art/stickerpack.yml")
    let note = "note: out is unchanged and still has the previous build\n"
    let failed = try pack("--output out")
    #expect(failed.status == status && failed.errors.contains(note), "\(failed.errors)")
    #expect(try folder.tree("out") == built)
    #expect(try !pack("--output out --check").errors.contains(note))
    #expect(try !pack("--output new").errors.contains("previous build"))
    try folder.write(Art.disc(), to: "cats/a.png")
    #expect(
      try Program.run(["pack", "cats", "--output", "both/art", "--variants", "none"], in: folder.url).status
        == 0)
    let several = try Program.run(
      ["pack", "cats", "art", "--output", "both", "--variants", "none"], in: folder.url)
    #expect(several.status == status)
    #expect(
      several.errors.contains("both/art is unchanged and still has the previous build"), "\(several.errors)"
    )
  }

  @Test("`--quiet` still reports what was left out, and nothing else")
  func quiet() throws {
    try folder.write(Art.disc(250, 250), to: "cats/small.png")
    for name in ["hop.png", "hop@2x.png", "hop@3x.png"] { try folder.write(Art.disc(), to: "cats/\(name)") }
    let line = "pack cats --output out --variants none --skip-failing --quiet"
    let outcome = try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.split(separator: "\n")
        == [
          "note: hop.png is left out, because this size is made from the @3x art next to it",
          "note: hop@2x.png is left out, because this size is made from the @3x art next to it",
          "note: small.png is left out: pixel-dimensions",
        ], "\(outcome.errors)")
  }

  @Test("a build reports an image that the pack file does not list")
  func unlisted() throws {
    try folder.write(Art.disc(red: 9), to: "art/later.png")
    let outcome = try pack("--output out --quiet --format concise")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let finding =
      "art/stickerpack.yml: warning unlisted-sticker: 1 image next to stickerpack.yml is not in the pack: later.png"
    #expect(outcome.lines.contains { $0 == finding }, "\(outcome.text)")
    try folder.write(Array("exclude: [later.png]\n".utf8), to: "art/.stickerlint.yml")
    #expect(try !pack("--output out --format concise").text.contains("unlisted-sticker"))
  }

  @Test("--localize-catalog writes translated descriptions into a project, and --check remembers it")
  func texts() throws {
    let file = "Art StickerPackExtension/fr.lproj/Sticker Pack.strings"
    #expect(try pack("--output out --xcode").status == 0)
    #expect(try folder.tree("out")[file] == nil)
    let outcome = try pack("--output out --xcode --localize-catalog")
    #expect(outcome.status == 0 && outcome.errors.contains("untested"))
    let text = "\"disc.png.accessibilityLabel\" = \"Un disque\";\n"
    #expect(try folder.tree("out")[file] == Array(text.utf8))
    #expect(try pack("--output out --xcode --check").status == 0)
    #expect(try pack("--output out --xcode --no-localize-catalog").status == 0)
    #expect(try folder.tree("out")[file] == nil)
    #expect(try pack("--output out --localize-catalog").status == 2)
    #expect(try pack("--output two --xcode --template sticker-browser --localize-catalog").status == 2)
  }

  @Test("if the catalog has one of several languages, a note says so and names the option")
  func firstLanguage() throws {
    let note = "the catalog has descriptions in en only (missing: fr); `--xcode --localize-catalog`"
    #expect(try pack("--output out").errors.contains("note: \(note)"))
    #expect(try pack("--output out --xcode").errors.contains(note))
    #expect(try !pack("--output out --xcode --localize-catalog").errors.contains(note))
    #expect(try !pack("--output out --xcode --no-localize-catalog").errors.contains(note))
    #expect(try !pack("--output code --xcode --template sticker-browser").errors.contains(note))
    let text = String(decoding: try folder.bytes(of: "art/stickerpack.yml"), as: UTF8.self)
    try folder.write(
      Array("languages: [en]\n\(text.replacing("languages: [en, fr]\n", with: ""))".utf8),
      to: "art/stickerpack.yml")
    #expect(try !pack("--output one").errors.contains("the catalog has descriptions"))
  }

  @Test("stickerpack.yml can request the text in all languages, and an option overrides it")
  func described() throws {
    let file = "Art StickerPackExtension/fr.lproj/Sticker Pack.strings"
    let text = String(decoding: try folder.bytes(of: "art/stickerpack.yml"), as: UTF8.self)
    try folder.write(Array("localize: true\n\(text)".utf8), to: "art/stickerpack.yml")
    let outcome = try pack("--output out --xcode")
    #expect(
      outcome.status == 0 && !outcome.errors.contains("the catalog has descriptions"), "\(outcome.errors)"
    )
    #expect(try folder.tree("out")[file] != nil)
    #expect(try pack("--output out --xcode --no-localize-catalog").status == 0)
    #expect(try folder.tree("out")[file] == nil)
    #expect(try pack("--output code --xcode --template sticker-browser").status == 0)
  }

  @Test("a missing icon is a usage error, and the error about a transparent one says what to do")
  func icons() throws {
    let missing = try pack("--output out --icon gone.png")
    #expect(missing.status == 2)
    #expect(missing.errors == "error: no such file or folder: gone.png. Check the spelling.\n")
    try folder.write(PackFileStoryTests.icon(1024, opaque: false), to: "clear.png")
    let clear = try pack("--output out --icon clear.png")
    #expect(clear.status == 1 && clear.errors.contains("with --icon-background, or as the icon background"))
    #expect(try pack("--output out --icon clear.png --icon-background #112233").status == 0)
  }

  @Test("--effort without --smallest prints a note about what it applies to")
  func effort() throws {
    func fix(_ options: String...) throws -> String {
      try Program.run(["fix", "art"] + options, in: folder.url).errors
    }
    #expect(try fix("--effort", "max").contains("note: --effort applies only to files that are fixed. Add"))
    #expect(try !fix("--effort", "max", "--smallest").contains("--effort applies only to"))
    #expect(try !fix("--effort", "max", "--quiet").contains("--effort applies only to"))
    #expect(try !fix().contains("--effort"))
  }
}
