import StickerImage

extension Rule {
  /// Reports sequences with unsuitable frames or without timing.
  static let sequenceFrames = Rule(
    id: RuleID.sequenceFrames,
    severity: .error,
    summary:
      "A sticker sequence has a duration, a number of repetitions, and frames that are stills of one size.",
    reason: """
      Xcode combines the frames into one animation. If the frames have different sizes, the art jumps. If a
      frame is itself an animation, only one of its images is used. Without a duration and its type, the speed
      is undefined. If the number of repetitions is missing, Xcode chooses one, so this is reported only as a
      warning.
      """,
    advice: """
      Export all frames as stills with the same canvas. Set a duration from 0.001 to 1000, a duration type
      (`fixed` for seconds per cycle, `fps` for frames per second) and a number of repetitions of at least 0.
      With 0 repetitions, the sequence plays forever.
      """,
    references: [.appleSequences], roles: [],
    examples: [
      .passes(
        "two frames at 2 frames per second", catalog: CatalogExample.catalogFolderName,
        CatalogExample.filesWithSequence()),
      .fires(
        "a frame that was cropped", catalog: CatalogExample.catalogFolderName,
        CatalogExample.filesWithSequence(secondFrame: .disc(300, 297)),
        at: "Sticker Pack.stickerpack/Hop.stickersequence/Contents.json:7:20",
        message: "“hop 2.png” is 300 × 297 px, but the first frame is 300 × 300 px"),
      .fires(
        "an animated frame", catalog: CatalogExample.catalogFolderName,
        CatalogExample.filesWithSequence(secondFrame: .bouncingBall()),
        at: "Sticker Pack.stickerpack/Hop.stickersequence/Contents.json:7:20",
        message: "“hop 2.png” is an animation with 6 frames (must be a still)"),
      .fires(
        "a duration of 0", catalog: CatalogExample.catalogFolderName,
        CatalogExample.filesWithSequence { $0.replacing("\"duration\" : 2", with: "\"duration\" : 0") },
        at: "Sticker Pack.stickerpack/Hop.stickersequence/Contents.json:15:18",
        message: "duration is 0 (must be more than 0)"),
    ],
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ options: OptionValues) -> [CatalogEvidence] {
  catalog.recognizedFolders.filter { $0.kind == .sequence }.flatMap { set -> [CatalogEvidence] in
    guard let root = set.document?.root, case .object = root.content else { return [] }
    return sequenceWithoutFramesEvidence(in: root, of: set) + frameAnimationAndSizeFaults(of: set)
      + timingFaults(in: root, of: set)
  }
}

private func sequenceWithoutFramesEvidence(in root: JSONNode, of folder: CatalogFolder) -> [CatalogEvidence] {
  // `catalog-json` reports a value that is not a list, and misspelled keys.
  let isChecked =
    root["frames"].map { $0.elements?.isEmpty == true } ?? !root.hasKeyOrMisspelling(
      "frames", among: sequenceDocumentKeyNames)
  guard isChecked else { return [] }
  return [
    CatalogEvidence(
      folder, "the sequence has no frames (minimum: 1)", MeasuredValueAndLimit(0, limit: 1, unit: .frames),
      at: root["frames"]?.offset ?? root.offset)
  ]
}

private func frameAnimationAndSizeFaults(of folder: CatalogFolder) -> [CatalogEvidence] {
  let entries = folder.entriesExceptDocumentByName
  var (judged, size): (Set<String>, PixelSize?) = ([], nil)
  return folder.fileReferences.compactMap { file in
    guard let picture = entries[file.name]?.iconOrFrameFacts, judged.insert(file.name).inserted else {
      return nil
    }
    var faults: [String] = []
    if picture.frameCount > 1 {
      faults.append("is an animation with \(picture.frameCount) frames (must be a still)")
    }
    if let canvas = picture.canvas {
      if let size, canvas != size { faults.append("is \(canvas), but the first frame is \(size)") }
      size = size ?? canvas
    }
    guard !faults.isEmpty else { return nil }
    return CatalogEvidence(
      folder, "\(quotedEscapedAndShortened(file.name)) \(faults.joined(separator: " and "))", at: file.offset)
  }
}

private func timingFaults(in root: JSONNode, of folder: CatalogFolder) -> [CatalogEvidence] {
  guard let properties = root["properties"] else {
    guard !root.hasKeyOrMisspelling("properties", among: sequenceDocumentKeyNames) else { return [] }
    return [
      CatalogEvidence(
        folder, "“duration” is missing, because the sequence has no properties", at: root.offset)
    ]
  }
  guard case .object = properties.content else { return [] }
  var found: [CatalogEvidence] = []
  if let duration = properties["duration"] {
    if let number = duration.number, let complaint = SequenceTimingLimits.rangeFault(ofDuration: number) {
      let limits = SequenceTimingLimits.durationOrFrameRateRange
      let limit = number <= 0 ? 0 : number < limits.lowerBound ? limits.lowerBound : limits.upperBound
      found.append(
        CatalogEvidence(
          folder, complaint, MeasuredValueAndLimit(number, limit: limit, unit: .unitless), at: duration.offset
        ))
    }
  } else if !properties.hasKeyOrMisspelling("duration", among: sequencePropertyKeyNames) {
    found.append(CatalogEvidence(folder, "“duration” is missing", at: properties.offset))
  }
  if let value = properties["repetitions"], let number = value.number,
    let complaint = SequenceTimingLimits.rangeFault(ofRepetitions: number)
  {
    let limit = number < 0 ? 0 : Double(SequenceTimingLimits.repetitionRange.upperBound)
    found.append(
      CatalogEvidence(
        folder, complaint, MeasuredValueAndLimit(number, limit: limit, unit: .unitless), at: value.offset))
  }
  if properties["duration-type"] == nil,
    !properties.hasKeyOrMisspelling("duration-type", among: sequencePropertyKeyNames)
  {
    let message = "“duration-type” is missing, so the unit of duration is undefined"
    found.append(CatalogEvidence(folder, message, at: properties.offset))
  }
  if properties["repetitions"] == nil,
    !properties.hasKeyOrMisspelling("repetitions", among: sequencePropertyKeyNames)
  {
    let message = "“repetitions” is missing, so Xcode chooses a value"
    found.append(CatalogEvidence(folder, message, at: properties.offset, severity: .warning))
  }
  return found
}

private let sequenceDocumentKeyNames = ["info", "properties", "frames"]
private let sequencePropertyKeyNames = ["duration", "duration-type", "repetitions", "accessibility-label"]
