import StickerIO
import StickerModel
import StickerSettings

/// What a run of a program's own may decide; the rest is as configurations beside the art say.
public struct RunOptions: Sendable {
  /// The ids of the only rules that run; empty for all.
  public var rules: Set<String> = []
  /// Rules that do not run.
  public var ignoredRules: Set<String> = []
  /// The profile whose limits hold, `imessage` or a profile's file; nil: as configurations say.
  public var profile: String?
  /// Whether the `.stickerlint.yml` of each folder upwards is read.
  public var readsConfigurations = true
  /// Whether packs and catalogs are judged as a whole, too.
  public var checksPacks = true
  /// Files at once; nil: as many as there are cores.
  public var jobs: Int?

  /// All rules, as configurations have them.
  public init() {}

  var jobCount: Int { max(Policy.jobCount(jobs), 1) }

  /// - Throws: everything that is wrong with the names.
  func search() throws(CommandFailure) -> SettingsSearch {
    let policy = try Policy.inForce()
    try policy.refuseReading(by: "the library")
    let flags = try FlagSettings(
      .ours, select: rules.sorted(), ignore: ignoredRules.sorted(), checksPacks: checksPacks)
    return SettingsSearch(
      .ours, readsConfigurations ? .upwards : .none, profile: profile, flags,
      policy: policy, .disk,
      workingFolder: FileSystem.disk.realPath(of: Path(".")))
  }
}
