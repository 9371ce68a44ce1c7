import CFuzzer
import FuzzTargets
import Foundation

/// Runs libFuzzer on the target that `STICKERLINT_FUZZ` names, with libFuzzer's own arguments.
///
/// Without that variable, `stickerlint-fuzz` lists the targets, and
/// `stickerlint-fuzz seeds TARGET OUTPUT FOLDER...` writes the seed inputs of a target.
@main enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if ProcessInfo.processInfo.environment[targetVariableName] != nil {
      stopAtTimeLimit()
      var count = CommandLine.argc
      var values = unsafe CommandLine.unsafeArgv as UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
      exit(unsafe LLVMFuzzerRunDriver(&count, &values, fuzzOne))
    }
    if arguments.first == "seeds", arguments.count >= 4, let target = target(named: arguments[2]) {
      let folders = arguments.dropFirst(3).map { URL(fileURLWithPath: $0) }
      return try writeSeeds(of: target, to: URL(fileURLWithPath: arguments[3]), from: folders)
    }
    for target in FuzzTarget.all { print("\(target.name)\t\(target.maxInputBytes)\t\(target.summary)") }
  }
}

/// The environment variable that names the target. It is not an argument, because libFuzzer starts child
/// processes with its own arguments.
private let targetVariableName = "STICKERLINT_FUZZ"

private func target(named name: String) -> FuzzTarget? { FuzzTarget.all.first { $0.name == name } }

private let selectedTarget: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment[targetVariableName] ?? ""
  guard let target = target(named: name) else {
    FileHandle.standardError.write(Data("unknown target \(name)\n".utf8))
    exit(2)
  }
  return target
}()

/// The function that libFuzzer calls for each input. The symbol name is also required to link libFuzzer's own
/// `main`, which never runs.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  do {
    try selectedTarget.run(unsafe Array(UnsafeBufferPointer(start: data, count: size)))
  } catch {
    FileHandle.standardError.write(Data("\(selectedTarget.name): \(error)\n".utf8))
    abort()
  }
  return 0
}

/// Makes libFuzzer stop and print its statistics when the process reaches its CPU time limit
/// (`ulimit -S -t`).
private func stopAtTimeLimit() {
  signal(SIGXCPU) { _ in raise(SIGUSR1) }
}

/// Writes a target's seed inputs, which are derived from all files in the folders, without duplicates.
private func writeSeeds(of target: FuzzTarget, to output: URL, from folders: [URL]) throws {
  try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
  var seen: Set<[UInt8]> = []
  for folder in folders {
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
      let url = folder.appendingPathComponent(name)
      guard let bytes = FileManager.default.contents(atPath: url.path) else { continue }
      for seed in target.seeds(of: SeedFile(name: url.lastPathComponent, bytes: [UInt8](bytes)))
      where seen.insert(seed).inserted {
        try Data(seed).write(to: output.appendingPathComponent("\(seen.count)"))
      }
    }
  }
}
