package import StickerEngine
package import StickerImage

/// What a worker is to do with the bytes that it is given, as it crosses a pipe.
enum WorkerWish: BinaryCodable, Sendable {
  case examine(ExaminationRequest)
  case fix(FixingRequest)
  case join(JoiningRequest)
  case draw(Drawing)
  case view(FrameViewing)

  package func encode(to encoder: inout BinaryEncoder) {
    switch self {
    case .examine(let request):
      encoder.encode(0)
      encoder.encode(request)
    case .fix(let request):
      encoder.encode(1)
      encoder.encode(request)
    case .join(let request):
      encoder.encode(2)
      encoder.encode(request)
    case .draw(let drawing):
      encoder.encode(3)
      encoder.encode(drawing)
    case .view(let viewing):
      encoder.encode(4)
      encoder.encode(viewing)
    }
  }

  package init(from decoder: inout BinaryDecoder) throws {
    self =
      switch try decoder.decode(in: 0...4) {
      case 0: .examine(try decoder.decode())
      case 1: .fix(try decoder.decode())
      case 2: .join(try decoder.decode())
      case 3: .draw(try decoder.decode())
      default: .view(try decoder.decode())
      }
  }
}

/// What a worker is asked about one asset, as it crosses a pipe; the asset's bytes go beside it.
package struct ExaminationRequest: BinaryCodable, Sendable {
  /// What a worker is asked to find out.
  package enum Wish: String, Hashable, Sendable {
    /// What the rules say.
    case findings
    /// What the rules say, and every place on the art that they speak of.
    case findingsAndMarks
    /// The digest of all pixels.
    case exactDigest
  }

  let path: Path
  let role: Role
  let surroundings: Asset.Surroundings
  let wish: Wish

  /// A request about an asset.
  package init(_ source: AssetSource, _ surroundings: Asset.Surroundings, _ wish: Wish) {
    (path, role, self.surroundings, self.wish) = (source.path, source.role, surroundings, wish)
  }

  package func encode(to encoder: inout BinaryEncoder) {
    encoder.encode(wish)
    encoder.encode(path)
    encoder.encode(role)
    encoder.encode(surroundings)
  }

  package init(from decoder: inout BinaryDecoder) throws {
    wish = try decoder.decode()
    path = try decoder.decode()
    role = try decoder.decode()
    surroundings = try decoder.decode()
  }
}

extension Configuration {
  /// Tells configurations apart: equal for those that judge assets alike.
  var key: PixelDigest { digestsExactly ? PixelDigest(of: fingerprint.bytes + [1]) : fingerprint }
}

// MARK: - The answer
//
// An untrusted file may control the worker that wrote it. It can only contain what a check could have said about
// the asset that was asked about.

/// Does what is asked, in the process that may die of it.
///
/// - Parameter hold: waits until there is memory for so many bytes.
/// - Returns: the answer as it crosses the pipe.
package func answered<Failure: Error>(
  _ request: ExaminationRequest, _ bytes: [UInt8], _ configuration: Configuration,
  hold: (Int) throws(Failure) -> Void
) throws(Failure) -> [UInt8] {
  var encoder = BinaryEncoder()
  if request.wish == .exactDigest {
    let job = ExactDigest(.bytes(bytes), configuration.budget)
    if let job { try hold(job.bytes) }
    encoder.encode(job?.digest())
    return encoder.bytes
  }
  let source = AssetSource(path: request.path, role: request.role) { _ in .bytes(bytes) }
  var examination = Examination(source, .bytes(bytes), configuration, request.surroundings)
  while let bytes = examination.nextBytes {
    try hold(bytes)
    examination.step()
  }
  let wantsMarks = request.wish == .findingsAndMarks
  AssetAnalysis(examination.asset, pack: nil, configuration, wantsMarks: wantsMarks).encode(to: &encoder)
  return encoder.bytes
}

extension AssetAnalysis {
  /// Reads what a worker process reported about an asset.
  ///
  /// - Parameter byteCount: the length of the file that it was given, in bytes.
  /// - Throws: `CorruptData` for what no analysis of that file could be.
  package init(
    answer: [UInt8], of source: AssetSource, byteCount: Int, _ configuration: Configuration,
    isSmallerSize: Bool
  ) throws {
    self = try BinaryDecoder.decode(answer[...]) { decoder in
      let analysis = try AssetAnalysis(
        from: &decoder, of: source, isSmallerSize: isSmallerSize, configuration)
      try decoder.check(analysis.facts.byteCount == byteCount && analysis.contentDigest == nil)
      try decoder.check(
        configuration.couldReport(analysis.findings) && configuration.couldReport(analysis.marks))
      return analysis
    }
  }
}

/// Reads the hash of all pixels that a worker process computed, or nil if it could not decode them.
package func pixelHash(answer: [UInt8]) throws -> PixelDigest? {
  try BinaryDecoder.decode(answer[...]) { try $0.decode() }
}
