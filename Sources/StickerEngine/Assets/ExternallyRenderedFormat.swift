package import StickerImage

/// An art format that only an external program can render.
package enum ExternallyRenderedFormat: Hashable, Sendable, CaseIterable {
  /// A vector drawing, which is rendered at the final size of each variant.
  case svg
  case video

  /// Identifies the format by content.
  package init?(_ format: ForeignFormat) {
    switch format.name {
    case "SVG": self = .svg
    case "MP4", "QuickTime", "Matroska video": self = .video
    default: return nil
    }
  }

  /// Identifies the format by extension alone.
  package init?(of path: Path) {
    switch path.lowercasedExtension {
    case "svg": self = .svg
    case "mp4", "m4v", "mov", "mkv": self = .video
    default: return nil
    }
  }

  /// The matching art formats. stickerlint leaves out files in these formats unless a program renders them.
  package var unsupportedArtFormats: Set<UnsupportedArtFormat> {
    switch self {
    case .svg: [.svg]
    case .video: [.mp4, .quickTime, .matroska]
    }
  }
}

/// An external program that renders art. It runs only if it is installed and the user selects it.
package enum RenderingProgram: String, Hashable, Sendable, CaseIterable {
  case rsvgConvert = "rsvg-convert"
  case resvg, inkscape, ffmpeg

  /// The format that the program renders.
  package var inputFormat: ExternallyRenderedFormat { self == .ffmpeg ? .video : .svg }

  /// Creates the program with this name.
  ///
  /// - Throws: a diagnostic that lists the names.
  package init(named name: String) throws(Diagnostic) {
    guard let program = RenderingProgram(rawValue: name) else {
      let names = RenderingProgram.allCases.map(\.rawValue)
      throw Diagnostic(
        "\(UntrustedText(name).displayText) is not a supported rendering program. Use "
          + "\(listText(names, "or"))")
    }
    self = program
  }
}
