/// The color information in a PNG's chunks, as stored integers.
public struct PNGColorSpaceChunks: Hashable, Sendable {
  /// gAMA: the image's gamma × 100,000, such as 45,455 for 1/2.2.
  public var storedGamma: Int?
  /// cHRM: the white point and primaries.
  public var chromaticities: Chromaticities?
  /// sRGB: the rendering intent. Nil without the chunk, or if its value is invalid.
  public var sRGBIntent: RenderingIntent?
  /// cICP: the code points of ITU-T H.273.
  public var codePoints: CICPCodePoints?

  /// Creates color information without any values.
  public init() {}
}

/// The CIE x and y coordinates × 100,000 of the white point and the three primaries. D65 is 31,270 and
/// 32,900.
public struct Chromaticities: Hashable, Sendable {
  /// A point in the CIE 1931 diagram, × 100,000, as stored.
  public struct Point: Hashable, Sendable {
    /// The x coordinate × 100,000, 0...2^32 - 1.
    public let x: Int
    /// The y coordinate × 100,000, 0...2^32 - 1.
    public let y: Int

    /// Creates a point.
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

  /// Creates chromaticities.
  public init(white: Point, red: Point, green: Point, blue: Point) {
    self.white = white
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// How to replace colors that an output device can't show. Raw values are those in sRGB chunks and ICC
/// headers.
public enum RenderingIntent: Int, Hashable, Sendable, CaseIterable {
  /// Optimized for photos.
  case perceptual = 0
  /// Exact colors relative to the white point.
  case relativeColorimetric = 1
  /// Optimized for saturated charts.
  case saturation = 2
  /// Exact colors, including the white point.
  case absoluteColorimetric = 3

  /// The name of the intent, such as `relative colorimetric`.
  public var name: String {
    switch self {
    case .perceptual: "perceptual"
    case .relativeColorimetric: "relative colorimetric"
    case .saturation: "saturation"
    case .absoluteColorimetric: "absolute colorimetric"
    }
  }
}

/// The four bytes of a cICP chunk. 12, 13, 0, 1 is Display P3, and 9, 16, 0, 1 is BT.2100 PQ.
///
/// - Source: PNG specification, third edition, 11.3.2.6; ITU-T H.273.
public struct CICPCodePoints: Hashable, Sendable {
  /// The code of the color primaries, 0...255.
  public let primaries: Int
  /// The code of the transfer function, 0...255.
  public let transfer: Int
  /// The code of the matrix coefficients, 0...255. Must be 0 (RGB) in a PNG.
  public let matrix: Int
  /// The video full range flag, 0...255. 1 is full range.
  public let videoFullRangeFlag: Int

  /// Creates code points.
  public init(primaries: Int, transfer: Int, matrix: Int, videoFullRangeFlag: Int) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.videoFullRangeFlag = videoFullRangeFlag
  }
}

/// The header of an ICC profile, and its description.
///
/// - Source: ICC.1:2022, 7.2 (header), 10.15 (`mluc`); ICC.1:2001-04, 6.5.17 (`desc` of version 2).
public struct ICCProfileFacts: Hashable, Sendable {
  /// The device class as four stored characters: `mntr` (display), `scnr` (input device), `prtr` (output
  /// device), `spac` (color space), `link`, `abst` or `nmcl`. Untrusted text.
  public var deviceClass: String
  /// The color space as four stored characters, such as `RGB `, `GRAY` or `CMYK`. Untrusted text.
  public var colorSpace: String
  /// The profile connection space as four stored characters, such as `XYZ ` or `Lab `. Untrusted text.
  public var connectionSpace: String
  /// Major, minor and bug-fix version, such as `4.3.0`.
  public var version: String
  /// The rendering intent, or nil if the stored value is invalid.
  public var intent: RenderingIntent?
  /// The text of the `desc` tag, or nil if it is missing or invalid. Untrusted text.
  public var description: String?
}

extension ICCProfileFacts {
  /// Parses a profile.
  ///
  /// - Parameter profile: Untrusted bytes. If text is truncated, the part that exists is read.
  /// - Returns: nil if the bytes aren't an ICC profile.
  public init?(profile: [UInt8]) {
    guard let icc = ICCProfileReader(profile) else { return nil }
    deviceClass = String(latin1: profile[12..<16])
    colorSpace = icc.colorSpaceSignature
    connectionSpace = String(latin1: profile[20..<24])
    version = "\(profile[8]).\(profile[9] >> 4).\(profile[9] & 15)"
    intent = RenderingIntent(rawValue: profile.big32(at: 64))
    description = icc.tag("desc").flatMap(profileTagText)
  }
}

/// The text of a tag of type `desc`, `mluc` or `text`. Returns nil for other types and for empty text.
private func profileTagText(_ tag: ArraySlice<UInt8>) -> String? {
  guard let type = tag.checkedBytes(at: 0, count: 4) else { return nil }
  let text: String?
  switch String(latin1: type) {
  case "desc": text = tag.checkedBig32(at: 8).map { nulTerminatedLatin1Text(tag.dropFirst(12).prefix($0)) }
  case "mluc": text = englishOrFirstTagText(tag)
  case "text": text = nulTerminatedLatin1Text(tag.dropFirst(8))
  default: text = nil
  }
  return text?.isEmpty == false ? text : nil
}

/// The Latin-1 text up to the first zero byte.
private func nulTerminatedLatin1Text(_ bytes: ArraySlice<UInt8>) -> String {
  String(latin1: bytes.prefix { $0 != 0 })
}

/// The English translation if there is one, otherwise the first translation.
private func englishOrFirstTagText(_ tag: ArraySlice<UInt8>) -> String? {
  guard let count = tag.checkedBig32(at: 8), let size = tag.checkedBig32(at: 12), size >= 12 else {
    return nil
  }
  let records = (0..<min(count, maxProfileTranslations)).compactMap { number in
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

/// The maximum number of translations that are read, in case a profile is malicious. Real profiles have
/// fewer.
private let maxProfileTranslations = 1000

/// Facts about a GIF other than its frames, as stored.
public struct GIFFacts: Hashable, Sendable {
  /// `87a` or `89a`.
  public var version: String
  /// The color index of the uncovered canvas. Browsers ignore it and show transparency.
  public var backgroundColorIndex: Int
  /// The pixel aspect ratio: width / height is (value + 15) / 64. 0 means unspecified.
  public var storedPixelAspect: Int
  /// The value of the loop block: the number of repetitions after the first play, or 0 to loop forever. Nil
  /// if there is no such block.
  public var storedLoopCount: Int?

  /// Creates facts from the logical screen descriptor.
  public init(version: String, backgroundIndex: Int, pixelAspect: Int) {
    self.version = version
    self.backgroundColorIndex = backgroundIndex
    self.storedPixelAspect = pixelAspect
  }
}

/// Facts about a frame that are specific to GIF.
public struct GIFFrameFacts: Hashable, Sendable {
  /// The disposal as stored, 0...7. 0, 1 and the reserved values 4 to 7 keep the frame.
  public var storedDisposal = 0
  /// The number of colors in the frame's local palette, or 0 if it uses the global one.
  public var localPaletteColorCount = 0
  /// Whether the frame's rows are stored in four passes.
  public var isInterlaced = false
  /// The index of the transparent color, or nil if every color is opaque.
  public var transparentIndex: Int?
  /// Whether a player should wait for user input before the next frame. No player does.
  public var waitsForInput = false

  /// Creates facts about a frame without a graphic control extension and without a palette.
  public init() {}
}

/// Facts from a JPEG's segments before its first scan.
public struct JPEGFacts: Hashable, Sendable {
  /// The marker of the frame header, such as `SOF0` or `SOF2`; empty if missing.
  public var frameHeaderMarker = ""
  /// The components in the order of the frame header.
  public var components: [JPEGComponent] = []
  /// The JFIF version (major and minor) as stored, such as `1.02`, or nil without a JFIF segment.
  public var jfifVersion: String?
  /// The transform flag of Adobe's marker: 0 none, 1 YCbCr, 2 YCCK. Nil without the marker.
  public var adobeTransform: Int?
  /// The number of MCUs (blocks of pixels) between restart markers, or 0 if the file has no restart markers.
  public var restartInterval = 0
  /// The number of scans in the whole file.
  public var scanCount = 0

  /// Creates facts without any values.
  public init() {}
}

/// A color component of a JPEG.
public struct JPEGComponent: Hashable, Sendable {
  /// The identifier of the component, 0...255.
  public let identifier: Int
  /// The horizontal sampling factor, 1...4 in a valid file.
  public let horizontalSampling: Int
  /// The vertical sampling factor, 1...4 in a valid file.
  public let verticalSampling: Int

  /// Creates a component.
  public init(identifier: Int, horizontalSampling: Int, verticalSampling: Int) {
    self.identifier = identifier
    self.horizontalSampling = horizontalSampling
    self.verticalSampling = verticalSampling
  }
}

extension JPEGFacts {
  /// The name of the coding process, such as `progressive`.
  ///
  /// - Source: ITU-T T.81, table B.1.
  public var codingProcessName: String? {
    switch frameHeaderMarker {
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

  /// The usual name of the chroma subsampling, such as `4:2:0`. Nil if there is no chroma, or no usual name.
  public var subsampling: String? {
    guard components.count >= 3 else { return nil }
    let (full, first, second) = (components[0], components[1], components[2])
    guard first.horizontalSampling == second.horizontalSampling,
      first.verticalSampling == second.verticalSampling, first.horizontalSampling > 0,
      first.verticalSampling > 0, full.horizontalSampling % first.horizontalSampling == 0,
      full.verticalSampling % first.verticalSampling == 0,
      components.count == 3
        || (components[3].horizontalSampling == full.horizontalSampling
          && components[3].verticalSampling == full.verticalSampling)
    else { return nil }
    switch (
      full.horizontalSampling / first.horizontalSampling, full.verticalSampling / first.verticalSampling
    ) {
    case (1, 1): return "4:4:4"
    case (2, 1): return "4:2:2"
    case (2, 2): return "4:2:0"
    case (4, 1): return "4:1:1"
    case (1, 2): return "4:4:0"
    case (4, 2): return "4:1:0"
    default: return nil
    }
  }

  /// The color model of the components, determined as in libjpeg (`default_decompress_parms`). Nil for
  /// unsupported numbers of components.
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
