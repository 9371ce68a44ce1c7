import ArgumentParser
import Stickers

/// What to do with art that is too small.
struct SmallArtOptions: ParsableArguments {
  @Flag(help: "Scale up art that is too small; pixel art by whole factors, without smoothing.")
  var enlarge = false
  @Flag(help: "Center art that is too small, unscaled, on the smallest canvas that is taken.")
  var pad = false

  /// nil where neither flag is given.
  var smallArt: SmallArt? { enlarge ? .enlarge : pad ? .pad : nil }

  func validate() throws {
    if enlarge, pad { throw ValidationError("--enlarge and --pad exclude each other") }
  }
}
