package import StickerEngine
import StickerImage

extension FuzzTarget {
  static let settings = FuzzTarget(
    "settings", summary: "a .stickerlint.yml", seeds: yamlSeeds,
    attempt: { bytes throws(PropertyViolation) in
      let access = ConfigurationFileAccess(
        fileOrFolderExists: { $0 == file || $0 == Path("/repo/.git") },
        read: { path, _ in path == file ? .bytes(bytes) : .unreadable("it is not there") },
        realPath: { $0 })
      let configurationSchema = KnownRulesAndProfiles(rules: Rule.all, profiles: MessengerProfile.all)
      guard let flags = try? FlagConfiguration(configurationSchema) else { return }
      var search = ConfigurationSearch(
        configurationSchema, .nearestFile, flags, access, workingFolder: Path("/repo"))
      let settings = search.resolvedConfiguration(at: Path("/repo/art/wave.png"), isFolder: false)
      for fault in search.errors { try expectOneLine(fault) }
      guard search.errors.isEmpty else { return }
      for rule in settings.configuration.rules {
        for option in rule.rule.options {
          try expect(
            option.allows(rule.optionValues.value(of: option)), "an option is out of its range")
        }
      }
    })

  static let packFile = FuzzTarget(
    "pack-file", summary: "a stickerpack.yml, and the same bytes as a message.yml", seeds: yamlSeeds,
    attempt: { bytes throws(PropertyViolation) in
      try readAsMessage(bytes)
      let description: PackFile
      do throws(Diagnostic) {
        description = try readPackFile(bytes, in: packFolder)
      } catch {
        for fault in error.allDiagnostics { try expectOneLine(fault.message) }
        return
      }
      for file in description.files {
        let parts = file.value.components
        try expect(
          !parts.isEmpty && !parts.contains(Path("..")) && file.value.bytes.first != UInt8(ascii: "/"),
          "a file is outside the folder")
      }
      for sticker in description.stickers {
        guard let sequence = sticker.sequence else { continue }
        try expect(
          sequence.frames.first == sticker.file.value, "a sequence's file is not its first frame")
        try expect(sequence.extraPlaysOrZeroForever >= 0, "a sequence has a negative number of repetitions")
        let figures =
          switch sequence.uniformTiming {
          case .framesPerSecond(let frames, let seconds): (frames, seconds)
          case .totalDuration(let time): (time.numerator, time.denominator)
          }
        try expect(figures.0 > 0 && figures.1 > 0, "a sequence has no duration")
      }
      _ = description.packDeclaration(in: Path("pack"))
    })

  /// A folder in which every file exists, and every glob for frames matches one to three images.
  package static var packFolder: PackFolderAccess {
    PackFolderAccess(
      isFile: { _ in true },
      framesMatching: { glob in
        guard glob.contains("*") else { return [Path(glob)] }
        return (0...glob.utf8.count % 3).map { Path(glob.replacing("*", with: "\($0)")) }
      })
  }
}

private func readAsMessage(_ bytes: [UInt8]) throws(PropertyViolation) {
  let isOurs = isInteractiveMessageFile(bytes)
  let message: InteractiveMessageFile
  do throws(Diagnostic) {
    message = try readInteractiveMessageFile(bytes, at: Path("pack/message.yml"), in: FuzzTarget.packFolder)
  } catch {
    for fault in error.allDiagnostics { try expectOneLine(fault.message) }
    return
  }
  // A single key is not enough evidence, because other files have captions too.
  let own = message.texts.keys.filter { $0 != .summary }
  let tells = message.unvalidatedStateBaseURL != nil || own.count > 1 || own.contains(.accessibilityLabel)
  try expect(isOurs || !tells, "a message file is not recognized")
  for file in message.files {
    let parts = file.value.components
    try expect(
      parts.count > 1 && parts.first == Path("pack") && !parts.contains(Path("..")),
      "a file is outside the folder")
  }
  if let url = message.unvalidatedStateBaseURL?.value, let complaint = fault(ofBaseURL: url) {
    try expectOneLine(complaint)
  }
  for text in message.texts.values.flatMap(\.values) {
    let whole = InteractiveMessagePlaceholder.pieces(of: text.value).reduce(into: "") { whole, piece in
      switch piece {
      case .plain(let text): whole += text
      case .placeholder(let name): whole += "{\(name.rawValue)}"
      }
    }
    try expect(whole == text.value, "splitting a text at its placeholders loses a part")
  }
}

private let file = Path("/repo/.stickerlint.yml")

private let yamlSeeds: @Sendable (SeedFile) -> [[UInt8]] = { file in
  file.name.hasSuffix(".yml") || file.name.hasSuffix(".yaml") ? [file.bytes] : []
}
