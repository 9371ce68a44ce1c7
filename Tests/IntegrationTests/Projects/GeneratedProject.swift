import Corpus
import Foundation
import Testing

@testable import StickerImage

/// A project with code, which the command-line program builds.
struct GeneratedProject: Sendable {
  /// The two templates with code.
  static let templates = ["sticker-browser", "interactive-message"]

  let temporaryFolder: TemporaryFolder
  /// The output folder of the build.
  var folder: URL { temporaryFolder["build"] }
  /// The project's name, which is a prefix of the names of its parts.
  let name: String
  var logic: URL { folder.appendingPathComponent("\(name)Logic") }
  var screensFolder: URL { folder.appendingPathComponent("\(name) MessagesExtension") }

  /// Builds a project.
  ///
  /// - Parameter art: a folder or a catalog.
  /// - Parameter title: the name of the pack.
  init(_ template: String, of art: URL, title: String) throws {
    temporaryFolder = try TemporaryFolder()
    try temporaryFolder.write(Self.message, to: "message.yml")
    try Self.writeSquarePNG(900, to: temporaryFolder["vote.png"])
    try Self.writeSquarePNG(1024, to: temporaryFolder["icon.png"])
    var arguments = [
      "pack", art.path, "--output", temporaryFolder["build"].path, "--xcode", "--template", template,
      "--variants",
    ]
    arguments += ["none", "--name", title, "--skip-failing", "--no-cache"]
    arguments += ["--icon", temporaryFolder["icon.png"].path, "--fix"]
    if template == "interactive-message" { arguments += ["--message", temporaryFolder["message.yml"].path] }
    let outcome = try temporaryFolder.run(BuildProducts.program.path, arguments)
    try #require(outcome.status == 0, "\(outcome.output)")
    let names = try FileManager.default.contentsOfDirectory(atPath: temporaryFolder["build"].path)
    name = try #require(names.first { $0.hasSuffix(".xcodeproj") }).replacingOccurrences(
      of: ".xcodeproj", with: "")
  }

  private static let message = """
    base-url: https://example.com/vote
    image: vote.png
    caption: { en: "{question}", de: "Abstimmung: {question}" }
    accessibility-label: "A vote: {question}"
    summary: "{question}"

    """

  /// Writes an opaque square.
  private static func writeSquarePNG(_ side: Int, to file: URL) throws {
    let size = PixelSize(side, side)
    let pixels = [[UInt8]](repeating: [0xFF, 0xD5, 0x4F, 0xFF], count: size.area).flatMap(\.self)
    try Data(try Bitmap(size, pixels: pixels).encodedPNG()).write(to: file)
  }

  /// The files of the logic package, by path.
  func logicFiles() throws -> [String: Data] {
    try files(in: logic) { !$0.hasPrefix(".") && $0.contains(".") }
  }

  /// The source code of the screens, by path.
  func screenFiles() throws -> [String: Data] {
    try files(in: screensFolder) { $0.hasSuffix(".swift") }
  }

  private func files(in folder: URL, where isMeant: (String) -> Bool) throws -> [String: Data] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try Dictionary(
      uniqueKeysWithValues: paths.filter(isMeant).map {
        ($0, try Data(contentsOf: folder.appendingPathComponent($0)))
      })
  }

  /// Builds the logic package and runs its own tests.
  func testLogic() throws -> (status: Int32, output: String) {
    try temporaryFolder.run(
      "/usr/bin/env", ["swift", "test", "--scratch-path", temporaryFolder["scratch"].path],
      in: "build/\(name)Logic")
  }

  /// Type-checks the screens against stubs of Apple's documented API.
  func typecheckScreens() throws -> (status: Int32, output: String) {
    let arguments = [
      BuildProducts.projectFile("Tests/Stubs/typecheck.sh").path, screensFolder.path,
      logic.appendingPathComponent("Sources/\(name)Logic").path, "\(name)Logic",
      temporaryFolder["modules"].path,
    ]
    return try temporaryFolder.run("/bin/sh", arguments)
  }
}
