import ArgumentParser
import Stickers

/// The messengers that a command runs for.
struct MessengerOptions: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "Messengers, separated by commas, or all.",
      valueName: "messenger"))
  var messengers: [String] = []

  /// The profiles, without duplicates.
  ///
  /// - Throws: an error if a name is not a profile.
  func profiles() throws -> [Profile] {
    let given = messengers.flatMap { $0.split(separator: ",").map { String($0.filter { $0 != " " }) } }
    if given.isEmpty, !messengers.isEmpty {
      let known = Profile.all.map(\.name).joined(separator: ", ")
      throw UsageOrIOError("--for requires a messenger. Choose from \(known) or all.")
    }
    var seen: Set<Profile> = []
    return try given.flatMap { try $0 == "all" ? Profile.all : [Profile(parsing: $0)] }
      .filter { seen.insert($0).inserted }
  }

  /// Throws if both `--for` and `--profile` are given.
  func ensureNoConflict(withProfile profile: String?) throws {
    if profile != nil, !messengers.isEmpty {
      throw ValidationError("--for and --profile cannot be used together")
    }
  }
}
