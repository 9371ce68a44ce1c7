import StickerImage

/// Fixes one asset in memory: what is allowed is done, encoded once, and looked at again. What would not pass
/// the rules that it was done for, or would bring a finding that was not there, is left undone.
///
/// - Parameter surroundings: as for `examine`.
/// - Parameter isFree: whether the asset may take another name, which is in its own folder.
/// - Returns: the same for the same bytes, request and configuration; fixing what comes out changes nothing.
package func fixed(
  _ source: AssetSource, _ request: FixRequest, _ configuration: Configuration, _ gate: MemoryGate,
  _ surroundings: Asset.Surroundings = Asset.Surroundings(), isFree: (Path) -> Bool = { _ in true }
) async -> FixedAsset {
  let bench = FixBench(source: source, request, configuration, gate, surroundings)
  let outcome = source.read(configuration.budget.fileBytes)
  return await bench.fixed(await bench.look(at: source.path, outcome), outcome, isFree)
}

extension FixBench {
  /// Fixes the asset that was read and looked at.
  ///
  /// - Parameter countsColors: whether somebody reads how many colors it has and had.
  func fixed(
    _ first: Look, _ outcome: ReadOutcome, _ isFree: (Path) -> Bool, countsColors: Bool = true
  ) async -> FixedAsset {
    guard case .bytes(let bytes) = outcome else {
      return FixedAsset(
        path: source.path, findings: first.findings, change: nil, left: left(first, [:]), original: nil,
        summary: first.summary(source.pack, at: source.path))
    }
    var made = Progress(first)
    await cure(&made, isFree)
    while request.wantsSmallest, await shrink(&made) { await cure(&made, isFree) }
    return FixedAsset(
      path: source.path, findings: first.findings, change: change(first, made, countsColors),
      left: left(made.look, made.refused) + made.unshrunk, original: bytes,
      summary: made.look.summary(source.pack, at: source.path))
  }
}

private func change(_ first: Look, _ made: Progress, _ countsColors: Bool) -> Change? {
  let last = made.look
  // What is only stored otherwise has the colors that it had, as its encoder has verified.
  let isSameArt = made.steps.allSatisfy { $0.kind == .reencode && !$0.isLossy }
  guard first.bytes != last.bytes || first.path != last.path,
    let before = made.foreign ?? PictureFigures(first, colors: countsColors ? first.colors : nil),
    let after = PictureFigures(
      last, colors: countsColors ? isSameArt ? before.colors : last.colors : nil)
  else { return nil }
  return Change(
    bytes: last.bytes, path: last.path, steps: made.steps, before: before, after: after,
    similarity: made.similarity)
}

/// A file as it is, or as it would be, and what the rules say of it.
struct Look {
  let path: Path
  let bytes: [UInt8]
  let asset: Asset
  let findings: [Finding]
  /// The frames, where somebody has decoded them already; nil otherwise.
  var frames: [Frame]?

  func summary(_ pack: Path?, at path: Path) -> AssetAnalysis {
    AssetAnalysis(asset, path: path, pack: pack, findings: findings)
  }

  var isDamaged: Bool {
    if case .other = asset.content { return false }
    guard let container = asset.container else { return true }
    return !container.damage.isEmpty || !asset.pixelDamage.isEmpty || !container.exceeded.isEmpty
  }
}

/// A rule and how it wants to be satisfied.
struct Wish: Hashable {
  let rule: String
  let kind: Fix.Kind

  init?(_ finding: Finding) {
    guard let fix = finding.evidence.fix else { return nil }
    (rule, kind) = (finding.rule, fix.kind)
  }
}

struct Done {
  let look: Look
  let steps: [FixStep]
  let similarity: FrameSimilarity?
  /// Whether all of it was encoded without loss, as carefully as is asked for.
  var isSmallest = false
  /// Figures of a file that is no image of ours, before it became one.
  var foreign: PictureFigures?
}

/// What a file has become so far.
struct Progress {
  private(set) var look: Look
  private(set) var steps: [FixStep] = []
  private(set) var similarity: FrameSimilarity?
  private(set) var foreign: PictureFigures?
  /// What came of wishes that could not be fulfilled.
  var refused: [Wish: Sentence] = [:]
  /// Whether there is nothing to be gained by encoding it again.
  var isSmallest = false
  /// Why it could be smaller, and is not; empty but for that.
  var unshrunk: [Unfixed] = []

  init(_ look: Look) { self.look = look }

  mutating func take(_ done: Done) {
    look = done.look
    steps += done.steps
    similarity = done.similarity ?? similarity
    foreign = foreign ?? done.foreign
    isSmallest = done.isSmallest
  }
}

extension Look {
  /// How many colors are seen in it; nil where they are too many to count.
  fileprivate var colors: Int? {
    var visible = VisibleColors()
    _ = asset.container?.visitFrames(of: bytes, with: &visible)
    return visible.count
  }
}

extension PictureFigures {
  fileprivate init?(_ look: Look, colors: Int?) {
    guard let container = look.asset.container else { return nil }
    self.init(
      bytes: look.bytes.count, format: container.format.name, canvas: container.canvas,
      frames: container.frameCount, colors: colors, duration: container.animation?.duration)
  }
}
