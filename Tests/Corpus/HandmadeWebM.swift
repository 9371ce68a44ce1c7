import Foundation

/// Assembles WebM files by hand from frames that ffmpeg encoded, for values that no muxer writes.
///
/// - Source: RFC 8794; RFC 9559.
public enum HandmadeWebM {
  /// Four frames of 32 × 24 px with alpha and a delay of 100 ms each, written by ffmpeg 5.1 with libvpx-vp9
  /// (Duration 400 ms, one cluster, a SeekHead, Tags and Cues).
  public static let sampleFile = [UInt8](
    Data(
      base64Encoded: """
        GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAAOZEU2bdLpNu4tTq4QVSalmU6yBoU27i1Or
        hBZUrmtTrIHGTbuMU6uEElTDZ1OsggEXTbuMU6uEHFO7a1OsggOD7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrX
        sYMPQkBNgIRMYXZmV0GETGF2ZkSJiEB5AAAAAAAAFlSua8yuAQAAAAAAAEPXgQFzxYgAAAAAAAAAAZyBACK1nIN1bmSIgQCG
        hVZfVlA5g4EBI+ODhAX14QDglLCBILqBGJqBAlPAgQFVsIRVuYEBElTDZ9Vzc9JjwItjxYgAAAAAAAAAAWfInEWjh0VOQ09E
        RVJEh49MYXZjIGxpYnZweC12cDlnyKJFo4hEVVJBVElPTkSHlDAwOjAwOjAwLjQwMDAwMDAwMAAAH0O2dUIM54EAoEFOoUC1
        gQAAAIJJg0IAAfABdgA4JBwYHgAAMGAAAH62N////yTC///9+MP///dxq0cmaKK3///6yfqRla/D/+Vf///JxXVuEf95X//9
        aSOU//y8WKp6Oi1vkZu3Se//4X36+uOMgIX/K3wZ1rv7roKA+mv/zeH64dEb4+10WJHKx6oYShSZX//+VQUpuN///yjKuJ9/
        //l+Jz1p7Dtk21Kz////JelhVI6////cAa4HaMEUn4LrhTyNAHWhQJKmQI/ugQGlQImCSYNCAAHwAXYIOCQcGB4AADBgAAB+
        nwP///p5QNv///3Y9/i4OOVW4nEI///+ni2JpwPCjizo9YIAYgQxoIaawDF3z///vxfhTzPx6t7RAG3n//juNI76///aU1qn
        +zq873SaW00eoPH//+kvCf//i+ON178Drv/RehUlf+OyYOyTB+dsKYOIAKC4oZWBAGQAhgBAkpwASgAAAyAAAEygtAB1oZum
        me6BAaWUhgBAkpwQSgAAAyAAAHZKuX2gI0D7gZygt6GTgQDIAIYAQJKcAEhgAAMgAABDQHWhnKaa7oEBpZWGAECSnABIYAAD
        IAAAdUIMvM4E/ED7gZygw6GTgQEsAIYAQJKcAEoAAAMgAABDQHWhqKam7oEBpaGGAECSnBBKAAADIAAAdT+fgo6C94//+uSL
        GSy/87WM7xD7gZwcU7trkbuPs4EAt4r3gQHxggFx8IED
        """, options: .ignoreUnknownCharacters) ?? Data())

  /// The color and alpha packets of the sample's frames.
  ///
  /// - Source: `ffprobe -show_packets` and `mkvinfo -v`, for their positions and lengths.
  public static let packets: [(color: [UInt8], alpha: [UInt8])] = {
    var found: [(color: [UInt8], alpha: [UInt8])] = []
    var at = 0
    // A block of track 1 without flags, and the BlockAdditional that follows it.
    while let block = nextElement(0xA1, from: at), let addition = nextElement(0xA5, from: block.upperBound) {
      found.append((Array(sampleFile[block.dropFirst(4)]), Array(sampleFile[addition])))
      at = addition.upperBound
    }
    return found
  }()

  /// The next element with a one-byte id whose content ends inside the file and, if it is a block, belongs to
  /// track 1.
  private static func nextElement(_ id: UInt8, from: Int) -> Range<Int>? {
    var at = from
    while at + 3 < sampleFile.count {
      defer { at += 1 }
      guard sampleFile[at] == id else { continue }
      let length = sampleFile[at + 1].leadingZeroBitCount + 1
      guard length <= 2 else { continue }
      let size =
        length == 1
        ? Int(sampleFile[at + 1] & 0x7F) : Int(sampleFile[at + 1] & 0x3F) << 8 | Int(sampleFile[at + 2])
      let start = at + 1 + length
      guard size > 8, start + size <= sampleFile.count else { continue }
      if id == 0xA1 {
        guard sampleFile[start] == 0x81, sampleFile[start + 3] == 0, sampleFile[start + 4] & 0xC0 == 0x80
        else {
          continue
        }
      } else if sampleFile[start] & 0xC0 != 0x80 {
        continue
      }
      return start..<start + size
    }
    return nil
  }

  /// An element: its id, its size and its content.
  ///
  /// - Parameter size: the bytes to write instead of the real size.
  public static func element(_ id: Int, _ content: [UInt8], saying size: [UInt8]? = nil) -> [UInt8] {
    let head = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: id >> $0) }
    return Array(head.drop { $0 == 0 }) + (size ?? [0x10] + bigEndianBytes(content.count, 3)) + content
  }

  /// A big-endian number of `count` bytes.
  public static func bigEndianBytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  /// The EBML header.
  public static func header(type: String = "webm", version: Int = 2) -> [UInt8] {
    element(0x1A45_DFA3, element(0x4282, Array(type.utf8)) + element(0x4285, bigEndianBytes(version, 1)))
  }

  /// Segment Information with a timestamp scale of 1 ms.
  public static func info(scale: [UInt8] = [0x0F, 0x42, 0x40], duration: Double? = nil) -> [UInt8] {
    let said = duration.map { element(0x4489, bigEndianBytes(Int(bitPattern: UInt($0.bitPattern)), 8)) } ?? []
    return element(0x1549_A966, element(0x2A_D7B1, scale) + said)
  }

  /// A TrackEntry.
  public static func track(
    number: Int = 1, type: Int = 1, codec: String = "V_VP9", width: Int = 32, height: Int = 24,
    more: [UInt8] = []
  ) -> [UInt8] {
    let video = element(0xB0, self.bigEndianBytes(width, 4)) + element(0xBA, self.bigEndianBytes(height, 4))
    return element(
      0xAE,
      element(0xD7, self.bigEndianBytes(number, 1)) + element(0x83, self.bigEndianBytes(type, 1))
        + element(0x86, Array(codec.utf8)) + (type == 1 ? element(0xE0, video) : []) + more)
  }

  /// A Tracks element.
  public static func tracks(_ tracks: [UInt8]...) -> [UInt8] { element(0x1654_AE6B, Array(tracks.joined())) }

  /// A BlockGroup: a block at a time relative to the cluster, and its alpha.
  public static func blockGroup(
    _ time: Int, _ color: [UInt8], _ alpha: [UInt8]? = nil, track: UInt8 = 0x81, flags: UInt8 = 0,
    duration: Int? = nil
  ) -> [UInt8] {
    let block = element(0xA1, [track] + bigEndianBytes(time, 2) + [flags] + color)
    let addition = alpha.map { element(0x75A1, element(0xA6, element(0xEE, [1]) + element(0xA5, $0))) }
    return element(
      0xA0, block + (addition ?? []) + (duration.map { element(0x9B, bigEndianBytes($0, 4)) } ?? []))
  }

  /// A Cluster element with a timestamp and block groups.
  public static func cluster(_ time: Int = 0, _ groups: [[UInt8]]) -> [UInt8] {
    element(0x1F43_B675, element(0xE7, bigEndianBytes(time, 4)) + groups.joined())
  }

  /// The sample's frames as block groups, one at each time.
  public static func sampleBlockGroups(at times: [Int], lastDuration: Int? = 100) -> [[UInt8]] {
    zip(times, packets).enumerated().map { index, one in
      blockGroup(
        one.0, one.1.color, one.1.alpha, duration: index + 1 == times.count ? lastDuration : nil)
    }
  }

  /// A file with these parts in its segment.
  public static func file(_ parts: [[UInt8]], header: [UInt8] = HandmadeWebM.header()) -> [UInt8] {
    header + element(0x1853_8067, Array(parts.joined()))
  }

  /// A file with the sample's frames, with changes to other parts of the file.
  public static func file(
    info: [UInt8] = HandmadeWebM.info(), tracks: [UInt8] = HandmadeWebM.tracks(HandmadeWebM.track()),
    times: [Int] = [0, 100, 200, 300], lastDuration: Int? = 100
  ) -> [UInt8] {
    file([info, tracks, cluster(0, sampleBlockGroups(at: times, lastDuration: lastDuration))])
  }
}
