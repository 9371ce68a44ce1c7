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
    return try given.flatMap { name -> [String] in
      if name == "all" { return known }
      guard known.contains(name) || name.contains("/") || name.hasSuffix(".yml") else {
        throw CommandFailure(Sentence(unknown("messenger", name, in: known)))
      }
      return [name]
    }.filter { met.insert($0).inserted }
  }

  /// Stops what is said of one profile and of several.
  func refuse(_ profile: String?) throws {
    if profile != nil, !messengers.isEmpty {
      throw ValidationError("--for and --profile exclude each other: both name profiles")
    }
  }
}
