import Corpus
import Foundation

/// The project's own files and its built program.
enum Built {
  /// The project's folder.
  static let package = URL(fileURLWithPath: #filePath)  // Tests/IntegrationTests/Built.swift
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder that `stickerlint` lies in, beside the tests.
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
  /// Whether this is `make sanitize`.
  static let isSanitized = ProcessInfo.processInfo.environment["STICKERLINT_SANITIZED"] != nil

  /// A file of the project.
  static func file(_ path: String) -> URL { package.appendingPathComponent(path) }

  /// The text of a file of the project.
  static func text(_ path: String) throws -> String { try String(contentsOf: file(path), encoding: .utf8) }

  /// A program of `.build/python`, which `make test-deps` puts there; nil where it is not.
  static func python(_ name: String) -> String? {
    let path = file(".build/python/bin/\(name)").path
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  /// Something on the machine; nil where it is not.
  static func tool(_ name: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// A folder for one test, with a program to run in it; gone when the test is done with it.
final class Sandbox: Sendable {
  let url: URL

  init() throws {
    let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    url = temporary.appendingPathComponent("stickerlint-integration-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  subscript(_ path: String) -> URL { url.appendingPathComponent(path) }

  /// Writes a file, with the folders above it.
  func write(_ text: String, to path: String, executable: Bool = false) throws {
    try makeFolder(above: path)
    try Data(text.utf8).write(to: self[path])
    if executable {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: self[path].path)
    }
  }

  /// Copies a file or folder of the project.
  func copy(_ source: String, to path: String) throws { try copy(Built.file(source), to: path) }

  func copy(_ source: URL, to path: String) throws {
    try makeFolder(above: path)
    try FileManager.default.copyItem(at: source, to: self[path])
  }

  func text(_ path: String) throws -> String { try String(contentsOf: self[path], encoding: .utf8) }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: self[path].path) }

  /// Runs a program with nothing of this process's environment but what is needed to find others.
  func run(
    _ program: String, _ arguments: [String], in folder: String = "", path: [String] = [],
    environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let inherited = ProcessInfo.processInfo.environment
    var all = inherited.filter { ["HOME", "LANG", "LSAN_OPTIONS", "DEVELOPER_DIR"].contains($0.key) }
    all["TMPDIR"] = url.path
    all["XDG_CACHE_HOME"] = self["cache"].path
    // No repository's or machine's own settings of git, and a person to commit as.
    for role in ["AUTHOR", "COMMITTER"] {
      (all["GIT_\(role)_NAME"], all["GIT_\(role)_EMAIL"]) = ("A tester", "tester@example.com")
    }
    (all["GIT_CONFIG_GLOBAL"], all["GIT_CONFIG_NOSYSTEM"]) = ("/dev/null", "1")
    (all["GIT_CONFIG_COUNT"], all["GIT_CONFIG_KEY_0"], all["GIT_CONFIG_VALUE_0"]) = (
      "1", "safe.directory", "*"
    )
    all["PATH"] = (path + [inherited["PATH"] ?? "/usr/bin:/bin"]).joined(separator: ":")
    return try Witness.run(
      program, arguments, in: folder.isEmpty ? url : self[folder],
      environment: all.merging(environment) { $1 })
  }

  /// Puts a program in place of stickerlint that writes its arguments down, each between lines `<` and `>`,
  /// and ends with a status.
  func fakeProgram(at path: String = "bin/stickerlint", status: Int = 0) throws {
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

  /// What `fakeProgram` was called with.
  func words() throws -> [String] {
    try text("words").components(separatedBy: "<\n").dropFirst().map { String($0.dropLast("\n>\n".count)) }
  }

  private func makeFolder(above path: String) throws {
    try FileManager.default.createDirectory(
      at: self[path].deletingLastPathComponent(), withIntermediateDirectories: true)
  }
}
