/// How far the processes that read files were kept from doing anything else.
package struct Isolation: Hashable, Sendable {
  /// What the system confined them with, such as `landlock` and `seccomp`.
  package let means: [String]
  /// What the system does not have.
  package let missing: [String]

  package init(means: [String], missing: [String]) { (self.means, self.missing) = (means, missing) }
}
