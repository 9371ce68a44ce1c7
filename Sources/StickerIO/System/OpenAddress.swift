#if canImport(Darwin)
  private let opener = "open"
#else
  private let opener = "xdg-open"
#endif

/// Has the desktop show an address in the browser that people chose, and waits until it has been told.
///
/// - Returns: why that did not work; nil where it did.
package func openInBrowser(_ address: String) -> String? {
  do throws(SystemError) {
    let outcome = try runProgram([Array(opener.utf8), Array(address.utf8)], settings: [], limit: 1 << 16)
    return outcome.status == 0 ? nil : "\(opener) ended with \(outcome.status)"
  } catch {
    if error == .notFound { return "there is no \(opener)" }
    return "\(opener) cannot be run: \(error.words)"
  }
}
