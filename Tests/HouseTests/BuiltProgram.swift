import Foundation

/// A program that a test runs: a product of this build, next to the tests, or a program on the system.
struct BuiltProgram {
  private let executable: URL

  /// The product of this build with this name.
  init(_ name: String) {
    #if os(Linux)
      let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
      let tests =
        Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
    #endif
    executable = tests.deletingLastPathComponent().appendingPathComponent(name)
  }

  /// The program at a path.
  init(path: String) { executable = URL(fileURLWithPath: path) }

  /// Runs the program in a folder and waits until it exits.
  ///
  /// - Returns: the exit code, standard output and standard error.
  func run(_ arguments: [String], in folder: URL) throws -> (
    status: Int32, output: String, standardError: String
  ) {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let files = try ["out", "err"].map { name in
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(name)")
      try Data().write(to: file)
      return (file, try FileHandle(forWritingTo: file))
    }
    defer { for (file, _) in files { try? FileManager.default.removeItem(at: file) } }
    (process.standardOutput, process.standardError) = (files[0].1, files[1].1)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { String(decoding: try Data(contentsOf: $0.0), as: UTF8.self) }
    return (process.terminationStatus, texts[0], texts[1])
  }
}
