import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import Stickers

/// Pools of shell scripts that act as workers, most of which violate the protocol.
@Suite struct WorkerPoolTests {
  private let folder: TemporaryFolder

  init() throws {
    prepareProcess()  // writing to a worker that has ended must not end the tests
    folder = try TemporaryFolder()
  }

  private var sharedFilePath: String { folder["shared"].text ?? "" }
  private func sharedFileText() throws -> String {
    try String(contentsOfFile: sharedFilePath, encoding: .utf8)
  }

  /// Runs a script for each worker. `$1` is a file that all of them share.
  private func pool(_ script: String, seconds: Int = 30, count: Int = 1, requests: Int = 1000) -> WorkerPool {
    let arguments = ["/bin/sh", "-c", script, "worker", sharedFilePath]
    let limits = WorkerLimits(processorSecondsPerRequest: seconds, maxRequestsPerWorker: requests)
    return WorkerPool(arguments.map { Path($0) }, count: count, limits: limits)
  }

  private func ask(_ pool: WorkerPool, _ bytes: [UInt8] = [1]) async -> WorkerOutcome<[UInt8]> {
    let key = XXH3Digest(of: [1])
    let request = WorkerRequest(setupKey: key, encodeSetup: { [7] }, encodedRequest: [8], data: bytes)
    return await pool.answer(request) { answer in
      guard answer == Array("!".utf8) else { throw Diagnostic.corruptData }
      return answer
    }
  }

  /// Shell commands that write frames of the protocol: ready with no mechanisms, and an answer of one byte.
  private static let ready = #"printf '\001\000\000\000\005\000';"#
  private static let answer = #"printf '\001\000\000\000\007!';"#
  /// Reads a setup, a request and data of one byte each, which are six bytes each with their headers.
  private static let hear = "head -c 18 >/dev/null;"

  private func words(_ outcome: WorkerOutcome<[UInt8]>) -> String {
    switch outcome {
    case .answered: "answered"
    case .failed(.crashed(let with)): "crashed with \(with)"
    case .failed(.outOfTime(let seconds)): "out of \(seconds) s"
    case .failed(.outOfMemory(let bytes)): "out of \(bytes) bytes"
    case .unavailable(let reason): reason
    }
  }

  @Test("an answer from a correct worker is accepted")
  func sound() async {
    let pool = pool(Self.ready + Self.hear + Self.answer + "cat >/dev/null")
    #expect(words(await ask(pool)) == "answered")
    pool.endAfterRequests()
  }

  @Test("a worker is killed when its request is canceled, if the request says so") func unwanted() async {
    let pool = pool(Self.ready + Self.hear + "echo $$ >$1; sleep 60", seconds: 50)
    let asked = Task {
      var request = WorkerRequest(
        setupKey: XXH3Digest(of: [1]), encodeSetup: { [7] }, encodedRequest: [8], data: [1])
      request.stopsWorkerWhenCanceled = true
      return await pool.answer(request) { $0 }
    }
    while (try? sharedFileText())?.hasSuffix("\n") != true { try? await Task.sleep(for: .milliseconds(10)) }
    asked.cancel()
    // Only the cancellation produces this message. A timeout would have another one.
    #expect(words(await asked.value) == "the request was canceled")
    let worker = Int32((try? sharedFileText())?.dropLast() ?? "") ?? 0
    #expect(worker > 0 && kill(worker, 0) == -1)
    pool.endAfterRequests()
  }

  @Test(
    "a request is tried once more after any worker failure, and then the cause is reported",
    arguments: [
      ("kill -SEGV $$", "crashed with SIGSEGV"), ("kill -ABRT $$", "crashed with SIGABRT"),
      ("kill -BUS $$", "crashed with SIGBUS"), ("exit 3", "crashed with exit code 3"),
      ("exit 0", "crashed with exit code 0"),
      // Answers that have an unknown kind, are too long, were not requested, or have impossible contents.
      (#"printf '\001\000\000\000\143!'; sleep 9"#, "crashed with an invalid answer"),
      (#"printf '\377\377\377\377\007!'; sleep 9"#, "crashed with an invalid answer"),
      (
        #"printf '\001\000\000\000\005\000'; printf '\001\000\000\000\005\000'; sleep 9"#,
        "crashed with an invalid answer"
      ),
      (#"printf '\001\000\000\000\007?'; sleep 9"#, "crashed with an invalid answer"),
      (#"printf '\003\000\000\000\006abc'; sleep 9"#, "crashed with an invalid answer"),
      ("yes | head -c 100000; sleep 9", "crashed with an invalid answer"),
      // Two answers to one request.
      (
        #"printf '\001\000\000\000\007!\001\000\000\000\007!'; sleep 9"#,
        "crashed with an invalid answer"
      ),
    ])
  func broken(_ misdeed: String, _ expected: String) async throws {
    let pool = pool("echo x >>$1;" + Self.ready + Self.hear + misdeed)
    #expect(words(await ask(pool)) == expected)
    #expect(try sharedFileText() == "x\nx\n")
    pool.endAfterRequests()
  }

  @Test("a worker that keeps requesting memory is ended for an invalid answer")
  func greedy() async {
    let hold = #"printf '\010\000\000\000\006\001\000\000\000\000\000\000\000'; head -c 5 >/dev/null;"#
    let pool = pool(Self.ready + Self.hear + "while :; do \(hold) done")
    #expect(words(await ask(pool)) == "crashed with an invalid answer")
    pool.endAfterRequests()
  }

  @Test("a worker that computes or sleeps forever is killed when its time is up")
  func slow() async {
    let busy = pool(Self.ready + Self.hear + "while :; do :; done", seconds: 1)
    let asleep = pool(Self.ready + "exec sleep 60", seconds: 1)
    async let first = ask(busy)
    async let second = ask(asleep)
    #expect(await words(first) == "out of 1 s")
    #expect(await words(second) == "out of 1 s")
  }

  @Test("a sleeping worker gets no more time than a computing one")
  func asleep() {
    func ticks(used: Int, isAsleep: Bool) -> Int? {
      var watch = ProcessorOrSleepTimeLimit(WorkerLimits(processorSecondsPerRequest: 2), at: 0)
      return (1...60).first { tick in
        watch.isExceeded(
          at: UInt64(tick) * 200_000_000, processorMilliseconds: { tick * used }, isAsleep: { isAsleep })
      }
    }
    // Each tick is 200 ms. The expected one is the first after more than 2 s, or after more than five times 2
    // s.
    #expect(ticks(used: 0, isAsleep: true) == 11)
    #expect(ticks(used: 200, isAsleep: false) == 12)  // counted from the first tick
    #expect(ticks(used: 0, isAsleep: false) == 51)
  }

  @Test("a worker that sends an answer in tiny pieces runs out of time")
  func dribbling() async {
    let pool = pool(
      Self.ready + Self.hear + #"printf '\000\000\000\001\007'; while :; do printf x; sleep 0.1; done"#,
      seconds: 1)
    #expect(words(await ask(pool)) == "out of 1 s")
  }

  @Test("a worker that closes its output but keeps running is killed")
  func mute() async {
    let pool = pool(Self.ready + Self.hear + "exec >&-; sleep 60")
    #expect(words(await ask(pool)) == "crashed with an invalid answer")
  }

  @Test("a worker that never reads its input does not block the pool")
  func deaf() async {
    let pool = pool(Self.ready + "exec sleep 60", seconds: 1)
    #expect(words(await ask(pool, [UInt8](repeating: 0, count: 8 << 20))) == "out of 1 s")
  }

  @Test("a request is repeated if other processes kill its workers, but not forever")
  func killed() async throws {
    // The system adds this process's own peak memory to that of its children.
    #expect([UInt8](repeating: 1, count: 512 << 20).contains(1))
    // Other processes seem to have ended the first three; the fourth does its work.
    let thrice =
      "echo x >>$1; [ $(wc -l <$1) -gt 3 ] || kill -KILL $$;" + Self.ready + Self.hear + Self.answer
      + "cat >/dev/null"
    let pool = pool(thrice)
    #expect(words(await ask(pool)) == "answered")
    pool.endAfterRequests()
    #expect(
      words(await ask(self.pool("kill -KILL $$")))
        == "SIGKILL ended 5 worker processes in a row")
  }

  @Test("a worker's peak memory is known only if it exceeds that of its parent")
  func memory() {
    let limits = WorkerLimits(memoryBytes: 1000 << 20)
    func ended(_ status: Int32, _ signal: Int32?, _ most: Int, _ done: Confinement = .complete)
      -> WorkerTermination
    {
      WorkerTermination(
        ProcessTermination(
          exitCodeOr128PlusSignal: status, signal: signal, peakMemoryBytes: most << 20),
        limits, done)
    }
    #expect(ended(113, nil, 0) == .failed(.outOfMemory(bytes: 1000 << 20)))
    #expect(ended(113, nil, 0, []) == .failed(.crashed("exit code 113")))
    #expect(ended(134, SIGABRT, 750) == .failed(.outOfMemory(bytes: 1000 << 20)))
    #expect(ended(134, SIGABRT, 749) == .failed(.crashed("SIGABRT")))
    #expect(ended(137, SIGKILL, 250) == .failed(.outOfMemory(bytes: 250 << 20)))
    #expect(ended(137, SIGKILL, 249) == .killedForUnrelatedReason("SIGKILL"))
    // With a low limit, the memory that every worker uses is no evidence that the system ran out of memory.
    let little = WorkerTermination(
      ProcessTermination(exitCodeOr128PlusSignal: 137, signal: SIGKILL, peakMemoryBytes: 20 << 20),
      WorkerLimits(memoryBytes: 64 << 20),
      .complete)
    #expect(little == .killedForUnrelatedReason("SIGKILL"))
  }

  @Test(
    "a worker that never becomes ready is not reported as a crash", arguments: ["exit 2", "kill -SEGV $$"])
  func unready(_ end: String) async throws {
    let pool = pool("echo x >>$1;" + end)
    #expect(words(await ask(pool)).hasPrefix("the worker process did not become ready: it ended with "))
    #expect(try sharedFileText() == "x\nx\n")
    pool.endAfterRequests()
  }

  @Test("a program that cannot be started is reported")
  func missing() async {
    let limits = WorkerLimits()
    let pool = WorkerPool([folder["nothing"]], count: 2, limits: limits)
    #expect(words(await ask(pool)) == "cannot start a worker process: it does not exist")
  }

  @Test("a worker is replaced after its maximum number of requests, and workers inherit no secrets")
  func retired() async throws {
    _ = unsafe setenv("STICKERLINT_TEST_SECRET", "1", 1)
    let one = "head -c 12 >/dev/null;" + Self.answer
    let script =
      "echo x$STICKERLINT_TEST_SECRET >>$1;" + Self.ready + Self.hear + Self.answer
      + "while :; do \(one) done"
    let pool = pool(script, requests: 4)
    for _ in 0..<9 { #expect(words(await ask(pool)) == "answered") }
    pool.endAfterRequests()
    #expect(try sharedFileText() == "x\nx\nx\n")
  }

  #if os(Linux)
    @Test(
      "medium-size data is in memory that a worker can read but not change",
      arguments: [(4095, false), (4096, true), (1 << 19, true), (1 << 19 + 1, false)])
    func shared(_ count: Int, _ isShared: Bool) async throws {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
      let expected = folder["expected"]
      try Data(bytes).write(to: URL(filePath: expected.text ?? ""))
      let isExpected = "cmp -s - '\(expected.text ?? "")' || exit 1;"
      // It reads twelve bytes of its setup and request first.
      let heard = "head -c 17 >/dev/null; head -c \(count) | " + isExpected
      let found =
        "head -c 25 >/dev/null; head -c \(count) /dev/fd/3 | \(isExpected)"
        + "(printf x 1<>/dev/fd/3) && exit 2; (: >/dev/fd/3) && exit 3;"
      let pool = pool(
        "exec 2>/dev/null;" + Self.ready + (isShared ? found : heard) + Self.answer + "cat >/dev/null")
      #expect(words(await ask(pool, bytes)) == "answered")
      pool.endAfterRequests()
    }

    @Test("a worker finds each request's bytes in shared memory or in the pipe")
    func inTurn() async throws {
      var script = "exec 2>/dev/null;" + Self.ready + "head -c 6 >/dev/null;"
      let counts = [5000, 4096, 9, 6000]
      for (number, count) in counts.enumerated() {
        let file = folder["\(number)"].text ?? ""
        try Data(repeating: UInt8(number), count: count).write(to: URL(filePath: file))
        script += count < 4096 ? "head -c 11 >/dev/null; head -c \(count) |" : "head -c 19 >/dev/null; "
        if count >= 4096 { script += "head -c \(count) /dev/fd/3 |" }
        script += "cmp -s - '\(file)' || exit 1;" + Self.answer
      }
      let pool = pool(script + "cat >/dev/null")
      for (number, count) in counts.enumerated() {
        let bytes = [UInt8](repeating: UInt8(number), count: count)
        #expect(words(await ask(pool, bytes)) == "answered")
      }
      pool.endAfterRequests()
    }

    @Test("only a worker's parent can map shared memory as writable")
    func sealed() throws {
      let memory = try #require(SharedMemory())
      let (bytes, reads, writes) = (1 << 19, PROT_READ, PROT_READ | PROT_WRITE)
      #expect(unsafe mmap(nil, bytes, writes, MAP_SHARED, memory.descriptor, 0) == MAP_FAILED)
      let mapped = unsafe mmap(nil, bytes, reads, MAP_SHARED, memory.descriptor, 0)
      try #require(unsafe mapped != MAP_FAILED)
      #expect(unsafe mprotect(mapped, bytes, writes) != 0)
      #expect(ftruncate(memory.descriptor, 0) != 0)
      unsafe munmap(mapped, bytes)
    }
  #endif

  @Test("many simultaneous requests are all answered by at most the given number of workers")
  func many() async throws {
    let one = "head -c 12 >/dev/null;" + Self.answer
    let pool = pool(
      "echo x >>$1;" + Self.ready + Self.hear + Self.answer + "while :; do \(one) done", count: 3)
    let answered = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<60 { group.addTask { words(await ask(pool)) == "answered" } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(answered == 60)
    let started = try sharedFileText()
    #expect(2...6 ~= started.count)
    pool.endAfterRequests()
  }

  @Test("missing system features are listed")
  func lacks() {
    #expect(Confinement.complete.missingMechanismsText == nil)
    let without = "not available on this system: "
    #expect(
      Confinement([.noNewPrivileges, .seccomp, .resourceLimits]).missingMechanismsText == "\(without)Landlock"
    )
    #expect(
      Confinement([]).missingMechanismsText
        == "\(without)no-new-privileges, Landlock, seccomp and memory and time limits")
  }
}
