import StickerModel
import StickerRules
import StickerSettings

extension FuzzTarget {
  static let settings = FuzzTarget(
    "settings", summary: "a .stickerlint.yml", seeds: yamlSeeds,
    attempt: { bytes throws(BrokenPromise) in
      let access = FileAccess(
        exists: { $0 == file || $0 == Path("/repo/.git") },
        read: { path, _ in path == file ? .bytes(bytes) : .unreadable("it is not there") }, real: { $0 })
      let vocabulary = Vocabulary(rules: Rule.all, profiles: Profile.all)
      guard let flags = try? FlagSettings(vocabulary) else { return }
      var search = SettingsSearch(vocabulary, .upwards, flags, access, workingFolder: Path("/repo"))
      let settings = search.settings(at: Path("/repo/art/wave.png"), isFolder: false)
      for fault in search.faults { try expectOneLine(fault) }
      guard search.faults.isEmpty else { return }
      for rule in settings.configuration.rules {
        for parameter in rule.rule.parameters {
          try promise(
            parameter.allows(rule.settings.value(parameter)), "a parameter is out of its range")
        }
      }
    })

  static let description = FuzzTarget(
    "description", summary: "a stickerpack.yml", seeds: yamlSeeds,
    attempt: { bytes throws(BrokenPromise) in
      let description: PackDescription
      do throws(YAMLFaults) {
        description = try readPackDescription(bytes) { _ in true }
      } catch {
        for fault in error.all { try expectOneLine(fault.reason) }
        return
      }
      for file in description.files {
        let parts = file.path.components
        try promise(
          !parts.isEmpty && !parts.contains(Path("..")) && file.path.bytes.first != UInt8(ascii: "/"),
          "a file lies outside of the folder")
      }
      _ = description.declaration(in: Path("pack"))
    })
}

private let file = Path("/repo/.stickerlint.yml")

private let yamlSeeds: @Sendable (SeedFile) -> [[UInt8]] = { file in
  file.name.hasSuffix(".yml") || file.name.hasSuffix(".yaml") ? [file.bytes] : []
}
