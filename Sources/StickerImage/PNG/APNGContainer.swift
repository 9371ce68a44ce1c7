/// The state of an animation while its chunks are parsed.
struct APNGState {
  var control: (chunk: PNGChunk, frames: Int, plays: Int)?
  var frames: [StoredFrame] = []
  /// The data ranges of each frame. Empty for a frame that is the default image.
  var data: [[Range<Int>]] = []
  var nextSequence = 0
  var hasImageData = false
  var hidesDefaultImage = true
  /// The animation is invalid, but the default image is usable.
  var isBroken = false
  /// Kept separately, because without an acTL these chunks are ignored and any errors in them don't matter.
  var damage: [Damage] = []
}

extension PNGContainerReader {
  mutating func readAnimationControl(_ chunk: PNGChunk) {
    // After IDAT it is ignored like an unknown chunk: the file is a still.
    if animation.hasImageData { return }
    guard animation.control == nil else { return breakAnimation("only one acTL is allowed", chunk) }
    guard chunk.data.count == 8 else {
      breakAnimation("acTL has \(chunk.data.count) bytes (must be 8)", chunk)
      animation.control = (chunk, 0, 0)
      return
    }
    let start = chunk.data.lowerBound
    animation.control = (chunk, bytes.big32(at: start), bytes.big32(at: start + 4))
  }

  mutating func readFrameControl(_ chunk: PNGChunk) {
    guard let layout, !animation.isBroken else { return }
    guard chunk.data.count == 26 else {
      return breakAnimation("fcTL has \(chunk.data.count) bytes (must be 26)", chunk)
    }
    guard takeSequenceNumber(chunk) else { return }
    let at = chunk.data.lowerBound
    let patch = PixelRect(
      x: bytes.big32(at: at + 12), y: bytes.big32(at: at + 16), width: bytes.big32(at: at + 4),
      height: bytes.big32(at: at + 8))
    if !animation.hasImageData {
      guard animation.frames.isEmpty else {
        return breakAnimation("only one fcTL is allowed before IDAT", chunk)
      }
      guard patch == PixelRect(layout.header.size) else {
        return breakAnimation("the first frame must cover the canvas, but is \(patch)", chunk)
      }
      animation.hidesDefaultImage = false
    } else if !frameIsComplete {
      return breakAnimation("the previous frame has no data", chunk)
    }
    let canvas = layout.header.size
    guard !patch.isEmpty, patch.x + patch.width <= canvas.width, patch.y + patch.height <= canvas.height
    else {
      return breakAnimation("the frame (\(patch)) extends outside the canvas of \(canvas)", chunk)
    }
    guard let disposal = disposals[bytes[at + 24]] else {
      return breakAnimation("unknown dispose operation \(bytes[at + 24])", chunk)
    }
    guard bytes[at + 25] <= 1 else {
      return breakAnimation("unknown blend operation \(bytes[at + 25])", chunk)
    }
    let denominator = bytes.big16(at: at + 22)
    animation.frames.append(
      StoredFrame(
        delay: ExactSeconds(bytes.big16(at: at + 20), denominator == 0 ? 100 : denominator), patch: patch,
        disposal: disposal, blend: bytes[at + 25] == 0 ? .source : .over, offset: chunk.offset))
    animation.data.append([])
  }

  mutating func readFrameData(_ chunk: PNGChunk) {
    guard !animation.isBroken else { return }
    guard chunk.data.count >= 4 else {
      return breakAnimation("fdAT has \(chunk.data.count) bytes (must be at least 4)", chunk)
    }
    guard takeSequenceNumber(chunk) else { return }
    guard animation.hasImageData, let last = animation.data.indices.last,
      last > 0 || animation.hidesDefaultImage
    else { return breakAnimation("fdAT comes before its fcTL", chunk) }
    animation.data[last].append(chunk.data.dropFirst(4))
  }

  /// fcTL and fdAT share one sequence, which starts at 0 and has no gaps.
  private mutating func takeSequenceNumber(_ chunk: PNGChunk) -> Bool {
    let number = bytes.big32(at: chunk.data.lowerBound)
    guard number == animation.nextSequence else {
      breakAnimation("sequence number is \(number) (expected \(animation.nextSequence))", chunk)
      return false
    }
    animation.nextSequence += 1
    return true
  }

  private var frameIsComplete: Bool {
    guard let data = animation.data.last else { return true }
    return !data.isEmpty || (animation.data.count == 1 && !animation.hidesDefaultImage)
  }

  private mutating func breakAnimation(_ reason: String, _ chunk: PNGChunk) {
    let location = ByteLocation(unit: chunk.type, offset: chunk.offset, frame: frame(of: chunk))
    animation.isBroken = true
    animation.damage.append(Damage(reason, at: location))
  }

  /// The frame that the current chunk belongs to. Nil if it belongs to none, or if an error prevents counting
  /// frames.
  func frame(of chunk: PNGChunk) -> Int? {
    guard animation.control != nil, !animation.isBroken else { return nil }
    let last = animation.frames.count - 1
    switch chunk.type {
    case "fcTL": return last + 1
    case "IDAT": return last == 0 ? 0 : nil
    case "fdAT": return last > 0 || (last == 0 && animation.hidesDefaultImage) ? last : nil
    default: return nil
    }
  }

  /// Decides whether this is an animation. Only then do its chunks and their damage count.
  mutating func finishAnimation() {
    guard let control = animation.control else { return }
    container.format = .apng
    if !animation.isBroken, container.exceeded.isEmpty {
      if control.frames == 0 {
        breakAnimation("acTL specifies 0 frames (must be at least 1)", control.chunk)
      } else if control.plays > 0x7FFF_FFFF {
        breakAnimation("acTL specifies \(control.plays) plays (limit: 2147483647)", control.chunk)
      } else if control.frames != animation.frames.count {
        breakAnimation(
          "acTL specifies a frame count of \(control.frames), but the file has \(animation.frames.count)",
          control.chunk
        )
      } else if !frameIsComplete {
        breakAnimation("the last frame has no data", control.chunk)
      }
    }
    container.damage += animation.damage
    let frames = max(animation.frames.count, animation.isBroken ? 0 : control.frames)
    container.note(animationLimits(container.canvas, frames: frames, budget))
    guard !animation.isBroken, container.exceeded.isEmpty else { return }
    var timing = Animation(plays: control.plays, frames: animation.frames)
    timing.hidesDefaultImage = animation.hidesDefaultImage
    container.animation = timing
    if !animation.hidesDefaultImage { animation.data[0] = layout?.idat ?? [] }
    layout?.frameData = animation.data
  }
}

private let disposals: [UInt8: StoredFrame.Disposal] = [0: .keep, 1: .background, 2: .previous]

extension Container {
  /// The number of frames with image data (fdAT) in a PNG without an acTL chunk before IDAT. Decoders
  /// ignore these frames and show a still.
  ///
  /// - Source: PNG specification, third edition, 11.3.6.1: acTL must appear before the first IDAT.
  package var unannouncedFrames: Int {
    guard format == .png else { return 0 }
    var (count, isNew) = (0, true)
    for part in parts {
      if part.type == "fcTL" { isNew = true }
      guard part.type == "fdAT", isNew else { continue }
      (count, isNew) = (count + 1, false)
    }
    return count
  }

  /// Adds an acTL chunk for all frames before the image data. The number of plays comes from a misplaced acTL
  /// chunk (default: endless).
  ///
  /// - Parameter bytes: The file from which the container was read.
  /// - Returns: nil if no frame lacks an acTL, or if the frames aren't a valid animation.
  package func announcingFrames(from bytes: [UInt8]) -> [UInt8]? {
    guard unannouncedFrames > 0, let header = parts.first, header.type == "IHDR" else { return nil }
    let frames = parts.count { $0.type == "fcTL" }
    let misplaced = parts.filter { $0.type == "acTL" }
    let plays = misplaced.first.flatMap { $0.length == 20 ? bytes.big32(at: $0.offset + 12) : nil } ?? 0
    let end = header.offset + header.length
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + 20)
    out += bytes[..<end]
    out += pngChunk("acTL", [bigEndian(frames), bigEndian(plays)])
    var copied = end
    for part in misplaced {
      out += bytes[copied..<part.offset]
      copied = part.offset + part.length
    }
    out += bytes[copied...]
    guard let read = Container(of: out, budget: .unlimited), read.damage.isEmpty, read.frameCount == frames
    else { return nil }
    return out
  }
}
