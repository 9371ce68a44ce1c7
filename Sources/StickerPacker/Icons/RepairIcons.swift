package import StickerEngine
package import StickerImage

/// Makes the missing icons of a set, and replaces incorrect icons, using its largest icon. New icons are
/// opaque, in sRGB, and exactly the size of their slots. Leaves correct icons unchanged. If the only fault of
/// an icon is an alpha channel in which all pixels are opaque, removes that channel without changing pixels.
///
/// - Parameter set: the files of the set by name, which are not trusted.
/// - Parameter isApp: whether the pack is an app by itself. A pack inside an app may omit the icons that
///   represent the app.
/// - Parameter background: the color behind transparent pixels, as 0xRRGGBB.
/// - Throws: a `Diagnostic` if there is no image to make icons from, or the slot of an image is unclear.
package func iconSetRepair(
  of set: FileTree, isApp: Bool, background: UInt32? = nil, budget: DecodingBudget = .standard
) throws(Diagnostic) -> IconSetRepair {
  var repairer = try IconSetRepairer(set, budget)
  try repairer.findOrAddSlotsToFill(isApp: isApp)
  guard repairer.needsSource else { return repairer.repairResult(nil) }
  let source = try repairer.largestUsableSquareSource()
  let generated: IconSet
  do {
    generated = try iconSet(from: IconSetSource(source, background: background), budget: budget)
  } catch let error as Diagnostic {
    throw Diagnostic("\(error.allDiagnostics.map(\.messageLineWithFile).joined(separator: "; "))")
  } catch {
    throw Diagnostic("an icon cannot be encoded")
  }
  return repairer.repairResult((generated, source.file))
}

/// Repairs the images that an icon set's `Contents.json` lists.
private struct IconSetRepairer {
  private let iconSetTree: FileTree
  private let budget: DecodingBudget
  private let originalDocument: [UInt8]
  private var documentMembers: [String: JSON]
  private var imageEntries: [[String: JSON]] = []
  /// The slots that get a new icon, each with the index of its element in `imageEntries`.
  private var slotsToFill: [(slot: IconSlot, index: Int)] = []
  /// Icons whose alpha channel was removed, by file name.
  private var iconsWithAlphaRemoved: [String: [UInt8]] = [:]
  /// The lowercased names of icons that are kept, of images in outdated entries, and of new icons.
  private var lowercasedIconNamesInUse: Set<String> = []

  init(_ set: FileTree, _ budget: DecodingBudget) throws(Diagnostic) {
    self.iconSetTree = set
    self.budget = budget
    originalDocument = set[contentsFileName] ?? []
    guard
      case .object(let members)? = try? JSON(
        parsing: originalDocument, maxBytes: JSON.maxCatalogDocumentBytes)
    else {
      throw Diagnostic("cannot read its Contents.json")
    }
    self.documentMembers = members
    guard let list = members["images"] else { return }
    guard case .array(let elements) = list else {
      throw Diagnostic("images in its Contents.json is not a list")
    }
    for element in elements {
      guard case .object(let image) = element else {
        throw Diagnostic("an image in its Contents.json is not an object")
      }
      imageEntries.append(image)
    }
  }

  /// Whether any icon must be generated from a larger one.
  var needsSource: Bool { !slotsToFill.isEmpty }

  /// The largest square image that the document lists.
  func largestUsableSquareSource() throws(Diagnostic) -> IconSetSource.ImageFile {
    var best: (picture: IconSetSource.ImageFile, side: Int)?
    for image in imageEntries {
      guard let name = image.text("filename"), let bytes = iconSetTree[plain: name],
        let container = ImageContainer(of: bytes, budget: budget), container.frameCount == 1,
        container.format == .png || container.format == .jpeg
      else { continue }
      let (width, height) = (container.canvas.width, container.canvas.height)
      guard width == height, width >= IconSetSource.minSide, width > best?.side ?? 0 else { continue }
      best = (IconSetSource.ImageFile(file: Path(name), bytes: bytes), width)
    }
    guard let best else {
      let least = "\(IconSetSource.minSide) × \(IconSetSource.minSide) px"
      throw Diagnostic("there is no icon of at least \(least) to make the others from")
    }
    return best.picture
  }

  /// Finds the slots whose icons are missing or wrong, and adds missing slots to the document.
  mutating func findOrAddSlotsToFill(isApp: Bool) throws(Diagnostic) {
    var filled: [IconSlot: Int] = [:]
    var empty: [IconSlot: Int] = [:]
    for (index, image) in imageEntries.enumerated() {
      let name = image.text("filename")
      guard let slot = IconSlot.all.first(where: { $0.matches(image) }) else {
        guard let name else { continue }
        guard IconSlot.isOutdatedEntry(image) else {
          throw Diagnostic(
            "“\(UntrustedText(name).displayText)” has no valid slot. Remove it, or assign a slot.")
        }
        lowercasedIconNamesInUse.insert(name.lowercased())
        continue
      }
      if name == nil {
        if empty[slot] == nil { empty[slot] = index }
      } else if filled.updateValue(index, forKey: slot) != nil {
        throw Diagnostic("the slot \(slot.name) has two images. Remove one.")
      }
    }
    for slot in IconSlot.all {
      if let index = filled[slot] {
        if let name = imageEntries[index].text("filename"), keepValidIconRemovingAlpha(name, slot) {
          lowercasedIconNamesInUse.insert(name.lowercased())
        } else {
          slotsToFill.append((slot, index))
        }
      } else if let index = empty[slot] {
        slotsToFill.append((slot, index))
      } else if isApp || slot.pointWidth != slot.pointHeight {
        imageEntries.append(slot.emptyContentsEntry)
        slotsToFill.append((slot, imageEntries.count - 1))
      }
    }
  }

  /// Returns whether an image can stay in its slot. Removes its alpha channel if necessary.
  private mutating func keepValidIconRemovingAlpha(_ name: String, _ slot: IconSlot) -> Bool {
    guard let bytes = iconSetTree[plain: name], let container = ImageContainer(of: bytes, budget: budget),
      container.format == .png, container.canvas == slot.pixelSize
    else { return false }
    guard container.canBeTransparent else { return true }
    iconsWithAlphaRemoved[name] =
      iconsWithAlphaRemoved[name] ?? container.withoutOpaqueAlphaChannel(of: bytes, budget)
    return iconsWithAlphaRemoved[name] != nil
  }

  /// Returns the files to write. Names the new icons, and adds them to the document.
  ///
  /// - Parameter generated: all generated icons and their source; nil if none was generated.
  mutating func repairResult(_ generated: (icons: IconSet, source: Path)?) -> IconSetRepair {
    var result = IconSetRepair(filesToWrite: FileTree(), summary: "")
    var words: [String] = []
    for (name, bytes) in iconsWithAlphaRemoved { result.filesToWrite[name] = bytes }
    if !iconsWithAlphaRemoved.isEmpty {
      words.append(
        "remove the alpha channel of \(countText(iconsWithAlphaRemoved.count, "opaque icon")) without changing pixels"
      )
    }
    if let generated {
      addGeneratedIcons(from: generated.icons, in: &result)
      let from = UntrustedText(bytes: generated.source.bytes).displayText
      words.append("make \(countText(slotsToFill.count, "icon")) from “\(from)”")
    }
    result.summary = words.joined(separator: "; ")
    return result
  }

  private mutating func addGeneratedIcons(from generated: IconSet, in result: inout IconSetRepair) {
    var names = Set(iconSetTree.paths.map { $0.lowercased() }).union(lowercasedIconNamesInUse)
    for (slot, index) in slotsToFill {
      guard let icon = generated.icons.first(where: { $0.slot == slot }) else { continue }
      let old = imageEntries[index].text("filename")
      let name = fileName(for: slot, replacing: old, in: &names)
      if let old, old != name, iconSetTree[plain: old] != nil,
        !lowercasedIconNamesInUse.contains(old.lowercased())
      {
        result.newNamesByOldName[old] = name
      }
      lowercasedIconNamesInUse.insert(name.lowercased())
      imageEntries[index]["filename"] = .string(name)
      result.filesToWrite[name] = icon.bytes
    }
    documentMembers["images"] = .array(imageEntries.map(JSON.object))
    if JSON.object(documentMembers)
      != (try? JSON(parsing: originalDocument, maxBytes: JSON.maxCatalogDocumentBytes))
    {
      result.filesToWrite[contentsFileName] = JSON.object(documentMembers).encoded()
    }
  }

  /// The name for a new icon: the old icon's name if the old icon is a PNG and no other file uses that name;
  /// otherwise a new name.
  private func fileName(for slot: IconSlot, replacing old: String?, in names: inout Set<String>) -> String {
    var stem = slot.name
    if let old, isPlainFileName(old), old != contentsFileName {
      let path = Path(old)
      if path.lowercasedExtension == "png", !lowercasedIconNamesInUse.contains(old.lowercased()) {
        return old
      }
      stem = path.stem.text ?? stem
    }
    var (name, number) = ("\(stem).png", 2)
    while !names.insert(name.lowercased()).inserted {
      (name, number) = ("\(stem)-\(number).png", number + 1)
    }
    return name
  }
}

extension ImageContainer {
  /// Returns the image without its alpha channel, or nil if a pixel is not opaque, data would be lost, or the
  /// file is damaged.
  fileprivate func withoutOpaqueAlphaChannel(of bytes: [UInt8], _ budget: DecodingBudget) -> [UInt8]? {
    guard damage.isEmpty, exceededLimits.isEmpty, ignoredFdATFrameCount == 0, needsOnlyEightBits(in: bytes),
      let bitmap = try? Image(decoding: bytes, budget: budget).frames.first?.bitmap,
      bitmap.nonOpaquePixelCount == 0
    else { return nil }
    // A grayscale ICC profile is invalid in a truecolor PNG.
    if profileName != nil, profileFacts?.colorSpace != "RGB " { return nil }
    return try? bitmap.encodedOpaqueTruecolorPNG(colorChunks: colorChunks(of: bytes))
  }
}

extension FileTree {
  /// The file with a name from a document; nil if the name is not a valid file name.
  fileprivate subscript(plain name: String) -> [UInt8]? { isPlainFileName(name) ? self[name] : nil }
}

extension [String: JSON] {
  fileprivate func text(_ key: String) -> String? {
    if case .string(let text)? = self[key] { text } else { nil }
  }
}

extension IconSlot {
  /// Whether an element of a document is for this slot. In older versions of Xcode, the wide App Store icon
  /// had the idiom `universal`.
  fileprivate func matches(_ image: [String: JSON]) -> Bool {
    guard image.text("size") == pointSizeText, image.text("scale") == "\(scale.rawValue)x" else {
      return false
    }
    let word = image.text("idiom")
    return word == idiom.rawValue
      || (word == "universal" && pointSizeText == "1024x768" && idiom == .marketing)
  }

  /// Whether an element is for a screen that no current device has.
  fileprivate static func isOutdatedEntry(_ image: [String: JSON]) -> Bool {
    image.text("scale") == "1x"
      && all.contains { $0.pointSizeText == image.text("size") && $0.idiom.rawValue == image.text("idiom") }
  }

  /// The document element for the slot, without an image.
  fileprivate var emptyContentsEntry: [String: JSON] {
    var image: [String: JSON] = [
      "idiom": .string(idiom.rawValue), "scale": .string("\(scale.rawValue)x"),
      "size": .string(pointSizeText),
    ]
    if let platform { image["platform"] = .string(platform) }
    return image
  }
}
