/// This program, as its reports name it.
package enum Tool {
  /// The command.
  package static let name = "stickerlint"
  /// By semantic versioning.
  package static let version = "0.1.0"
}
