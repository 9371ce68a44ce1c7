import StickerImage

extension ExampleFile {
  /// A TGS with one shape layer named `Arm`, which complies with every rule unless a parameter changes it.
  ///
  /// - Parameters:
  ///   - mark: the marker that makes the animation a TGS, as a JSON member.
  ///   - layer: additional members of the layer, as JSON.
  ///   - shape: an additional shape in a group in the layer, as JSON.
  ///   - assets: the list of assets, as JSON.
  ///   - length: the length of the file in bytes, padded with spaces in the JSON; nil for no padding.
  static func tgs(
    markerJSON mark: String = "\"tgs\":1,", version: String = "5.5.2",
    size: (width: Int, height: Int) = (512, 512),
    frameRate: Int = 60, endFrame: Int = 180, layer: String = "", shape: String = "", assets: String = "[]",
    toBytes length: Int? = nil
  ) -> ExampleFile {
    let text = lottieJSONText(mark, version, size, frameRate, endFrame, layer, shape, assets)
    return ExampleFile("sticker.tgs") {
      // gzip adds a header and a trailer with 18 bytes in total, and each block of up to 65,535 bytes has a
      // header of 5 bytes.
      let padding = length.map { max($0 - 18 - 5 * (($0 - 18 + 65_539) / 65_540) - text.utf8.count, 0) } ?? 0
      return .bytes(uncompressedGzip(Array((text + String(repeating: " ", count: padding)).utf8)))
    }
  }

  /// The animation that `tgs` creates by default, as uncompressed JSON without the TGS marker.
  static func lottie(version: String = "5.5.2") -> ExampleFile {
    ExampleFile("sticker.json", text: lottieJSONText("", version, (512, 512), 60, 180, "", "", "[]"))
  }
}

private func lottieJSONText(
  _ mark: String, _ version: String, _ size: (width: Int, height: Int), _ frameRate: Int, _ endFrame: Int,
  _ layer: String, _ shape: String, _ assets: String
) -> String {
  let ellipse = #"{"ty":"el","p":{"a":0,"k":[0,0]},"s":{"a":0,"k":[200,200]}}"#
  let fill = #"{"ty":"fl","c":{"a":0,"k":[1,0.4,0.3]},"o":{"a":0,"k":100}}"#
  let shapes = [ellipse, fill, shape].filter { !$0.isEmpty }.joined(separator: ",")
  let transform = #""ks":{"p":{"a":0,"k":[256,256]}}"#
  let members = [transform, layer].filter { !$0.isEmpty }.joined(separator: ",")
  return """
    {\(mark)"v":"\(version)","fr":\(frameRate),"ip":0,"op":\(endFrame),"w":\(size.width),"h":\(size.height),\
    "assets":\(assets),"layers":[{"ty":4,"nm":"Arm","ip":0,"op":\(endFrame),"st":0,\(members),\
    "shapes":[{"ty":"gr","it":[{"ty":"gr","it":[\(shapes)]}]}]}]}
    """
}

/// A gzip file whose data is stored without compression.
///
/// - Source: RFC 1952.
private func uncompressedGzip(_ bytes: [UInt8]) -> [UInt8] {
  func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
  return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + storedDeflateBlocks(bytes)
    + littleEndian(crc32(bytes[...])) + littleEndian(UInt32(bytes.count))
}
