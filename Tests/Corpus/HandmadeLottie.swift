import StickerImage

/// Assembles Lottie animations from text, as JSON or TGS.
public enum HandmadeLottie {
  /// The JSON of an animation with one shape layer.
  ///
  /// - Parameters:
  ///   - top: members of the animation that come first, followed by a comma.
  ///   - layers: the list of layers.
  ///   - assets: the list of assets.
  public static func json(
    top: String = "\"tgs\":1,", frameRate: String = "60", first: String = "0", end: String = "180",
    width: String = "512", height: String = "512", layers: String? = nil, assets: String = "[]"
  ) -> String {
    "{\(top)\"v\":\"5.5.2\",\"fr\":\(frameRate),\"ip\":\(first),\"op\":\(end),\"w\":\(width),\"h\":\(height),"
      + "\"assets\":\(assets),\"layers\":\(layers ?? "[\(layer())]")}"
  }

  /// The JSON of a shape layer with a group.
  ///
  /// - Parameter members: additional members of the layer.
  /// - Parameter shape: an additional shape in the group.
  public static func layer(_ members: String = "", name: String = "Arm", shape: String = "") -> String {
    let ellipse = "{\"ty\":\"el\",\"p\":{\"a\":0,\"k\":[0,0]},\"s\":{\"a\":0,\"k\":[200,200]}}"
    let shapes = shape.isEmpty ? ellipse : "\(ellipse),\(shape)"
    let more = members.isEmpty ? "" : ",\(members)"
    return "{\"ty\":4,\"nm\":\"\(name)\",\"ip\":0,\"op\":180,\"st\":0,\"ks\":{}\(more),"
      + "\"shapes\":[{\"ty\":\"gr\",\"it\":[\(shapes)]}]}"
  }

  /// A TGS with this JSON text.
  public static func tgs(_ text: String = json()) -> [UInt8] { tgs(Array(text.utf8)) }

  /// A TGS with these bytes instead of valid JSON text.
  public static func tgs(_ bytes: [UInt8]) -> [UInt8] { gzip(bytes) ?? [] }
}

/// A TGS or Lottie animation with one false or broken value, which a reader has to reject.
public struct HostileLottie: Hashable, Sendable, CustomStringConvertible {
  /// The fault, in words that can be part of a file name.
  public let name: String
  /// The contents of the file.
  public let bytes: [UInt8]

  /// The name of the fault.
  public var description: String { name }

  /// All hostile files.
  public static let all = gzipFaults + jsonFaults + animationFaults

  private static func make(_ kinds: [(String, [UInt8])]) -> [HostileLottie] {
    kinds.map { HostileLottie(name: $0.0, bytes: $0.1) }
  }

  /// Files with a fault in the gzip container.
  private static let gzipFaults: [HostileLottie] = {
    let sound = HandmadeLottie.tgs()
    func changed(_ place: Int, _ bytes: [UInt8]) -> [UInt8] {
      var file = sound
      file.replaceSubrange(place..<place + bytes.count, with: bytes)
      return file
    }
    let end = sound.count
    let start = Array("{\"v\":\"5\",\"fr\":60,\"ip\":0,".utf8)
    return make([
      ("has-only-its-magic", [0x1F, 0x8B]), ("ends-in-its-header", Array(sound.prefix(8))),
      ("ends-in-its-data", Array(sound.prefix(end / 2))), ("lacks-its-length", Array(sound.dropLast(4))),
      ("has-another-checksum", changed(end - 8, [1, 2, 3, 4])),
      ("says-it-is-short", changed(end - 4, [9, 0, 0, 0])),
      ("says-it-has-4-gigabytes", changed(end - 4, [255, 255, 255, 255])),
      ("knows-no-method", changed(2, [7])), ("has-a-long-extra-field", changed(3, [4]) + [0]),
      ("has-zeros-behind-it", sound + repeated([0], 4)),
      ("unpacks-to-64-megabytes", HandmadeLottie.tgs(start + repeated([0x20], 64 << 20))),
      (
        "unpacks-to-2-megabytes-and-a-byte",
        HandmadeLottie.tgs(start + repeated([0x20], (2 << 20) + 1 - start.count))
      ),
    ])
  }()

  /// Files with a fault in the JSON text.
  private static let jsonFaults: [HostileLottie] = {
    let start = "{\"v\":\"5.5.2\",\"fr\":60,\"ip\":0,\"op\":180,\"x\":"
    func tgs(_ rest: String) -> [UInt8] { HandmadeLottie.tgs(start + rest) }
    func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    return make([
      ("has-100-000-lists-in-each-other", tgs(many("[", 100_000))),
      ("has-100-000-objects-in-each-other", tgs(many("{\"a\":", 100_000))),
      ("has-200-groups-in-each-other", tgs(many("[{\"it\":", 200) + many("}]", 200) + "}")),
      ("has-a-million-numbers", tgs("[" + many("0,", 1_000_000) + "0]}")),
      ("has-500-000-lists", tgs("[" + many("[],", 500_000) + "0]}")),
      ("has-300-000-members", tgs("{" + many("\"\":0,", 300_000) + "\"\":0}}")),
      ("has-a-string-without-end", tgs("\"a")), ("has-a-control-character", tgs("\"\u{1}\"}")),
      ("has-half-a-surrogate", tgs("\"\\uD800\"}")), ("has-an-unknown-escape", tgs("\"\\q\"}")),
      ("is-not-UTF-8", HandmadeLottie.tgs(Array((start + "\"").utf8) + [0xFF, 0xFE] + Array("\"}".utf8))),
      ("has-a-number-beyond-all", tgs("1e999}")),
      ("has-a-number-of-a-million-digits", tgs(many("9", 1_000_000) + ".5e}")),
      ("has-nothing-for-a-number", tgs("-}")), ("has-more-behind-it", tgs("0}}")), ("ends-early", tgs("[")),
      ("is-a-script", tgs("alert(1)}")), ("is-JSON-with-a-comment", tgs("0/* */}")),
    ])
  }()

  /// Files with a fault in the animation.
  private static let animationFaults: [HostileLottie] = {
    func tgs(
      frameRate: String = "60", first: String = "0", end: String = "180", width: String = "512",
      layers: String? = nil, assets: String = "[]"
    ) -> [UInt8] {
      HandmadeLottie.tgs(
        HandmadeLottie.json(
          frameRate: frameRate, first: first, end: end, width: width, layers: layers, assets: assets))
    }
    func layers(_ members: String = "", name: String = "Arm", shape: String = "", count: Int = 1) -> String {
      let layer = HandmadeLottie.layer(members, name: name, shape: shape)
      return "[" + repeatElement(layer, count: count).joined(separator: ",") + "]"
    }
    func precomps(_ count: Int, last: String) -> String {
      let all = (0..<count).map { number in
        let next = number + 1 < count ? "p\(number + 1)" : last
        return "{\"id\":\"p\(number)\",\"layers\":[{\"ty\":0,\"refId\":\"\(next)\"}]}"
      }
      return "[" + all.joined(separator: ",") + "]"
    }
    let nested =
      String(repeating: "{\"ty\":\"gr\",\"it\":[", count: 50) + "{\"ty\":\"rp\"}"
      + String(repeating: "]}", count: 50)
    return make([
      ("has-no-layers", tgs(layers: "[]")), ("has-layers-that-are-a-number", tgs(layers: "7")),
      ("has-a-layer-that-is-a-list", tgs(layers: "[[]]")),
      ("has-a-layer-without-a-type", tgs(layers: "[{}]")),
      ("has-a-layer-of-a-type-beyond-all", tgs(layers: "[{\"ty\":1e308}]")),
      ("ends-at-frame-a-thousand-million", tgs(end: "1000000000")),
      ("ends-at-frame-1e308", tgs(end: "1e308")),
      ("ends-before-it-starts", tgs(first: "9", end: "-9e99")), ("has-no-frame-rate", tgs(frameRate: "0")),
      ("has-a-negative-frame-rate", tgs(frameRate: "-60")),
      ("has-a-frame-rate-of-almost-nothing", tgs(frameRate: "1e-300")),
      ("has-a-frame-rate-in-words", tgs(frameRate: "\"60\"")),
      ("has-a-width-of-a-thousand-million", tgs(width: "1000000000")),
      ("has-a-negative-width", tgs(width: "-512")), ("has-a-width-that-is-a-list", tgs(width: "[512]")),
      ("has-a-precomp-in-itself", tgs(assets: precomps(1, last: "p0"))),
      ("has-10-000-precomps-in-a-ring", tgs(assets: precomps(10_000, last: "p0"))),
      ("has-20-000-precomps-to-nowhere", tgs(assets: precomps(20_000, last: "none"))),
      ("has-a-repeater-50-groups-down", tgs(layers: layers(shape: nested))),
      ("has-8000-layers-with-effects", tgs(layers: layers("\"ef\":[{}]", count: 8000))),
      (
        "has-a-name-of-a-megabyte",
        tgs(layers: layers("\"ef\":[{}]", name: String(repeating: "a", count: 1 << 20)))
      ),
      (
        "has-a-name-of-one-character-of-a-megabyte",
        tgs(layers: layers("\"ef\":[{}]", name: "a" + String(repeating: "\u{301}", count: 500_000)))
      ),
      ("has-a-name-that-moves-the-cursor", tgs(layers: layers("\"ef\":[{}]", name: "\\u001b[2J::error::"))),
      (
        "has-an-image-of-a-megabyte",
        tgs(assets: "[{\"id\":\"i\",\"p\":\"\(String(repeating: "A", count: 1 << 20))\"}]")
      ),
      (
        "has-keyframes-at-a-thousand-million",
        tgs(end: "1000000000", layers: layers("\"o\":{\"a\":1,\"k\":[{\"t\":1000000000,\"s\":[0]}]}"))
      ),
    ])
  }()
}
