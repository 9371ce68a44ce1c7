import Foundation

/// The result of running the executable.
struct Outcome: Sendable {
  let status: Int32
  let output: [UInt8]
  let errors: String

  /// Standard output as text.
  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [Substring] { text.split(separator: "\n") }
}

/// Runs the built executable.
enum Program {
  /// The path of the executable, which is next to the test runner.
  static let path: String = {
    #if os(macOS)
      let runner = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      return (runner?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
        .deletingLastPathComponent().appendingPathComponent("stickerlint").path
    #else
      let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
      return URL(fileURLWithPath: runner).deletingLastPathComponent().appendingPathComponent("stickerlint")
        .path
    #endif
  }()

  /// A shell command that runs the executable. After a minute, the system kills a run that blocks.
  static let boundedCommand = "perl -e 'alarm 60; exec @ARGV' '\(path)'"

  /// Whether the system has a file that is always full.
  static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  /// Runs the executable in a folder.
  static func run(
    _ arguments: [String], in folder: URL, input: [UInt8] = [], environment: [String: String] = [:]
  ) throws -> Outcome {
    try execute(path, arguments, in: folder, input: input, environment: environment)
  }

  /// Runs a shell command line in which `stickerlint` is the executable.
  static func shell(_ line: String, in folder: URL, input: [UInt8] = []) throws -> Outcome {
    let program = "stickerlint() { '\(path)' \"$@\"; }; set -o pipefail; "
    return try execute("/bin/bash", ["-c", program + line], in: folder, input: input)
  }

  private static func execute(
    _ program: String, _ arguments: [String], in folder: URL, input: [UInt8] = [],
    environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // Files instead of pipes, so that no amount of output can block.
    let scratch = try TemporaryFolder()
    // Unless a test sets these variables, runs share no cache and detect no forge or color setting.
    let own = [
      "XDG_CACHE_HOME": scratch.url.appending(path: "cache").path, "GITHUB_STEP_SUMMARY": "",
      "GITHUB_WORKSPACE": "", "CI_PROJECT_DIR": "", "FORCE_COLOR": "", "CLICOLOR_FORCE": "", "NO_COLOR": "",
      "FORCE_HYPERLINK": "",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }.merging(environment) { $1 }
    let (output, errors) = (scratch.url.appending(path: "out"), scratch.url.appending(path: "err"))
    let source = scratch.url.appending(path: "in")
    try Data(input).write(to: source)
    for file in [output, errors] { try Data().write(to: file) }
    process.standardInput = try FileHandle(forReadingFrom: source)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: [UInt8](try Data(contentsOf: output)),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}

/// A temporary folder, which is deleted after the test.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "stickerlint-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file and creates the folders above it.
  func write(_ bytes: [UInt8], to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Removes a file or a folder.
  func remove(_ path: String) throws { try FileManager.default.removeItem(at: url.appending(path: path)) }

  /// The relative paths of all files, in byte order.
  func files(below path: String = "") throws -> [String] {
    let root = path.isEmpty ? url : url.appending(path: path)
    let all = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return try all.filter { name in
      let values = try root.appending(path: name).resourceValues(forKeys: [.isDirectoryKey])
      return values.isDirectory != true
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The contents of all files in a folder, by path.
  func tree(_ path: String) throws -> [String: [UInt8]] {
    var tree: [String: [UInt8]] = [:]
    for file in try files(below: path) { tree[file] = try bytes(of: "\(path)/\(file)") }
    return tree
  }

  func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url.appending(path: path))) }
}
