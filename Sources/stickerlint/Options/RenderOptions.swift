import ArgumentParser
import Stickers

/// Options that convert art to images before it is checked.
struct RenderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Draw SVG (rsvg-convert, resvg or inkscape) or video (ffmpeg) with this program, which must be installed; "
        + "repeatable (default: render-with in the configuration).",
      valueName: "program"))
  var renderWith: [String] = []
  @Flag(help: "Make a sticker from each tag of an Aseprite sprite.") var splitTags = false

  func validate() throws {
    for name in renderWith {
      do throws(Diagnostic) { _ = try RenderingProgram(named: name) } catch {
        throw ValidationError("--render-with: \(error.message)")
      }
    }
  }

  /// Returns how to convert the art to images. Finds the rendering programs.
  ///
  /// - Parameter paths: the paths on the command line. If the option is not given, the configuration of the
  ///   first path specifies the programs.
  func preparation(_ search: inout ConfigurationSearch, _ paths: [Path]) throws -> ArtPreparation {
    var preparation = ArtPreparation()
    preparation.splitsTags = splitTags
    var programs = renderWith.compactMap { RenderingProgram(rawValue: $0) }
    if programs.isEmpty, let path = paths.first {
      let isFolder = (try? FileSystem.disk.entryKind(at: FileSystem.disk.realPath(of: path))) == .folder
      programs = search.resolvedConfiguration(at: path, isFolder: isFolder).renderingPrograms
    }
    if !programs.isEmpty { preparation.renderer = try ArtRenderer(programs) }
    return preparation
  }
}
