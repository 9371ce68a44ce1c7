import StickerEngine
import StickerImage

extension Manifest {
  /// The bytes of `manifest.json`.
  package func encoded() -> [UInt8] { json.encoded() }

  private var json: JSON {
    .objectOmittingNil([
      "schema": .integer(Manifest.schemaVersion),
      "generator": .object(["name": .string(Manifest.generatorName), "version": .string(toolVersion)]),
      "name": .string(name),
      "gridSize": .string(gridSize.rawValue),
      "languages": .array(languages.map(JSON.string)),
      "background": browserBackgroundColor.map { .string(hexColorText($0)) },
      "author": credits.author.map(JSON.string),
      "publisher": credits.publisher.map(JSON.string),
      "links": credits.linksJSON,
      "cover": coverID.map(JSON.string),
      "stickers": .array(stickers.map(\.json)),
      "skipped": .array(skippedStickers.map(\.json)),
      "xcodeCatalog": .object([
        "path": .string(catalogFolderName), "files": .array(catalogFiles.map { .object($0.jsonMembers) }),
      ]),
      "icons": .array(icons.map(\.json)),
      "contactSheets": .array(contactSheets.map { .object($0.jsonMembers) }),
      "bundle": extensionBundleFiles.isEmpty
        ? nil : .array(extensionBundleFiles.map { .object($0.jsonMembers) }),
      "renderers": renderers.isEmpty
        ? nil
        : .array(
          renderers.map { .object(["program": .string($0.name), "version": .string($0.version)]) }),
      "smallest": minimizingEffort.map { .string($0.rawValue) },
      "xcodeProject": project.map { $0.json(omittingDefaultSeedFor: name) },
      "digest": .string(filesOutsideProjectDigest),
    ])
  }
}

extension PackCredits {
  /// The links as a JSON object; nil if there are none.
  fileprivate var linksJSON: JSON? {
    let links = ["website": publisherWebsite, "privacy": privacyPolicyURL, "license": licenseURL]
      .compactMapValues(
        \.self)
    return links.isEmpty ? nil : .object(links.mapValues(JSON.string))
  }
}

extension ManifestIcon {
  fileprivate var json: JSON {
    .object(["slot": .string(slotName), "file": .string(path), "pixels": pixels.json])
  }
}

extension ManifestProject {
  fileprivate func json(omittingDefaultSeedFor packName: String) -> JSON {
    let newIDs = ProjectObjectIDSeed(initialBundleIdentifier: bundleIdentifier, initialPackName: packName)
    return .objectOmittingNil([
      "path": .string(path), "bundleIdentifier": .string(bundleIdentifier),
      "objectIDs": objectIDSeed == newIDs ? nil : objectIDSeed.json,
      "structure": structureDigest.map(JSON.string),
      "template": template.hasCode ? .string(template.rawValue) : nil,
      "files": .array(files.map { .object($0.jsonMembers) }),
    ])
  }
}

extension ProjectObjectIDSeed {
  fileprivate var json: JSON {
    .object(["bundleIdentifier": .string(initialBundleIdentifier), "name": .string(initialPackName)])
  }
}

extension FrameSequence {
  fileprivate var json: JSON {
    var members: [String: JSON] = [
      "frames": .array(frames.map { .string($0.displayText) }),
      "repetitions": .integer(extraPlaysOrZeroForever),
    ]
    switch uniformTiming {
    case .framesPerSecond(let frames, let seconds):
      members["framesPerSecond"] = reducedFractionObject(frames, seconds)
    case .totalDuration(let time): members["cycle"] = reducedFractionObject(time.numerator, time.denominator)
    }
    return .object(members)
  }
}

extension PixelSize {
  fileprivate var json: JSON { .object(["width": .integer(width), "height": .integer(height)]) }
}

extension ManifestFile {
  fileprivate var jsonMembers: [String: JSON] {
    ["file": .string(path), "bytes": .integer(byteCount), "sha256": .string(sha256)]
  }
}

extension ManifestSticker {
  fileprivate var json: JSON {
    var members: [String: JSON] = [
      "id": .string(id),
      "name": .string(name),
      "source": .string(escapedSourcePath),
      "descriptions": .object(descriptions.mapValues(JSON.string)),
      "keywords": .array(keywords.map(JSON.string)),
      "animated": .bool(animation != nil),
      "variants": .array(variants.map(\.json)),
    ]
    if !emoji.isEmpty { members["emoji"] = .array(emoji.map(JSON.string)) }
    if let sequence { members["sequence"] = sequence.json }
    if let animation {
      members["frames"] = .integer(animation.artFrameCount)
      members["plays"] = .integer(animation.plays)
      members["duration"] = animation.duration.map { reducedFractionObject($0.numerator, $0.denominator) }
    }
    return .object(members)
  }
}

extension ManifestVariant {
  fileprivate var json: JSON {
    var members = file.jsonMembers
    members["scale"] = .integer(scale.rawValue)
    members["format"] = .string(format.rawValue)
    members["frames"] = .integer(storedFrameCount)
    members["pixels"] = pixels.json
    members["points"] = .object([
      "width": reducedFractionObject(pixels.width, scale.rawValue),
      "height": reducedFractionObject(pixels.height, scale.rawValue),
    ])
    members["similarity"] = fullColorSimilarityTenThousandths.map { reducedFractionObject($0, 10_000) }
    return .object(members)
  }
}

extension SkippedSticker {
  fileprivate var json: JSON {
    .object([
      "id": .string(id),
      "path": .string(path.displayText),
      "rules": .array(ruleIDs.map(JSON.string)),
      "reasons": .array(reasons.map(JSON.string)),
    ])
  }
}

/// A fraction in lowest terms, because a third of a point has no exact decimal representation.
private func reducedFractionObject(_ numerator: Int, _ denominator: Int) -> JSON {
  let reduced = ExactSeconds(numerator, denominator).reduced
  return .object(["num": .integer(reduced.numerator), "den": .integer(reduced.denominator)])
}
