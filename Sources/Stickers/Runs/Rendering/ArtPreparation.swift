import StickerEngine
import StickerImage
import StickerPacker

/// Prepares art before it is checked: draws vector art and videos, and splits sprites at their tags.
package struct ArtPreparation: Sendable {
  /// The renderer that draws art; nil if the user specified no program.
  package var renderer: ArtRenderer?
  /// Whether every tag of an Aseprite sprite becomes a separate sticker.
  package var splitsAsepriteTags = false

  package init() {}

  /// Whether no art is drawn or split.
  var isEmpty: Bool { renderer == nil && !splitsAsepriteTags }

  /// Art that a program drew.
  struct RenderedArt: Sendable {
    let renderer: ArtRenderer
    let tool: ArtRenderer.Tool
    /// The artist's file.
    let originalFileBytes: [UInt8]
    /// The PNG or APNG that was drawn.
    let renderedPNGOrAPNGBytes: [UInt8]
  }

  /// Files that are ready to be checked.
  struct PreparedFiles {
    var sources: [AssetSource] = []
    /// The drawings by path.
    var renderedArt: [Path: RenderedArt] = [:]
    /// One note for each program that drew something.
    var notes: [String] = []
  }

  /// Prepares files. Art that cannot be drawn becomes an unreadable file, which a finding reports.
  ///
  /// - Parameter configuration: returns the configuration of a file. Art is drawn as large as its messenger
  ///   allows.
  func prepare(_ sources: [AssetSource], _ configuration: (Path) -> Configuration) -> PreparedFiles {
    var prepared = PreparedFiles()
    var counts: [ArtRenderer.Tool: [Path]] = [:]
    for source in sources {
      let settings = configuration(source.path)
      let (budget, limits) = (settings.budget, settings.messengerLimits)
      if splitsAsepriteTags, source.path.hasAsepriteExtension,
        let parts = asepriteTagSources(of: source, budget)
      {
        prepared.sources += parts
        prepared.notes.append("\(source.path.displayText) is split into \(countText(parts.count, "tag"))")
        continue
      }
      guard let renderer, let format = ExternallyRenderedFormat(of: source.path),
        renderer.formats.contains(format),
        case .bytes(let bytes) = source.read(maxBytes: budget.fileBytes),
        let tool = renderer.tool(for: bytes)
      else {
        prepared.sources.append(source)
        continue
      }
      let outcome: ReadOutcome
      do throws(Diagnostic) {
        let image = try renderer.renderedPNGOrAPNG(
          of: bytes, with: tool, scaledToFit: limits.maxWidthAndHeight(isAnimated: format == .video))
        outcome = .bytes(image)
        prepared.renderedArt[source.path] = RenderedArt(
          renderer: renderer, tool: tool, originalFileBytes: bytes, renderedPNGOrAPNGBytes: image)
        counts[tool, default: []].append(source.path)
      } catch {
        outcome = .unreadable(error.message)
      }
      prepared.sources.append(
        AssetSource(path: source.path, role: source.role, pack: source.pack) { _ in outcome })
    }
    prepared.notes += (renderer?.tools ?? []).compactMap { tool in
      guard let drawn = counts[tool], let first = drawn.first else { return nil }
      let what = drawn.count == 1 ? first.displayText : countText(drawn.count, "file")
      return "\(what) \(drawn.count == 1 ? "is" : "are") drawn with \(tool.displayText)"
    }
    if !counts.isEmpty, let missing = renderer?.missingConfinementNote { prepared.notes.append(missing) }
    return prepared
  }

  /// Returns a source for each tag of a sprite, or nil for a file without tags. Each source provides an image
  /// that is named after the sprite and the tag.
  private func asepriteTagSources(of source: AssetSource, _ budget: DecodingBudget) -> [AssetSource]? {
    guard case .bytes(let bytes) = source.read(maxBytes: budget.fileBytes) else { return nil }
    let tags = asepriteTags(of: bytes, budget: budget)
    guard !tags.isEmpty else { return nil }
    var used: Set<String> = []
    return tags.indices.map { index in
      let name = fileNamePart(of: tags[index].name, index, &used)
      let stem = Path(bytes: source.path.name.stem.bytes + Array("-\(name).png".utf8))
      let outcome: ReadOutcome
      do {
        let image = try ForeignImage(decodingAseprite: bytes, tag: index, budget: budget)
        outcome = .bytes(try EditableImage(upright: image).verifiedPNGOrGIF(.fast))
      } catch { outcome = .unreadable("tag \(name): \(error)") }
      return AssetSource(
        path: source.path.parent.appending(stem), role: source.role, pack: source.pack
      ) { _ in outcome }
    }
  }

  /// Converts the name of a tag to a part of a file name that differs from those of all other tags.
  private func fileNamePart(of tag: String, _ index: Int, _ used: inout Set<String>) -> String {
    let kept = String(tag.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" }.prefix(40))
    let name = kept.contains { $0.isLetter || $0.isNumber } ? kept : "tag-\(index + 1)"
    guard !used.insert(name.lowercased()).inserted else { return name }
    let other = "\(name)-\(index + 1)"
    used.insert(other.lowercased())
    return other
  }
}

extension Path {
  fileprivate var hasAsepriteExtension: Bool { ["aseprite", "ase"].contains(lowercasedExtension) }
}

extension OpenedPack {
  /// The programs that drew stickers of a pack, by name.
  func renderers(of pack: Pack) -> [ManifestRenderingProgram] {
    let tools = Set(pack.stickers.flatMap(\.files).compactMap { renderedArt[$0]?.tool })
    return tools.sorted { $0.program.rawValue < $1.program.rawValue }
      .map { ManifestRenderingProgram(program: $0.program.rawValue, version: $0.version) }
  }

  /// Draws a still again at a different size; nil for art that no program drew, or that was changed
  /// afterward.
  ///
  /// - Parameter bytes: the art of the sticker.
  func redrawnSVGIfRenderingUnchanged(_ file: Path, _ bytes: [UInt8], _ size: PixelSize) -> Bitmap? {
    guard let drawing = renderedArt[file], drawing.tool.program.inputFormat == .svg,
      bytes.hasSameBytes(as: drawing.renderedPNGOrAPNGBytes)
    else { return nil }
    // The program has drawn this art before, so the fallback, a resampled variant, is hardly ever needed.
    return try? drawing.renderer.renderedSVGBitmap(of: drawing.originalFileBytes, with: drawing.tool, size)
  }
}
