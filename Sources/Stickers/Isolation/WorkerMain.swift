package import StickerIO
import StickerModel
import StickerRules

/// What the program does that a `WorkerPool` has started: it gives up everything that it does not need, and
/// then examines what comes, until nothing more does.
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
      if let setup = request.setup { configuration = Configuration(parsing: setup, rules: Rule.all) }
      guard let configuration, let asked = ExaminationRequest(parsing: request.request) else {
        throw Defect(what: "a worker does not understand what it is asked")
      }
      #if DEBUG || Poison
        Poison(in: request.data)?.act()
      #endif
      try port.answer(answered(asked, request.data, configuration) { try port.hold($0) })
    }
  }

  /// How the program is started as a worker.
  package static func command(_ limits: WorkerLimits) -> [Path]? {
    executablePath().map {
      [$0, Path(argument), Path(String(limits.memoryBytes)), Path(String(limits.seconds))]
    }
  }
}
