import StickerModel
import StickerImage

/// Scales every frame of an image while it is decoded: only the small frames are kept.
struct ScaledFrames: FrameVisitor {
  /// One of the sizes that are made.
  struct Size {
    let scale: Scale
    let resampler: Resampler
    /// The scaled frames, in playing order.
    var frames: [Frame] = []
  }
  /// The sizes, the largest first.
  private(set) var sizes: [Size]
  private let orientation: Int
  private let isStill: Bool
  /// Whether the output format differs from the art. The output then stores the delays that viewers show.
  private let writesShownDelays: Bool
  private var last: PixelDigest?

  /// - Parameter container: what the art's container says; its orientation is baked in.
  init(_ container: Container, scales: [Scale]) {
    orientation = container.orientation ?? 1
    isStill = container.frameCount == 1
    writesShownDelays = !isStill && container.format != .apng
    let canvas = container.canvas.oriented(by: orientation)
    sizes = scales.map { scale in
      let size = canvas.variantSize(scale: scale.rawValue)
      return Size(scale: scale, resampler: Resampler(from: canvas, to: size))
    }
  }

  mutating func visit(_ frame: Frame, number: Int) {
    // Skip scaling a frame that equals the previous one. A still has only one frame.
    let digest = isStill ? nil : PixelDigest(of: frame.bitmap.pixels)
    defer { last = digest }
    let delay = writesShownDelays ? frame.shownDelay : frame.delay
    let upright = digest != nil && digest == last ? nil : frame.bitmap.oriented(by: orientation)
    for index in sizes.indices {
      if let upright {
        let bitmap = sizes[index].resampler.resample(upright)
        sizes[index].frames.append(Frame(bitmap, delay: delay))
      } else if let previous = sizes[index].frames.last {
        sizes[index].frames.append(Frame(previous.bitmap, delay: delay))
      }
    }
  }
}
