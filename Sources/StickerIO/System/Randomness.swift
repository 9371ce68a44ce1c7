/// Bytes that nobody can guess, from the system's own source.
package func randomBytes(_ count: Int) -> [UInt8] {
  var source = SystemRandomNumberGenerator()
  return (0..<count).map { _ in source.next() }
}
