import StickerEngine
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

/// Sizes of one sticker that are made in one decode.
struct ScalingPass: Hashable {
  let scales: [Scale]
  /// The most bytes of memory that the pass takes.
  let memory: Int
  /// Bytes more to make one of them lighter.
  let sizeReductionMemory: Int
}

/// The fewest decodes that keep within a gate's capacity: one for all sizes, else one for each.
///
/// - Parameter source: bytes of the art.
/// - Throws: `ImageError.exceeded` for a size that exceeds the capacity alone, or has more than
///   `maxAnimationPixels`; nothing has been decoded then.
func scalingPasses(
  _ container: Container, _ scales: [Scale], source: Int, capacity: Int
) throws(ImageError) -> [ScalingPass] {
  guard !scales.isEmpty else { return [] }
  for scale in scales where container.frameCount > 1 {
    let size = container.canvas.variantSize(scale: scale.rawValue)
    let (pixels, isWide) = size.area.multipliedReportingOverflow(by: container.frameCount)
    guard !isWide, pixels <= maxAnimationPixels else {
      throw .exceeded(
        LimitExceeded(
          "pixels of all frames at \(scale.suffix)", measured: isWide ? .max : pixels,
          limit: maxAnimationPixels, unit: "px"))
    }
  }
  let all = scalingPass(container, scales, source: source)
  if all.memory <= capacity { return [all] }
  var passes: [ScalingPass] = []
  for scale in scales {
    let pass = scalingPass(container, [scale], source: source)
    guard pass.memory <= capacity else {
      throw .exceeded(
        LimitExceeded(
          "memory for \(scale.suffix)", measured: pass.memory, limit: capacity, unit: "bytes"))
    }
    passes.append(pass)
  }
  return passes
}

/// All scaled frames, the larger of what decoding and encoding one frame takes, and the files.
private func scalingPass(_ container: Container, _ scales: [Scale], source: Int) -> ScalingPass {
  let areas = scales.map { container.canvas.variantSize(scale: $0.rawValue).area }
  // Encoding: the canvases that three disposals leave, two patches, their rows with and without filters, the
  // stream, the comparison. Decoding, `decodingBytes` knows; a frame turned upright is one more.
  let decoding = container.decodingBytes(file: 0)
  let (upright, isDecodingWide) = decoding.addingReportingOverflow(container.canvas.area * 4)
  guard !isDecodingWide else { return ScalingPass(scales: scales, memory: .max, sizeReductionMemory: 0) }
  let frame = max(upright, (areas.max() ?? 0) * 40)
  let (pixels, isWide) = areas.reduce(0, +).multipliedReportingOverflow(by: container.frameCount)
  let (bytes, isLarge) = pixels.multipliedReportingOverflow(by: 4)
  let (sum, isFull) = bytes.addingReportingOverflow(frame + 2 * source)
  guard !isWide, !isLarge, !isFull else {
    return ScalingPass(scales: scales, memory: .max, sizeReductionMemory: 0)
  }
  // The frames with fewer colors, and what a few of them are compared by.
  let (sizeReductionMemory, isVast) = bytes.addingReportingOverflow((areas.max() ?? 0) * 96)
  return ScalingPass(scales: scales, memory: sum, sizeReductionMemory: isVast ? .max : sizeReductionMemory)
}
