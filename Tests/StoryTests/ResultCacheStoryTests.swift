import Foundation
import Testing

@testable import StickerImage

/// Runs on files that an earlier run has checked or built.
@Suite struct ResultCacheStoryTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<40 {
      let name = "art/\(number).png"
      try folder.write(number % 4 == 0 ? Art.disc(250, 250) : Art.disc(red: UInt8(number)), to: name)
    }
  }

  private func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

  private func run(_ arguments: [String]) throws -> Outcome {
    let cache = folder.url.appending(path: "cache").path
    return try Program.run(arguments, in: folder.url, environment: ["XDG_CACHE_HOME": cache])
  }

  private func cacheFiles() throws -> [String] { try folder.files(below: "cache") }

  @Test("a second run reports what the first did, and what a run without the cache does")
  func second() throws {
    let first = try run("lint", "art", "--format", "json")
    #expect(try cacheFiles().count == 1)
    let second = try run("lint", "art", "--format", "json")
    let without = try run("lint", "art", "--format", "json", "--no-cache")
    #expect(first.status == 1 && second.status == 1)
    #expect(first.output == second.output && first.output == without.output)
    try folder.write(Art.disc(250, 250), to: "art/1.png")
    let changed = try run("lint", "art", "--format", "json")
    #expect(changed.output == (try run("lint", "art", "--format", "json", "--no-cache")).output)
    #expect(changed.output != first.output)
  }

  @Test("a damaged cache is noted in one line and replaced")
  func damaged() throws {
    let first = try run("lint", "art")
    let file = try "cache/\(#require(try cacheFiles().first))"
    var bytes = try folder.bytes(of: file)
    bytes[bytes.count / 2] ^= 1
    try folder.write(bytes, to: file)
    let second = try run("lint", "art")
    #expect(second.output == first.output)
    #expect(second.errors.contains("is damaged, so every file is checked again\n"))
    #expect(try run("lint", "art").errors == first.errors)
  }

  @Test("a cache that cannot be written costs only time")
  func readOnly() throws {
    try folder.write([1], to: "cache")
    let outcome = try run("lint", "art")
    let without = try run("lint", "art", "--no-cache")
    #expect(outcome.status == without.status && outcome.errors == without.errors)
    #expect(outcome.output == without.output)
  }

  @Test("a pack rebuilt after a change equals a clean build byte for byte")
  func rebuilt() throws {
    for number in stride(from: 0, to: 40, by: 4) { try folder.write(Art.moving(), to: "art/\(number).png") }
    #expect(try run("pack", "art", "--output", "out").status == 0)
    try folder.write(Art.disc(red: 200), to: "art/7.png")
    try FileManager.default.removeItem(at: folder.url.appending(path: "art/9.png"))
    try folder.write(Art.disc(red: 201), to: "art/new.png")
    #expect(try run("pack", "art", "--output", "out").status == 0)
    #expect(try run("pack", "art", "--output", "clean", "--no-cache", "--name", "art").status == 0)
    #expect(try folder.tree("out") == folder.tree("clean"))
  }

  @Test("variants built with --smallest and without are never mixed, even for the same art")
  func recipes() throws {
    for number in stride(from: 0, to: 40, by: 4) { try folder.write(Art.moving(), to: "art/\(number).png") }
    // These files are already as small as possible, so both builds contain them unchanged.
    #expect(try run("fix", "art", "--smallest", "--effort", "fast", "--in-place").status == 0)
    #expect(try run("pack", "art", "--output", "out").status == 0)
    let plain = try folder.tree("out")
    var smallest = ["pack", "art", "--output", "out", "--smallest", "--effort", "fast"]
    #expect(try run(smallest).status == 0)
    let small = try folder.tree("out")
    #expect(small["variants/1@3x.png"] == plain["variants/1@3x.png"] && small != plain)
    #expect(try run(smallest).status == 0)
    #expect(try folder.tree("out") == small)
    #expect(try run(smallest + ["--check"]).status == 0)
    // By default, a build uses the same compression as the previous one.
    #expect(try run("pack", "art", "--output", "out", "--check").status == 0)
    #expect(try run("pack", "art", "--output", "out", "--check", "--no-smallest").status == 1)
    #expect(try run("pack", "art", "--output", "out", "--no-smallest").status == 0)
    #expect(try folder.tree("out") == plain)
    smallest[3] = "clean"
    #expect(try run(smallest + ["--no-cache", "--name", "art"]).status == 0)
    #expect(try folder.tree("clean") == small)
  }

  @Test("a variant that someone changed is regenerated", arguments: [true, false])
  func mended(_ usesCache: Bool) throws {
    for number in stride(from: 0, to: 40, by: 4) { try folder.write(Art.moving(), to: "art/\(number).png") }
    #expect(try run("pack", "art", "--output", "out").status == 0)
    let built = try folder.tree("out")
    try folder.write(Art.disc(150, 150), to: "out/variants/7@1x.png")
    try folder.write(Art.disc(150, 150), to: "out/variants/8@3x.png")
    let catalog = "Stickers.xcstickers/Sticker Pack.stickerpack/9.sticker/9.png"
    try folder.write(Art.disc(150, 150), to: "out/\(catalog)")
    let outcome =
      try usesCache
      ? run("pack", "art", "--output", "out") : run("pack", "art", "--output", "out", "--no-cache")
    #expect(outcome.status == 0)
    #expect(try folder.tree("out") == built)
  }

  @Test("variants that someone else made are not reused, whatever their manifest says")
  func foreignSizes() throws {
    for number in stride(from: 0, to: 40, by: 4) { try folder.write(Art.moving(), to: "art/\(number).png") }
    #expect(try run("pack", "art", "--output", "out").status == 0)
    let built = try folder.tree("out")
    // A different image with a matching hash in the manifest, as if a program with another resampler had made
    // it.
    let other = try folder.bytes(of: "out/variants/2@1x.png")
    let digests = [built["variants/1@1x.png"] ?? [], other].map { SHA256.hexDigest(of: $0) }
    try folder.write(other, to: "out/variants/1@1x.png")
    let manifest = String(decoding: built["manifest.json"] ?? [], as: UTF8.self)
    let changed = manifest.replacingOccurrences(of: digests[0], with: digests[1])
    #expect(changed != manifest)
    try folder.write(Array(changed.utf8), to: "out/manifest.json")
    #expect(try run("pack", "art", "--output", "out").status == 0)
    #expect(try folder.tree("out") == built)
  }

  @Test("`cache path` prints where results are, and `cache clear` removes only those")
  func cleared() throws {
    _ = try run("lint", "art")
    let path = try run("cache", "path").text
    #expect(path == folder.url.appending(path: "cache/stickerlint/results").path + "\n")
    try folder.write([1], to: "cache/stickerlint/results/somebody.txt")
    #expect(try cacheFiles().count == 2)
    let outcome = try run("cache", "clear")
    #expect(outcome.status == 0 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("removed 1 file ("))
    #expect(try cacheFiles() == ["stickerlint/results/somebody.txt"])
    #expect(try run("cache", "clear").errors.hasPrefix("removed 0 files (0 bytes)"))
    let none = try Program.run(
      ["cache", "path"], in: folder.url, environment: ["XDG_CACHE_HOME": "", "HOME": ""])
    #expect(none.status == 2)
  }

  @Test("concurrent runs and a killed run leave a usable cache")
  func atOnce() throws {
    let expected = try run("lint", "art", "--format", "json", "--no-cache")
    let cache = folder.url.appending(path: "cache").path
    let lint = "XDG_CACHE_HOME='\(cache)' '\(Program.path)' lint art --format json"
    let both = try Program.shell(
      "for i in 1 2 3; do \(lint) >a$i & \(lint) >b$i & wait; done; "
        + "for d in 0.01 0.03 0.05 0.1 0.2; do rm -rf '\(cache)'; \(lint) >/dev/null & sleep $d; "
        + "kill -9 $! 2>/dev/null; wait; \(lint) >k$d || true; done; true", in: folder.url)
    #expect(both.errors.isEmpty || !both.errors.contains("damaged"), "\(both.errors)")
    for file in ["a1", "a2", "a3", "b1", "b2", "b3", "k0.01", "k0.03", "k0.05", "k0.1", "k0.2"] {
      #expect(try folder.bytes(of: file) == expected.output, "\(file)")
    }
    #expect(try cacheFiles().count == 1)
  }

  @Test("a cache from another version is replaced and not reported as damaged")
  func newer() throws {
    _ = try run("lint", "art")
    let file = try "cache/\(#require(try cacheFiles().first))"
    var bytes = try folder.bytes(of: file)
    bytes[0] = 99
    bytes.replaceSubrange((bytes.count - 16)..., with: XXH3Digest(of: Array(bytes.dropLast(16))).bytes)
    try folder.write(bytes, to: file)
    let outcome = try run("lint", "art")
    #expect(!outcome.errors.contains("damaged"))
    #expect(try folder.bytes(of: file)[0] != 99)
  }

  @Test("a partial run keeps the cached results of other files")
  func part() throws {
    let git = "git -c user.name=a -c user.email=a@b"
    _ = try Program.shell("git init -q . && git add art && \(git) commit -qm a", in: folder.url)
    let whole = try run("lint", "art", "--format", "json")
    let file = try "cache/\(#require(try cacheFiles().first))"
    let before = try folder.bytes(of: file).count
    // All files in a folder are one pack and are checked together, except with `--no-pack`.
    for number in 0..<35 { try folder.write(Art.disc(red: UInt8(100 + number)), to: "art/\(number).png") }
    let line = ["lint", "art", "--changed-since", "HEAD", "--no-pack"]
    _ = try run(line)
    #expect(try folder.bytes(of: file).count > before)
    // Without the results of other files, the cache would be smaller than before.
    let other = folder.url.appending(path: "other").path
    _ = try Program.run(line, in: folder.url, environment: ["XDG_CACHE_HOME": other])
    let alone = try #require(try folder.files(below: "other").first)
    #expect(try folder.bytes(of: "other/\(alone)").count < before)
    _ = try Program.shell("git checkout -q art", in: folder.url)
    #expect(try run("lint", "art", "--format", "json").output == whole.output)
  }

  @Test("`--quiet` also hides the note about a damaged cache")
  func quiet() throws {
    _ = try run("lint", "art")
    try folder.write([1, 2, 3], to: "cache/\(#require(try cacheFiles().first))")
    #expect(try run("lint", "art", "--quiet").errors.isEmpty)
  }
}
