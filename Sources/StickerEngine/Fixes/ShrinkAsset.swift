import StickerImage

extension AssetFixer {
  /// Stores a PNG or APNG in the fewest bytes that the effort finds, even if no rule requires it. The result
  /// is analyzed like that of any fix. Metadata is kept, because other rules decide what to strip.
  ///
  /// - Returns: whether more fixes may be possible now, because the file had 16 bits per channel and now has
  ///   8.
  func shrink(_ state: inout FixState) -> Bool {
    let candidate = state.candidate
    guard !state.isSmallest, !candidate.isDamaged, let container = candidate.asset.container,
      container.format == .png || container.format == .apng
    else { return false }
    state.isSmallest = true
    if let loss = container.framesLost {
      let message = "\(countText(container.unannouncedFrames, "frame")) would be lost in a smaller file"
      state.unreduced = [Unfixed(unreduced: candidate.path, Evidence(message, fix: Fix(.reencode)), loss)]
      return false
    }
    guard container.isSmallEnoughToOptimize else {
      let evidence = Evidence("stickerlint did not search for a smaller file", fix: Fix(.reencode))
      state.unreduced = [Unfixed(unreduced: candidate.path, evidence, "\(container.tooManySamples)")]
      return false
    }
    guard let fewest = fewestBytes(candidate, container) else { return false }
    let new: FixCandidate
    do throws(Diagnostic) {
      new = try analyzed(at: candidate.path, fewest.bytes, fewest.expected, after: candidate)
    } catch {
      // Keep a file that cannot be encoded.
      return false
    }
    if let regression = regression(to: new, from: candidate, fixing: []) {
      state.unreduced = [unreduced(candidate, fewest.bytes.count, UserMessage(regression))]
      return false
    }
    state.accept(FixAttempt(candidate: new, steps: [.shrink(container)], similarity: nil, isSmallest: true))
    return container.bitDepth > 8 && new.asset.container?.bitDepth ?? 16 <= 8
  }

  /// Returns the smallest file and the frames that it must decode to, or nil if it cannot be smaller.
  private func fewestBytes(
    _ candidate: FixCandidate, _ container: Container
  ) -> (bytes: [UInt8], expected: ExpectedFrames?)? {
    guard container.bitDepth > 8 else {
      return optimized(candidate.bytes, frames: candidate.frames, effort: request.effort)
    }
    // A file that uses 16 bits per channel only in invisible pixels has 8 bits after the first pass.
    var fewest = optimized(candidate.bytes, effort: request.effort)
    while let fewer = fewest.flatMap({ optimized($0, effort: request.effort) }) { fewest = fewer }
    return fewest.map { ($0, nil) }
  }

  private func unreduced(_ candidate: FixCandidate, _ fewest: Int, _ reason: UserMessage) -> Unfixed {
    let evidence = Evidence(
      "the same pixels fit in \(numberText(fewest)) bytes "
        + "(file size: \(numberText(candidate.bytes.count)) bytes)",
      fix: Fix(.reencode))
    return Unfixed(unreduced: candidate.path, evidence, reason)
  }
}

extension Unfixed {
  /// Creates a finding about a file that could not be made as small as possible.
  ///
  /// - Parameter reason: why a smaller file was not kept.
  package init(unreduced path: Path, _ evidence: Evidence, _ reason: UserMessage) {
    let finding = Finding(
      rule: RuleID.wastefulEncoding, severity: .hint, path: path, evidence: evidence,
      advice: "Run the file through a PNG optimizer.", fails: false)
    self.init(finding: finding, unfixedReason: .failed(reason))
  }
}

extension FixStep {
  fileprivate static func shrink(_ container: Container) -> FixStep {
    let rest = container.trailingBytes > 0 ? ", and remove the data after the image" : ""
    return FixStep(
      rule: RuleID.wastefulEncoding, kind: .reencode, words: Fix.Kind.reencode.words + rest, isLossy: false)
  }
}
