import StickerEngine
import StickerImage

/// The configuration that applies to a file or a folder, and the source of each value.
public struct EffectiveConfiguration: Sendable {
  private let settings: ResolvedConfiguration
  private let path: Path
  private let role: AssetRole?

  /// Finds the configuration of a path. No image is decoded.
  ///
  /// - Parameters:
  ///   - path: a file or a folder.
  ///   - configuration: the settings that take precedence over configuration files.
  /// - Throws: `StickersError` if the path does not exist, or a configuration is invalid.
  public init(at path: BytePath, _ configuration: LintConfiguration = LintConfiguration())
    throws(StickersError)
  {
    do {
      var search =
        configuration.needsConfigurationDocument
        ? try configuration.configurationSearch(profile: nil, on: .disk, isSandboxed: true)
        : try configuration.configurationSearchWithoutDocument()
      try ReadOnlyFileSystem.disk.ensureExist([path.path])
      let isFolder =
        try ReadOnlyFileSystem.disk.entryKind(at: ReadOnlyFileSystem.disk.realPath(of: path.path)) == .folder
      settings = search.resolvedConfiguration(at: path.path.withoutTrailingSlashes, isFolder: isFolder)
      guard search.errors.isEmpty else {
        throw CommandError(messages: search.errors).withCause(.configurationOrPackFile(search.diagnostics))
      }
      self.path = path.path
      role = isFolder ? nil : try Self.roleUnlessYAML(of: path.path, &search)
    } catch { throw StickersError(error) }
  }

  /// The configuration files that apply, nearest first.
  public var configurationFiles: [String] { settings.configurationFiles }

  /// The values and their sources as human-readable text.
  public var text: String { configurationText(settings, at: path, roleFromLocation: role) }

  /// The values and their sources as JSON (`docs/schemas`).
  public var json: String { configurationJSON(settings, at: path, roleFromLocation: role) }

  /// Returns the file's role, inferred from its location or its pack file; nil for a YAML file.
  private static func roleUnlessYAML(of path: Path, _ search: inout ConfigurationSearch) throws -> AssetRole?
  {
    guard !["yml", "yaml"].contains(path.lowercasedExtension) else { return nil }
    let placed = PackDiscovery(try ReadOnlyFileSystem.disk.walk([path]), checksPacks: false) {
      search.excludes(packOrCatalogDocument: $0)
    }
    return placed.sources.first?.role
  }
}

extension LintConfiguration {
  /// The name of configuration files: `.stickerlint.yml`.
  public static var fileName: String { configurationFileName }

  /// The JSON Schema of configuration files, for editors.
  public static var schema: [UInt8] { configurationFileSchema(.builtIn).encoded() }
}
