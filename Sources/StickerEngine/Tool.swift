/// The name and version of this program in reports.
package enum Tool {
  package static let name = "stickerlint"
  /// The semantic version.
  package static let version = "0.1.0"
}
