import Foundation
import StickerImage
import Testing

/// What `stickerlint pack` keeps of the build that lies there, and what it says of the icon.
@Suite struct LastBuildTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "art/disc.png")
    try folder.write(DescribedPackTests.icon(1024), to: "art/icon.png")
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

  @Test("a rebuild and a check of a pack in the fewest bytes need not be told again")
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

  @Test("the texts of the catalog go into a project where that is asked for, and stay in it")
  func texts() throws {
    let file = "Art StickerPackExtension/fr.lproj/Sticker Pack.strings"
    #expect(try pack("--output out --xcode").status == 0)
    #expect(try folder.tree("out")[file] == nil)
    let outcome = try pack("--output out --xcode --localize-catalog")
    #expect(outcome.status == 0 && outcome.errors.contains("unproven"))
    let text = "\"disc.png.accessibilityLabel\" = \"Un disque\";\n"
    #expect(try folder.tree("out")[file] == Array(text.utf8))
    #expect(try pack("--output out --xcode --check").status == 0)
    #expect(try pack("--output out --xcode --no-localize-catalog").status == 0)
    #expect(try folder.tree("out")[file] == nil)
    #expect(try pack("--output out --localize-catalog").status == 2)
    #expect(try pack("--output two --xcode --template sticker-browser --localize-catalog").status == 2)
  }

  @Test("an icon that is not there is a broken command, and one that is transparent says what to do")
  func icons() throws {
    let missing = try pack("--output out --icon gone.png")
    #expect(missing.status == 2)
    #expect(missing.errors == "error: no such file or folder: gone.png; check the spelling\n")
    try folder.write(DescribedPackTests.icon(1024, opaque: false), to: "clear.png")
    let clear = try pack("--output out --icon clear.png")
    #expect(clear.status == 1 && clear.errors.contains("with --icon-background, or as icon-background"))
    #expect(try pack("--output out --icon clear.png --icon-background #112233").status == 0)
  }

  @Test("effort alone says what it is for, and with --smallest nothing")
  func effort() throws {
    func fix(_ options: String...) throws -> String {
      try Program.run(["fix", "art"] + options, in: folder.url).errors
    }
    #expect(try fix("--effort", "max").contains("note: --effort is for what is fixed; with --smallest"))
    #expect(try !fix("--effort", "max", "--smallest").contains("--effort is for"))
    #expect(try !fix("--effort", "max", "--quiet").contains("--effort is for"))
    #expect(try !fix().contains("--effort"))
  }
}
