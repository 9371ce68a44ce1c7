package import StickerEngine
import StickerImage

/// The main function of worker processes, which a `WorkerPool` starts. Before workers read untrusted bytes,
/// they give up every right that their task does not need.
package enum WorkerMain {
  /// The first argument of a worker process. A file is unlikely to have this name.
  package static let workerArgument = "__worker"
  /// The maximum size in bytes of an answer that contains a pack. Identical files in a pack are sent once.
  static let maxPackAnswerBytes = 512 << 20

  /// The task of a worker process.
  package enum Kind: String {
    /// Answers any number of `ImageWorkerRequest`s, each for one file. Opens no files.
    case images
    /// Builds one pack. Reads the files of its source.
    case pack
  }

  /// Runs until there are no more requests.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after `workerArgument`: the kind and the limits.
  ///   - build: returns the builder for a command line; nil if the command line builds no packs.
  package static func run(_ arguments: [String], build: ([String]) throws -> InProcessRecordPackBuilder?)
    throws
  {
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    guard let kind = arguments.first.flatMap(Kind.init), numbers.count == 2 else {
      throw CommandError("\(workerArgument) is for internal use only")
    }
    let limits = WorkerLimits(memoryBytes: numbers[0], processorSecondsPerRequest: numbers[1])
    let port = try ParentConnection()
    switch kind {
    case .images: try confineAndAnswerImageRequests(on: port, limits)
    case .pack: try answerOnePackBuildRequest(on: port, limits, build)
    }
  }

  /// The command line of a worker process; nil if the path of the program is unknown.
  package static func command(for kind: Kind, _ limits: WorkerLimits) -> [Path]? {
    executablePath().map {
      [
        $0, Path(workerArgument), Path(kind.rawValue), Path(String(limits.maxAdditionalMemoryBytes)),
        Path(String(limits.processorSecondsPerRequest)),
      ]
    }
  }

  private static func confineAndAnswerImageRequests(on port: ParentConnection, _ limits: WorkerLimits) throws
  {
    try port.reportReady(confine(to: .computingWithoutFiles, limits))
    var configuration: Configuration?
    while let message = try port.nextRequest() {
      if let setup = message.changedSetup {
        configuration = try? BinaryDecoder.decode(setup[...]) {
          try Configuration(from: &$0, rules: Rule.all)
        }
      }
      guard let configuration, let request = try? ImageWorkerRequest(binary: message.encodedRequest) else {
        throw InternalError("a worker process cannot decode its request")
      }
      #if DEBUG || Poison
        FaultInjection(in: message.inputData, request.faultStage)?.trigger()
      #endif
      try answer(request, message.inputData, configuration, on: port)
    }
  }

  private static func answer(
    _ request: ImageWorkerRequest, _ bytes: [UInt8], _ configuration: Configuration, on port: ParentConnection
  ) throws {
    let budget = configuration.budget
    switch request {
    case .analyze(let request):
      try port.sendAnswer(
        request.analyzeAndEncode(bytes, configuration) { try port.reserveMemory($0) })
    case .hashAllPixelsAndTiming:
      try port.sendAnswer(
        encodedPixelAndTimingHash(bytes, configuration) { try port.reserveMemory($0) })
    case .fix(let request):
      try port.reserveMemory(request.memoryBytes(for: bytes, budget))
      try answerBlocking(on: port) { await request.fixAndEncode(bytes, configuration) }
    case .join(let request):
      guard let files = request.frameFiles(in: bytes) else {
        throw InternalError("a worker process is missing frames to join")
      }
      try port.reserveMemory(request.memoryBytes(files, budget))
      try answerBlocking(on: port) {
        Stickers.encodedImageAnswer(await request.joinedAnimation(files, budget))
      }
    case .draw(let drawing):
      let container = ImageContainer(of: bytes, budget: budget)
      try port.reserveMemory(container?.maxDecodingMemoryBytes(fileBytes: bytes.count) ?? 0)
      try port.sendAnswer(
        Stickers.encodedImageAnswer(container.flatMap { drawing.drawnImage(from: bytes, $0) }))
    case .contactSheetThumbnail(let side):
      let container = ImageContainer(of: bytes, budget: budget)
      try port.reserveMemory(container?.maxDecodingMemoryBytes(fileBytes: bytes.count) ?? 0)
      let image = container.flatMap { ContactSheetThumbnail(of: bytes, $0, side: side) }
      try port.sendAnswer(ContactSheetThumbnail.encodedAnswer(image))
    case .decodeFrames(let viewing):
      guard let container = ImageContainer(of: bytes, budget: budget) else {
        throw InternalError("a worker process was asked for frames of a file that is not an image")
      }
      try port.reserveMemory(container.maxDecodingMemoryBytes(fileBytes: bytes.count))
      try port.sendAnswer(viewing.decodeFrames(of: bytes, container).binaryEncoded)
    }
  }

  /// Runs an asynchronous operation on the process's only thread, and sends its result as the answer.
  private static func answerBlocking(
    on port: ParentConnection, _ operation: @escaping @Sendable () async -> [UInt8]
  ) throws {
    guard #available(macOS 15, *) else {
      throw InternalError("this system does not support worker processes")
    }
    // If the answer cannot be sent, the parent process has ended.
    runBlocking { try? port.sendAnswer(await operation()) }
  }

  private static func answerOnePackBuildRequest(
    on port: ParentConnection, _ limits: WorkerLimits,
    _ build: ([String]) throws -> InProcessRecordPackBuilder?
  ) throws {
    guard let message = try port.nextRequest() else { return }
    guard let setup = message.changedSetup, let record = try? StreamPackRequest(binary: message.inputData),
      let build = try build(decodedCommandLine(setup))
    else { throw InternalError("a worker process cannot decode its request") }
    let readable = message.encodedRequest.split(separator: 0).map { Path(bytes: Array($0)) }
    try port.reportReady(confine(to: .readingFiles(readable), limits))
    var settings = try RecordConfigurations(build, isIsolated: false)
    let work = try settings.buildJob(for: record)
    try answerBlocking(on: port) {
      #if DEBUG || Poison
        work.record.injectedFault(on: work.recordFileSystem)?.trigger()
      #endif
      return encodedPackAnswerWithinLimit(
        await build.build(work.record, on: work.recordFileSystem, work.search))
    }
  }

  /// The answer with the built pack, or with an error if it is too large.
  private static func encodedPackAnswerWithinLimit(_ built: InMemoryBuildResult) -> [UInt8] {
    let bytes = built.binaryEncoded
    guard bytes.count > maxPackAnswerBytes else { return bytes }
    let reason: UserMessage =
      "the built pack is \(numberText(bytes.count)) bytes (limit for isolated builds: "
      + "\(numberText(maxPackAnswerBytes)) bytes). Split the pack, or \(.workInOneProcess)."
    var stopped = InMemoryBuildResult(
      BuildOutcome.stoppedByFindingsOrDifferences([reason]).reworded(\.commandLineText))
    stopped.name = built.name
    stopped.appBundleIdentifierOrName = built.appBundleIdentifierOrName
    return stopped.binaryEncoded
  }

  /// A command line, encoded as the setup of a worker process that builds a pack.
  static func encodedSetup(commandLine: [String]) -> [UInt8] {
    Array(commandLine.map { Array($0.utf8) }.joined(separator: [0]))
  }

  private static func decodedCommandLine(_ setup: [UInt8]) -> [String] {
    setup.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
  }
}

#if DEBUG || Poison
  extension ImageWorkerRequest {
    fileprivate var faultStage: FaultInjection.Stage {
      switch self {
      case .analyze, .hashAllPixelsAndTiming: .analyzingOrBuildingPack
      case .fix: .fixing
      case .join: .joiningFrames
      case .draw, .contactSheetThumbnail: .drawing
      case .decodeFrames: .decodingFrames
      }
    }
  }

  extension StreamPackRequest {
    /// The fault that one of the files requests.
    fileprivate func injectedFault(on disk: ReadOnlyFileSystem) -> FaultInjection? {
      switch artSource {
      case .files(let files):
        return files.values.lazy.compactMap {
          FaultInjection(in: $0) ?? FaultInjection(in: $0, .buildingPackFromMemory)
        }
        .first
      case .source(let path):
        return (try? disk.walk([path]))?.sources.lazy.compactMap { source in
          if case .bytes(let bytes) = source.read(maxBytes: 1 << 20) {
            FaultInjection(in: bytes)
          } else {
            nil
          }
        }.first
      }
    }
  }
#endif
