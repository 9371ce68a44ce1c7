import Corpus
import Foundation

/// The project's files and the programs that it builds.
enum BuildProducts {
  /// The project's folder.
  static let package = URL(fileURLWithPath: #filePath)  // Tests/IntegrationTests/BuildProducts.swift
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder that contains `stickerlint`, next to the tests.
  static let folder: URL = {
    #if os(Linux)
      let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let tests = bundle?.bundleURL ?? Bundle.main.bundleURL
    #endif
    return tests.deletingLastPathComponent()
  }()
  static let program = folder.appendingPathComponent("stickerlint")
  /// Whether the tests run under `make sanitize`.
  static let isSanitized = ProcessInfo.processInfo.environment["STICKERLINT_SANITIZED"] != nil

  /// A file in the project.
  static func projectFile(_ path: String) -> URL { package.appendingPathComponent(path) }

  /// The text of a file in the project.
  static func projectText(_ path: String) throws -> String {
    try String(contentsOf: projectFile(path), encoding: .utf8)
  }

  /// The path of a program that `make test-deps` installs in `.build/python`, or nil if it is missing.
  static func pythonTool(_ name: String) -> String? {
    let path = projectFile(".build/python/bin/\(name)").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  /// The path of a program on the system, or nil if it is not installed.
  static func tool(_ name: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// A temporary folder for one test, in which programs run. It is deleted after the test.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    url = temporary.appendingPathComponent("stickerlint-integration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  subscript(_ path: String) -> URL { url.appendingPathComponent(path) }

  /// Writes a file and creates the folders above it.
  func write(_ text: String, to path: String, executable: Bool = false) throws {
    try makeFolder(above: path)
    try Data(text.utf8).write(to: self[path])
    if executable {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: self[path].path)
    }
  }

  /// Copies a file or folder from the project.
  func copy(_ source: String, to path: String) throws {
    try copy(BuildProducts.projectFile(source), to: path)
  }

  func copy(_ source: URL, to path: String) throws {
    try makeFolder(above: path)
    try FileManager.default.copyItem(at: source, to: self[path])
  }

  func text(_ path: String) throws -> String { try String(contentsOf: self[path], encoding: .utf8) }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: self[path].path) }

  /// Runs a program with only the parts of this process's environment that are needed to find other programs.
  func run(
    _ program: String, _ arguments: [String], in folder: String = "", path: [String] = [],
    environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let inherited = ProcessInfo.processInfo.environment
    var all = inherited.filter { ["HOME", "LANG", "LSAN_OPTIONS", "DEVELOPER_DIR"].contains($0.key) }
    all["TMPDIR"] = url.path
    all["XDG_CACHE_HOME"] = self["cache"].path
    // Git ignores the machine's and the user's settings, trusts every repository, and has an author for
    // commits.
    for role in ["AUTHOR", "COMMITTER"] {
      (all["GIT_\(role)_NAME"], all["GIT_\(role)_EMAIL"]) = ("A tester", "tester@example.com")
    }
    (all["GIT_CONFIG_GLOBAL"], all["GIT_CONFIG_NOSYSTEM"]) = ("/dev/null", "1")
    (all["GIT_CONFIG_COUNT"], all["GIT_CONFIG_KEY_0"], all["GIT_CONFIG_VALUE_0"]) = (
      "1", "safe.directory", "*"
    )
    all["PATH"] = (path + [inherited["PATH"] ?? "/usr/bin:/bin"]).joined(separator: ":")
    return try ExternalProgram.run(
      program, arguments, in: folder.isEmpty ? url : self[folder],
      environment: all.merging(environment) { $1 })
  }

  /// Replaces stickerlint with a program that records its arguments, each between the lines `<` and `>`, and
  /// exits with a status.
  func installFakeProgram(at path: String = "bin/stickerlint", status: Int = 0) throws {
    let script = """
      #!/bin/sh
      case $1 in
        --version) echo 9.8.7; exit 0 ;;
        cache) echo "$XDG_CACHE_HOME/stickerlint"; exit 0 ;;
        --generate-completion-script) echo "complete for $2"; exit 0 ;;
      esac
      for word; do printf '<\\n%s\\n>\\n' "$word"; done >'\(self["words"].path)'
      echo reported
      exit \(status)

      """
    try write(script, to: path, executable: true)
  }

  /// The arguments that `installFakeProgram` received.
  func recordedArguments() throws -> [String] {
    try text("words").components(separatedBy: "<\n").dropFirst().map { String($0.dropLast("\n>\n".count)) }
  }

  private func makeFolder(above path: String) throws {
    try FileManager.default.createDirectory(
      at: self[path].deletingLastPathComponent(), withIntermediateDirectories: true)
  }
}
