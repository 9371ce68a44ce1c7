import ArgumentParser
import Stickers

/// The options for art that is too small.
struct SmallArtOptions: ParsableArguments {
  @Flag(help: "Scale up art that is too small; pixel art by whole factors, without smoothing.")
  var enlarge = false
  @Flag(help: "Center art that is too small, unscaled, on the smallest canvas that is accepted.")
  var pad = false

  /// The chosen treatment; nil if neither flag is set.
  var smallArt: SmallArt? { enlarge ? .enlarge : pad ? .pad : nil }

  func validate() throws {
    if enlarge, pad { throw ValidationError("--enlarge and --pad cannot be used together") }
  }
}
