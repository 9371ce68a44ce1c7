import Foundation
import Testing

/// Art that the user's own programs render. Most programs here are scripts that misbehave.
@Suite(.serialized) struct RenderTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Array(Self.drawing.utf8), to: "art/sun.svg")
  }

  private static let drawing = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><circle cx="15" cy="10" r="9" fill="#d32"/></svg>
    """

  /// Makes a program that prints a version if asked, and otherwise runs a script.
  private func writeFakeProgram(_ name: String, _ script: String) throws {
    try folder.write(
      Array(
        """
        #!/bin/sh
        case "$1" in --version|-version) echo "\(name) version 9.8.7 (fake)"; exit;; esac
        \(script)
        """.utf8), to: "bin/\(name)")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.appending(path: "bin/\(name)").path)
  }

  private func run(_ line: String) throws -> Outcome {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try Program.run(
      line.split(separator: " ").map(String.init), in: folder.url,
      environment: ["PATH": folder.url.appending(path: "bin").path + ":" + path])
  }

  private static let hasDrawer = FileManager.default.isExecutableFile(atPath: "/usr/bin/rsvg-convert")
  private static let hasFFmpeg = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

  @Test(
    "a program that misbehaves gives one clear line",
    arguments: [
      ("exit 3", "rsvg-convert failed with exit code 3"),
      ("echo 'no such element' >&2; exit 1", "rsvg-convert failed with exit code 1: no such element"),
      ("printf '\\033[2Jred' >&2; exit 1", #"rsvg-convert failed with exit code 1: \u{1B}[2Jred"#),
      ("kill -SEGV $$; exit 4", "rsvg-convert "), ("yes", "rsvg-convert wrote more than"),
      ("echo hello", "rsvg-convert did not write a PNG"), ("exit 0", "rsvg-convert did not write a PNG"),
      ("printf '\\211PNG\\r\\n\\032\\n'", "rsvg-convert wrote a damaged PNG"),
    ])
  func misbehaves(_ script: String, _ words: String) throws {
    try writeFakeProgram("rsvg-convert", script)
    let outcome = try run("lint art --render-with rsvg-convert --format concise")
    #expect(outcome.status == 1, "\(outcome.errors)")
    let lines = outcome.lines.filter {
      $0.contains("art/sun.svg: error unreadable-file: cannot be read: \(words)")
    }
    #expect(lines.count == 1 && outcome.lines.count == 1, "\(outcome.text)")
  }

  @Test("a program that uses too much time is stopped", .enabled(if: isLinux))
  func spins() throws {
    try writeFakeProgram("rsvg-convert", "ulimit -t 1; while :; do :; done")
    let outcome = try run("lint art --render-with rsvg-convert --format concise")
    #expect(outcome.lines.count == 1 && outcome.text.contains("rsvg-convert crashed (signal "))
  }

  @Test("a program cannot write, read other files, or open sockets", .enabled(if: isLinux))
  func confined() throws {
    try folder.write(Array("secret".utf8), to: "secret.txt")
    let (secret, evil) = (
      folder.url.appending(path: "secret.txt").path, folder.url.appending(path: "evil").path
    )
    try writeFakeProgram(
      "rsvg-convert",
      """
      echo x > \(evil); cat \(secret) >&2; cat /etc/passwd >&2; echo "$STICKERLINT_SECRET" >&2; exit 1
      """)
    let outcome = try run("lint art --render-with rsvg-convert --format concise")
    #expect(!FileManager.default.fileExists(atPath: evil))
    #expect(!outcome.text.contains("secret") || outcome.text.contains("denied"), "\(outcome.text)")
    #expect(outcome.text.contains("ermission denied"), "\(outcome.text)")
  }

  @Test("a drawing with the wrong size, or an empty one, is refused", .enabled(if: hasDrawer))
  func lies() throws {
    try writeFakeProgram("rsvg-convert", "exec /usr/bin/rsvg-convert -f png -w 30 -h 20")
    var text = try run("lint art --render-with rsvg-convert --format concise").text
    #expect(text.contains("rsvg-convert drew 30 × 20 px instead of 618 × 412 px"), "\(text)")
    let nothing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3 3'/>"
    try folder.write(Array(nothing.utf8), to: "art/sun.svg")
    try writeFakeProgram("rsvg-convert", "exec /usr/bin/rsvg-convert \"$@\"")
    text = try run("lint art --render-with rsvg-convert --format concise").text
    #expect(text.contains("rsvg-convert drew nothing. Try another program, or export a PNG"), "\(text)")
  }

  @Test(
    "a program that is missing, unknown or silent gives one line, and nothing is drawn",
    arguments: [
      ("--render-with inkscape", "error: inkscape is not installed. Install it, or choose another program."),
      ("--render-with gimp", "error: --render-with: gimp is not a supported rendering program."),
      ("--render-with resvg", "error: resvg did not report its version: it printed none. Install it again."),
    ])
  func missing(_ options: String, _ words: String) throws {
    try writeFakeProgram("resvg", "exit 0")
    try folder.write(Array("#!/bin/sh\n".utf8), to: "bin/resvg")
    let outcome = try run("lint art \(options)")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix(words), "\(outcome.errors)")
  }

  @Test("without a program, a drawing is a finding that says how to export it")
  func withoutProgram() throws {
    let outcome = try run("lint art")
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("this is an SVG (a sticker must be PNG, APNG, GIF or JPEG)"))
  }

  @Test("each variant is what the program draws at its size", .enabled(if: hasDrawer))
  func variants() throws {
    try folder.write(Array("render-with: [rsvg-convert]\n".utf8), to: "art/.stickerlint.yml")
    let outcome = try run("pack art --output out")
    #expect(outcome.status == 0, "\(outcome.errors)\(outcome.text)")
    #expect(outcome.errors.contains("note: art/sun.svg is drawn with rsvg-convert "))
    let manifest = try JSONSerialization.jsonObject(
      with: Data(contentsOf: folder.url.appending(path: "out/manifest.json")))
    let renderers = (manifest as? [String: Any])?["renderers"] as? [[String: String]]
    #expect(renderers?.first?["program"] == "rsvg-convert")
    let stickers = (manifest as? [String: Any])?["stickers"] as? [[String: Any]]
    let variants = try #require(stickers?.first?["variants"] as? [[String: Any]])
    #expect(variants.count == 3)
    for variant in variants {
      let pixels = try #require(variant["pixels"] as? [String: Int])
      let (width, height) = (pixels["width"] ?? 0, pixels["height"] ?? 0)
      let name = try #require(variant["file"] as? String)
      let command = """
        rsvg-convert -f png -w \(width) -h \(height) art/sun.svg > want.png &&
        compare -metric AE want.png 'out/\(name)' null: 2>&1
        """
      #expect(try Program.shell(command, in: folder.url).text == "0", "\(name)")
    }
  }

  @Test("a messenger gets the drawing at its own size", .enabled(if: hasDrawer))
  func messenger() throws {
    let outcome = try run("fix art -o out --for telegram --render-with rsvg-convert --quiet")
    #expect(outcome.status <= 1, "\(outcome.errors)\(outcome.text)")
    let size = try Program.shell("identify -format '%wx%h' out/sun.png", in: folder.url)
    #expect(size.text == "512x341", "\(size.text)\(size.errors)")
  }

  @Test("each messenger checks the drawing at its own size", .enabled(if: hasDrawer))
  func severalMessengers() throws {
    // 618 × 412 px for Messages, and 512 × 341 px for Telegram.
    let outcome = try run(
      "lint art --for imessage,telegram --render-with rsvg-convert --no-pack --format json")
    #expect(!outcome.text.contains("pixel-dimensions"), "\(outcome.text)\(outcome.errors)")
  }

  @Test("a drawing is never replaced by its image", .enabled(if: hasDrawer))
  func inPlace() throws {
    let outcome = try run("fix art --in-place --render-with rsvg-convert")
    #expect(outcome.text.contains("is kept") || outcome.errors.contains("is kept"), "\(outcome.text)")
    #expect(FileManager.default.fileExists(atPath: folder.url.appending(path: "art/sun.svg").path))
  }

  @Test("a video keeps its alpha and the exact times of its frames", .enabled(if: hasFFmpeg))
  func video() throws {
    // Four frames of 40, 40, 120 and 40 ms. Half of each is transparent.
    let made = try Program.shell(
      """
      ffmpeg -v error -f lavfi -i testsrc=s=60x40:r=25:d=0.24,format=rgba,colorchannelmixer=aa=0.5 \
        -vf "select='not(between(n,2,3))',format=rgba" -fps_mode passthrough -c:v png clips.mov 2>&1 &&
      mkdir clips && mv clips.mov clips/clip.mov
      """, in: folder.url)
    try #require(made.status == 0, "\(made.text)")
    let outcome = try run("fix clips -o out --render-with ffmpeg --quiet")
    #expect(outcome.errors == "" || outcome.status <= 1, "\(outcome.errors)")
    let times =
      "ffprobe -v error -f apng -show_entries frame=pts_time -of csv=p=0 out/clip.png | tr -d ','"
    let probe = try Program.shell(times, in: folder.url)
    #expect(probe.lines.compactMap { Double($0) } == [0, 0.04, 0.16, 0.2], "\(probe.text)\(probe.errors)")
    let alpha = try Program.shell("identify -format '%[fx:mean.a]' 'out/clip.png[0]'", in: folder.url)
    #expect(abs((Double(alpha.text) ?? 0) - 0.5) < 0.01, "\(alpha.text)")
  }

  @Test("tags become stickers of their own")
  func tags() throws {
    let documents = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/Documents")
    try folder.write(
      Array(Data(contentsOf: documents.appending(path: "tags.aseprite"))), to: "sprites/walk.aseprite")
    let outcome = try run("fix sprites -o out --split-tags --quiet")
    #expect(outcome.status <= 1, "\(outcome.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "out").path)
    #expect(
      names.sorted() == [
        "walk-back.png", "walk-bounce.png", "walk-idle-5.png", "walk-idle.png", "walk-once.png",
        "walk-rück-wärts.png",
      ])
  }

  @Test("a sprite is converted by fix and by pack, and never replaced")
  func sprite() throws {
    let documents = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/Documents")
    try folder.write(
      Array(Data(contentsOf: documents.appending(path: "blend-modes.aseprite"))), to: "sprites/walk.aseprite")
    let found = try run("lint sprites")
    #expect(found.text.contains("this is an Aseprite sprite (a sticker must be PNG, APNG, GIF or JPEG)"))
    #expect(found.text.contains("`stickerlint fix` and `stickerlint pack` convert it."))
    _ = try run("fix sprites -o out --quiet")
    let probe = try Program.shell(
      "ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 out/walk.png",
      in: folder.url)
    if Self.hasFFmpeg { #expect(probe.text.hasPrefix("19"), "\(probe.text)\(probe.errors)") }
    let kept = try run("fix sprites --in-place")
    #expect((kept.text + kept.errors).contains("is kept, because"), "\(kept.text)\(kept.errors)")
    #expect(FileManager.default.fileExists(atPath: folder.url.appending(path: "sprites/walk.aseprite").path))
  }
}
