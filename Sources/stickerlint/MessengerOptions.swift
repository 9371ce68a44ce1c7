import ArgumentParser
import Stickers

/// For which messengers something is done.
struct MessengerOptions: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "For these messengers, separated by commas; or all.",
      valueName: "messenger"))
  var messengers: [String] = []

  /// The profiles that are meant, each once.
  ///
  /// - Throws: what is no profile.
  func names() throws -> [String] {
    let given = messengers.flatMap { $0.split(separator: ",").map { String($0.filter { $0 != " " }) } }
    let known = Profile.all.map(\.name)
    if given.isEmpty, !messengers.isEmpty {
      throw CommandFailure("--for names no messenger: choose of \(known.joined(separator: ", ")), or all")
    }
    var met: Set<String> = []
    return try given.flatMap { try $0 == "all" ? known : [Self.known($0)] }
      .filter { met.insert($0).inserted }
  }

  /// A name that is one of a profile, or its file.
  ///
  /// - Throws: where it is neither.
  static func known(_ name: String) throws(CommandFailure) -> String {
    let known = Profile.all.map(\.name)
    guard known.contains(name) || name.contains("/") || name.hasSuffix(".yml") else {
      throw CommandFailure(Sentence(unknown("messenger", name, in: known)))
    }
    return name
  }

  /// Stops what is said of one profile and of several.
  func refuse(_ profile: String?) throws {
    if profile != nil, !messengers.isEmpty {
      throw ValidationError("--for and --profile exclude each other: both name profiles")
    }
  }
}
