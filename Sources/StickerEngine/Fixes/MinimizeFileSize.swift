import StickerImage

extension AssetFixer {
  /// Stores a PNG or APNG in the fewest bytes that can be found with the requested effort, even if no rule
  /// requires it. The result is analyzed like that of any other fix. Metadata is kept, because other rules
  /// decide what to strip.
  ///
  /// - Returns: whether more fixes may be possible now, because the file had 16 bits per channel and now has
  ///   8.
  func minimizePNGReportingReducedDepth(of state: inout FixState) -> Bool {
    let candidate = state.currentFile
    guard !state.isFileSizeMinimized, !candidate.isDamagedOrExceedsLimits,
      let container = candidate.asset.container,
      container.format == .png || container.format == .apng
    else { return false }
    state.isFileSizeMinimized = true
    if let loss = container.reencodingFrameLossReason {
      let message = "\(countText(container.ignoredFdATFrameCount, "frame")) would be lost in a smaller file"
      state.fileSizeMinimizationFailures = [
        UnfixedFinding(
          notMinimized: candidate.path, evidence: Evidence(message, fix: Fix(.reencode)), reason: loss)
      ]
      return false
    }
    guard container.isSmallEnoughToOptimize else {
      let evidence = Evidence("stickerlint did not search for a smaller file", fix: Fix(.reencode))
      state.fileSizeMinimizationFailures = [
        UnfixedFinding(
          notMinimized: candidate.path, evidence: evidence, reason: "\(container.tooLargeToOptimizeReason)")
      ]
      return false
    }
    guard let fewest = smallestEncodingIfSmaller(candidate, container) else { return false }
    let new: AnalyzedFile
    do throws(Diagnostic) {
      new = try analyzeResult(
        at: candidate.path, bytes: fewest.bytes, expected: fewest.expected, after: candidate)
    } catch {
      // Keep a file that cannot be encoded.
      return false
    }
    if let regression = rejectionReason(for: new, from: candidate, fixing: []) {
      state.fileSizeMinimizationFailures = [
        fileSizeMinimizationFailure(candidate, fewestBytes: fewest.bytes.count, UserMessage(regression))
      ]
      return false
    }
    state.accept(
      SuccessfulFixAttempt(
        fixedFile: new, steps: [.minimization(container)], lossyEncodingSimilarity: nil, isMinimized: true))
    return container.bitDepth > 8 && new.asset.container?.bitDepth ?? 16 <= 8
  }

  /// Returns the smallest file and the frames that it must decode to, or nil if the file cannot be made
  /// smaller.
  private func smallestEncodingIfSmaller(
    _ candidate: AnalyzedFile, _ container: ImageContainer
  ) -> (bytes: [UInt8], expected: ExpectedFrames?)? {
    guard container.bitDepth > 8 else {
      return unverifiedOptimizedPNGIfSmaller(
        candidate.bytes, frames: candidate.frames, effort: fixOptions.effort)
    }
    // A file that uses 16 bits per channel only in invisible pixels has 8 bits after the first pass.
    var fewest = optimizedPNGIfSmaller(candidate.bytes, effort: fixOptions.effort)
    while let fewer = fewest.flatMap({ optimizedPNGIfSmaller($0, effort: fixOptions.effort) }) {
      fewest = fewer
    }
    return fewest.map { ($0, nil) }
  }

  private func fileSizeMinimizationFailure(
    _ candidate: AnalyzedFile, fewestBytes fewest: Int, _ reason: UserMessage
  )
    -> UnfixedFinding
  {
    let evidence = Evidence(
      "the same pixels fit in \(numberText(fewest)) bytes "
        + "(file size: \(numberText(candidate.bytes.count)) bytes)",
      fix: Fix(.reencode))
    return UnfixedFinding(notMinimized: candidate.path, evidence: evidence, reason: reason)
  }
}

extension UnfixedFinding {
  /// Creates a finding about a file that could not be made as small as possible.
  ///
  /// - Parameter reason: why a smaller file was not kept.
  package init(notMinimized path: Path, evidence: Evidence, reason: UserMessage) {
    let finding = Finding(
      rule: RuleID.wastefulEncoding, severity: .hint, path: path, evidence: evidence,
      advice: "Run the file through a PNG optimizer.", failsRun: false)
    self.init(finding: finding, unfixedReason: .failed(reason))
  }
}

extension FixStep {
  fileprivate static func minimization(_ container: ImageContainer) -> FixStep {
    let rest = container.trailingBytes > 0 ? ", and remove the data after the image" : ""
    return FixStep(
      rule: RuleID.wastefulEncoding, kind: .reencode, description: Fix.Kind.reencode.description + rest,
      isLossy: false)
  }
}
