import Foundation
import Testing

/// A policy restricts what configuration files and the command line may request.
@Suite struct PolicyTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: [String], policy text: String, input: String = "") throws -> Outcome {
    try folder.write(Array(text.utf8), to: "policy.yml")
    return try Program.run(
      words, in: folder.url, input: Array(input.utf8), environment: ["STICKERLINT_POLICY": "policy.yml"])
  }

  private func fixture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Story.fixtures.appending(path: "Art/\(name)")))
  }

  @Test("no option raises a limit above the policy's maximum")
  func limits() throws {
    try folder.write(Art.disc(408, 408), to: "art/a.png")
    let policy = "limits:\n  side-pixels: 400\n"
    for words in [
      ["lint", "art"], ["lint", "art", "--limit", "side-pixels=9000"],
      ["lint", "art", "--isolate", "--limit", "side-pixels=9000"],
      ["fix", "art", "--limit", "side-pixels=9000"],
      ["preview", "art", "-o", "a.html", "--no-fixes"],
    ] {
      let outcome = try run(words + (words[0] == "preview" ? [] : ["--no-cache"]), policy: policy)
      let page = try? String(contentsOf: folder.url.appending(path: "a.html"), encoding: .utf8)
      let text = words[0] == "preview" ? page ?? "" : outcome.text
      let isRefused = text.contains("(limit: 400 px)") || text.contains("resource-limit")
      #expect(isRefused, "\(words): \(outcome.text) \(outcome.errors)")
    }
    let info = try run(["info", "art/a.png", "--limit", "side-pixels=9000"], policy: policy)
    #expect(info.status == 1)
    #expect(info.text.contains("400"), "\(info.text)")
    let pack = try run(
      ["stream", "pack", "--no-config", "--limit", "side-pixels=9000"], policy: policy,
      input: #"{"source":"art"}"# + "\n")
    #expect(pack.text.contains("(limit: 400 px)"), "\(pack.text) \(pack.errors)")
  }

  @Test("a format that the policy does not list is not decoded, whatever the file is called")
  func formats() throws {
    try folder.write(Art.disc(), to: "art/a.png")
    try folder.write(fixture("faulty/jpeg-has-no-transparency.jpg"), to: "art/b.jpg")
    try folder.write(fixture("pack/cat-waving.png"), to: "art/c.png")
    let outcome = try run(
      ["lint", "art", "--no-cache", "--no-pack", "--format", "concise"], policy: "formats: [png]\n")
    let refused = outcome.lines.filter { $0.contains("resource-limit") }
    #expect(refused.count == 2, "\(outcome.text)")
    #expect(outcome.text.contains("b.jpg: error resource-limit: the policy of this machine does not allow"))
    #expect(outcome.text.contains("does not allow apng files"), "\(outcome.text)")
    let fixed = try run(["fix", "art", "--lossy", "--no-cache", "-o", "fixed"], policy: "formats: [png]\n")
    #expect(!fixed.text.contains("convert JPEG"), "\(fixed.text)")
  }

  @Test("`config` shows what the policy sets, and where")
  func shown() throws {
    let policy = """
      limits:
        frames: 100
      worker-seconds: 20
      worker-memory: 256
      jobs: 2
      formats: [png, apng]
      isolation: required
      """
    let outcome = try run(["config"], policy: policy)
    for line in [
      #/frames +100 frames +policy.yml:2:11/#, #/limits.frames +100 frames +policy.yml:2:11/#,
      #/worker-seconds +20 s +policy.yml:3:17/#, #/worker-memory +256 MiB +policy.yml:4:16/#,
      #/jobs +2 +policy.yml:5:7/#, #/formats +png, apng +policy.yml:6:10/#,
      #/isolation +required +policy.yml:7:12/#,
    ] { #expect(outcome.text.contains(line), "\(outcome.text)") }
    let json = try run(["config", "--format", "json"], policy: policy)
    #expect(json.text.contains("\"worker-seconds\""), "\(json.text)")
  }

  @Test("isolation that a policy requires cannot be turned off")
  func isolation() throws {
    try folder.write(Art.disc(), to: "a.png")
    let policy = "isolation: required\nworker-seconds: 5\n"
    let plain = try run(["lint", "a.png", "--no-cache", "--format", "json"], policy: policy)
    #expect(plain.text.contains("\"isolation\""), "\(plain.text) \(plain.errors)")
    let without = try run(["lint", "a.png", "--no-isolate"], policy: policy)
    #expect(without.status == 2)
    #expect(without.errors.contains("the policy requires isolation (policy.yml:1:12)"), "\(without.errors)")
  }

  @Test(
    "a policy that is unreadable or invalid stops every command",
    arguments: [
      ("limits:\n  sides: 3\n", "the policy policy.yml:2:3"), ("formats: [bmp]\n", "a format must be one of"),
      ("formats: []\n", "formats must list at least one"), ("", "is empty"),
      ("# none\n", "a policy must set at least one of"), ("jobs: 0\n", "jobs must be a whole number from 1"),
      ("isolation: maybe\n", "isolation must be"), ("a: [", "the policy policy.yml"),
      ("worker-seconds: 1e9\n", "worker-seconds must be"),
    ])
  func malformed(_ text: String, _ words: String) throws {
    try folder.write(Art.disc(), to: "a.png")
    for command in [["lint", "a.png"], ["info", "a.png"], ["fix", "a.png"], ["config"], ["serve"]] {
      let outcome = try run(command, policy: text)
      #expect(outcome.status == 2, "\(command)")
      #expect(outcome.text.isEmpty, "\(command): \(outcome.text)")
      #expect(outcome.errors.contains(words), "\(command): \(outcome.errors)")
    }
  }

  @Test("a contact sheet is the same if worker processes decode the stickers")
  func isolatedContactSheet() throws {
    try folder.write(Art.disc(), to: "a.png")
    let plain = try run(["preview", "a.png", "--contact-sheet", "plain.png"], policy: "jobs: 1\n")
    #expect(plain.status == 0)
    let words = ["preview", "a.png", "--contact-sheet", "isolated.png"]
    let outcome = try run(words, policy: "isolation: required\n")
    guard !outcome.errors.contains("isolation is required") else { return #expect(outcome.status == 2) }
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try folder.bytes(of: "isolated.png") == folder.bytes(of: "plain.png"))
  }

  @Test("`info` succeeds without messages if isolation is required, or exits with 2")
  func isolatedInfo() throws {
    try folder.write(Art.disc(), to: "a.png")
    let outcome = try run(["info", "--pixels", "a.png"], policy: "isolation: required\n")
    let isConfined = outcome.errors.isEmpty
    #expect(outcome.status == (isConfined ? 0 : 2), "\(outcome.errors)")
    #expect(outcome.text.isEmpty == !isConfined)
    if !isConfined { #expect(outcome.errors.contains("isolation is required")) }
  }

  @Test("a policy that is named must exist") func missing() throws {
    try folder.write(Art.disc(), to: "a.png")
    let outcome = try Program.run(
      ["lint", "a.png"], in: folder.url, environment: ["STICKERLINT_POLICY": "nowhere.yml"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("error: cannot read the policy nowhere.yml: "), "\(outcome.errors)")
  }
}
