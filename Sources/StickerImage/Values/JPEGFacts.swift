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
    (self.identifier, self.horizontal, self.vertical) = (identifier, horizontal, vertical)
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
