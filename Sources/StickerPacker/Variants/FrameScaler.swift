import StickerEngine
import StickerImage

/// Scales every frame of an image while it is decoded, and keeps only the scaled frames.
struct FrameScaler: FrameVisitor {
  /// A variant whose frames are being scaled.
  struct ScaledVariant {
    let scale: Scale
    let resampler: Resampler
    /// The scaled frames, in playing order.
    var frames: [Frame] = []
  }
  /// The variants, largest first.
  private(set) var variants: [ScaledVariant]
  private let orientation: Int
  private let isStill: Bool
  /// Whether the output format differs from the art's format. If so, the output stores the delays that
  /// viewers show.
  private let writesShownDelays: Bool
  private var lastDigest: XXH3Digest?

  /// - Parameter container: the container of the art. Its orientation is applied to the pixels.
  init(_ container: ImageContainer, scales: [Scale]) {
    orientation = container.orientation ?? 1
    isStill = container.frameCount == 1
    writesShownDelays = !isStill && container.format != .apng
    let canvas = container.canvas.oriented(by: orientation)
    variants = scales.map { scale in
      let size = canvas.variantSize(scale: scale.rawValue)
      return ScaledVariant(scale: scale, resampler: Resampler(from: canvas, to: size))
    }
  }

  mutating func visit(_ frame: Frame, number: Int) {
    // Skip scaling a frame that equals the previous one. A still has only one frame.
    let digest = isStill ? nil : XXH3Digest(of: frame.bitmap.pixels)
    defer { lastDigest = digest }
    let delay = writesShownDelays ? frame.shownDelay : frame.delay
    let upright = digest != nil && digest == lastDigest ? nil : frame.bitmap.oriented(by: orientation)
    for index in variants.indices {
      if let upright {
        let bitmap = variants[index].resampler.resample(upright)
        variants[index].frames.append(Frame(bitmap, delay: delay))
      } else if let previous = variants[index].frames.last {
        variants[index].frames.append(Frame(previous.bitmap, delay: delay))
      }
    }
  }
}

/// Variants of one sticker that are made in one decoding pass.
struct DecodingPass: Hashable {
  let scales: [Scale]
  /// The maximum memory that the pass uses, in bytes.
  let peakMemoryBytes: Int
  /// The additional memory in bytes for reducing the file size of a variant.
  let extraSizeReductionMemoryBytes: Int
}

/// The fewest decoding passes whose memory fits within a gate's capacity: one for all variants, or one for
/// each.
///
/// - Parameter artBytes: the size of the art in bytes.
/// - Throws: `ImageError.exceeded` if a single variant exceeds the capacity, or has more than
///   `maxInMemoryAnimationPixels`. In that case, nothing is decoded.
func fewestDecodingPasses(
  _ container: ImageContainer, _ scales: [Scale], artBytes: Int, capacity: Int
) throws(ImageError) -> [DecodingPass] {
  guard !scales.isEmpty else { return [] }
  for scale in scales where container.frameCount > 1 {
    let size = container.canvas.variantSize(scale: scale.rawValue)
    let (pixels, overflows) = size.area.multipliedReportingOverflow(by: container.frameCount)
    guard !overflows, pixels <= maxInMemoryAnimationPixels else {
      throw .exceeded(
        ExceededLimit(
          "pixels of all frames at \(scale.suffix)", measured: overflows ? .max : pixels,
          limit: maxInMemoryAnimationPixels, unit: "px"))
    }
  }
  let all = decodingPass(container, scales, artBytes: artBytes)
  if all.peakMemoryBytes <= capacity { return [all] }
  var passes: [DecodingPass] = []
  for scale in scales {
    let pass = decodingPass(container, [scale], artBytes: artBytes)
    guard pass.peakMemoryBytes <= capacity else {
      throw .exceeded(
        ExceededLimit(
          "memory for \(scale.suffix)", measured: pass.peakMemoryBytes, limit: capacity, unit: "bytes"))
    }
    passes.append(pass)
  }
  return passes
}

/// The memory for all scaled frames, for decoding or encoding one frame (whichever is larger), and for the
/// files.
private func decodingPass(_ container: ImageContainer, _ scales: [Scale], artBytes: Int) -> DecodingPass {
  let areas = scales.map { container.canvas.variantSize(scale: $0.rawValue).area }
  // Encoding one frame needs the canvases for three disposals, two patches, their rows with and without
  // filters, the stream and the comparison. `upright` is the memory for decoding, plus one frame for rotating
  // it upright.
  let decoding = container.maxDecodingMemoryBytes(fileBytes: 0)
  let (upright, uprightOverflows) = decoding.addingReportingOverflow(container.canvas.area * 4)
  guard !uprightOverflows else {
    return DecodingPass(scales: scales, peakMemoryBytes: .max, extraSizeReductionMemoryBytes: 0)
  }
  let frame = max(upright, (areas.max() ?? 0) * 40)
  let (pixels, pixelsOverflow) = areas.reduce(0, +).multipliedReportingOverflow(by: container.frameCount)
  let (bytes, bytesOverflow) = pixels.multipliedReportingOverflow(by: 4)
  let (sum, sumOverflows) = bytes.addingReportingOverflow(frame + 2 * artBytes)
  guard !pixelsOverflow, !bytesOverflow, !sumOverflows else {
    return DecodingPass(scales: scales, peakMemoryBytes: .max, extraSizeReductionMemoryBytes: 0)
  }
  // The frames with fewer colors, and the memory for comparing some of them.
  let (sizeReductionMemory, reductionOverflows) = bytes.addingReportingOverflow((areas.max() ?? 0) * 96)
  return DecodingPass(
    scales: scales, peakMemoryBytes: sum,
    extraSizeReductionMemoryBytes: reductionOverflows ? .max : sizeReductionMemory)
}
