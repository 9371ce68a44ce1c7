import StickerFix
import StickerImage
import StickerModel
import StickerPacker
import StickerWire

// What a build takes from the one that lies where it is written.
extension PackBuild {
  /// The same, with all in the fewest bytes where the last build has it so and nobody says otherwise: a check
  /// would find every file changed, and a rebuild would make all heavier again.
  func like(_ old: FormerBuild?) -> PackBuild {
    guard isSmallest == nil, let effort = old?.smallestEffort else { return self }
    var build = self
    if build.fixes == nil { build.fixes = FixRequest(selected: [], effort: effort) }
    build.fixes?.wantsSmallest = true
    return build
  }

  /// What this very program built before, and has been left as it was; to take from it. What is checked, and
  /// what is to be made anew, rests on nothing that lies there.
  func earlierBuild(
    _ old: FormerBuild?, _ known: KnownResults?, _ limits: StickerLimits
  ) -> EarlierBuild? {
    guard let old, !check, !force, known?.hasVerified(old.tree.variants, made: recipe(limits)) == true
    else { return nil }
    return EarlierBuild(verified: old)
  }

  /// How sizes are made of art that stays the same: those of another recipe are none of this build's.
  func recipe(_ limits: StickerLimits) -> String {
    let smallest = smallest.map { "smallest \($0.rawValue)" } ?? ""
    let bytes = limits.bytes == StickerLimits.apple.bytes ? "" : " below \(limits.bytes)"
    return (fixes?.isLossy == true ? smallest + " lossy" : smallest) + bytes
  }

  /// The effort with which all that is written is to take the fewest bytes; nil: nobody asked.
  var smallest: OptimizingEffort? { fixes?.wantsSmallest == true ? fixes?.effort : nil }
}
