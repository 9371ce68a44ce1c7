import StickerIO
import Stickers

/// Begins to serve a page from an origin of its own.
///
/// A browser keeps service workers and storage for an origin: scheme, host and port. What another program left
/// there would read the page and send requests in its name, so the host is a random name below `.localhost`,
/// which no other program can have used. Where the system does not resolve such names, the host is 127.0.0.1,
/// and the port that the system chooses makes the origin new.
///
/// - Parameter port: nil lets the system choose.
/// - Throws: `CommandFailure` if the port is in use, or if the system does not allow to listen.
package func listen(
  on port: Int?, idleMilliseconds: Int?, _ routes: [PageRoute]
) async throws -> PageServer {
  let name = "stickerlint-\(hexadecimal(randomBytes(10))).localhost"
  do throws(PageServer.Fault) {
    return try await PageServer.listening(
      on: port ?? 0, host: isLoopback(name) ? name : "127.0.0.1", token: hexadecimal(randomBytes(32)),
      idleMilliseconds: idleMilliseconds, routes: routes)
  } catch {
    switch error {
    case .portInUse(let port):
      throw CommandFailure("port \(port) is in use: name \(.port), or leave it out to have one chosen")
    case .refused(let reason): throw CommandFailure("cannot listen on port \(port ?? 0): \(reason)")
    }
  }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
}
