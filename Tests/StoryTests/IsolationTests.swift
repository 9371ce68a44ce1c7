import Corpus
import Foundation
import Testing

/// `--isolate`: worker processes check the files.
@Suite struct IsolationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A valid sticker that makes the worker of a test build misbehave. The command is in a comment.
  private func poisoned(_ misdeed: String, red: UInt8 = 230) throws -> [UInt8] {
    let art = try Art.disc(red: red)
    let text = Array("Comment\0stickerlint-test-poison:\(misdeed)".utf8)
    let type = Array("tEXt".utf8)
    let chunk = bigEndian(UInt32(text.count)) + type + text + bigEndian(crc32(type + text))
    return Array(art[..<33]) + chunk + Array(art[33...])
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// The CRC-32 of PNG, annex D.
  private func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF as UInt32) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
    }
  }

  private func lint(_ flags: String...) throws -> Outcome {
    try Program.run(
      ["lint", ".", "--no-cache", "--format", "concise", "--ignore", "duplicate-sticker"] + flags,
      in: folder.url)
  }

  @Test("a file that makes its worker crash, hang or grow affects only its own result")
  func poison() throws {
    try folder.write(Art.disc(red: 1), to: "a.png")
    for (place, misdeed) in ["abort", "hang", "grow"].enumerated() {
      try folder.write(poisoned(misdeed, red: UInt8(place) + 2), to: "\(misdeed).png")
    }
    try folder.write(Art.disc(252, 252), to: "z.png")
    let outcome = try lint("--isolate", "--worker-seconds", "1", "--worker-memory", "128", "--no-pack")
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.status == 1)
    #expect(outcome.lines.count == 4, "\(outcome.text)")
    let crash =
      "abort.png: error corrupt-image: the file cannot be read: the worker process failed twice (SIG"
    #expect(outcome.lines.contains { $0.hasPrefix(crash) }, "\(outcome.text)")
    // Sanitizers need memory of their own. If they get none, they end the process before it can report
    // anything.
    let refused =
      isSanitized
      ? ["hang.png: error", "grow.png: error"]
      : [
        "hang.png: error resource-limit: reading it takes more than 1 s; allow it more time",
        "grow.png: error resource-limit: reading it takes more than 128 MiB of memory; allow it more memory",
      ]
    for words in refused { #expect(outcome.text.contains(words), "\(outcome.text)") }
    #expect(outcome.text.contains("z.png: error pixel-dimensions"))
  }

  @Test("a worker cannot open files, start processes, open sockets or raise its limits")
  func confined() throws {
    // A worker that could escape would crash on purpose. The file has no finding because every way out is
    // denied.
    try folder.write(poisoned("escape"), to: "escape.png")
    let outcome = try lint("--isolate")
    #expect(outcome.status == 0, "\(outcome.text)")
    #expect(outcome.text.isEmpty && outcome.errors.isEmpty, "\(outcome.text) \(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: "/tmp/stickerlint-broke-out"))
  }

  @Test("if a file could not be checked, the run exits with 2, and a shard writes no report")
  func unexamined() throws {
    try folder.write(try Art.disc(), to: "a.png")
    let scarce = "ulimit -n 9; stickerlint lint --isolate --no-cache -q a.png"
    let run = try Program.shell(scarce, in: folder.url)
    #expect(run.status == 2)
    #expect(
      run.errors.contains("a.png was not checked: cannot start a worker process"), "\(run.errors)")
    let shard = try Program.shell(
      scarce.replacingOccurrences(of: " lint ", with: " shard 1/1 "), in: folder.url)
    #expect(shard.status == 2)
    #expect(shard.text.isEmpty)
    let baseline = try Program.shell(scarce + " --write-baseline accepted.json", in: folder.url)
    #expect(baseline.status == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "accepted.json").path))
  }

  @Test("too low a limit on open files exits with 2 and states the limit", arguments: [4, 6, 7])
  func scarce(_ descriptors: Int) throws {
    let script = "ulimit -n \(descriptors); stickerlint lint --no-cache a.png"
    let run = try Program.shell(script, in: folder.url)
    #expect(run.status == 2)
    let said = "error: only \(descriptors) open files are allowed"
    #expect(run.errors.hasPrefix(said), "\(run.errors)")
  }

  @Test(
    "memory that a worker process cannot get is reported as a resource limit",
    .enabled(if: !isSanitized, "skipped: without memory, sanitizers end the process"),
    arguments: ["64", "65", "66"])
  func refused(_ mebibytes: String) throws {
    // The pixels take 61 MiB in one allocation. The rest of the limit is too small for the remaining work.
    try folder.write(try Art.disc(4000, 4000), to: "a.png")
    let outcome = try lint("--isolate", "--worker-memory", mebibytes)
    #expect(
      outcome.text.contains("resource-limit: reading it takes more than \(mebibytes) MiB"), "\(outcome.text)")
  }

  @Test("a worker process keeps existing time limits and limits stack, file size and memory")
  func limited() throws {
    try folder.write(try Art.disc(), to: "a.png")
    let script = """
      ulimit -t 600 -s unlimited
      coproc P { stickerlint stream --jobs 1 --no-config; }
      echo a.png >&${P[1]}; read -r answer <&${P[0]}
      worker=$(cat /proc/$P_PID/task/*/children)
      for turn in 1 2 3; do
        grep -q __worker /proc/${worker%% *}/cmdline && break
        worker=$(cat /proc/${worker%% *}/task/*/children)
      done
      # bash becomes the last command of all, which would end the program's input before it reads.
      grep -E 'stack|cpu time|Max file size|data size' /proc/${worker%% *}/limits; exit
      """
    let outcome = try Program.shell(script, in: folder.url)
    var limits = outcome.lines.map { $0.split(separator: " ").suffix(3).prefix(2).map(String.init) }
    try #require(limits.count == 4, "\(outcome.text) \(outcome.errors)")
    // The default of 1 GiB, in addition to the memory that the program has when it starts.
    let memory = try #require(limits.remove(at: 2).first.flatMap(Int.init))
    #expect(memory > 1 << 30)
    #expect(
      limits == [["595", "600"], ["0", "0"], ["8388608", "8388608"]], "\(outcome.text) \(outcome.errors)")
  }

  @Test("worker processes report the same findings as a single process", arguments: ["1", "2"])
  func same(_ jobs: String) throws {
    let art = Story.fixtures.appending(path: "Art").path
    let flags = ["--no-cache", "--format", "json", "--jobs", jobs]
    let alone = try Program.run(["lint", art] + flags, in: folder.url)
    let apart = try Program.run(["lint", art, "--isolate"] + flags, in: folder.url)
    #expect(alone.status == apart.status)
    let isSame = alone.text == withoutIsolation(apart.text)
    #expect(isSame)
    #expect(apart.text.contains("\"isolation\""))
    #expect(apart.errors == alone.errors)
  }

  @Test("streams are isolated by default, and a killed worker process affects no other record")
  func stream() throws {
    try folder.write(poisoned("abort"), to: "abort.png")
    try folder.write(Art.disc(252, 252), to: "small.png")
    let names = Array("abort.png\nsmall.png\nabort.png\nsmall.png\n".utf8)
    let apart = try Program.run(["stream", "lint"], in: folder.url, input: names)
    let rules = apart.lines.map { $0.contains("corrupt-image") }
    #expect(rules == [true, false, true, false], "\(apart.text)")
    let alone = try Program.run(["stream", "lint", "--no-isolate"], in: folder.url, input: names)
    #expect(!alone.text.contains("corrupt-image"))
    let others = Set(apart.lines.map { withoutIsolation(String($0)) })
    #expect(others.intersection(alone.lines.map(String.init)).count == 2)
  }

  /// JSON without the information on how processes were confined.
  private func withoutIsolation(_ text: String) -> String {
    text.replacing(#/\s*"isolation" ?: ?\{[^}]*\},?/#, with: "")
  }

  @Test("a file that makes its worker crash, hang or grow is not fixed, but the others are")
  func fixing() throws {
    for (place, misdeed) in ["abort", "hang", "grow"].enumerated() {
      try folder.write(poisoned("fixing-\(misdeed)", red: UInt8(place) + 2) + [0], to: "art/\(misdeed).png")
    }
    try folder.write(Art.disc() + [0], to: "art/z.png")
    // The address sanitizer's memory counts toward the limit.
    let memory = isSanitized ? "640" : "160"
    let limits = ["--isolate", "--worker-seconds", "2", "--worker-memory", memory]
    let outcome = try Program.run(
      ["fix", "art", "--no-cache", "--no-pack", "--output", "fixed", "--format", "json"] + limits,
      in: folder.url)
    let reasons: [String] =
      [
        "it cannot be fixed: the worker process failed twice (SIG",
        "fixing it takes more than 2 s; raise the limit with --worker-seconds",
      ] + (isSanitized ? [] : ["fixing it takes more than \(memory) MiB of memory; raise the limit with"])
    for reason in reasons { #expect(outcome.text.contains(reason), "\(outcome.text) \(outcome.errors)") }
    #expect(outcome.text.contains("\"landlock\""), "\(outcome.text)")
    func bytes(_ path: String) throws -> Data { try Data(contentsOf: folder.url.appending(path: path)) }
    for name in ["abort", "hang", "grow"] {
      #expect(try bytes("fixed/\(name).png") == bytes("art/\(name).png"))
    }
    #expect(try bytes("fixed/z.png").count == bytes("art/z.png").count - 1)
  }

  @Test("worker processes fix, pack and preview like a single process")
  func sameOfOthers() throws {
    let art = Story.fixtures.appending(path: "Art/faulty").path
    for (place, flags) in [["--jobs", "1"], ["--jobs", "2", "--isolate"]].enumerated() {
      let end = "\(place)"
      for command in [
        ["fix", art, "--lossy", "--no-cache", "--output", "fixed" + end],
        ["pack", art, "--fix", "--lossy", "--skip-failing", "--no-cache", "--output", "pack" + end],
        ["pack", art, "--for", "mastodon", "--skip-failing", "--no-cache", "--output", "mastodon" + end],
        ["preview", art, "--output", "page\(end).html"],
      ] {
        let outcome = try Program.run(command + flags, in: folder.url)
        #expect(outcome.status < 2, "\(command): \(outcome.errors)")
      }
    }
    let difference = try Program.shell(
      "diff -r fixed0 fixed1 && diff -r pack0 pack1 && diff -r mastodon0 mastodon1 && cmp page0.html page1.html",
      in: folder.url)
    #expect(difference.status == 0, "\(difference.text.prefix(2000)) \(difference.errors.prefix(2000))")
  }

  @Test("worker processes check files for several messengers") func messengers() throws {
    try folder.write(poisoned("abort"), to: "abort.png")
    try folder.write(Art.disc(), to: "a.png")
    let words = ["lint", "abort.png", "a.png", "--no-cache", "--for", "signal,line", "--format", "json"]
    let outcome = try Program.run(words + ["--isolate"], in: folder.url)
    #expect(outcome.text.contains("the worker process failed twice (SIG"), "\(outcome.text)")
    let (alone, apart) = (
      try Program.run(["lint", "a.png"] + words.dropFirst(3), in: folder.url),
      try Program.run(["lint", "a.png", "--isolate"] + words.dropFirst(3), in: folder.url)
    )
    let isSame = withoutIsolation(alone.text) == withoutIsolation(apart.text)
    #expect(isSame)
  }

  @Test("--isolate=required exits with 2 on a system without Landlock, and --isolate only notes it")
  func required() throws {
    try folder.write(Art.disc(), to: "a.png")
    let python = try #require(ExternalProgram.python)
    let script = ExternalProgram.scriptPath("missing_feature")
    func lint(_ flags: String...) throws -> Outcome {
      let words = ["lint", "a.png", "--no-cache", "--format", "json"] + flags
      return try Program.shell(
        "\(python) \(script) landlock '\(Program.path)' \(words.joined(separator: " "))", in: folder.url)
    }
    let lacking = try lint("--isolate=required")
    #expect(lacking.status == 2)
    #expect(lacking.text.isEmpty)
    #expect(lacking.errors == "error: isolation is required, but not available on this system: Landlock\n")
    let noted = try lint("--isolate")
    #expect(noted.status == 0)
    #expect(noted.errors.contains("not available on this system: Landlock"), "\(noted.errors)")
    #expect(noted.text.contains(#/"missing" : \[\s*"landlock"\s*\]/#), "\(noted.text)")
    let complete = try Program.run(
      ["lint", "a.png", "--no-cache", "--format", "json", "--isolate=required"], in: folder.url)
    #expect(complete.status == 0, "\(complete.errors)")
    #expect(complete.text.contains(#/"missing" : \[\s*\]/#), "\(complete.text)")
    for words in [
      "stream lint", "stream pack --output packs", "fix a.png", "lint a.png --for signal,line", "serve",
      "preview a.png -o a.html",
    ] {
      let outcome = try Program.shell(
        "\(python) \(script) landlock '\(Program.path)' \(words) --isolate=required", in: folder.url)
      #expect(outcome.status == 2, "\(words): \(outcome.text)")
      #expect(
        outcome.errors.contains("isolation is required, but not available"), "\(words): \(outcome.errors)")
    }
  }

  @Test(
    "`info --isolate` prints what `info` prints, and a crash or a hang affects only its own file")
  func info() throws {
    try folder.write(Art.disc(), to: "a.png")
    for misdeed in ["abort", "hang"] {
      try folder.write(poisoned("viewing-\(misdeed)"), to: "\(misdeed).png")
    }
    let plain = try Program.run(["info", "--pixels", "a.png", "--save-frames", "plain"], in: folder.url)
    let isolated = try Program.run(
      ["info", "--isolate", "--pixels", "a.png", "--save-frames", "isolated"], in: folder.url)
    #expect(plain.status == 0 && isolated.status == 0, "\(isolated.errors)")
    #expect(plain.text == isolated.text)
    let frames = try ["plain", "isolated"].map {
      try Data(contentsOf: folder.url.appending(path: "\($0)/a-001.png"))
    }
    #expect(frames[0] == frames[1])
    let outcome = try Program.run(
      ["info", "--isolate", "--worker-seconds", "1", "--pixels", "abort.png", "a.png", "hang.png"],
      in: folder.url)
    #expect(outcome.status == 1)
    for words in [
      "it cannot be decoded: the worker process failed twice (SIG", "decoding it takes more than 1 s",
    ] { #expect(outcome.text.contains(words), "\(outcome.text)") }
    let digest = try #require(plain.text.split(separator: " ").last { $0.utf8.count > 60 })
    #expect(outcome.text.contains(digest))
  }

  @Test("process failures are not cached for later runs")
  func forgotten() throws {
    for number in 0..<40 { try folder.write(Art.disc(red: UInt8(number)), to: "\(number).png") }
    try folder.write(poisoned("abort"), to: "abort.png")
    let cache = ["XDG_CACHE_HOME": folder.url.appending(path: "cache").path]
    let flags = ["lint", ".", "--format", "concise", "--no-pack"]
    let first = try Program.run(flags + ["--isolate"], in: folder.url, environment: cache)
    #expect(first.text.contains("abort.png: error corrupt-image"))
    let second = try Program.run(flags, in: folder.url, environment: cache)
    #expect(second.text.isEmpty, "\(second.text)")
  }

  @Test(
    "isolation limits without isolation, and invalid ones, are refused",
    arguments: [
      (["--no-isolate", "--worker-seconds", "3"], "cannot be used with --no-isolate"),
      (["--no-isolate", "--isolate=required"], "--isolate=required cannot be used with --no-isolate"),
      (["--worker-seconds", "0"], "must be 1 to 86,400"),
      (["--worker-memory", "1"], "must be 64 to 1,048,576"),
    ])
  func refused(_ flags: [String], _ words: String) throws {
    let outcome = try Program.run(["lint", "."] + flags, in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }
}
