import StickerImage

extension Rule {
  /// The frames of a sequence fit together, and its timing is said.
  static let sequenceFrames = Rule(
    id: RuleID.sequenceFrames,
    severity: .error,
    summary:
      "A sticker sequence has frames, all stills of one size, and says how long and how often it plays.",
    reason: """
      Xcode makes one animation of the frames. Frames of other sizes jump, of an animated one a single picture
      is left, and without a duration and its kind nobody knows how fast it plays. Where repetitions are
      missing, Xcode takes a value of its own: that is a warning.
      """,
    advice: """
      Export all frames with the same canvas, each as a still, and write a duration from 0.001 to 1000,
      its kind (fixed: seconds of a cycle, fps: frames a second) and repetitions of at least 0, which is for
      ever.
      """,
    references: [.appleSequences], roles: [],
    examples: [
      .passes("two frames, twice a second", catalog: CatalogArt.folder, CatalogArt.withSequence()),
      .fires(
        "a frame that was cropped", catalog: CatalogArt.folder,
        CatalogArt.withSequence(second: .disc(300, 297)),
        at: "Sticker Pack.stickerpack/Hop.stickersequence/Contents.json:7:20",
        message: "“hop 2.png” measures 300 × 297 px, and the first frame 300 × 300 px"),
      .fires(
        "an animation among the frames", catalog: CatalogArt.folder,
        CatalogArt.withSequence(second: .bouncing()),
        at: "Sticker Pack.stickerpack/Hop.stickersequence/Contents.json:7:20",
        message: "“hop 2.png” is an animation of 6 frames, and must be a still"),
      .fires(
        "no time at all", catalog: CatalogArt.folder,
        CatalogArt.withSequence { $0.replacing("\"duration\" : 2", with: "\"duration\" : 0") },
        at: "Sticker Pack.stickerpack/Hop.stickersequence/Contents.json:15:18",
        message: "duration is 0, and must be more than 0"),
    ],
    check: .catalog(evaluate))
}

private func evaluate(_ catalog: Catalog, _ settings: Settings) -> [CatalogEvidence] {
  catalog.sets.filter { $0.kind == .sequence }.flatMap { set -> [CatalogEvidence] in
    guard let root = set.document?.root, case .object = root.content else { return [] }
    return listFaults(in: root, of: set) + pictureFaults(of: set) + timingFaults(in: root, of: set)
  }
}

private func listFaults(in root: JSONNode, of set: CatalogSet) -> [CatalogEvidence] {
  // What is no list, or misspelled, is told by another rule.
  let isChecked = root["frames"].map { $0.elements?.isEmpty == true } ?? !root.mentions("frames", among: keys)
  guard isChecked else { return [] }
  return [
    CatalogEvidence(
      set, "0 frames are in the sequence; it takes at least 1", MeasuredValue(0, limit: 1, unit: .frames),
      at: root["frames"]?.offset ?? root.offset)
  ]
}

private func pictureFaults(of set: CatalogSet) -> [CatalogEvidence] {
  let entries = set.entriesByName
  var (judged, size): (Set<String>, PixelSize?) = ([], nil)
  return set.namedFiles.compactMap { file in
    guard let picture = entries[file.name]?.picture, judged.insert(file.name).inserted else { return nil }
    var faults: [String] = []
    if picture.frameCount > 1 {
      faults.append("is an animation of \(picture.frameCount) frames, and must be a still")
    }
    if let canvas = picture.canvas {
      if let size, canvas != size { faults.append("measures \(canvas), and the first frame \(size)") }
      size = size ?? canvas
    }
    guard !faults.isEmpty else { return nil }
    return CatalogEvidence(set, "\(quoted(file.name)) \(faults.joined(separator: "; it "))", at: file.offset)
  }
}

private func timingFaults(in root: JSONNode, of set: CatalogSet) -> [CatalogEvidence] {
  guard let properties = root["properties"] else {
    guard !root.mentions("properties", among: keys) else { return [] }
    return [CatalogEvidence(set, "“duration” is missing: the sequence has no properties", at: root.offset)]
  }
  guard case .object = properties.content else { return [] }
  var found: [CatalogEvidence] = []
  if let duration = properties["duration"] {
    if let number = duration.number, let complaint = SequenceLimits.complaint(ofDuration: number) {
      let limits = SequenceLimits.duration
      let limit = number <= 0 ? 0 : number < limits.lowerBound ? limits.lowerBound : limits.upperBound
      found.append(
        CatalogEvidence(
          set, complaint, MeasuredValue(number, limit: limit, unit: .number), at: duration.offset))
    }
  } else if !properties.mentions("duration", among: timingKeys) {
    found.append(CatalogEvidence(set, "“duration” is missing", at: properties.offset))
  }
  if let value = properties["repetitions"], let number = value.number,
    let complaint = SequenceLimits.complaint(ofRepetitions: number)
  {
    let limit = number < 0 ? 0 : Double(SequenceLimits.repetitions.upperBound)
    found.append(
      CatalogEvidence(set, complaint, MeasuredValue(number, limit: limit, unit: .number), at: value.offset))
  }
  if properties["duration-type"] == nil, !properties.mentions("duration-type", among: timingKeys) {
    let message = "“duration-type” is missing: nobody knows whether duration is seconds or frames a second"
    found.append(CatalogEvidence(set, message, at: properties.offset))
  }
  if properties["repetitions"] == nil, !properties.mentions("repetitions", among: timingKeys) {
    let message = "“repetitions” is missing: Xcode takes a value of its own"
    found.append(CatalogEvidence(set, message, at: properties.offset, severity: .warning))
  }
  return found
}

private let keys = ["info", "properties", "frames"]
private let timingKeys = ["duration", "duration-type", "repetitions", "accessibility-label"]
