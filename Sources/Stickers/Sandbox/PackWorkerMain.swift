import StickerEngine

/// What the program does that a `WorkerPool` has started to build one pack: it gives up everything but
/// reading what the pack is made of, builds it, and says what came of it. Whoever started it writes the pack.
package enum PackWorkerMain {
  /// The one argument that makes the program such a worker.
  package static let argument = "__worker-pack"
  /// What crosses the pipe at most; a picture that stands in a pack several times crosses once.
  static let mostAnswerBytes = 512 << 20

  /// - Parameter arguments: what stands behind `argument`: the limits of the worker.
  /// - Parameter build: what the words of a command line ask for; nil for what is no such command.
  package static func run(_ arguments: [String], build: ([String]) throws -> RecordBuild?) throws {
    let numbers = arguments.compactMap { Int($0) }
    guard numbers.count == 2 else { throw CommandFailure("\(argument) is for stickerlint itself") }
    let port = try WorkerPort()
    guard let request = try port.next() else { return }
    guard let setup = request.setup, let record = try? PackRecord(binary: request.data),
      let build = try build(words(setup))
    else { throw Defect(what: "a worker does not understand what it is asked") }
    let readable = request.request.split(separator: 0).map { Path(bytes: Array($0)) }
    let limits = WorkerLimits(memoryBytes: numbers[0], seconds: numbers[1])
    try port.ready(confine(to: .reading(readable), limits))
    var settings = try RecordSettings(build, isIsolated: false)
    let work = try settings.work(for: record)
    guard #available(macOS 15, *) else { return }  // workers are for Linux
    runBlocking {
      #if DEBUG || Poison
        work.record.poison(on: work.disk)?.act()
      #endif
      let built = await build.build(work.record, on: work.disk, work.search)
      // Whoever asked has left where it cannot be said.
      try? port.answer(answer(built))
    }
  }

  /// What was built as it crosses the pipe, or that it is too much for that.
  private static func answer(_ built: BuiltPack) -> [UInt8] {
    let encoded = built.binary
    guard encoded.count > mostAnswerBytes else { return encoded }
    let reason: Sentence =
      "the built pack takes \(grouped(encoded.count)) bytes, and a process hands back at most "
      + "\(grouped(mostAnswerBytes)): split it, or \(.withoutWorkers)"
    var stopped = BuiltPack(BuildOutcome.stopped([reason]).reworded(\.onCommandLine))
    (stopped.name, stopped.app) = (built.name, built.app)
    return stopped.binary
  }

  /// How the program is started as such a worker.
  static func command(_ limits: WorkerLimits) -> [Path]? {
    executablePath().map {
      [$0, Path(argument), Path(String(limits.memoryBytes)), Path(String(limits.seconds))]
    }
  }

  /// Words of a command line as they cross the pipe.
  static func setup(_ words: [String]) -> [UInt8] {
    Array(words.map { Array($0.utf8) }.joined(separator: [0]))
  }

  private static func words(_ setup: [UInt8]) -> [String] {
    setup.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }
}

#if DEBUG || Poison
  extension PackRecord {
    /// What one of its files asks for.
    fileprivate func poison(on disk: FileSystem) -> Poison? {
      switch art {
      case .files(let files):
        return files.values.lazy.compactMap { Poison(in: $0) ?? Poison(in: $0, .building) }.first
      case .source(let path):
        return (try? disk.walk([path]))?.sources.lazy.compactMap { source in
          if case .bytes(let bytes) = source.read(1 << 20) { Poison(in: bytes) } else { nil }
        }.first
      }
    }
  }
#endif
