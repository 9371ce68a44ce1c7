import Foundation
import Testing

/// `stream pack` with broken, hostile or truncated records, and with full disks and readers that fail.
@Suite struct HostilePackStreamTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The expected answer to a record.
  private enum Verdict: String {
    case built = "pack"
    case notBuilt = "not built"
    case error
  }

  private func verdict(_ answer: [String: Any]) -> String {
    answer["built"] as? Bool == false ? "not built" : answer["type"] as? String ?? ""
  }

  private func writeSources() throws {
    let art = try Art.disc()
    try folder.write(art, to: "good/a.png")
    try folder.write(Array(art.dropLast(20)), to: "cut/a.png")
    try folder.write([0x89, 0x50, 0x4E, 0x47], to: "stub/a.png")
    try folder.write(Array("\u{0}\u{1}stickers: [".utf8), to: "yaml/stickerpack.yml")
    let fileManager = FileManager.default
    try fileManager.createDirectory(
      at: folder.url.appending(path: "empty"), withIntermediateDirectories: true)
    try fileManager.createSymbolicLink(
      atPath: folder.url.appending(path: "loop").path, withDestinationPath: "loop")
  }

  /// A record that is invalid, or whose pack is invalid.
  private func poison(_ kind: Int, _ number: Int) -> (record: [UInt8], verdict: Verdict) {
    func pack(_ source: String, _ more: String = "") -> [UInt8] {
      Array("{\"source\": \"\(source)\", \"output\": \"p\(number)\"\(more)}".utf8)
    }
    switch kind {
    case 0: return (pack("cut"), .notBuilt)
    case 1: return (pack("stub"), .notBuilt)
    case 2: return (pack("empty"), .error)
    case 3: return (pack("nowhere"), .error)
    case 4: return (pack("yaml"), .error)
    case 5: return (pack("loop"), .error)
    case 6: return (Array("{\"source\": \"good\", \"output\": \"../p\(number)\"}".utf8), .error)
    case 7: return (Array("{\"source\": \"good\", \"output\": \"p\(number)".utf8), .error)
    case 8: return (Array("{\"source\": \"go".utf8) + [0xFF, 0xFE] + Array("od\"}".utf8), .error)
    case 9: return ([0x67, 0xC3, 0x28, 0xFF], .error)
    case 10: return (Array("{\"source\": \"good\", \"output\": \"p0\"}".utf8), .error)
    case 11: return (Array(repeating: UInt8(ascii: "a"), count: 1 << 20), .error)
    case 12: return (pack("good", ", \"files\": []"), .error)
    case 13:
      let files = "[{\"path\": \"../a.png\", \"bytes\": \"\"}]"
      return (Array("{\"files\": \(files), \"output\": \"p\(number)\"}".utf8), .error)
    default: return ([], .error)
    }
  }

  @Test("each of two hundred records gets one correct answer in order, even invalid ones")
  func twoHundred() throws {
    try writeSources()
    let names = (0..<200).map { $0 % 13 == 6 || $0 % 31 == 30 ? nil : "p\($0)" }
    var (input, expected, kind) = ([UInt8](), [Verdict](), 0)
    for (number, name) in names.enumerated() {
      if name != nil {
        input += Array("{\"source\": \"good\", \"output\": \"p\(number)\", \"id\": \(number)}".utf8)
        expected.append(.built)
      } else {
        let (record, verdict) = poison(kind % 15, number)
        (input, kind) = (input + record, kind + 1)
        expected.append(verdict)
      }
      input.append(0x0A)
    }
    #expect(kind > 15)
    let flags = ["--variants", "none", "--select", "corrupt-image"]
    let outcome = try Program.run(
      ["stream", "pack", "--output", "out", "--jobs", "4"] + flags, in: folder.url, input: input)
    let (status, answers) = try PackStreamTests.answers(outcome)
    #expect(status == 2)
    #expect(answers.map(verdict) == expected.map(\.rawValue))
    for (number, answer) in answers.enumerated() where expected[number] == .built {
      #expect(answer["id"] as? Int == number)
    }
    let alone = ["pack", "good", "--output", "alone"] + flags
    #expect(try Program.run(alone, in: folder.url).status == 0)
    let (pack, out) = (try folder.tree("alone"), try folder.tree("out"))
    let wanted = names.compactMap(\.self)
    #expect(out.count == pack.count * wanted.count)
    for name in wanted {
      for (path, bytes) in pack { #expect(out["\(name)/\(path)"] == bytes) }
    }
    #expect(try folder.files().allSatisfy { !$0.contains(".stickerlint") })
  }

  @Test(
    "a file that kills the worker building its pack costs only that record, on disk and in memory",
    .enabled(if: isLinux && !isSanitized), arguments: ["abort", "hang", "grow"])
  func deadly(_ misdeed: String) throws {
    try folder.write(Art.disc(), to: "good/a.png")
    let bad = try Art.disc() + Array("stickerlint-test-poison:\(misdeed)".utf8)
    try folder.write(bad, to: "bad/a.png")
    let files = "[{\"path\": \"a.png\", \"bytes\": \"\(Data(bad).base64EncodedString())\"}]"
    let records = [
      "good", "bad", "{\"files\": \(files), \"name\": \"Bad\"}", "{\"source\": \"good\", \"name\": \"x\"}",
    ]
    let limits = ["--worker-seconds", "2", "--worker-memory", "512", "--output", "out"]
    let outcome = try Program.run(
      ["stream", "pack"] + limits, in: folder.url, input: Array(records.joined(separator: "\n").utf8))
    let (status, answers) = try PackStreamTests.answers(outcome)
    #expect(status == 1)
    #expect(answers.map(verdict) == ["pack", "not built", "not built", "pack"])
    let reasons = [
      "abort": "the worker process failed twice (SIG", "hang": "more than 2 s", "grow": "more than 512 MiB",
    ]
    let reason = try #require(reasons[misdeed])
    for answer in answers[1...2] {
      #expect((answer["reasons"] as? [String])?.first?.contains(reason) == true, "\(answer["reasons"] ?? "")")
    }
    let alone = try Program.run(["pack", "good", "--output", "alone"], in: folder.url)
    #expect(try alone.status == 0 && folder.tree("out/good") == folder.tree("alone"))
  }

  @Test("a line of 100 million bytes, a record over the limit and the record after it get answers")
  func longLines() throws {
    try folder.write(Art.disc(), to: "good/a.png")
    let fill = { (bytes: Int) in "head -c \(bytes) /dev/zero | tr '\\0' a" }
    let outcome = try Program.shell(
      "{ printf '{\"files\": [\"'; \(fill(100_000_000)); echo; "
        + "\(fill(140_000_000)); echo; echo good; } | stickerlint stream pack --output out",
      in: folder.url)
    let (status, answers) = try PackStreamTests.answers(outcome)
    #expect(status == 2)
    #expect(answers.map(verdict) == ["error", "error", "pack"])
    #expect((answers[1]["message"] as? String)?.hasPrefix("the record is too large") == true)
    #expect(outcome.output.count < 10_000)
  }

  @Test("an unfinished record gets an answer, and a closed pipe ends the run with 0")
  func pipes() throws {
    try folder.write(Art.disc(), to: "good/a.png")
    let cut = try Program.run(
      ["stream", "pack"], in: folder.url, input: Array("good\n{\"source\": \"go".utf8))
    let (status, answers) = try PackStreamTests.answers(cut)
    #expect(status == 2)
    #expect(answers.map(verdict) == ["pack", "error"])
    let turns = try Program.shell(
      "coproc P { '\(Program.path)' stream pack; }; for i in 1 2 3; do echo good >&${P[1]}; "
        + "read -t 60 line <&${P[0]} && echo ${#line}; done; kill $P_PID", in: folder.url)
    #expect(turns.lines.count == 3)
    let left = try Program.shell(
      "yes good | { stickerlint stream pack; echo $? >status; } | head -2 | wc -l; cat status",
      in: folder.url)
    #expect(left.lines.map { $0.filter { $0 != " " } } == ["2", "0"])
  }

  @Test(
    "on a full disk, the answer reports it, and earlier builds stay complete", .enabled(if: canMountSmallDisk)
  )
  func fullDisk() throws {
    for number in 0..<40 { try folder.write(Art.disc(red: UInt8(number)), to: "big/\(number).png") }
    try folder.write(Art.disc(), to: "big2/a.png")
    // In a new user namespace, the script may mount a small disk without root privileges.
    let script = """
      mkdir disk; mount -t tmpfs -o size=300k none disk || exit 9
      '\(Program.path)' stream pack --output disk/out --variants none --ignore name-collision >one <<<'big2'
      echo $?; cp -r disk/out kept
      '\(Program.path)' stream pack --output disk/out --variants all >two <<END
      {"source": "big", "output": "big"}
      {"source": "big", "output": "big2"}
      END
      echo $?; cp -r disk/out left; ls -A disk/out
      """
    try folder.write(Array(script.utf8), to: "script")
    let outcome = try Program.shell("unshare -rm bash script", in: folder.url)
    #expect(outcome.lines == ["0", "2", "big2"], "\(outcome.errors)")
    let lines = String(decoding: try folder.bytes(of: "two"), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.allSatisfy { $0.contains("\"type\":\"error\"") && $0.contains("disk/out/big") })
    #expect(try folder.tree("left") == folder.tree("kept"))
  }

  @Test(
    "a pack uses its own configuration, in a worker process that cannot break out")
  func confined() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("fail-on: error\n".utf8), to: ".stickerlint.yml")
    try folder.write(Array("rules:\n  pixel-dimensions: off\n".utf8), to: "cats/.stickerlint.yml")
    let escape = try Art.disc(252, 252) + Array("stickerlint-test-poison:escape".utf8)
    try folder.write(escape, to: "cats/a.png")
    for flags in [[], ["--no-isolate"]] {
      let run = ["stream", "pack", "--output", "out", "--ignore", "trailing-data"] + flags
      let outcome = try Program.run(run, in: folder.url, input: Array("cats".utf8))
      let answer = try #require(PackStreamTests.answers(outcome).answers.first)
      #expect(answer["built"] as? Bool == true, "\(outcome.text)")
    }
    #expect(!FileManager.default.fileExists(atPath: "/tmp/stickerlint-broke-out"))
  }
}

/// Whether tests may mount a disk of their own.
private let canMountSmallDisk: Bool = {
  let outcome = try? Program.shell(
    "unshare -rm mount -t tmpfs -o size=64k none /mnt", in: FileManager.default.temporaryDirectory)
  return outcome?.status == 0
}()
