/// A promise of ours that does not hold.
package struct Defect: Error {
  package static let exitCode: Int32 = 3
  package let what: String

  package init(what: String) { self.what = what }
}
