import Foundation
import Testing

@testable import StickerImage

/// Runs `pack --for` a second time. Unchanged files are neither regenerated nor rewritten.
@Suite struct RepeatedExportTests {
  let folder: TemporaryFolder
  private let messengers = "signal,discord-sticker,mastodon,misskey,twitch"
  private let places = ["signal.zip", "discord-sticker", "mastodon.tar.gz", "misskey.zip", "twitch"]

  /// Writes still images that need a different canvas, an animation and an image sequence.
  init() throws {
    folder = try TemporaryFolder()
    var text = try folder.writeDiscs(4)
    try folder.write(Art.moving(), to: "art/moving.png")
    text += "  - { file: moving.png, description: { en: It moves }, emoji: [\"👋\"] }\n"
    for number in 1...9 {
      let picture = Art.bitmap(300, 300, red: 40, blue: 200, x: number)
      try folder.write(picture.encodedPNG(), to: "art/dance/\(number).png")
    }
    text += "  - { frames: dance/*.png, fps: 12, emoji: [\"👋\"], description: { en: It dances } }\n"
    try folder.write(Array(text.utf8), to: "art/stickerpack.yml")
  }

  private func pack(_ arguments: String..., to output: String = "build") throws -> Outcome {
    let cache = folder.url.appending(path: "cache").path
    let outcome = try Program.run(
      ["pack", "art", "--for", messengers, "--output", output] + arguments, in: folder.url,
      environment: ["XDG_CACHE_HOME": cache])
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
    return outcome
  }

  /// What each messenger's build reports about reused files.
  private func reusedCounts(_ outcome: Outcome) -> [String] {
    outcome.errors.matches(of: /([a-z-]+): reused ([0-9]+ of [0-9]+) files from an earlier run/).map {
      "\($0.1) \($0.2)"
    }
  }

  private func reusedCountsOfAll(_ kept: String) -> [String] {
    messengers.split(separator: ",").map { "\($0) \(kept)" }
  }

  /// The inode number of each file in a build, which changes if the file is replaced.
  private func files(_ output: String = "build") throws -> [String: UInt64] {
    var files: [String: UInt64] = [:]
    for file in try folder.files(below: output) {
      let path = folder.url.appending(path: "\(output)/\(file)").path
      let number = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber]
      files[file] = try #require(number as? UInt64)
    }
    return files
  }

  @Test("the second run reuses everything from the first and writes nothing")
  func nothing() throws {
    #expect(reusedCounts(try pack()).isEmpty)
    let (first, tree) = (try files(), try folder.tree("build"))
    #expect(Set(first.keys.map { $0.split(separator: "/")[0] }) == Set(places.map { Substring($0) }))
    #expect(reusedCounts(try pack()) == reusedCountsOfAll("6 of 6"))
    #expect(try files() == first && folder.tree("build") == tree)
  }

  @Test("after one sticker changed, only its files are rebuilt, and the build equals a clean one")
  func one() throws {
    _ = try pack()
    let first = try files()
    try folder.write(Art.disc(408, 408, red: 7), to: "art/disc2.png")
    #expect(reusedCounts(try pack()) == reusedCountsOfAll("5 of 6"))
    let second = try files()
    let changed = Set(second.filter { first[$0.key] != $0.value }.keys)
    #expect(
      changed == [
        "signal.zip", "mastodon.tar.gz", "misskey.zip", "discord-sticker/disc2.png", "twitch/disc2.png",
        "twitch/disc2-112.png", "twitch/disc2-56.png", "twitch/disc2-28.png",
      ])
    _ = try pack("--no-cache", to: "clean")
    #expect(try folder.tree("build") == folder.tree("clean"))
  }

  @Test("files that someone changed or deleted in the exports are regenerated")
  func mended() throws {
    _ = try pack()
    let tree = try folder.tree("build")
    try folder.write(Art.disc(320, 320, red: 1), to: "build/discord-sticker/disc1.png")
    try FileManager.default.removeItem(at: folder.url.appending(path: "build/twitch/disc1-56.png"))
    try FileManager.default.removeItem(at: folder.url.appending(path: "build/signal.zip"))
    var archive = try #require(tree["mastodon.tar.gz"])
    archive[archive.count / 2] ^= 1
    try folder.write(archive, to: "build/mastodon.tar.gz")
    var zip = try #require(tree["misskey.zip"])
    // The length of the first file in the archive.
    zip.replaceSubrange(18..<22, with: [0xFF, 0xFF, 0xFF, 0xFF])
    try folder.write(zip, to: "build/misskey.zip")
    _ = try pack()
    #expect(try folder.tree("build") == tree)
  }

  @Test("--check uses no existing output, and a build with other options reuses none of it")
  func others() throws {
    _ = try pack()
    let check = try pack("--check")
    #expect(check.errors.contains("build/signal.zip is up to date"), "\(check.errors)")
    // Only stickers that already comply can be reused without the existing output.
    #expect(!reusedCounts(check).contains { $0.hasPrefix("discord-sticker") })
    #expect(reusedCounts(try pack("--enlarge")).isEmpty)
    #expect(reusedCounts(try pack("--no-cache")).isEmpty)
    #expect(reusedCounts(try pack("--force")).allSatisfy { !$0.hasPrefix("discord-sticker") })
  }
}
