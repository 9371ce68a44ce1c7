import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

/// TGS and Lottie animations under Telegram's profile. The limits and the forbidden features come from
/// core.telegram.org/stickers, TDLib and tdesktop.
@Suite("TGS and Lottie") struct LottieRuleTests {
  /// The findings about a file.
  private func findings(
    _ bytes: [UInt8], profile: String = "telegram", named name: String = "a.tgs"
  ) async throws -> [Finding] {
    let configuration = try MockFileSystem([:]).settings(at: name, profile: profile).configuration
    let source = AssetSource(path: Path(name)) { _ in .bytes(bytes) }
    return await lint([source], configuration, jobs: 1).findings.filter { $0.suppressingRule == nil }
  }

  private func rules(_ bytes: [UInt8], profile: String = "telegram") async throws -> [String] {
    try await findings(bytes, profile: profile).map(\.rule)
  }

  @Test("a TGS that complies has no finding", arguments: ["telegram", "telegram-emoji"])
  func sound(_ profile: String) async throws {
    #expect(try await rules(HandmadeLottie.tgs(), profile: profile) == [])
    let half = HandmadeLottie.json(frameRate: "30", end: "90")
    #expect(try await rules(HandmadeLottie.tgs(half), profile: profile) == [])
  }

  @Test("messengers that accept no TGS have one finding, whatever else is wrong with it")
  func unaccepted() async throws {
    let wrong = HandmadeLottie.tgs(HandmadeLottie.json(frameRate: "24", end: "900", width: "100"))
    for profile in ["imessage", "signal", "whatsapp"] {
      #expect(try await rules(wrong, profile: profile) == ["unsupported-format"], "\(profile)")
    }
  }

  static let figures: [(String, String, [String])] = [
    ("as long as is allowed", HandmadeLottie.json(end: "180"), []),
    ("as long as is allowed, as After Effects writes it", HandmadeLottie.json(end: "180.00000733155"), []),
    ("a frame too long", HandmadeLottie.json(end: "181"), ["tgs-duration"]),
    ("as long as is allowed at 30", HandmadeLottie.json(frameRate: "30", first: "10", end: "100"), []),
    (
      "a frame too long at 30", HandmadeLottie.json(frameRate: "30", first: "9", end: "100"), ["tgs-duration"]
    ),
    ("59 frames per second", HandmadeLottie.json(frameRate: "59", end: "59"), ["tgs-frame-rate"]),
    ("29.97 frames per second", HandmadeLottie.json(frameRate: "29.97", end: "29"), ["tgs-frame-rate"]),
    ("511 px wide", HandmadeLottie.json(width: "511"), ["tgs-canvas"]),
    ("513 px high", HandmadeLottie.json(height: "513"), ["tgs-canvas"]),
    ("a mark of 0", HandmadeLottie.json(top: "\"tgs\":0,"), ["tgs-structure"]),
    ("no mark", HandmadeLottie.json(top: ""), ["tgs-structure"]),
    ("no end", HandmadeLottie.json().replacing("\"op\":180,\"w\"", with: "\"w\""), ["tgs-structure"]),
  ]

  @Test("values just inside and just outside each limit are checked", arguments: figures)
  func bounds(_ name: String, _ text: String, _ expected: [String]) async throws {
    #expect(try await rules(HandmadeLottie.tgs(text)) == expected, "\(name)")
  }

  @Test("a frame rate close to the allowed one is not rounded to it")
  func rate() async throws {
    let found = try await findings(HandmadeLottie.tgs(HandmadeLottie.json(frameRate: "29.97", end: "29")))
    #expect(found.map(\.evidence.message) == ["29.97 frames per second (must be 30 or 60)"])
  }

  @Test("65,536 bytes are accepted, and one byte more is not; the same for 2 MiB of text")
  func bytes() async throws {
    for (length, isTaken) in [(65_536, true), (65_537, false)] {
      guard case .bytes(let file) = try ExampleFile.tgs(toBytes: length).makeContents() else { return }
      #expect(file.count == length)
      #expect(try await rules(file) == (isTaken ? [] : ["tgs-file-size"]))
    }
    let text = HandmadeLottie.json()
    for (length, isTaken) in [(2_097_152, true), (2_097_153, false)] {
      let padded = text + String(repeating: " ", count: length - text.utf8.count)
      #expect(try await rules(HandmadeLottie.tgs(padded)) == (isTaken ? [] : ["tgs-file-size"]))
    }
  }

  /// The features that core.telegram.org/stickers forbids, in Lottie's notation.
  static let forbidden: [(String, String)] = [
    ("expression", HandmadeLottie.layer("\"o\":{\"a\":0,\"k\":100,\"x\":\"var $bm_rt; $bm_rt = time;\"}")),
    ("mask", HandmadeLottie.layer("\"hasMask\":true,\"masksProperties\":[{\"mode\":\"a\"}]")),
    ("layer effect", HandmadeLottie.layer("\"ef\":[{\"ty\":21,\"nm\":\"Fill\"}]")),
    ("image", "{\"ty\":2,\"nm\":\"Arm\",\"refId\":\"image_0\"}"),
    ("solid", "{\"ty\":1,\"nm\":\"Arm\",\"sc\":\"#ff0000\",\"sw\":512,\"sh\":512}"),
    ("text", "{\"ty\":5,\"nm\":\"Arm\",\"t\":{}}"), ("video layer", "{\"ty\":9,\"nm\":\"Arm\"}"),
    ("layer of an unsupported type", "{\"ty\":13,\"nm\":\"Arm\"}"),
    ("3D layer", HandmadeLottie.layer("\"ddd\":1")),
    ("merge paths", HandmadeLottie.layer(shape: "{\"ty\":\"mm\",\"mm\":1}")),
    ("star shape", HandmadeLottie.layer(shape: "{\"ty\":\"sr\",\"sy\":1}")),
    ("gradient stroke", HandmadeLottie.layer(shape: "{\"ty\":\"gs\"}")),
    ("repeater", HandmadeLottie.layer(shape: "{\"ty\":\"rp\"}")),
    ("time stretch", HandmadeLottie.layer("\"sr\":1.5")),
    ("time remap", "{\"ty\":0,\"nm\":\"Arm\",\"refId\":\"p\",\"tm\":{\"a\":0,\"k\":0}}"),
    ("auto-orient", HandmadeLottie.layer("\"ao\":1")),
  ]

  @Test(
    "forbidden features are found in layers, nested groups and precomps, and the layer is named",
    arguments: forbidden
  )
  func notSupported(_ feature: String, _ layer: String) async throws {
    let precomp =
      "[{\"id\":\"p\",\"layers\":[\(HandmadeLottie.layer())]},{\"id\":\"q\",\"layers\":[\(layer)]}]"
    let plain = "[{\"id\":\"p\",\"layers\":[\(HandmadeLottie.layer())]}]"
    for text in [
      HandmadeLottie.json(layers: "[\(layer)]", assets: plain), HandmadeLottie.json(assets: precomp),
    ] {
      let found = try await findings(HandmadeLottie.tgs(text))
      #expect(found.map(\.rule) == ["tgs-feature"])
      #expect(found.first?.evidence.message == "\(feature) in \"Arm\" (not supported)")
      #expect(found.first?.severity == .error)
    }
  }

  @Test("a forbidden shape is found 20 groups down, where Telegram's own exporter does not look")
  func nested() async throws {
    let shape =
      String(repeating: "{\"ty\":\"gr\",\"it\":[", count: 20) + "{\"ty\":\"sr\"}"
      + String(repeating: "]}", count: 20)
    let text = HandmadeLottie.json(layers: "[\(HandmadeLottie.layer(shape: shape))]")
    #expect(try await rules(HandmadeLottie.tgs(text)) == ["tgs-feature"])
  }

  @Test("keys of features that a Lottie file does not use are not reported")
  func unused() async throws {
    // After Effects exports every layer like this: the keys are present, but switched off.
    let layer = HandmadeLottie.layer(
      "\"ddd\":0,\"sr\":1,\"ao\":0,\"hasMask\":false,\"masksProperties\":[],\"ef\":[],\"bm\":0",
      shape: "{\"ty\":\"tr\",\"sk\":{\"a\":0,\"k\":0,\"ix\":4},\"sa\":{\"a\":0,\"k\":0}}")
    #expect(try await rules(HandmadeLottie.tgs(HandmadeLottie.json(layers: "[\(layer)]"))) == [])
  }

  @Test("skew and mattes are hints")
  func hints() async throws {
    for layer in [
      HandmadeLottie.layer("\"tt\":1"),
      HandmadeLottie.layer(shape: "{\"ty\":\"tr\",\"sk\":{\"a\":1,\"k\":[{\"t\":0}]}}"),
    ] {
      let found = try await findings(HandmadeLottie.tgs(HandmadeLottie.json(layers: "[\(layer)]")))
      #expect(found.map(\.rule) == ["tgs-discouraged-feature"])
      #expect(found.map(\.severity) == [.hint])
    }
  }

  @Test("a JSON Lottie animation must be compressed for Telegram, and everything else is checked as well")
  func json() async throws {
    let sound = Array(HandmadeLottie.json(top: "").utf8)
    #expect(try await findings(sound, named: "a.json").map(\.rule) == ["tgs-structure"])
    let long = Array(HandmadeLottie.json(top: "", end: "999").utf8)
    #expect(try await findings(long, named: "a.json").map(\.rule) == ["tgs-structure", "tgs-duration"])
  }

  @Test(
    "exporters before 4.1.9 use a different range for colors",
    arguments: [
      ("4.1.8", true), ("4.1.9", false), ("4.0.12", true), ("3.9", true), ("4.1", true), ("4.1.10", false),
      ("5.5.2", false), ("4.10.0", false), ("", false), ("x", false), ("99999999999999999999.1", false),
    ])
  func version(_ version: String, _ isOld: Bool) async throws {
    let text = HandmadeLottie.json().replacing("5.5.2", with: version)
    #expect(try await rules(HandmadeLottie.tgs(text)) == (isOld ? ["lottie-version"] : []))
  }

  @Test("a feature lists the first three layers and counts the others")
  func layers() async throws {
    let layers = (1...5).map { HandmadeLottie.layer("\"ef\":[{}]", name: "L\($0)") }.joined(separator: ",")
    let found = try await findings(HandmadeLottie.tgs(HandmadeLottie.json(layers: "[\(layers)]")))
    #expect(
      found.map(\.evidence.message) == ["layer effect in \"L1\", \"L2\", \"L3\" and 2 more (not supported)"])
  }

  @Test("every hostile animation has a finding that fails a run", arguments: HostileLottie.all)
  func hostile(_ file: HostileLottie) async throws {
    let found = try await findings(file.bytes)
    #expect(found.contains { $0.failsRun }, "\(found)")
    for finding in found {
      let message = finding.evidence.message
      #expect(message.utf8.count < 400 && !message.contains("\u{1B}"), "\(message.prefix(400))")
    }
  }

  @Test("there are at least 40 kinds of hostile animations, each with its own name")
  func count() {
    #expect(
      HostileLottie.all.count >= 40 && Set(HostileLottie.all.map(\.name)).count == HostileLottie.all.count)
  }
}
