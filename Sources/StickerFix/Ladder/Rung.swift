package import StickerImage

/// What must not go when a file is made lighter.
package enum Keep: String, CaseIterable, Hashable, Sendable {
  /// The pixels of the canvas: nothing is scaled down.
  case size
  /// The frames: none is dropped.
  case frames
  /// The colors: none is changed, but for what scaling mixes.
  case colors = "colours"
}

/// One way to make a file lighter, from the one that takes least to the one that takes most.
package enum Rung: String, CaseIterable, Hashable, Sendable {
  case reencode
  case nearLossless
  case palette
  case quality
  case downscale
  case dropFrames

  /// What it is called in reports.
  package var name: String {
    switch self {
    case .reencode: "lossless encoding"
    case .nearLossless: "near-lossless colors"
    case .palette: "a palette"
    case .quality: "a lower quality"
    case .downscale: "fewer pixels"
    case .dropFrames: "fewer frames"
    }
  }
}

/// What one rung did to a picture.
package enum Lightening: Hashable, Sendable {
  /// The file was encoded with more care; nothing that is seen has changed.
  case reencoded
  /// Red, green and blue moved by at most half of `step`, of 255; in a WebP what is translucent too.
  case nearLossless(step: Int)
  /// So many colors are left for all frames; errors were diffused by that much, 0...1.
  case palette(colors: Int, dithering: Float)
  /// Colors and alpha were encoded with a quality of 0...100. At 100, alpha is exact.
  case lowered(quality: Double, alpha: Int = 100)
  /// Every frame was scaled.
  case downscaled(from: PixelSize, to: PixelSize)
  /// Frames went; their time is that of the frame shown before.
  case droppedFrames(from: Int, to: Int)

  /// The rung that it is.
  package var rung: Rung {
    switch self {
    case .reencoded: .reencode
    case .nearLossless: .nearLossless
    case .palette: .palette
    case .lowered: .quality
    case .downscaled: .downscale
    case .droppedFrames: .dropFrames
    }
  }
}
