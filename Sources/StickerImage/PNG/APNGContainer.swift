/// The state of an animation while its chunks are parsed.
struct APNGParsingState {
  var animationControl: (chunk: PNGChunk, frames: Int, plays: Int)?
  var frames: [StoredFrame] = []
  /// The data ranges of each frame. Empty for a frame that is the default image.
  var frameDataRanges: [[Range<Int>]] = []
  var expectedSequenceNumber = 0
  var hasSeenIDAT = false
  var hidesDefaultImage = true
  /// Whether the animation is invalid. The default image is usable even then.
  var isInvalid = false
  /// The damage in the animation's chunks. It is kept separately, because without an acTL, these chunks are
  /// ignored and errors in them don't matter.
  var damageIfAnimated: [Damage] = []
}

extension PNGContainerReader {
  mutating func readAnimationControlBeforeIDAT(_ chunk: PNGChunk) {
    // After IDAT, acTL is ignored like an unknown chunk, so the file is a still.
    if animationState.hasSeenIDAT { return }
    guard animationState.animationControl == nil else {
      return markAnimationInvalid("only one acTL is allowed", chunk)
    }
    guard chunk.dataRange.count == 8 else {
      markAnimationInvalid("acTL has \(chunk.dataRange.count) bytes (must be 8)", chunk)
      animationState.animationControl = (chunk, 0, 0)
      return
    }
    let start = chunk.dataRange.lowerBound
    animationState.animationControl = (chunk, bytes.big32(at: start), bytes.big32(at: start + 4))
  }

  mutating func readFrameControl(_ chunk: PNGChunk) {
    guard let layout, !animationState.isInvalid else { return }
    guard chunk.dataRange.count == 26 else {
      return markAnimationInvalid("fcTL has \(chunk.dataRange.count) bytes (must be 26)", chunk)
    }
    guard checkAndAdvanceSequenceNumber(chunk) else { return }
    let at = chunk.dataRange.lowerBound
    let patch = PixelRect(
      x: bytes.big32(at: at + 12), y: bytes.big32(at: at + 16), width: bytes.big32(at: at + 4),
      height: bytes.big32(at: at + 8))
    if !animationState.hasSeenIDAT {
      guard animationState.frames.isEmpty else {
        return markAnimationInvalid("only one fcTL is allowed before IDAT", chunk)
      }
      guard patch == PixelRect(layout.header.size) else {
        return markAnimationInvalid("the first frame must cover the canvas, but is \(patch)", chunk)
      }
      animationState.hidesDefaultImage = false
    } else if !lastFrameHasData {
      return markAnimationInvalid("the previous frame has no data", chunk)
    }
    let canvas = layout.header.size
    guard !patch.isEmpty, patch.x + patch.width <= canvas.width, patch.y + patch.height <= canvas.height
    else {
      return markAnimationInvalid("the frame (\(patch)) extends outside the canvas of \(canvas)", chunk)
    }
    guard let disposal = disposalsByDisposeOp[bytes[at + 24]] else {
      return markAnimationInvalid("unknown dispose operation \(bytes[at + 24])", chunk)
    }
    guard bytes[at + 25] <= 1 else {
      return markAnimationInvalid("unknown blend operation \(bytes[at + 25])", chunk)
    }
    let denominator = bytes.big16(at: at + 22)
    animationState.frames.append(
      StoredFrame(
        delay: ExactSeconds(bytes.big16(at: at + 20), denominator == 0 ? 100 : denominator), patch: patch,
        disposal: disposal, blend: bytes[at + 25] == 0 ? .source : .over, offset: chunk.offset))
    animationState.frameDataRanges.append([])
  }

  mutating func readFrameData(_ chunk: PNGChunk) {
    guard !animationState.isInvalid else { return }
    guard chunk.dataRange.count >= 4 else {
      return markAnimationInvalid("fdAT has \(chunk.dataRange.count) bytes (must be at least 4)", chunk)
    }
    guard checkAndAdvanceSequenceNumber(chunk) else { return }
    guard animationState.hasSeenIDAT, let last = animationState.frameDataRanges.indices.last,
      last > 0 || animationState.hidesDefaultImage
    else { return markAnimationInvalid("fdAT comes before its fcTL", chunk) }
    animationState.frameDataRanges[last].append(chunk.dataRange.dropFirst(4))
  }

  /// fcTL and fdAT share one sequence, which starts at 0 and has no gaps.
  private mutating func checkAndAdvanceSequenceNumber(_ chunk: PNGChunk) -> Bool {
    let number = bytes.big32(at: chunk.dataRange.lowerBound)
    guard number == animationState.expectedSequenceNumber else {
      markAnimationInvalid(
        "sequence number is \(number) (expected \(animationState.expectedSequenceNumber))", chunk)
      return false
    }
    animationState.expectedSequenceNumber += 1
    return true
  }

  private var lastFrameHasData: Bool {
    guard let data = animationState.frameDataRanges.last else { return true }
    return !data.isEmpty || (animationState.frameDataRanges.count == 1 && !animationState.hidesDefaultImage)
  }

  private mutating func markAnimationInvalid(_ reason: String, _ chunk: PNGChunk) {
    let location = ByteLocation(
      partName: chunk.type, partOffset: chunk.offset, frameIndex: frameIndex(of: chunk))
    animationState.isInvalid = true
    animationState.damageIfAnimated.append(Damage(reason, at: location))
  }

  /// The index of the frame that a chunk belongs to. Nil if it doesn't belong to a frame, or if an error
  /// prevents counting frames.
  func frameIndex(of chunk: PNGChunk) -> Int? {
    guard animationState.animationControl != nil, !animationState.isInvalid else { return nil }
    let last = animationState.frames.count - 1
    switch chunk.type {
    case "fcTL": return last + 1
    case "IDAT": return last == 0 ? 0 : nil
    case "fdAT": return last > 0 || (last == 0 && animationState.hidesDefaultImage) ? last : nil
    default: return nil
    }
  }

  /// Decides whether the file is an animation. Only then do its animation chunks and their damage matter.
  mutating func finishAnimation() {
    guard let control = animationState.animationControl else { return }
    container.format = .apng
    if !animationState.isInvalid, container.exceededLimits.isEmpty {
      if control.frames == 0 {
        markAnimationInvalid("acTL specifies 0 frames (must be at least 1)", control.chunk)
      } else if control.plays > 0x7FFF_FFFF {
        markAnimationInvalid("acTL specifies \(control.plays) plays (limit: 2147483647)", control.chunk)
      } else if control.frames != animationState.frames.count {
        markAnimationInvalid(
          "acTL specifies a frame count of \(control.frames), but the file has \(animationState.frames.count)",
          control.chunk
        )
      } else if !lastFrameHasData {
        markAnimationInvalid("the last frame has no data", control.chunk)
      }
    }
    container.damage += animationState.damageIfAnimated
    let frames = max(animationState.frames.count, animationState.isInvalid ? 0 : control.frames)
    container.addExceededLimits(exceededAnimationLimits(container.canvas, frames: frames, budget))
    guard !animationState.isInvalid, container.exceededLimits.isEmpty else { return }
    var timing = Animation(plays: control.plays, frames: animationState.frames)
    timing.hidesDefaultImage = animationState.hidesDefaultImage
    container.animation = timing
    if !animationState.hidesDefaultImage { animationState.frameDataRanges[0] = layout?.idatRanges ?? [] }
    layout?.frameDataRanges = animationState.frameDataRanges
  }
}

private let disposalsByDisposeOp: [UInt8: StoredFrame.Disposal] = [0: .keep, 1: .background, 2: .previous]

extension ImageContainer {
  /// The number of frames with image data (fdAT) in a PNG without an acTL chunk before IDAT. Decoders
  /// ignore these frames and show a still.
  ///
  /// - Source: PNG specification, third edition, 11.3.6.1: acTL must appear before the first IDAT.
  package var ignoredFdATFrameCount: Int {
    guard format == .png else { return 0 }
    var (count, isNew) = (0, true)
    for part in parts {
      if part.type == "fcTL" { isNew = true }
      guard part.type == "fdAT", isNew else { continue }
      (count, isNew) = (count + 1, false)
    }
    return count
  }

  /// Inserts an acTL chunk for all frames in front of the image data. The number of plays comes from a
  /// misplaced acTL chunk (default: infinite).
  ///
  /// - Parameter bytes: The file from which the container was read.
  /// - Returns: nil if `ignoredFdATFrameCount` is 0, or if the frames aren't a valid animation.
  package func bytesAddingACTL(from bytes: [UInt8]) -> [UInt8]? {
    guard ignoredFdATFrameCount > 0, let header = parts.first, header.type == "IHDR" else { return nil }
    let frames = parts.count { $0.type == "fcTL" }
    let misplaced = parts.filter { $0.type == "acTL" }
    let plays = misplaced.first.flatMap { $0.length == 20 ? bytes.big32(at: $0.offset + 12) : nil } ?? 0
    let end = header.offset + header.length
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + 20)
    out += bytes[..<end]
    out += pngChunk("acTL", [bigEndian32(frames), bigEndian32(plays)])
    var copied = end
    for part in misplaced {
      out += bytes[copied..<part.offset]
      copied = part.offset + part.length
    }
    out += bytes[copied...]
    guard let read = ImageContainer(of: out, budget: .unlimited), read.damage.isEmpty,
      read.frameCount == frames
    else { return nil }
    return out
  }
}
