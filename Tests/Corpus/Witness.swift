public import Foundation

/// Programs that are not ours, and what they say.
public enum Witness {
  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A Python interpreter with Pillow: `$STICKERLINT_PYTHON`, or `.build/python/bin/python3` in the package.
  public static let python: String? = {
    let chosen = ProcessInfo.processInfo.environment["STICKERLINT_PYTHON"]
    let path = chosen ?? package.appendingPathComponent(".build/python/bin/python3").path
    let outcome = try? run(path, ["-c", "import PIL"])
    return outcome?.status == 0 ? path : nil
  }()

  /// The program pngcheck.
  public static let pngcheck = installed("pngcheck")
  /// The program apngdis.
  public static let apngdis = installed("apngdis")
  /// The program webpinfo.
  public static let webpinfo = installed("webpinfo")
  /// The program webpmux.
  public static let webpmux = installed("webpmux")
  /// ffmpeg, with libvpx.
  public static let ffmpeg = installed("ffmpeg")
  /// The program ffprobe.
  public static let ffprobe = installed("ffprobe")
  /// The program mkvinfo.
  public static let mkvinfo = installed("mkvinfo")
  /// The program webm_info of libwebm.
  public static let webmInfo = installed("webm_info")
  /// The program dwebp.
  public static let dwebp = installed("dwebp")
  /// ImageMagick's; version 7 keeps the old name beside `magick`.
  public static let mogrify = installed("mogrify")
  /// The program gifsicle.
  public static let gifsicle = installed("gifsicle")

  private static func installed(_ name: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// A script of `Tests/Witnesses`.
  public static func script(_ name: String) -> String {
    package.appendingPathComponent("Tests/Witnesses/\(name).py").path
  }

  /// Runs a program to its end; what it says on both streams.
  ///
  /// - Parameter environment: all of it; nil passes this process's on.
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
    // Fed from aside: a program that answers before it has read everything would wait for us, and we for it.
    let text = Data((input ?? "").utf8)
    DispatchQueue.global().async {
      try? feed.fileHandleForWriting.write(contentsOf: text)
      try? feed.fileHandleForWriting.close()
    }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  /// Calls `body` with a folder that is gone afterwards.
  public static func withFolder<Outcome>(_ body: (URL) throws -> Outcome) throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}

/// Runs what takes its time on a thread of its own. The threads that tests share are as few as the cores: one
/// that waits for a compiler would keep all others from theirs, those that hold a clock to something too.
public func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
