import StickerEngine

/// An installed program that renders art in formats that this library does not decode.
public struct ArtRenderingProgram: Hashable, Sendable, CustomStringConvertible {
  let program: RenderingProgram

  /// All programs: `rsvg-convert`, `resvg` and `inkscape` for SVG, and `ffmpeg` for videos.
  public static var all: [ArtRenderingProgram] {
    RenderingProgram.allCases.map { ArtRenderingProgram(program: $0) }
  }

  private init(program: RenderingProgram) { self.program = program }

  /// Creates a program from its name.
  ///
  /// - Throws: `StickersError.invalidRequest`, which lists all names, for any other name.
  public init(named name: String) throws(StickersError) {
    do throws(Diagnostic) { program = try RenderingProgram(named: name) } catch {
      throw .invalidRequest([error.userMessage])
    }
  }

  /// The name of the program.
  public var description: String { program.rawValue }
}

extension FileSelection {
  /// Returns how to prepare the art, and finds the installed programs.
  ///
  /// - Parameter search: the configurations. If the selection lists no program, the configuration of the first
  ///   path specifies the programs.
  package func artPreparation(defaultsFrom search: inout ConfigurationSearch) throws(CommandError)
    -> ArtPreparation
  {
    var preparation = ArtPreparation()
    preparation.splitsAsepriteTags = splitsAsepriteTags
    var programs = renderingPrograms.map(\.program)
    if programs.isEmpty, let path = unlistedPathsOrWorkingFolder.first {
      let isFolder =
        (try? ReadOnlyFileSystem.disk.entryKind(at: ReadOnlyFileSystem.disk.realPath(of: path))) == .folder
      programs = search.resolvedConfiguration(at: path, isFolder: isFolder).selectedRenderingPrograms
    }
    if !programs.isEmpty { preparation.renderer = try ArtRenderer(programs) }
    return preparation
  }

  /// The paths that were not added with a list; the working folder if the selection is empty.
  var unlistedPathsOrWorkingFolder: [Path] {
    let named = paths.dropLast(trailingListedPathCount)
    return named.isEmpty && !hasExplicitPathList && inMemorySource == nil ? [Path(".")] : Array(named)
  }
}

extension FileSelection {
  /// Selects files, folders and catalogs.
  ///
  /// - Parameter paths: the paths; empty for the working folder.
  public init(_ paths: [some FilePathConvertible]) { self.init(paths.map(\.bytePath.path)) }

  /// Adds the paths in a list. An empty list does not select the working folder.
  public mutating func addList(_ paths: [BytePath]) {
    self.paths += paths.map(\.path)
    trailingListedPathCount += paths.count
    hasExplicitPathList = true
  }

  /// The role of the files; nil to infer it from their location.
  public var fileRole: FileRole? {
    get { role.map { FileRole($0) } }
    set { role = newValue?.assetRole }
  }

  /// Selects an image in memory. Replaces an image that was set earlier.
  ///
  /// - Parameter name: the path to show in reports. Rules check its extension.
  public mutating func setImage(_ bytes: [UInt8], named name: BytePath) {
    inMemorySource = AssetSource(path: name.path) { limit in
      bytes.count > limit ? .tooLarge(bytes.count) : .bytes(bytes)
    }
  }

  /// Selects an image that the run reads from standard input. Replaces an image that was set earlier.
  ///
  /// - Parameter name: the path to show in reports. Rules check its extension.
  public mutating func setStandardInput(named name: BytePath) {
    inMemorySource = AssetSource(path: name.path, read: cachedStandardInputReader())
  }

  /// Reads a list of paths from standard input, separated by zero bytes or line breaks.
  ///
  /// - Throws: `StickersError.invalidRequest` if the list is longer than 64 MiB, which is enough for half a
  ///   million files.
  public static func pathsFromStandardInput() throws(StickersError) -> [BytePath] {
    switch readWholeStandardInput(maxBytes: 64 << 20) {
    case .bytes(let bytes):
      if bytes.contains(0) { return bytes.split(separator: 0).map { BytePath(bytes: Array($0)) } }
      // In lists from Windows, a carriage return precedes the line feed.
      return bytes.split(separator: UInt8(ascii: "\n")).map { line in
        BytePath(bytes: Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
      }.filter { !$0.bytes.isEmpty }
    case .tooLarge: throw .invalidRequest(["the list of paths on standard input is longer than 64 MiB"])
    case .unreadable: return []
    }
  }
}
