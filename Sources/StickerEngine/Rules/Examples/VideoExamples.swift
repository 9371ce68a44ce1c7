import StickerImage

extension ExampleFile {
  /// A square of 100 × 100 px that changes color after 100 ms, as an opaque WebM of 200 ms.
  ///
  /// - Parameter hasAudio: whether the header lists an audio track.
  /// - Parameter headerMilliseconds: the duration in the header.
  static func webM(hasAudio: Bool = false, headerMilliseconds: Double = 200) -> ExampleFile {
    ExampleFile("sticker.webm") {
      let video = ebmlBytes(.video, ebml(.pixelWidth, 100) + ebml(.pixelHeight, 100))
      var tracks = ebmlBytes(
        .trackEntry,
        ebml(.trackNumber, 1) + ebml(.trackType, 1) + ebml(.codecID, text: "V_VP9")
          + ebml(.defaultDuration, 100_000_000) + video)
      if hasAudio {
        tracks += ebmlBytes(
          .trackEntry, ebml(.trackNumber, 2) + ebml(.trackType, 2) + ebml(.codecID, text: "A_OPUS"))
      }
      let info = ebmlBytes(
        .info, ebml(.timestampScale, 1_000_000) + ebml(.duration, float: headerMilliseconds))
      // Each block starts with the track, the time in milliseconds and the keyframe flag.
      let blocks =
        ebmlBytes(.simpleBlock, [0x81, 0, 0, 0x80] + coralVP9Frame)
        + ebmlBytes(.simpleBlock, [0x81, 0, 100, 0x80] + plumVP9Frame)
      return .bytes(
        ebmlBytes(.header, ebml(.docType, text: "webm") + ebml(.docTypeReadVersion, 2))
          + ebmlBytes(
            .segment,
            info + ebmlBytes(.tracks, tracks) + ebmlBytes(.cluster, ebml(.timestamp, 0) + blocks)))
    }
  }
}

/// A VP9 keyframe of 100 × 100 px in one color, written by libvpx.
private let coralVP9Frame: [UInt8] = [
  0x82, 0x49, 0x83, 0x42, 0x00, 0x06, 0x30, 0x06, 0x36, 0x00, 0x38, 0x24, 0x1C, 0x18, 0x8C, 0x00, 0x00, 0x30,
  0x60, 0x00, 0x00, 0x78, 0xB9, 0xFF, 0x00, 0x07, 0xFF, 0xFF, 0xF3, 0xFE, 0xFF, 0xFF, 0xFF, 0xF0, 0xC0, 0xE7,
  0xE9, 0x74, 0x7A, 0x5D, 0x80,
]

private let plumVP9Frame: [UInt8] = [
  0x82, 0x49, 0x83, 0x42, 0x00, 0x06, 0x30, 0x06, 0x36, 0x00, 0x38, 0x24, 0x1C, 0x18, 0x8C, 0x00, 0x00, 0x30,
  0x60, 0x00, 0x00, 0x7C, 0xA9, 0xFF, 0xFA, 0x02, 0x19, 0xFF, 0xBB, 0x10, 0x7F, 0xFD, 0x80, 0x32, 0xC1, 0x92,
  0x94, 0xE6, 0xD6, 0x00,
]
