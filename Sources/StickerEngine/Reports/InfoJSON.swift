import StickerImage

/// Returns the output of `info` as JSON. For a given schema number, the meaning of a key never changes.
package func infoJSON(_ images: [ImageInfo]) -> String {
  terminalSafeJSONText(of: .object(["schema": .integer(1), "images": .array(images.map(imageJSON))]))
}

private func imageJSON(_ image: ImageInfo) -> JSON {
  var members = pathMembers(image.path)
  members["bytes"] = image.byteCount.map(JSON.integer)
  members["error"] = image.reasonNotDecoded.map(JSON.string)
  guard case .image(let container) = image.content else { return .object(members) }
  members.merge(basicContainerMembers(container)) { old, _ in old }
  members.merge(colorAndFormatDetailMembers(container)) { old, _ in old }
  members["frames"] = .array(frameEntries(container, image.frameDigests))
  members["damage"] = .array((container.damage + image.pixelDamage).map(damageEntry))
  return .object(members)
}

/// Returns the path as text, and its bytes in Base64 if they are not UTF-8.
func pathMembers(_ path: Path, _ key: String = "path") -> [String: JSON] {
  guard let text = path.text else {
    return [key: .string(path.displayText), "\(key)Bytes": .string(base64Encoded(path.bytes))]
  }
  return [key: .string(text)]
}

private func basicContainerMembers(_ container: ImageContainer) -> [String: JSON] {
  [
    "format": .string(container.format.rawValue), "width": .integer(container.canvas.width),
    "height": .integer(container.canvas.height), "colorType": .string(container.colorType),
    "bitDepth": .integer(container.bitDepth), "frameCount": .integer(container.frameCount),
    "plays": container.animation.map { .integer($0.plays) } ?? .null,
    "duration": container.animation?.storedDuration.map(fraction) ?? .null,
    "shownDuration": container.animation?.duration.map(fraction) ?? .null,
    "profile": container.profileName.map(JSON.string) ?? .null,
    "orientation": container.orientation.map(JSON.integer) ?? .null,
    "textOrientation": container.textChunkOrientation.map { .integer($0.value) } ?? .null,
    "textKeys": .array(container.textKeywords.map(JSON.string)),
    "trailingBytes": .integer(container.trailingBytes),
    "limits": .array(
      container.exceededLimits.map {
        .object([
          "name": .string($0.name), "measured": .integer($0.measured), "limit": .integer($0.limit),
          "unit": .string($0.unit),
        ])
      }),
    "chunks": .array(
      container.parts.map {
        .object(["type": .string($0.type), "offset": .integer($0.offset), "length": .integer($0.length)])
      }),
  ]
}

private func fraction(_ time: ExactSeconds) -> JSON {
  .object(["num": .integer(time.numerator), "den": .integer(time.denominator)])
}

private func frameEntries(_ container: ImageContainer, _ digests: [String]?) -> [JSON] {
  func digest(ofFrame number: Int) -> JSON? {
    digests.flatMap { number < $0.count ? .string($0[number]) : nil }
  }
  let frames = container.animationOrGIFFrames
  guard !frames.isEmpty else {
    return [.objectOmittingNil(["index": .integer(0), "rgbaSHA256": digest(ofFrame: 0)])]
  }
  return frames.enumerated().map { number, frame in
    let patch: [String: JSON] = [
      "x": .integer(frame.patch.x), "y": .integer(frame.patch.y), "width": .integer(frame.patch.width),
      "height": .integer(frame.patch.height),
    ]
    return .objectOmittingNil([
      "index": .integer(number), "delay": fraction(frame.delay),
      "shownDelay": container.animation == nil ? nil : fraction(frame.shownDelay), "patch": .object(patch),
      "dispose": .string(frame.disposal.rawValue), "blend": .string(frame.blend.rawValue),
      "offset": .integer(frame.headerOffset), "gif": frame.gif.map(gifFrameEntry),
      "rgbaSHA256": digest(ofFrame: number),
    ])
  }
}

private func damageEntry(_ damage: Damage) -> JSON {
  .objectOmittingNil([
    "reason": .string(damage.reason), "part": damage.location.partName.map(JSON.string),
    "offset": damage.location.partStartOffset.map(JSON.integer),
    "position": damage.location.problemOffset.map(JSON.integer),
    "frame": damage.location.frameIndex.map(JSON.integer),
    "line": damage.location.scanLineIndex.map(JSON.integer),
  ])
}

/// Returns the facts about a container other than size and timing. All keys are present, with null for
/// missing facts.
func colorAndFormatDetailMembers(_ container: ImageContainer) -> [String: JSON] {
  [
    "paletteSize": .integer(container.paletteColorCount),
    "interlaced": .bool(container.isInterlaced),
    "canBeTransparent": .bool(container.canBeTransparent),
    "hidesDefaultImage": container.animation.map { .bool($0.hidesDefaultImage) } ?? .null,
    "color": colorSpaceEntry(container.pngColorFacts),
    "iccProfile": container.profileFacts.map(profileEntry) ?? .null,
    "density": container.density.map(densityEntry) ?? .null,
    "comments": .array(container.comments.map(JSON.string)),
    "gif": container.gif.map(gifEntry) ?? .null,
    "jpeg": container.jpeg.map(jpegEntry) ?? .null,
  ]
}

private func colorSpaceEntry(_ color: PNGColorSpaceChunks) -> JSON {
  .object([
    "gAMA": numberOrNull(color.storedGamma), "sRGB": numberOrNull(color.sRGBIntent?.rawValue),
    "cHRM": color.chromaticities.map {
      .object([
        "white": pointJSON($0.white), "red": pointJSON($0.red), "green": pointJSON($0.green),
        "blue": pointJSON($0.blue),
      ])
    } ?? .null,
    "cICP": color.codePoints.map {
      .object([
        "primaries": .integer($0.primaries), "transfer": .integer($0.transfer), "matrix": .integer($0.matrix),
        "fullRange": .integer($0.videoFullRangeFlag),
      ])
    } ?? .null,
  ])
}

private func pointJSON(_ point: Chromaticities.Point) -> JSON {
  .object(["x": .integer(point.x), "y": .integer(point.y)])
}

private func profileEntry(_ profile: ICCProfileFacts) -> JSON {
  .object([
    "class": .string(profile.deviceClass), "colorSpace": .string(profile.colorSpace),
    "connectionSpace": .string(profile.connectionSpace), "version": .string(profile.version),
    "intent": numberOrNull(profile.intent?.rawValue),
    "description": profile.description.map(JSON.string) ?? .null,
  ])
}

private func densityEntry(_ density: PixelDensity) -> JSON {
  .object([
    "x": .integer(density.horizontal), "y": .integer(density.vertical),
    "unit": .string(density.unit.rawValue),
  ])
}

private func gifEntry(_ gif: GIFFacts) -> JSON {
  .object([
    "version": .string(gif.version), "backgroundIndex": .integer(gif.backgroundColorIndex),
    "pixelAspect": .integer(gif.storedPixelAspect), "storedLoops": numberOrNull(gif.storedLoopCount),
  ])
}

private func jpegEntry(_ jpeg: JPEGFacts) -> JSON {
  .object([
    "process": .string(jpeg.frameHeaderMarker), "subsampling": jpeg.subsampling.map(JSON.string) ?? .null,
    "components": .array(
      jpeg.components.map {
        .object([
          "id": .integer($0.identifier), "horizontal": .integer($0.horizontalSampling),
          "vertical": .integer($0.verticalSampling),
        ])
      }),
    "jfif": jpeg.jfifVersion.map(JSON.string) ?? .null, "adobeTransform": numberOrNull(jpeg.adobeTransform),
    "restartInterval": .integer(jpeg.restartInterval), "scans": .integer(jpeg.scanCount),
  ])
}

/// Returns the facts about a GIF frame.
func gifFrameEntry(_ facts: GIFFrameFacts) -> JSON {
  .object([
    "storedDisposal": .integer(facts.storedDisposal),
    "localPaletteSize": .integer(facts.localPaletteColorCount),
    "interlaced": .bool(facts.isInterlaced), "transparentIndex": numberOrNull(facts.transparentIndex),
    "waitsForInput": .bool(facts.waitsForInput),
  ])
}

private func numberOrNull(_ number: Int?) -> JSON { number.map(JSON.integer) ?? .null }
