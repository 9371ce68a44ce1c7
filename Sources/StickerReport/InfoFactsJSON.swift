import StickerImage
import StickerModel

/// What the container said beyond size and timing; every key is there, null where the file says nothing.
func factMembers(_ container: Container) -> [String: JSON] {
  [
    "paletteSize": .integer(container.paletteSize),
    "interlaced": .bool(container.isInterlaced),
    "canBeTransparent": .bool(container.canBeTransparent),
    "hidesDefaultImage": container.animation.map { .bool($0.hidesDefaultImage) } ?? .null,
    "color": colorEntry(container.color),
    "iccProfile": container.profileFacts.map(profileEntry) ?? .null,
    "density": container.density.map(densityEntry) ?? .null,
    "comments": .array(container.comments.map(JSON.string)),
    "gif": container.gif.map(gifEntry) ?? .null,
    "jpeg": container.jpeg.map(jpegEntry) ?? .null,
  ]
}

private func colorEntry(_ color: ColorFacts) -> JSON {
  .object([
    "gAMA": optional(color.gamma), "sRGB": optional(color.sRGBIntent?.rawValue),
    "cHRM": color.chromaticities.map {
      .object([
        "white": entry($0.white), "red": entry($0.red), "green": entry($0.green), "blue": entry($0.blue),
      ])
    } ?? .null,
    "cICP": color.codePoints.map {
      .object([
        "primaries": .integer($0.primaries), "transfer": .integer($0.transfer), "matrix": .integer($0.matrix),
        "fullRange": .integer($0.fullRange),
      ])
    } ?? .null,
  ])
}

private func entry(_ point: Chromaticities.Point) -> JSON {
  .object(["x": .integer(point.x), "y": .integer(point.y)])
}

private func profileEntry(_ profile: ProfileFacts) -> JSON {
  .object([
    "class": .string(profile.deviceClass), "colorSpace": .string(profile.colorSpace),
    "connectionSpace": .string(profile.connectionSpace), "version": .string(profile.version),
    "intent": optional(profile.intent?.rawValue),
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
    "version": .string(gif.version), "backgroundIndex": .integer(gif.backgroundIndex),
    "pixelAspect": .integer(gif.pixelAspect), "storedLoops": optional(gif.storedLoops),
  ])
}

private func jpegEntry(_ jpeg: JPEGFacts) -> JSON {
  .object([
    "process": .string(jpeg.process), "subsampling": jpeg.subsampling.map(JSON.string) ?? .null,
    "components": .array(
      jpeg.components.map {
        .object([
          "id": .integer($0.identifier), "horizontal": .integer($0.horizontal),
          "vertical": .integer($0.vertical),
        ])
      }),
    "jfif": jpeg.jfifVersion.map(JSON.string) ?? .null, "adobeTransform": optional(jpeg.adobeTransform),
    "restartInterval": .integer(jpeg.restartInterval), "scans": .integer(jpeg.scans),
  ])
}

/// What only a GIF says of a frame.
func frameFactEntry(_ facts: GIFFrameFacts) -> JSON {
  .object([
    "storedDisposal": .integer(facts.storedDisposal), "localPaletteSize": .integer(facts.localPaletteSize),
    "interlaced": .bool(facts.isInterlaced), "transparentIndex": optional(facts.transparentIndex),
    "waitsForInput": .bool(facts.waitsForInput),
  ])
}

private func optional(_ number: Int?) -> JSON { number.map(JSON.integer) ?? .null }
