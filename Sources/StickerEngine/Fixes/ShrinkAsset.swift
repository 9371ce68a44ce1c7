import StickerImage

extension FixBench {
  /// Stores a PNG or APNG in the fewest bytes that the effort finds, whatever rules think of those it has,
  /// and looks at the result as at that of any fix. Metadata stays: other rules say which of it goes.
  ///
  /// - Returns: whether it may be cured of more now: frames of 16 bits a channel are not touched without
  ///   loss, and it has no more than 8 by now.
  func shrink(_ made: inout Progress) async -> Bool {
    let look = made.look
    guard !made.isSmallest, !look.isDamaged, let container = look.asset.container,
      container.format == .png || container.format == .apng
    else { return false }
    made.isSmallest = true
    if let loss = container.framesLost {
      let message = "\(counted(container.unannouncedFrames, "frame")) would be lost in a smaller file"
      made.unshrunk = [Unfixed(unshrunk: look.path, Evidence(message, fix: Fix(.reencode)), loss)]
      return false
    }
    guard container.isSmallEnoughToOptimize else {
      let evidence = Evidence("stickerlint did not search for a smaller file", fix: Fix(.reencode))
      made.unshrunk = [Unfixed(unshrunk: look.path, evidence, "\(container.tooManySamples)")]
      return false
    }
    let held = await gate.enter(container.fixingBytes(file: look.bytes.count))
    let fewest = fewestBytes(look.bytes, container, request.effort)
    await gate.leave(held)
    guard let fewest else { return false }
    let new = await self.look(at: look.path, .bytes(fewest))
    if let objection = objection(to: new, from: look, fixing: []) {
      made.unshrunk = [unshrunk(look, fewest.count, Sentence(objection))]
      return false
    }
    made.take(Done(look: new, steps: [.shrink(container)], similarity: nil, isSmallest: true))
    return container.bitDepth > 8 && new.asset.container?.bitDepth ?? 16 <= 8
  }

  private func unshrunk(_ look: Look, _ fewest: Int, _ reason: Sentence) -> Unfixed {
    let evidence = Evidence(
      "the same pixels fit into \(grouped(fewest)) bytes, and the file has \(grouped(look.bytes.count))",
      fix: Fix(.reencode))
    return Unfixed(unshrunk: look.path, evidence, reason)
  }
}

extension Unfixed {
  /// That a file does not take the fewest bytes.
  ///
  /// - Parameter reason: what came of trying.
  package init(unshrunk path: Path, _ evidence: Evidence, _ reason: Sentence) {
    let finding = Finding(
      rule: RuleID.wastefulEncoding, severity: .hint, path: path, evidence: evidence,
      advice: "Run the file through a PNG optimizer.", fails: false)
    self.init(finding: finding, refusal: .failed(reason))
  }
}

/// - Returns: nil where there are no fewer.
private func fewestBytes(_ file: [UInt8], _ container: Container, _ effort: OptimizingEffort) -> [UInt8]? {
  var fewest = optimized(file, effort: effort)
  // What had 16 bits a channel only where nothing is visible has 8 once it is cleared.
  while container.bitDepth > 8, let fewer = fewest.flatMap({ optimized($0, effort: effort) }) {
    fewest = fewer
  }
  return fewest
}

extension FixStep {
  fileprivate static func shrink(_ container: Container) -> FixStep {
    let rest = container.trailingBytes > 0 ? "; what follows the image is gone" : ""
    return FixStep(
      rule: RuleID.wastefulEncoding, kind: .reencode, words: Fix.Kind.reencode.words + rest, isLossy: false)
  }
}
