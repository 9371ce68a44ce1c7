import Corpus
import Foundation
import Testing

/// A running `stickerlint serve`, which stops at the end of the test.
final class RunningServer: @unchecked Sendable {
  let process = Process()
  let address: String
  private let folder: TemporaryFolder

  init(_ arguments: [String] = [], port: Int? = 0) throws {
    folder = try TemporaryFolder()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["serve"] + (port.map { ["--port", "\($0)"] } ?? []) + arguments
    process.currentDirectoryURL = folder.url
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var line = ""
    while !line.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { break }
      line += String(decoding: data, as: UTF8.self)
    }
    address = String(line.dropLast())
    try #require(address.hasPrefix("http://"))
  }

  deinit { if process.isRunning { process.terminate() } }

  /// Sends a request with a client that is not a browser, and returns its output.
  func ask(_ arguments: String...) throws -> String {
    let script = ExternalProgram.scriptPath("page")
    return try ExternalProgram.run(ExternalProgram.python ?? "", [script, address] + arguments).output
  }

  /// Waits until the archive of all files meets a condition.
  func wait(until isDone: (String) -> Bool) throws {
    for _ in 1...200 {
      if isDone(try ask("get", "all.zip")) { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
    Issue.record("the condition is not met: \(try ask("get", "all.zip"))")
  }

  /// The peak memory of the process in bytes, or its current memory on a system without /proc.
  var memory: Int {
    get throws {
      let id = process.processIdentifier
      guard let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8) else {
        let kibibytes = try ExternalProgram.run("/bin/ps", ["-o", "rss=", "-p", "\(id)"]).output
        return try #require(Int(kibibytes.trimmingCharacters(in: .whitespacesAndNewlines))) << 10
      }
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM") })
      return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) }) << 10
    }
  }
}
