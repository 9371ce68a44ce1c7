import Testing

@testable import stickerlint

/// What command lines were called before.
@Suite("old words of the command line") struct OldWordsTests {
  @Test(
    "old words mean the new ones",
    arguments: [
      ("lint --stream", "stream lint"), ("--stream -0", "stream lint -0"),
      ("lint --role icon --stream --jobs 2", "stream lint --role icon --jobs 2"),
      ("pack --stream --output packs", "stream pack --output packs"),
      ("lint art --shard 2/7 --quiet", "shard 2/7 art --quiet"), ("--shard=1/2 art", "shard 1/2 art"),
      ("lint --shard 1/3 -- --stream", "shard 1/3 -- --stream"),
    ])
  func renewed(_ old: String, _ new: String) {
    #expect(commandLine(words(old)) == words(new))
  }

  @Test(
    "all others stay",
    arguments: [
      "", "art", "lint art", "pack art --output build", "lint -- --stream", "stream pack", "shard 1/2 art",
      "fix art --smallest", "lint art --shard", "fix art --stream", "pack art --shard 1/2",
      "preview --shard=1/2",
      "lint art --shard -- 1/2",
    ])
  func others(_ line: String) { #expect(commandLine(words(line)) == words(line)) }

  @Test("what cannot be isolated may not run: one option for two words of the parser") func required() {
    #expect(commandLine(words("lint --isolate=required art")) == words("lint --isolate-required art"))
    #expect(commandLine(words("fix -- --isolate=required")) == words("fix -- --isolate=required"))
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
}
