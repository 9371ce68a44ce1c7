/// What the measures that the selected rules asked for have found.
public struct Survey: Hashable, Sendable {
  /// Frames that were seen.
  public let frameCount: Int
  /// Nil where nobody asked.
  public let coverage: Coverage?
  /// Nil where nobody asked.
  public let border: Border?
  /// Nil where nobody asked.
  public let digests: FrameDigests?
  /// Nil where nobody asked, and where it cannot be had. No frame alone shows it: who reads the file adds it.
  public var reencoding: Reencoding?

  /// Equal for images whose pixels and timing are the same; nil where digests were not asked for.
  public var imageDigest: PixelDigest? { digests?.image }
}

/// One visitor for all rules: each measure sees a frame while it is in cache.
public struct Surveyor: FrameVisitor {
  private var frameCount = 0
  private var coverage: Coverage?
  private var border: Border?
  private var digests: FrameDigests?

  /// A surveyor that measures only what is asked for.
  public init(measuring needs: MeasureSet) {
    if needs.isSuperset(of: .coverage) { coverage = Coverage() }
    if needs.isSuperset(of: .border) { border = Border() }
    if needs.isSuperset(of: .digests) { digests = FrameDigests() }
  }

  /// Measures one frame.
  public mutating func visit(_ frame: Frame, number: Int) {
    frameCount += 1
    coverage?.take(frame.bitmap)
    border?.take(frame.bitmap)
    digests?.take(frame)
  }

  /// What was found; nil where no frame was seen.
  public func survey() -> Survey? {
    guard frameCount > 0 else { return nil }
    return Survey(frameCount: frameCount, coverage: coverage, border: border, digests: digests)
  }
}
