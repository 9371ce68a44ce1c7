import Foundation
import Testing

/// Configuration files, options and pack files that apply to the same files.
@Suite struct PackSettingsTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Art.disc(), to: "Birds/wave.png")
    try folder.write(Art.disc(300, 300), to: "Birds/icon.png")
    try write(
      """
      icon: icon.png
      languages: [en, fr]
      stickers:
        - file: wave.png
          description: { en: A waving bird }
      """, to: "Birds/stickerpack.yml")
    try folder.write(Art.disc(), to: "Cats/sun.png")
  }

  private func write(_ text: String, to path: String) throws { try folder.write(Array(text.utf8), to: path) }

  private func run(_ line: String) throws -> Outcome {
    try Program.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  private let select = "--select missing-localization,empty-pack,missing-icon --format concise"

  @Test("a pack that an option or a configuration excludes is not checked")
  func leftOut() throws {
    let finding = "Birds/wave.png: warning missing-localization: "
    #expect(try run("lint . \(select)").text.hasPrefix(finding))
    for flags in ["--exclude Birds/**", "--exclude Birds/stickerpack.yml", "--include Cats/**"] {
      let outcome = try run("lint . \(flags) \(select)")
      #expect(outcome.status == 0 && outcome.text == "", "\(flags): \(outcome.text)")
    }
    try write("exclude: [\"Birds/**\"]", to: ".stickerlint.yml")
    let outcome = try run("lint . \(select)")
    #expect(outcome.status == 0 && outcome.text == "")
    #expect(outcome.errors == "note: the configuration excludes 2 files\n", "\(outcome.errors)")
  }

  @Test("rules on a pack ignore a sticker that was left out, and an empty pack is still reported")
  func stickerLeftOut() throws {
    try folder.write(Art.disc(), to: "Birds/fly.png")
    try write(
      "languages: [en, fr]\nstickers: [{ file: wave.png, description: { en: a } }, { file: fly.png }]",
      to: "Birds/stickerpack.yml")
    let rules = "--select missing-localization,missing-description --format concise"
    #expect(try run("lint Birds \(rules)").lines.count == 2)
    let lines = try run("lint Birds --exclude fly.png \(rules)").lines
    #expect(lines.count == 1 && lines[0].hasPrefix("Birds/wave.png: warning missing-localization: "))
    try write("icon: icon.png", to: "Birds/stickerpack.yml")
    #expect(try run("lint . \(select)").text.hasPrefix("Birds/stickerpack.yml: error empty-pack: "))
    #expect(try run("lint . --exclude *.yml \(select)").text == "")
  }

  @Test("an excluded pack file does not stop a run, and another is reported with a broken configuration")
  func faults() throws {
    try write("stickers: [{ file: gone.png }]", to: "Birds/stickerpack.yml")
    let fault =
      "error: Birds/stickerpack.yml:1:20: gone.png does not exist\n"
    #expect(try run("lint .").errors == fault)
    #expect(try run("lint . --exclude Birds/stickerpack.yml --select corrupt-image").status == 0)
    let without = try run("lint . --no-pack --select corrupt-image")
    #expect(without.status == 0)
    #expect(
      without.errors
        == "note: Birds/stickerpack.yml is invalid and was ignored. Check its folder for details.\n")
    try write("rules: { file-sise: off }", to: "Cats/.stickerlint.yml")
    #expect(
      try run("lint .").errors
        == "error: Cats/.stickerlint.yml:1:10: unknown rule \"file-sise\". Did you mean file-size?\n"
        + fault)
    try write("exclude: [\"Birds/**\"]", to: ".stickerlint.yml")
    try write("", to: "Cats/.stickerlint.yml")
    #expect(try run("lint . --select corrupt-image").status == 0)
  }

  @Test("`pack` builds what the configuration includes, and only stickers")
  func pack() throws {
    try folder.write(Art.disc(252, 252), to: "Cats/icon.png")
    try folder.write(Art.disc(), to: "Cats/heart.png")
    try write(
      "exclude: [heart.png]\noverrides: [{ paths: [icon.png], role: icon }]", to: "Cats/.stickerlint.yml")
    let outcome = try run("pack Cats --output out --variants none")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.contains("note: Cats/heart.png is left out: excluded by the configuration\n"))
    #expect(
      outcome.errors.contains(
        "note: Cats/icon.png is left out: the configuration gives it the role icon\n"
      ))
    let built = try folder.files(below: "out")
    #expect(built.contains { $0.contains("sun") })
    #expect(!built.contains { $0.contains("heart") || $0.contains("icon.png") })
  }

  @Test("a pack rule's finding on a sticker follows that sticker's settings, even with --select")
  func ownSettings() throws {
    let rules = "rules: { missing-localization: off }"
    try write("overrides: [{ paths: [Birds/wave.png], \(rules) }]", to: ".stickerlint.yml")
    try folder.write(Art.disc(), to: "Birds/fly.png")
    #expect(try run("lint . \(select)").text.contains("missing-localization") == false)
    #expect(try run("lint .  --format concise").text.contains("missing-localization") == false)
    try write(
      "overrides: [{ paths: [Birds/wave.png], rules: { missing-localization: error } }]",
      to: ".stickerlint.yml")
    #expect(try run("lint Birds \(select)").status == 1)
  }

  @Test("overrides that match all stickers apply to findings on the pack")
  func settingsOfAll() throws {
    try folder.write(Art.disc(408, 408), to: "Cats/small.png")
    let select = "--format concise"
    func override(_ glob: String) throws -> Bool {
      try write(
        "overrides: [{ paths: [\"\(glob)\"], rules: { mixed-sizes: off } }]", to: ".stickerlint.yml")
      return try run("lint Cats \(select)").text.contains("mixed-sizes")
    }
    #expect(try override("Dogs/*.png"))
    #expect(try override("Cats/small.png"))
    #expect(try !override("Cats/*.png"))
    #expect(try !override("*.png"))
    #expect(try !override("Cats/"))
  }

  @Test("a file that is named alone has the role that its pack file gives it")
  func alone() throws {
    #expect(try run("lint Birds/icon.png --select pixel-dimensions").status == 0)
    #expect(try run("lint Birds/wave.png \(select)").text == "")
    func role(_ file: String) throws -> [String]? {
      let words = try run("config \(file)").lines.map { $0.split(separator: " ").map(String.init) }
      return words.first { $0.first == "role" }
    }
    #expect(try role("Birds/icon.png") == ["role", "icon", "its", "location"])
    #expect(try role("Birds/wave.png") == ["role", "sticker", "its", "location"])
  }

  @Test("a pack file cannot list links to files outside its folder")
  func links() throws {
    try folder.write(Art.disc(), to: "other/a.png")
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.url.path + "/Birds/leak.png", withDestinationPath: "../other/a.png")
    try manager.createSymbolicLink(atPath: folder.url.path + "/Birds/out", withDestinationPath: "../other")
    try manager.createSymbolicLink(
      atPath: folder.url.path + "/Birds/own.png", withDestinationPath: "wave.png")
    try write(
      "stickers: [{ file: leak.png }, { file: out/a.png }, { file: own.png }]", to: "Birds/stickerpack.yml")
    let outcome = try run("lint Birds")
    #expect(outcome.status == 2)
    let reason = "is a link to a file outside the folder of stickerpack.yml. Copy the file into the folder."
    #expect(
      outcome.errors
        == "error: Birds/stickerpack.yml:1:20: leak.png \(reason)\n"
        + "error: Birds/stickerpack.yml:1:40: out/a.png \(reason)\n")
  }

  @Test("no report overwrites a configuration or a pack file")
  func replaced() throws {
    try write("fail-on: hint", to: "Birds/.stickerlint.yml")
    for file in ["Birds/.stickerlint.yml", "Birds/stickerpack.yml"] {
      let before = try folder.bytes(of: file)
      #expect(try run("lint Birds --format json=\(file)").status == 2)
      #expect(try run("pack Birds --output out --format json=Birds/.stickerlint.yml").status == 2)
      #expect(try folder.bytes(of: file) == before)
    }
  }

  @Test("an unrelated YAML file is an error, and a nearly correct name is noted")
  func names() throws {
    let outcome = try run("lint Birds ci.yml")
    #expect(outcome.status == 2)
    try write("", to: "ci.yml")
    #expect(
      try run("lint Birds ci.yml").errors
        == "error: ci.yml is not an image, a pack file (stickerpack.yml) or a message file "
        + "(message.yml)\n"
    )
    try write("stickers: [{ file: sun.png }]", to: "Cats/stickerpack.yaml")
    try write("", to: "Cats/.stickerlint.yaml")
    let notes = try run("lint Cats").errors
    #expect(
      notes.contains(
        "note: Cats/stickerpack.yaml was skipped, because it is not a regular file "
          + "named stickerpack.yml\n"
      ))
    #expect(
      notes.contains("note: Cats/.stickerlint.yaml was ignored. Rename it to .stickerlint.yml.\n")
    )
    #expect(
      try run("lint Cats/stickerpack.yaml --select missing-icon --format concise").text
        .contains("missing-icon"))
  }

  @Test("counts go to standard output if every report has a file")
  func statistics() throws {
    let outcome = try run("lint Birds \(select) --statistics".replacing("concise", with: "json=r.json"))
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("missing-localization"))
    #expect(try run("lint Birds --statistics --format json").status == 2)
  }
}
