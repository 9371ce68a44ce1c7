/// What a PNG's chunks say of its colors, as they are stored: whole numbers, nothing is converted.
public struct ColorFacts: Hashable, Sendable {
  /// gAMA: the image's gamma × 100,000; 45,455 for 1/2.2.
  public var gamma: Int?
  /// cHRM: white point and primaries.
  public var chromaticities: Chromaticities?
  /// sRGB: the chunk's rendering intent. Nil without a chunk, or where its intent does not exist.
  public var sRGBIntent: RenderingIntent?
  /// cICP: code points of ITU-T H.273.
  public var codePoints: CodePoints?

  /// Facts of a file that says nothing of its colors.
  public init() {}
}

/// CIE x and y × 100,000 of the white point and the three primaries; 31,270 and 32,900 for D65.
public struct Chromaticities: Hashable, Sendable {
  /// One point of the CIE 1931 diagram, × 100,000, as stored.
  public struct Point: Hashable, Sendable {
    /// The coordinate x × 100,000: 0...2^32 - 1.
    public let x: Int
    /// The coordinate y × 100,000: 0...2^32 - 1.
    public let y: Int

    /// A point.
    public init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }
  }
  /// The white point.
  public let white: Point
  /// The red primary.
  public let red: Point
  /// The green primary.
  public let green: Point
  /// The blue primary.
  public let blue: Point

  /// White point and primaries.
  public init(white: Point, red: Point, green: Point, blue: Point) {
    self.white = white
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// How colors that an output cannot show are replaced; the numbers are those of sRGB chunks and ICC headers.
public enum RenderingIntent: Int, Hashable, Sendable, CaseIterable {
  /// Pleasing pictures.
  case perceptual = 0
  /// Exact colors relative to the white point.
  case relativeColorimetric = 1
  /// Vivid charts.
  case saturation = 2
  /// Exact colors.
  case absoluteColorimetric = 3

  /// The intent in words: `relative colorimetric`.
  public var name: String {
    switch self {
    case .perceptual: "perceptual"
    case .relativeColorimetric: "relative colorimetric"
    case .saturation: "saturation"
    case .absoluteColorimetric: "absolute colorimetric"
    }
  }
}

/// A cICP chunk: the four bytes as stored. 12, 13, 0, 1 is Display P3; 9, 16, 0, 1 is BT.2100 PQ.
///
/// - Source: PNG specification, third edition, 11.3.2.6; ITU-T H.273.
public struct CodePoints: Hashable, Sendable {
  /// The number of the color primaries, 0...255.
  public let primaries: Int
  /// The number of the transfer function, 0...255.
  public let transfer: Int
  /// The number of the matrix coefficients, 0...255; a PNG's must be 0, RGB.
  public let matrix: Int
  /// The video full range flag, 0...255; 1 is full range.
  public let fullRange: Int

  /// Four code points.
  public init(primaries: Int, transfer: Int, matrix: Int, fullRange: Int) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.fullRange = fullRange
  }
}

/// What the header of an ICC profile says, and its description.
///
/// - Source: ICC.1:2022, 7.2 (header), 10.15 (`mluc`); ICC.1:2001-04, 6.5.17 (`desc` of version 2).
public struct ProfileFacts: Hashable, Sendable {
  /// Four characters as stored, one each byte: `mntr` a display, `scnr` an input device, `prtr` an output
  /// device, `spac` a color space, `link`, `abst`, `nmcl`. Hostile text.
  public var deviceClass: String
  /// Four characters as stored: `RGB `, `GRAY`, `CMYK`. Hostile text.
  public var colorSpace: String
  /// The space that the profile leads to, four characters as stored: `XYZ `, `Lab `. Hostile text.
  public var connectionSpace: String
  /// Major, minor, bug fix: `4.3.0`.
  public var version: String
  /// The rendering intent; nil where the stored number does not exist.
  public var intent: RenderingIntent?
  /// The text of the tag `desc`; nil where there is none that can be read. Hostile text.
  public var description: String?
}

extension ProfileFacts {
  /// What a profile says of itself.
  ///
  /// - Parameter profile: hostile bytes; a text of which only a part is there is read as far as it goes.
  /// - Returns: nil where the bytes are no ICC profile.
  public init?(profile: [UInt8]) {
    guard let icc = ICCProfile(profile) else { return nil }
    deviceClass = String(latin1: profile[12..<16])
    colorSpace = icc.colorSpace
    connectionSpace = String(latin1: profile[20..<24])
    version = "\(profile[8]).\(profile[9] >> 4).\(profile[9] & 15)"
    intent = RenderingIntent(rawValue: profile.big32(at: 64))
    description = icc.tag("desc").flatMap(text)
  }
}

/// The text of a tag of type `desc`, `mluc` or `text`; nil for other types and where it is empty.
private func text(_ tag: ArraySlice<UInt8>) -> String? {
  guard let type = tag.checkedBytes(at: 0, count: 4) else { return nil }
  let text: String?
  switch String(latin1: type) {
  case "desc": text = tag.checkedBig32(at: 8).map { latin1(tag.dropFirst(12).prefix($0)) }
  case "mluc": text = localizedText(tag)
  case "text": text = latin1(tag.dropFirst(8))
  default: text = nil
  }
  return text?.isEmpty == false ? text : nil
}

/// The text in Latin-1 up to the first zero byte.
private func latin1(_ bytes: ArraySlice<UInt8>) -> String { String(latin1: bytes.prefix { $0 != 0 }) }

/// The English text among translations, or the first.
private func localizedText(_ tag: ArraySlice<UInt8>) -> String? {
  guard let count = tag.checkedBig32(at: 8), let size = tag.checkedBig32(at: 12), size >= 12 else {
    return nil
  }
  let records = (0..<min(count, maxTranslations)).compactMap { number in
    tag.checkedBytes(at: 16 + number * size, count: 12)
  }
  let english = records.first { $0.prefix(2).elementsEqual("en".utf8) }
  guard let chosen = english ?? records.first else { return nil }
  guard
    let data = tag.checkedBytes(
      at: chosen.big32(at: chosen.startIndex + 8),
      count: chosen.big32(at: chosen.startIndex + 4))
  else { return nil }
  let units = stride(from: data.startIndex, to: data.endIndex - 1, by: 2).map { UInt16(data.big16(at: $0)) }
  return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
}

/// No profile is translated into more languages; a hostile count is not walked to its end.
private let maxTranslations = 1000

/// What a GIF says of itself beside its frames, as stored.
public struct GIFFacts: Hashable, Sendable {
  /// `87a` or `89a`.
  public var version: String
  /// The color number that uncovered canvas should have; browsers show it transparent instead.
  public var backgroundIndex: Int
  /// The shape of a pixel: width : height is (this + 15) : 64; 0 says nothing.
  public var pixelAspect: Int
  /// The number in the loop block: repetitions after the first time, 0 endless; nil without a block.
  public var storedLoops: Int?

  /// What the logical screen descriptor says.
  public init(version: String, backgroundIndex: Int, pixelAspect: Int) {
    self.version = version
    self.backgroundIndex = backgroundIndex
    self.pixelAspect = pixelAspect
  }
}

/// What a GIF stores for one frame that other formats have not.
public struct GIFFrameFacts: Hashable, Sendable {
  /// 0...7 as stored; 0 and 1 keep the frame, as do 4 to 7, which are reserved.
  public var storedDisposal = 0
  /// Entries of the frame's own palette; 0 where it uses the global one.
  public var localPaletteSize = 0
  /// Whether its rows are stored in four passes.
  public var isInterlaced = false
  /// The color number that shows what lies below.
  public var transparentIndex: Int?
  /// Whether a player should wait for the user before the next frame; none does.
  public var waitsForInput = false

  /// A frame without a graphic control extension and palette.
  public init() {}
}

/// What a JPEG's segments say before its first scan.
public struct JPEGFacts: Hashable, Sendable {
  /// The frame header's marker: `SOF0`, `SOF2`; empty where there is none.
  public var process = ""
  /// The components in the order of the frame header.
  public var components: [JPEGComponent] = []
  /// The version of JFIF as stored, major and minor: `1.02`; nil where it is not said to be JFIF.
  public var jfifVersion: String?
  /// The transform flag of Adobe's marker: 0 none, 1 YCbCr, 2 YCCK; nil without the marker.
  public var adobeTransform: Int?
  /// Blocks of pixels (MCUs) between restart markers; 0 without.
  public var restartInterval = 0
  /// Scans in the whole file.
  public var scans = 0

  /// Facts of a file that says nothing.
  public init() {}
}

/// One color component of a JPEG.
public struct JPEGComponent: Hashable, Sendable {
  /// The identifier of the component, 0...255.
  public let identifier: Int
  /// Horizontal sampling factor, 1...4 in a sound file.
  public let horizontal: Int
  /// Vertical sampling factor, 1...4 in a sound file.
  public let vertical: Int

  /// A component.
  public init(identifier: Int, horizontal: Int, vertical: Int) {
    self.identifier = identifier
    self.horizontal = horizontal
    self.vertical = vertical
  }
}

extension JPEGFacts {
  /// The process in words.
  ///
  /// - Source: ITU-T T.81, table B.1.
  public var processName: String? {
    switch process {
    case "SOF0": "baseline"
    case "SOF1": "extended sequential"
    case "SOF2": "progressive"
    case "SOF3": "lossless"
    case "SOF5", "SOF6", "SOF7": "differential"
    case "SOF9": "sequential, arithmetic coding"
    case "SOF10": "progressive, arithmetic coding"
    case "SOF11": "lossless, arithmetic coding"
    case "SOF13", "SOF14", "SOF15": "differential, arithmetic coding"
    default: nil
    }
  }

  /// The usual name of the color components' sampling: `4:2:0`; nil where it has none.
  public var subsampling: String? {
    guard components.count >= 3 else { return nil }
    let (full, first, second) = (components[0], components[1], components[2])
    guard first.horizontal == second.horizontal, first.vertical == second.vertical, first.horizontal > 0,
      first.vertical > 0, full.horizontal % first.horizontal == 0, full.vertical % first.vertical == 0,
      components.count == 3
        || (components[3].horizontal == full.horizontal && components[3].vertical == full.vertical)
    else { return nil }
    switch (full.horizontal / first.horizontal, full.vertical / first.vertical) {
    case (1, 1): return "4:4:4"
    case (2, 1): return "4:2:2"
    case (2, 2): return "4:2:0"
    case (4, 1): return "4:1:1"
    case (1, 2): return "4:4:0"
    case (4, 2): return "4:1:0"
    default: return nil
    }
  }

  /// What the components mean, by the marks that libjpeg goes by (`default_decompress_parms`); nil for other
  /// counts of components.
  var colorModel: String? {
    switch components.count {
    case 1: "grayscale"
    case 3:
      jfifVersion == nil
        && (adobeTransform == 0
          || (adobeTransform == nil && components.map(\.identifier) == Array("RGB".utf8).map(Int.init)))
        ? "RGB" : "YCbCr"
    case 4: adobeTransform == nil || adobeTransform == 0 ? "CMYK" : "YCCK"
    default: nil
    }
  }
}
