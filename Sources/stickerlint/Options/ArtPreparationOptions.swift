import ArgumentParser
import Stickers

/// Options that prepare art before it is checked.
struct ArtPreparationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Render SVG (rsvg-convert, resvg or inkscape) or video (ffmpeg) with this program, which must be installed; "
        + "repeatable (default: render-with in the configuration).",
      valueName: "program"))
  var renderWith: [String] = []
  @Flag(help: "Make a sticker from each tag of an Aseprite sprite.") var splitTags = false

  func validate() throws {
    for name in renderWith {
      do { _ = try ArtRenderingProgram(named: name) } catch {
        throw ValidationError("--render-with: \(error)")
      }
    }
  }

  /// Adds the options to a selection of files.
  func apply(to selection: inout FileSelection) throws {
    selection.renderingPrograms = try renderWith.map { try ArtRenderingProgram(named: $0) }
    selection.splitsAsepriteTags = splitTags
  }
}
