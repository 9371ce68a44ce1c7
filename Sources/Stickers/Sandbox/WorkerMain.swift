package import StickerEngine
import StickerImage

/// What the program does that a `WorkerPool` has started: it gives up everything that it does not need, and
/// then examines what comes, or makes something of it, until nothing more does.
package enum WorkerMain {
  /// The one argument that makes the program a worker; no file's name is likely to be that.
  package static let argument = "__worker"

  /// - Parameter arguments: what stands behind `argument`: the limits of the worker.
  package static func run(_ arguments: [String]) throws {
    let numbers = arguments.compactMap { Int($0) }
    guard numbers.count == 2 else { throw CommandFailure("\(argument) is for stickerlint itself") }
    let port = try WorkerPort()
    try port.ready(
      confine(to: .examining, WorkerLimits(memoryBytes: numbers[0], seconds: numbers[1])))
    var configuration: Configuration?
    while let request = try port.next() {
      if let setup = request.setup {
        configuration = try? BinaryDecoder.decode(setup[...]) {
          try Configuration(from: &$0, rules: Rule.all)
        }
      }
      guard let configuration, let wish = try? WorkerWish(binary: request.request) else {
        throw Defect(what: "a worker does not understand what it is asked")
      }
      #if DEBUG || Poison
        Poison(in: request.data, wish.occasion)?.act()
      #endif
      switch wish {
      case .examine(let asked):
        try port.answer(answered(asked, request.data, configuration) { try port.hold($0) })
      case .fix(let asked):
        try port.hold(asked.memory(for: request.data, configuration.budget))
        try answer(on: port) { await answered(asked, request.data, configuration) }
      case .join(let asked):
        guard let files = asked.files(in: request.data) else {
          throw Defect(what: "a worker does not have the frames that it is to put together")
        }
        let budget = configuration.budget
        try port.hold(asked.memory(files, budget))
        try answer(on: port) { Stickers.answer(await asked.joined(files, budget)) }
      case .draw(let drawing):
        let container = Container(of: request.data, budget: configuration.budget)
        try port.hold(container?.decodingBytes(file: request.data.count) ?? 0)
        try port.answer(Stickers.answer(container.flatMap { drawing.picture(of: request.data, $0) }))
      case .view(let viewing):
        guard let container = Container(of: request.data, budget: configuration.budget) else {
          throw Defect(what: "a worker is asked for frames of what is no image")
        }
        try port.hold(container.decodingBytes(file: request.data.count))
        try port.answer(viewing.frames(of: request.data, container).binary)
      }
    }
  }

  /// Answers with what takes several steps, on the one thread that there is.
  private static func answer(on port: WorkerPort, _ work: @escaping @Sendable () async -> [UInt8]) throws {
    guard #available(macOS 15, *) else { throw Defect(what: "a worker cannot work here") }
    // Whoever asked has left where it cannot be said.
    runBlocking { try? port.answer(await work()) }
  }

  /// How the program is started as a worker.
  package static func command(_ limits: WorkerLimits) -> [Path]? {
    executablePath().map {
      [$0, Path(argument), Path(String(limits.memoryBytes)), Path(String(limits.seconds))]
    }
  }
}

#if DEBUG || Poison
  extension WorkerWish {
    fileprivate var occasion: Poison.Occasion {
      switch self {
      case .examine: .looking
      case .fix: .fixing
      case .join: .joining
      case .draw: .drawing
      case .view: .viewing
      }
    }
  }
#endif
