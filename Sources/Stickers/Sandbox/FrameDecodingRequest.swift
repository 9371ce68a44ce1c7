package import StickerEngine
package import StickerImage

/// A request to decode the frames of a file.
package struct FrameDecodingRequest: BinaryCodable, Hashable, Sendable {
  /// Whether to return the SHA-256 of each frame's straight RGBA.
  let wantsDigests: Bool
  /// Whether to return each frame as a PNG.
  let wantsPNGFiles: Bool

  package init(wantsDigests: Bool, wantsImages: Bool) {
    self.wantsDigests = wantsDigests
    self.wantsPNGFiles = wantsImages
  }

  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(wantsDigests, wantsPNGFiles)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    (wantsDigests, wantsPNGFiles) = try decoder.decode()
  }

  /// Decodes the frames of a file.
  ///
  /// - Parameter container: the container of the bytes.
  package func decodeFrames(of bytes: [UInt8], _ container: ImageContainer) -> FrameDecodingResult {
    var viewer = DigestAndPNGCollector(
      result: FrameDecodingResult(digests: wantsDigests ? [] : nil, pngFiles: wantsPNGFiles ? [] : nil),
      colorChunks: container.colorChunks(of: bytes))
    let damage = container.visitFrames(of: bytes, with: &viewer)
    var frames = viewer.result
    frames.damage = damage
    return frames
  }
}

/// The decoded frames of a file.
package struct FrameDecodingResult: BinaryEncodable, Hashable, Sendable {
  /// The SHA-256 of each frame's straight RGBA; nil if not requested.
  package internal(set) var digests: [String]?
  /// Each frame as a PNG file; nil if not requested.
  package internal(set) var pngFiles: [[UInt8]]?
  /// The damage that was found while decoding.
  package internal(set) var damage: [Damage] = []
  /// The reason why a frame could not be encoded as a PNG; nil if all were encoded.
  package internal(set) var encodingFailure: String?

  init(digests: [String]?, pngFiles: [[UInt8]]?) { (self.digests, self.pngFiles) = (digests, pngFiles) }

  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(digests)
    encoder.encodeOptional(pngFiles) { $0.encodeList($1) { $0.encode($1) } }
    encoder.encode(damage, encodingFailure)
  }

  /// Decodes the answer of a worker process.
  ///
  /// - Parameter container: the container of the file, as read by this process.
  /// - Throws: `Diagnostic.corruptData` if the answer does not match the request.
  package init(
    answer: [UInt8], to request: FrameDecodingRequest, of container: ImageContainer, _ budget: DecodingBudget
  ) throws {
    self = try BinaryDecoder.decode(answer[...]) { decoder in
      var frames = FrameDecodingResult(
        digests: try decoder.decode(),
        pngFiles: try decoder.decodeOptional { try $0.decodeList { try $0.decodeBytes() } })
      frames.damage = try decoder.decode()
      frames.encodingFailure = try decoder.decodeOptional { try $0.decodeEscapedDisplayText() }
      try decoder.check(frames.isPlausible(request, of: container, budget))
      return frames
    }
  }

  private func isPlausible(
    _ request: FrameDecodingRequest, of container: ImageContainer, _ budget: DecodingBudget
  )
    -> Bool
  {
    (digests != nil) == request.wantsDigests && (pngFiles != nil) == request.wantsPNGFiles
      && max(digests?.count ?? 0, pngFiles?.count ?? 0) <= container.frameCount
      && digests?.allSatisfy(isLowercaseSHA256Hex) != false
      && pngFiles?.allSatisfy({ file in
        let picture = validWorkerOutputContainer(file, budget)
        return picture?.format == .png && picture?.canvas == container.canvas
      }) != false
  }
}

private struct DigestAndPNGCollector: FrameVisitor {
  var result: FrameDecodingResult
  let colorChunks: [[UInt8]]

  mutating func visit(_ frame: Frame, number: Int) {
    result.digests?.append(SHA256.hexDigest(of: frame.bitmap.pixels))
    guard result.pngFiles != nil, result.encodingFailure == nil else { return }
    do {
      result.pngFiles?.append(try frame.bitmap.encodedPNG(colorChunks: colorChunks))
    } catch {
      result.encodingFailure = error.reason
    }
  }
}

extension Damage: BinaryCodable {
  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(reason, location, isUnsupported, maxPresentFileShare)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    let reason = try decoder.decodeEscapedDisplayText()
    let (place, isUnsupported): (ByteLocation, Bool) = try decoder.decode()
    let maxPresentShare = try decoder.decodeOptional { decoder in
      let share: Double = try decoder.decode()
      try decoder.check(0...1 ~= share)
      return share
    }
    self.init(reason, at: place, isUnsupported: isUnsupported, maxPresentShare: maxPresentShare)
  }
}
