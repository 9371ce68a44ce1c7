import NIOCore
import NIOHTTP1
import NIOPosix
import StickerModel

/// A small HTTP/1.1 server for a page on this very machine. Whoever asks must know the token, be on this
/// machine, and not come by way of another site; everything else is refused before a route is asked.
package final class PageServer: Sendable {
  /// The port that the server listens on.
  package let port: Int
  private let token: String
  private let channel: any Channel
  private let attendance: Attendance
  /// One thread for all connections: it only moves bytes, the work is done elsewhere. Never shut down, since
  /// answers may come after their connection is gone.
  private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// Why a server cannot be there.
  package enum Fault: Error, Hashable, Sendable {
    /// Somebody else listens on this port.
    case portInUse
    /// The system refuses, in its own words.
    case refused(String)
  }

  /// The page's address.
  package var address: String { "http://127.0.0.1:\(port)/\(token)/" }

  /// Begins to listen on 127.0.0.1.
  ///
  /// - Parameter port: 0 lets the system choose.
  /// - Parameter token: what the page's address has in it, and nobody can guess; letters, digits, `-` and
  ///   `_`.
  /// - Parameter idleMilliseconds: how long nobody must have asked for anything before `idleEnd` is over; nil
  ///   for ever.
  package static func listening(
    on port: Int, token: String, idleMilliseconds: Int?, limits: PageLimits = PageLimits(),
    routes: [PageRoute]
  ) async throws(Fault) -> PageServer {
    let attendance = Attendance(group.next(), idleMilliseconds: idleMilliseconds)
    do {
      return try await PageServer(port, token, attendance, limits, routes)
    } catch {
      attendance.stop()
      guard let error = error as? IOError else { throw .refused("\(error)") }
      throw error.isAddressInUse ? .portInUse : .refused(error.localizedDescription)
    }
  }

  private init(
    _ port: Int, _ token: String, _ attendance: Attendance, _ limits: PageLimits, _ routes: [PageRoute]
  ) async throws {
    let room = MemoryGate(capacity: limits.bodyBytesAtOnce)
    let bootstrap = ServerBootstrap(group: Self.group)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          // The port is known by now, also where the system chose it.
          let keeper = Gatekeeper(
            token: token, port: channel.localAddress?.port ?? port, limits: limits, routes: routes)
          try channel.pipeline.syncOperations.addHandlers(
            HTTPResponseEncoder(),
            ByteToMessageHandler(
              HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits.ofDecoder)),
            NIOHTTPResponseHeadersValidator(), Conversation(keeper, attendance, room))
        }
      }
    // By its number: a name would be looked up, which a static file cannot do everywhere.
    channel = try await bootstrap.bind(to: SocketAddress(ipAddress: "127.0.0.1", port: port)).get()
    self.port = channel.localAddress?.port ?? port
    (self.token, self.attendance) = (token, attendance)
  }

  /// Returns when nobody has asked for anything for so long, and no event stream is open; or when the server
  /// was stopped.
  package func idleEnd() async { try? await attendance.end.get() }

  /// Ends every connection.
  package func stop() async {
    try? await channel.close()
    for connection in attendance.stop() { try? await connection.close() }
  }
}

extension PageLimits {
  /// More than we take, so that the answer can say how much that is; never much more.
  fileprivate var ofDecoder: NIOHTTPDecoderLimitConfiguration {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderListSize = 2 * (headerBytes + targetBytes)
    limits.maxHeaderFieldSize = limits.maxHeaderListSize
    limits.maxHeaderFieldCount = 2 * headerCount
    return limits
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension IOError {
  fileprivate var isAddressInUse: Bool { errnoCode == EADDRINUSE }
}
