/// This program, as its reports name it.
package enum Tool {
  /// The command.
  package static let name = "stickerlint"
  /// The version, by semantic versioning.
  package static let version = "0.1.0"
}
