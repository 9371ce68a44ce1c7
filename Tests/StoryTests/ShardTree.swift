import Corpus
import Foundation

@testable import StickerImage

/// A tree of valid and faulty art, with everything else that a run reads: catalogs, pack files, messages and
/// configuration files. The same seed gives the same tree.
struct ShardTree {
  let project: CatalogProject
  var folder: TemporaryFolder { project.folder }
  private var numbers: SeededNumbers

  init(seed: UInt64) throws {
    numbers = SeededNumbers(seed: seed)
    project = try CatalogProject()  // App/…: a catalog with every defect
    for name in ["a", "b/c"] { try writeFolder("art/\(name)") }
    try writeFolderWithPackFile()
    try writeMessages()
    try project.write(
      """
      rules:
        not-square: { severity: error }
        grid-size: on
        file-size: { max-bytes: \(Int.random(in: 500...9000, using: &numbers)) }
      overrides:
        - { paths: ["art/b/**"], rules: { low-contrast: off, duplicate-sticker: { severity: error } } }
        - { paths: ["**/extra*.png"], role: icon }
      exclude: ["art/a/left-out.png"]

      """, to: ".stickerlint.yml")
    try project.write("fail-on: warning\nrules: { mixed-sizes: off }\n", to: "art/b/.stickerlint.yml")
  }

  /// Writes images. Some are equal, and some are smaller versions of others.
  private mutating func writeFolder(_ path: String) throws {
    let art = try [
      Art.disc(), Art.disc(252, 300), Art.disc(red: 10), Art.disc(408, 408), Art.moving(),
      Art.moving(frames: 1, delay: ExactSeconds(0, 1)), Array(Art.disc().prefix(300)), [1, 2, 3], [],
      Art.disc() + [7],
    ]
    let names = [
      "wave@3x.png", "wave@2x.png", "wave.png", "hop.png", "HOP.png", "a#b.png", "extra1.png", "é.png",
      "left-out.png", "x.gif", "z,\nz.png", "long name.png",
    ]
    for name in names where Bool.random(using: &numbers) {
      try folder.write(art.randomElement(using: &numbers) ?? [], to: "\(path)/\(name)")
    }
    // Duplicates, which may be in different shards.
    for number in 0..<3 { try folder.write(Art.disc(red: 77), to: "\(path)/twin\(number).png") }
  }

  private mutating func writeFolderWithPackFile() throws {
    try folder.write(Art.disc(red: 20), to: "art/said/one.png")
    try folder.write(Art.disc(red: 20), to: "art/said/two.png")
    try folder.write(Art.disc(412, 300), to: "art/said/icon.png")
    let same = Bool.random(using: &numbers) ? "A disc" : "Another"
    try project.write(
      """
      name: Said
      grid-size: small
      icon: icon.png
      languages: [en, fr]
      stickers:
        - { file: one.png, description: { en: "A disc", fr: "Un disque" } }
        - { file: two.png, description: { en: "\(same)" } }

      """, to: "art/said/stickerpack.yml")
  }

  private func writeMessages() throws {
    try folder.write(Art.disc(303, 202), to: "art/message/vote.png")
    try project.write(
      "base-url: http://example.com/vote\nimage: vote.png\ncaption: \"{x\"\n", to: "art/message/message.yml")
  }
}
