/// A WebP with one false or broken value, which a reader has to reject.
public struct HostileWebP: Hashable, Sendable, CustomStringConvertible {
  /// The part of the reader that has to detect the fault.
  public enum Layer: String, CaseIterable, Sendable {
    case riff
    case extended
    case animation
    case alpha
    case lossy
    case lossless
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
  public static let all = riff + extended + animation + alpha + lossy + lossless

  private static let sheet = HandmadeWebP.singleColorChunk(32, 24, [200, 30, 60, 255])
  private static let header = HandmadeWebP.vp8xChunk(32, 24, flags: 0)

  private static let riff: [HostileWebP] = {
    let sound = HandmadeWebP.file([sheet])
    let chunk = HandmadeWebP.chunk(_:_:saying:)
    let kinds: [(String, [UInt8])] = [
      ("says-nothing-follows", HandmadeWebP.file([sheet], saying: 0)),
      ("says-only-its-name-follows", HandmadeWebP.file([sheet], saying: 4)),
      ("says-a-gigabyte-follows", HandmadeWebP.file([sheet], saying: 1 << 30)),
      ("says-the-largest-number", HandmadeWebP.file([sheet], saying: 0xFFFF_FFFF)),
      ("ends-inside-its-picture", HandmadeWebP.file([sheet], saying: sound.count - 8 - 6)),
      ("is-cut", Array(sound.dropLast(5))),
      ("has-no-chunk", HandmadeWebP.file([])),
      ("has-a-chunk-without-end", HandmadeWebP.file([chunk("JUNK", [1, 2], 1 << 20), sheet])),
      ("has-a-chunk-of-the-largest-number", HandmadeWebP.file([chunk("VP8L", [0x2F, 0], 0xFFFF_FFFF)])),
      (
        "knows-no-chunk", HandmadeWebP.file([chunk("ABCD", [1, 2], nil), chunk("\0\u{1}\n\u{7F}", [], nil)])
      ),
      (
        "has-an-odd-chunk-that-is-not-filled-up",
        HandmadeWebP.file([chunk("JUNK", [1], nil).dropLast() + sheet])
      ),
      ("is-inside-itself", HandmadeWebP.file([sound])),
      ("has-70-000-chunks", HandmadeWebP.file([repeated(chunk("JUNK", [], nil), 70_000)] + [sheet])),
      (
        "has-a-profile-of-2-megabytes",
        HandmadeWebP.extendedFile(32, 24, flags: 0x20, [chunk("ICCP", repeated([7], 2 << 20), nil), sheet])
      ),
    ]
    return kinds.map { HostileWebP(.riff, $0.0, $0.1) }
  }()

  private static let extended: [HostileWebP] = {
    let kinds: [(String, [UInt8])] = [
      ("is-empty", HandmadeWebP.file([HandmadeWebP.chunk("VP8X", []), sheet])),
      ("is-too-short", HandmadeWebP.file([HandmadeWebP.chunk("VP8X", [0, 0, 0, 0, 31, 0, 0, 23]), sheet])),
      ("stands-alone", HandmadeWebP.file([header])),
      ("comes-twice", HandmadeWebP.file([header, header, sheet])),
      ("comes-last", HandmadeWebP.file([sheet, header])),
      ("has-another-size-than-the-picture", HandmadeWebP.extendedFile(64, 24, flags: 0, [sheet])),
      ("has-the-largest-canvas", HandmadeWebP.extendedFile(1 << 24, 1 << 24, flags: 0, [sheet])),
      (
        "has-a-long-canvas", HandmadeWebP.extendedFile(1 << 24, 1, flags: 2, [HandmadeWebP.frame(0, 0, 2, 1)])
      ),
      ("has-a-canvas-of-67-million-pixels", HandmadeWebP.extendedFile(8_192, 8_192, flags: 2, [])),
      ("moves-without-frames", HandmadeWebP.animation(32, 24, [])),
      ("moves-with-a-still", HandmadeWebP.extendedFile(32, 24, flags: 2, [sheet])),
    ]
    return kinds.map { HostileWebP(.extended, $0.0, $0.1) }
  }()

  private static let animation: [HostileWebP] = {
    let frame = HandmadeWebP.frame(0, 0, 32, 24)
    let loop = HandmadeWebP.chunk("ANIM", [0, 0, 0, 0, 0, 0])
    let place = [UInt8](repeating: 0, count: 6) + [31, 0, 0, 23, 0, 0, 100, 0, 0, 0]
    let broken = HandmadeWebP.chunk("VP8L", HandmadeWebP.losslessHeader(32, 24) + [0xFF, 0xFF])
    let kinds: [(String, [UInt8])] = [
      ("has-no-loop-chunk", HandmadeWebP.extendedFile(32, 24, flags: 2, [frame, frame])),
      (
        "has-its-loop-chunk-behind-a-frame",
        HandmadeWebP.extendedFile(32, 24, flags: 2, [frame, loop, frame])
      ),
      (
        "has-a-short-loop-chunk",
        HandmadeWebP.extendedFile(32, 24, flags: 2, [HandmadeWebP.chunk("ANIM", [0, 0]), frame])
      ),
      (
        "frame-is-too-short",
        HandmadeWebP.animation(32, 24, [frame, HandmadeWebP.chunk("ANMF", Array(place.dropLast()))])
      ),
      ("frame-has-no-picture", HandmadeWebP.animation(32, 24, [frame, HandmadeWebP.chunk("ANMF", place)])),
      (
        "frame-has-alpha-only",
        HandmadeWebP.animation(
          32, 24, [HandmadeWebP.chunk("ANMF", place + HandmadeWebP.chunk("ALPH", [0, 1]))])
      ),
      ("frame-is-in-a-frame", HandmadeWebP.animation(32, 24, [HandmadeWebP.chunk("ANMF", place + frame)])),
      (
        "frame-is-right-of-the-canvas",
        HandmadeWebP.animation(32, 24, [frame, HandmadeWebP.frame(2, 0, 32, 24)])
      ),
      (
        "frame-is-below-the-canvas", HandmadeWebP.animation(32, 24, [frame, HandmadeWebP.frame(0, 24, 2, 2)])
      ),
      (
        "frame-is-as-far-as-can-be",
        HandmadeWebP.animation(32, 24, [HandmadeWebP.frame(0x1FF_FFFE, 0x1FF_FFFE, 2, 2)])
      ),
      (
        "frame-is-as-large-as-can-be",
        HandmadeWebP.animation(32, 24, [HandmadeWebP.frame(0, 0, 1 << 24, 1 << 24, sheet)])
      ),
      (
        "frame-has-a-smaller-picture",
        HandmadeWebP.animation(32, 24, [HandmadeWebP.frame(0, 0, 30, 24, sheet)])
      ),
      (
        "frame-has-a-chunk-without-end",
        HandmadeWebP.animation(
          32, 24, [HandmadeWebP.chunk("ANMF", place + HandmadeWebP.chunk("VP8L", [0x2F], saying: 999))])
      ),
      (
        "second-frame-is-broken",
        HandmadeWebP.animation(32, 24, [frame, HandmadeWebP.frame(0, 0, 32, 24, broken)])
      ),
      ("has-5-000-frames", HandmadeWebP.animation(32, 24, [repeated(HandmadeWebP.frame(0, 0, 1, 1), 5_000)])),
      (
        "shows-64-billion-pixels",
        HandmadeWebP.animation(4_000, 4_000, [repeated(HandmadeWebP.frame(0, 0, 1, 1), 4_000)])
      ),
    ]
    return kinds.map { HostileWebP(.animation, $0.0, $0.1) }
  }()

  private static let alpha: [HostileWebP] = {
    func still(_ alpha: [UInt8]) -> [UInt8] {
      HandmadeWebP.extendedFile(32, 24, flags: 0x10, [HandmadeWebP.chunk("ALPH", alpha), HandmadeWebP.lossy])
    }
    var (groups, cache, before) = (
      HandmadeWebP.BitWriter(), HandmadeWebP.BitWriter(), HandmadeWebP.BitWriter()
    )
    groups.put(0b100, 3)  // an entropy image, with nothing after it
    cache.put(0b10, 2)
    cache.put(15, 4)  // a larger color cache than the specification allows
    cache.group()
    before.put(0, 3)
    before.writeCodesAndBackwardReferences(lengthSymbol: 0, distanceSymbol: 0, after: 0)
    let sound = HandmadeWebP.BitWriter.sheet([0, 90, 0, 0]).bytes
    let kinds: [(String, [UInt8])] = [
      ("is-empty", still([])),
      ("is-compressed-by-method-2", still([2] + repeated([9], 32 * 24))),
      ("is-compressed-by-method-3", still([3] + repeated([9], 32 * 24))),
      ("is-raw-and-too-short", still([0] + repeated([9], 32 * 24 - 1))),
      ("has-no-data", still([1])),
      ("has-an-unknown-treatment", still([0x21] + sound)),
      ("is-of-a-later-version", still([0x81] + sound)),
      ("names-groups-and-ends", still([1] + groups.bytes)),
      ("keeps-too-many-colors", still([1] + cache.bytes)),
      ("copies-from-before-its-begin", still([1] + before.bytes)),
      ("is-noise", still([1] + repeated([0xA5, 0x5A, 0xFF], 40))),
      (
        "has-no-picture",
        HandmadeWebP.extendedFile(32, 24, flags: 0x10, [HandmadeWebP.chunk("ALPH", [1] + sound)])
      ),
    ]
    return kinds.map { HostileWebP(.alpha, $0.0, $0.1) }
  }()
}
