/// A WebM with one false or broken value, which a reader has to reject.
public struct HostileWebM: Hashable, Sendable, CustomStringConvertible {
  /// The part of the reader that has to detect the fault.
  public enum Layer: String, CaseIterable, Sendable {
    case ebml
    case tracks
    case blocks
    case headers
    case color
    case alpha
  }
  /// The part of the reader that has to detect the fault.
  public let layer: Layer
  /// The fault, in words that can be part of a file name.
  public let name: String
  /// The contents of the file.
  public let bytes: [UInt8]

  init(_ layer: Layer, _ name: String, _ bytes: [UInt8]) {
    (self.layer, self.name, self.bytes) = (layer, name, bytes)
  }

  /// The layer and the name of the fault.
  public var description: String { "\(layer.rawValue)-\(name)" }

  /// All hostile files.
  public static let all = ebml + tracks + blocks + headers + color + alpha

  private typealias Made = HandmadeWebM

  private static func hostileFiles(_ layer: Layer, _ kinds: [(String, [UInt8])]) -> [HostileWebM] {
    kinds.map { HostileWebM(layer, $0.0, $0.1) }
  }

  private static let ebml: [HostileWebM] = {
    let sound = Made.file()
    let body =
      Made.info() + Made.tracks(Made.track())
      + Made.cluster(0, Made.sampleBlockGroups(at: [0, 100, 200, 300]))
    let header = Made.header()
    func segment(saying size: [UInt8]) -> [UInt8] { header + Made.element(0x1853_8067, body, saying: size) }
    let level = Made.element(0x1549_A966, [])
    return hostileFiles(
      .ebml,
      [
        ("is-only-a-header", header),
        ("is-cut-in-its-header", Array(sound.prefix(20))),
        ("is-cut-in-half", Array(sound.prefix(sound.count / 2))),
        ("is-cut-by-a-byte", Array(sound.dropLast())),
        ("has-an-empty-segment", Made.file([])),
        ("has-a-segment-of-a-petabyte", segment(saying: [0x01, 0, 4, 0, 0, 0, 0, 0])),
        (
          "has-a-segment-of-the-largest-size",
          segment(saying: [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE])
        ),
        ("has-an-invalid-size", header + [0x18, 0x53, 0x80, 0x67, 0x00] + body),
        ("has-an-invalid-id", header + [0x08, 0x53, 0x80, 0x67, 0x84]),
        (
          "has-an-unknown-size-in-a-track",
          Made.file([Made.info(), Made.element(0x1654_AE6B, [], saying: [0xFF])])
        ),
        (
          "has-info-that-leaves-its-segment",
          Made.file([Made.element(0x1549_A966, [1], saying: [0x41, 0x00])])
        ),
        ("has-a-future-version", Made.file([Made.info()], header: Made.header(version: 9))),
        ("has-70-000-elements", Made.file([repeated(Made.element(0xEC, []), 70_000)])),
        ("has-70-000-infos", Made.file([repeated(level, 70_000)])),
        ("has-nested-segments", header + repeated([0x18, 0x53, 0x80, 0x67, 0xFF], 2_000)),
        ("has-a-unit-of-no-time", Made.file(info: Made.info(scale: [0]))),
        ("has-a-unit-of-nine-bytes", Made.file(info: Made.info(scale: [UInt8](repeating: 1, count: 9)))),
        ("has-a-unit-of-centuries", Made.file(info: Made.info(scale: [UInt8](repeating: 0x7F, count: 8)))),
      ])
  }()

  private static let tracks: [HostileWebM] = {
    func file(_ track: [UInt8]) -> [UInt8] { Made.file(tracks: Made.tracks(track)) }
    let list = Made.tracks(Made.track())
    let cluster = Made.cluster(0, Made.sampleBlockGroups(at: [0, 100, 200, 300]))
    return hostileFiles(
      .tracks,
      [
        ("has-none", Made.file([Made.info(), cluster])),
        ("has-an-empty-list", Made.file(tracks: Made.tracks())),
        ("has-only-audio", file(Made.track(type: 2, codec: "A_OPUS"))),
        ("has-a-video-of-vp8", file(Made.track(codec: "V_VP8"))),
        ("has-a-video-of-av1", file(Made.track(codec: "V_AV1"))),
        ("has-a-codec-of-control-characters", file(Made.track(codec: "\u{1B}[2J\n\u{7F}"))),
        ("has-a-codec-of-a-megabyte", file(Made.track(codec: String(repeating: "V", count: 1 << 20)))),
        ("has-no-width", file(Made.track(width: 0))),
        ("has-a-width-of-four-billion", file(Made.track(width: 0xFFFF_FFFF))),
        ("has-65-536-px-squared", file(Made.track(width: 65_536, height: 65_536))),
        ("has-8-193-px", file(Made.track(width: 8_193))),
        ("has-another-size-than-its-frames", file(Made.track(width: 64))),
        ("is-encrypted", file(Made.track(more: Made.element(0x6D80, [1])))),
        ("lists-tracks-twice", Made.file([Made.info(), list, list, cluster])),
        (
          "lists-70-000-tracks",
          Made.file([Made.element(0x1654_AE6B, repeated(Made.element(0xAE, []), 70_000))])
        ),
        ("has-another-number-than-its-blocks", file(Made.track(number: 2))),
      ])
  }()

  private static let blocks: [HostileWebM] = {
    let (color, alpha) = Made.packets[0]
    func file(_ groups: [UInt8]...) -> [UInt8] {
      Made.file([Made.info(), Made.tracks(Made.track()), Made.cluster(0, groups)])
    }
    let next = Made.packets[1]
    return hostileFiles(
      .blocks,
      [
        ("has-none", file()),
        ("has-an-empty-group", file(Made.element(0xA0, []))),
        ("has-an-empty-block", file(Made.element(0xA0, Made.element(0xA1, [0x81, 0, 0, 0])))),
        ("has-a-track-of-eight-bytes", file(Made.element(0xA3, [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0] + color))),
        ("is-laced", file(Made.blockGroup(0, color, alpha, flags: 0x06))),
        (
          "goes-backward",
          file(Made.blockGroup(100, color, alpha), Made.blockGroup(50, next.color, next.alpha))
        ),
        ("begins-in-the-middle", file(Made.blockGroup(0, next.color, next.alpha))),
        (
          "has-5-000-frames",
          file(
            Made.blockGroup(0, color, alpha),
            repeated(Made.blockGroup(1, next.color, next.alpha), 5_000))
        ),
        (
          "comes-before-the-tracks",
          Made.file([
            Made.info(), Made.cluster(0, Made.sampleBlockGroups(at: [0])), Made.tracks(Made.track()),
          ])
        ),
        (
          "has-a-duration-of-nine-bytes",
          file(
            Made.element(
              0xA0,
              Made.element(0xA1, [0x81, 0, 0, 0] + color)
                + Made.element(0x9B, [UInt8](repeating: 1, count: 9))))
        ),
        (
          "is-in-a-cluster-beyond-time",
          Made.file([
            Made.info(), Made.tracks(Made.track()),
            Made.element(0x1F43_B675, Made.element(0xE7, [UInt8](repeating: 0xFF, count: 8))),
          ])
        ),
        (
          "has-70-000-empty-clusters",
          Made.file([Made.info(), Made.tracks(Made.track()), repeated(Made.cluster(0, []), 70_000)])
        ),
      ])
  }()

  private static let headers: [HostileWebM] = {
    let (color, alpha) = Made.packets[0]
    func file(_ color: [UInt8], _ alpha: [UInt8]? = nil) -> [UInt8] {
      Made.file([Made.info(), Made.tracks(Made.track()), Made.cluster(0, [Made.blockGroup(0, color, alpha)])])
    }
    func changed(_ bytes: [UInt8], at offset: Int, _ value: UInt8) -> [UInt8] {
      var out = bytes
      out[offset] = value
      return out
    }
    // A superframe index of two frames, with four bytes for each size.
    func index(_ one: Int, _ two: Int) -> [UInt8] {
      [0xD9] + Made.bigEndianBytes(one, 4).reversed() + Made.bigEndianBytes(two, 4).reversed() + [0xD9]
    }
    // A key frame of 65,536 × 65,536 px instead of 32 × 24 px.
    var large = color
    large.replaceSubrange(3..<4, with: [0x42])
    for at in 5...8 { large[at] |= 0xFF }
    return hostileFiles(
      .headers,
      [
        ("has-no-marker", file(changed(color, at: 0, 0x02))),
        ("has-profile-1", file(changed(color, at: 0, 0xA2))),
        ("has-profile-2", file(changed(color, at: 0, 0x92))),
        ("has-profile-3", file(changed(color, at: 0, 0xB1))),
        ("has-no-sync-code", file(changed(color, at: 1, 0))),
        ("is-one-byte", file([0x82])),
        ("is-zeros", file([UInt8](repeating: 0, count: 100))),
        ("has-65-536-px-in-its-frame", file(large)),
        ("has-alpha-of-another-size", file(color, changed(alpha, at: 6, 0xFF))),
        ("has-alpha-of-profile-1", file(color, changed(alpha, at: 0, 0xA2))),
        ("has-alpha-that-is-cut-in-its-header", file(color, [UInt8](alpha.prefix(4)))),
        ("has-an-index-that-leaves-it", file(color + index(color.count, 1 << 30))),
        ("has-an-index-of-nothing", file(color + index(color.count, 0))),
        ("hides-another-size-in-its-index", file(color + large + index(color.count, large.count))),
      ])
  }()

  private static let color: [HostileWebM] = hostileFiles(
    .color,
    brokenDataFiles { frame, data in
      (data, Made.packets[frame].alpha)
    })

  private static let alpha: [HostileWebM] = hostileFiles(
    .alpha,
    brokenDataFiles(isAlpha: true) { frame, data in
      (Made.packets[frame].color, data)
    })

  /// Files whose first or second frame has broken data after a valid header.
  private static func brokenDataFiles(
    isAlpha: Bool = false, _ pair: (Int, [UInt8]) -> (color: [UInt8], alpha: [UInt8])
  ) -> [(String, [UInt8])] {
    func file(_ frame: Int, _ data: [UInt8]) -> [UInt8] {
      let groups = (0...frame).map { number in
        let one = number == frame ? pair(frame, data) : Made.packets[number]
        return Made.blockGroup(number * 100, one.color, one.alpha)
      }
      return Made.file([Made.info(), Made.tracks(Made.track()), Made.cluster(0, groups)])
    }
    let first = isAlpha ? Made.packets[0].alpha : Made.packets[0].color
    let second = isAlpha ? Made.packets[1].alpha : Made.packets[1].color
    return [
      ("ends-behind-its-header", file(0, Array(first.prefix(12)))),
      ("ends-in-its-compressed-header", file(0, Array(first.prefix(20)))),
      ("shows-a-frame-that-does-not-exist", file(0, [0x88])),
      ("has-a-second-frame-that-is-hidden", file(1, [0x84] + second.dropFirst())),
      ("has-a-second-frame-of-a-byte", file(1, Array(second.prefix(1)))),
      ("has-a-second-frame-that-is-cut", file(1, Array(second.prefix(6)))),
    ]
  }

  private static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    Array(repeatElement(bytes, count: count).joined())
  }
}
