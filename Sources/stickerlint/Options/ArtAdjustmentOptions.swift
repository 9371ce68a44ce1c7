import ArgumentParser
import Stickers

/// Options that change art that is too small or plays for too long.
struct ArtAdjustmentOptions: ParsableArguments {
  @Flag(help: "Scale up art that is too small. Pixel art is scaled by a whole number, without smoothing.")
  var enlarge = false
  @Flag(help: "Center art that is too small on the smallest accepted canvas, without scaling it.")
  var pad = false
  @Flag(help: "Cut off the end of an animation that is too long for the messenger.") var trim = false
  @Flag(help: "Play an animation faster if it is too long for the messenger.") var speedUp = false

  /// What happens to art that is too small; nil if neither flag is set.
  var smallArtHandling: Fixer.Options.SmallArtHandling? { enlarge ? .enlarge : pad ? .pad : nil }

  /// What happens to animations that are too long; nil if neither flag is set.
  var longAnimationHandling: Fixer.Options.LongAnimationHandling? { trim ? .trim : speedUp ? .speedUp : nil }

  func validate() throws {
    if enlarge, pad { throw ValidationError("--enlarge and --pad cannot be used together") }
    if trim, speedUp { throw ValidationError("--trim and --speed-up cannot be used together") }
  }
}
