public import Foundation

/// Third-party programs and their output.
public enum ExternalProgram {
  private static let packageFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A Python interpreter with Pillow: `$STICKERLINT_PYTHON`, or `.build/python/bin/python3` in the package.
  public static let python: String? = {
    let chosen = ProcessInfo.processInfo.environment["STICKERLINT_PYTHON"]
    let path = chosen ?? packageFolder.appendingPathComponent(".build/python/bin/python3").path
    let outcome = try? run(path, ["-c", "import PIL"])
    return outcome?.status == 0 ? path : nil
  }()

  /// The path of pngcheck, or nil if it is not installed.
  public static let pngcheck = installedPath("pngcheck")
  /// The path of apngdis, or nil if it is not installed.
  public static let apngdis = installedPath("apngdis")
  /// The path of webpinfo, or nil if it is not installed.
  public static let webpinfo = installedPath("webpinfo")
  /// The path of webpmux, or nil if it is not installed.
  public static let webpmux = installedPath("webpmux")
  /// The path of ffmpeg with libvpx, or nil if it is not installed.
  public static let ffmpeg = installedPath("ffmpeg")
  /// The path of ffprobe, or nil if it is not installed.
  public static let ffprobe = installedPath("ffprobe")
  /// The path of mkvinfo, or nil if it is not installed.
  public static let mkvinfo = installedPath("mkvinfo")
  /// The path of webm_info from libwebm, or nil if it is not installed.
  public static let webmInfo = installedPath("webm_info")
  /// The path of dwebp, or nil if it is not installed.
  public static let dwebp = installedPath("dwebp")
  /// The path of ImageMagick's mogrify, or nil if it is not installed. Version 7 still installs this name
  /// next to `magick`.
  public static let mogrify = installedPath("mogrify")
  /// The path of gifsicle, or nil if it is not installed.
  public static let gifsicle = installedPath("gifsicle")

  private static func installedPath(_ name: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The path of a script in `Tests/Witnesses`.
  public static func scriptPath(_ name: String) -> String {
    packageFolder.appendingPathComponent("Tests/Witnesses/\(name).py").path
  }

  /// Runs a program until it exits, and returns its output on both streams.
  ///
  /// - Parameter environment: the entire environment. If nil, the program inherits this process's
  ///   environment.
  public static func run(
    _ program: String, _ arguments: [String], in folder: URL? = nil, input: String? = nil,
    environment: [String: String]? = nil
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    if let environment { process.environment = environment }
    let (pipe, feed) = (Pipe(), Pipe())
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = feed
    try process.run()
    // Standard input is written on another thread. Otherwise, a program that writes output before it has read
    // all input would deadlock with us.
    let text = Data((input ?? "").utf8)
    DispatchQueue.global().async {
      try? feed.fileHandleForWriting.write(contentsOf: text)
      try? feed.fileHandleForWriting.close()
    }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Calls `body` with a temporary folder, and deletes the folder afterward.
  public static func withTemporaryFolder<Outcome>(_ body: (URL) throws -> Outcome) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}

/// Runs a long task on its own thread. Tests share as many threads as there are cores, so a test that waits
/// for a compiler would block others, including those that measure time.
public func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
