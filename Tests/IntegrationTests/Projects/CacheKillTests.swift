import Corpus
import Foundation
import Testing

/// Kills a program that uses the generated package while it adopts a release, and checks the files it left.
@Suite(.timeLimit(.minutes(30))) struct CacheKillTests {
  @Test(
    "a process killed at 200 random moments leaves the old release or the new one, and the next run completes"
  )
  func kills() async throws {
    // Everything runs in one task. A task that waits would be queued behind a thousand other tests, 400
    // times.
    let results = try await onOwnThread {
      let harness = try CacheKillHarness()
      defer { harness.removeAll() }
      return try harness.results(of: 200)
    }
    #expect(results.faults == [])
    // The test would prove nothing if all kills came too early or too late.
    #expect(results.killed > 50 && results.old > 5 && results.new > 5, "\(results)")
  }
}

/// A program that adopts releases from a folder, as the extension does from a server.
private struct CacheKillHarness: Sendable {
  private let folder: URL
  private let program: URL
  private let stickerCount = 24

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("cache-kill-\(UUID().uuidString)")
    try copyPackage(to: folder.appendingPathComponent("TemplateLogic"))
    program = try buildProgram(in: folder)
    for release in 0...1 { try publishRelease(release) }
    try run(release: 0, sticker: 0)
  }

  func removeAll() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Kills `count` runs at random moments, lets a run complete after each, and checks the files that each
  /// left.
  func results(of count: Int) throws -> KilledRunResults {
    let duration = try medianRunSeconds()
    var (results, moments) = (KilledRunResults(), SystemRandomNumberGenerator())
    for number in 1...count {
      let (before, made) = (try cachedRelease(), try userStickers())
      let (next, sticker) = (number % 2, number % 6)
      let delay = Double.random(in: 0...duration * 1.2, using: &moments)
      if try run(release: next, sticker: sticker, killedAfter: delay).isKilled { results.killed += 1 }

      let cached = try #require(try cachedRelease(), "\(number): there is no complete release")
      results.expect([before, next].contains(cached), "\(number): the cache has release \(cached)")
      results.expect(try isComplete(cached), "\(number): a file of release \(cached) is missing or damaged")
      results.expect(try cachedStickers() == files(of: cached), "\(number): does not show release \(cached)")
      results.expect(try userStickers().isSuperset(of: made), "\(number): a user sticker is lost")
      if cached == next { results.new += 1 } else { results.old += 1 }

      try run(release: next, sticker: sticker)
      results.expect(try cachedRelease() == next, "\(number): the next run did not complete")
      results.expect(try isComplete(next), "\(number): what the next run left is damaged")
      results.expect(try namesInCache() == fileNames(of: next), "\(number): something is left behind")
      results.expect(try userStickers().contains(sticker), "\(number): the user sticker is lost")
    }
    return results
  }

  // MARK: The server's files

  /// Two-thirds of the stickers change from release to release.
  private func contents(_ number: Int, of release: Int) -> Data {
    let variant = number % 3 == 0 ? 2 : release
    // The header of a PNG of 300 x 300 px. Any bytes may follow.
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    let rest = (0..<2_000 + number * 100).map { UInt8(truncatingIfNeeded: $0 * 7 + number * 31 + variant) }
    return Data(head + [0, 0, 1, 44, 0, 0, 1, 44] + rest)
  }

  private func publishRelease(_ release: Int) throws {
    let served = folder.appendingPathComponent("served\(release)")
    try FileManager.default.createDirectory(at: served, withIntermediateDirectories: true)
    let entries = try (0..<stickerCount).map { number -> [String: Any] in
      let data = contents(number, of: release)
      try data.write(to: served.appendingPathComponent("\(number).png"))
      return [
        "id": "\(number)", "file": "\(number).png", "bytes": data.count, "sha256": try digest(data),
        "pixels": ["width": 300, "height": 300], "descriptions": ["en": "Sticker \(number)"],
      ]
    }
    let index: [String: Any] = ["schema": 1, "name": "\(release)", "stickers": entries]
    try JSONSerialization.data(withJSONObject: index).write(to: served.appendingPathComponent("index.json"))
  }

  /// The SHA-256, computed by a program other than the one under test.
  private func digest(_ data: Data) throws -> String {
    let file = folder.appendingPathComponent("to-digest")
    try data.write(to: file)
    #if os(Linux)
      let output = try output(of: ["sha256sum", file.path])
    #else
      let output = try output(of: ["shasum", "-a", "256", file.path])
    #endif
    return String(output.prefix(64))
  }

  // MARK: The program's files

  private var cache: URL { folder.appendingPathComponent("cache") }

  private func index() throws -> (release: Int, files: [Int: String])? {
    guard let json = try? Data(contentsOf: cache.appendingPathComponent("index.json")) else { return nil }
    let root = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let entries = try #require(root["stickers"] as? [[String: Any]])
    let files = try entries.map { entry in
      let (id, digest) = (try #require(entry["id"] as? String), try #require(entry["sha256"] as? String))
      return (try #require(Int(id)), "\(digest).png")
    }
    let name = try #require(root["name"] as? String)
    return (try #require(Int(name)), Dictionary(uniqueKeysWithValues: files))
  }

  /// The release whose index is in the cache, or nil if there is none.
  func cachedRelease() throws -> Int? { try index()?.release }

  /// Whether the cache contains each file of the release, byte for byte.
  func isComplete(_ release: Int) throws -> Bool {
    guard let index = try index(), index.release == release, index.files.count == stickerCount else {
      return false
    }
    return index.files.allSatisfy { number, file in
      (try? Data(contentsOf: cache.appendingPathComponent(file))) == contents(number, of: release)
    }
  }

  func namesInCache() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: cache.path))
  }

  func fileNames(of release: Int) throws -> Set<String> {
    Set(try #require(try index()).files.values).union(["index.json"])
  }

  /// The contents of all files of a release.
  func files(of release: Int) -> [Data] { (0..<stickerCount).map { contents($0, of: release) } }

  /// The stickers that the program shows without its server, read from the files that it names.
  func cachedStickers() throws -> [Data] {
    try run("cached").split(separator: "\n").map { try Data(contentsOf: URL(fileURLWithPath: String($0))) }
  }

  /// The numbers of the user stickers that the program shows.
  func userStickers() throws -> Set<Int> {
    Set(try run("made").split(separator: "\n").compactMap { Int($0) })
  }

  // MARK: Runs

  /// The duration of a run in seconds, from its first output to its end: the median of five runs.
  func medianRunSeconds() throws -> Double {
    try (1...5).map { try run(release: $0 % 2, sticker: 0).seconds }.sorted()[2]
  }

  /// Adopts a release and saves a user sticker.
  ///
  /// - Returns: whether the run was killed before it ended, and its duration from the first output.
  @discardableResult func run(
    release: Int, sticker: Int, killedAfter delay: Double? = nil
  ) throws -> (isKilled: Bool, seconds: Double) {
    let process = Process()
    process.executableURL = program
    process.arguments = ["visit", folder.path, "\(release)", "\(sticker)"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    _ = pipe.fileHandleForReading.readData(ofLength: 3)
    let start = Date()
    if let delay {
      Thread.sleep(forTimeInterval: delay)
      kill(process.processIdentifier, SIGKILL)
    }
    process.waitUntilExit()
    try #require(delay != nil || process.terminationStatus == 0)
    return (process.terminationReason == .uncaughtSignal, Date().timeIntervalSince(start))
  }

  private func run(_ what: String) throws -> String {
    try output(of: [program.path, what, folder.path])
  }
}

private func output(of command: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  // Not a pipe: a process that another test starts in the meantime could inherit it and keep it open.
  let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try Data().write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  process.standardOutput = try FileHandle(forWritingTo: file)
  try process.run()
  process.waitUntilExit()
  let output = try Data(contentsOf: file)
  try #require(process.terminationStatus == 0, "\(command): \(String(decoding: output, as: UTF8.self))")
  return String(decoding: output, as: UTF8.self)
}

/// Assembles the package as it is in a generated project.
private func copyPackage(to package: URL) throws {
  let templates = BuildProducts.projectFile("Templates")
  for template in ["Both", "StickerBrowser"] {
    let logic = templates.appendingPathComponent(template).appendingPathComponent("Logic")
    for case let path as String in try #require(FileManager.default.enumerator(atPath: logic.path)) {
      guard path.hasSuffix(".swift") else { continue }
      let target = package.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: logic.appendingPathComponent(path), to: target)
    }
  }
}

private func buildProgram(in folder: URL) throws -> URL {
  let sources = folder.appendingPathComponent("Program/Sources/visit")
  try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
  let manifest = folder.appendingPathComponent("Program/Package.swift")
  try Data(programManifest.utf8).write(to: manifest)
  try Data(programSource.utf8).write(to: sources.appendingPathComponent("main.swift"))
  try FileManager.default.copyItem(
    at: folder.appendingPathComponent("TemplateLogic/Tests/TemplateLogicTests/SHA256.swift"),
    to: sources.appendingPathComponent("SHA256.swift"))
  let program = folder.appendingPathComponent("Program").path
  let build = ["swift", "build", "-c", "release", "--package-path", program]
  _ = try output(of: build)
  let products = try output(of: build + ["--show-bin-path"]).trimmingCharacters(in: .whitespacesAndNewlines)
  return URL(fileURLWithPath: products).appendingPathComponent("visit")
}

private let programManifest = """
  // swift-tools-version: 6.0
  import PackageDescription

  let package = Package(
    name: "Program", platforms: [.macOS(.v12)], dependencies: [.package(path: "../TemplateLogic")],
    targets: [
      .executableTarget(
        name: "visit", dependencies: [.product(name: "TemplateLogic", package: "TemplateLogic")])
    ])
  """

private let programSource = """
  import Foundation
  import TemplateLogic

  /// A folder on disk with a pause around each change, so that a random moment falls between any two of them.
  struct SlowFiles: StickerFiles {
    let files: FolderFiles
    init(folder: URL) { files = FolderFiles(folder: folder) }
    func makeFolder() throws { try files.makeFolder() }
    func names() throws -> [String] { try files.names() }
    func read(_ name: String, limit: Int) throws -> Data? { try files.read(name, limit: limit) }
    func url(of name: String) -> URL { files.url(of: name) }
    func write(_ data: Data, to name: String) throws { try slowly { try files.write(data, to: name) } }
    func remove(_ name: String) throws { try slowly { try files.remove(name) } }
    private func slowly(_ body: () throws -> Void) throws {
      usleep(1_000)
      try body()
    }
  }

  let (mode, folder) = (CommandLine.arguments[1], URL(fileURLWithPath: CommandLine.arguments[2]))
  let served = folder.appendingPathComponent("served" + (CommandLine.arguments.dropFirst(3).first ?? ""))
  let library = StickerLibrary(
    bundle: FolderFiles(folder: folder.appendingPathComponent("bundle")),
    cache: SlowFiles(folder: folder.appendingPathComponent("cache")),
    server: try StickerServer("https://example.com/"),
    download: { url, limit throws(DownloadError) in
      guard let data = try? Data(contentsOf: served.appendingPathComponent(url.lastPathComponent)) else {
        throw .status(404)
      }
      return data
    },
    sha256: sha256)
  let store = UserStickerStore(
    files: SlowFiles(folder: folder.appendingPathComponent("made")), sha256: sha256)

  switch mode {
  case "visit":
    FileHandle.standardOutput.write(Data("go\\n".utf8))
    let updated = await library.refresh()
    guard updated?.problems.isEmpty == true else { exit(1) }
    let number = CommandLine.arguments[4]
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    let png = Data(head + [0, 0, 1, 152, 0, 0, 1, 152] + [UInt8](repeating: UInt8(number) ?? 0, count: 5_000))
    try await store.add(UserSticker(png: png, description: number))
  case "cached":
    for sticker in await library.cachedStickers()?.stickers ?? [] { print(sticker.file.path) }
  default:
    let available = await store.availableStickers()
    guard available.problems.isEmpty else { exit(1) }
    for sticker in available.stickers { print(sticker.sticker.description(for: [])) }
  }
  """
