import Stickers

/// Begins to serve on a port, or on the first that is free of a few.
///
/// - Parameter port: nil chooses.
/// - Returns: the server, and what people should know of the choice.
/// - Throws: `CommandFailure` where the port, or all of them, are in use.
package func listen(
  on port: Int?, idleMilliseconds: Int?, _ routes: [PageRoute]
) async throws -> (server: PageServer, notes: [String]) {
  let token = hexadecimal(randomBytes(32))
  var taken: [Int] = []
  for candidate in port.map({ $0...$0 }) ?? usualPorts {
    do throws(PageServer.Fault) {
      let server = try await PageServer.listening(
        on: candidate, token: token, idleMilliseconds: idleMilliseconds, routes: routes)
      let (ports, one) = (listed(taken.map { String($0) }), taken.count == 1)
      let note = "port\(one ? "" : "s") \(ports) \(one ? "is" : "are") in use: the page is on \(server.port)"
      return (server, taken.isEmpty ? [] : [note])
    } catch {
      switch error {
      case .portInUse: taken.append(candidate)
      case .refused(let reason): throw CommandFailure("cannot listen on port \(candidate): \(reason)")
      }
    }
  }
  guard let port else {
    throw CommandFailure(
      "the ports \(usualPorts.lowerBound) to \(usualPorts.upperBound) are all in use: "
        + "name \(.port)"
    )
  }
  throw CommandFailure("port \(port) is in use: name \(.port), or leave it out to have one chosen")
}

private let usualPorts = 8420...8439

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
}
