import NIOCore
import NIOHTTP1
import NIOPosix
import StickerModel

/// A small HTTP/1.1 server for a page on this very machine. Whoever asks must know the token, be on this
/// machine, and not come by way of another site; everything else is refused before a route is asked.
package final class PageServer: Sendable {
  /// The port that the server listens on.
  package let port: Int
  /// The one spelling of host and port that requests may have.
  package let authority: String
  private let token: String
  /// One for each loopback address.
  private let listeners: [any Channel]
  private let attendance: Attendance
  /// One thread for all connections: it only moves bytes, the work is done elsewhere. Never shut down, since
  /// answers may come after their connection is gone.
  private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// Why a server cannot be there.
  package enum Fault: Error, Hashable, Sendable {
    /// Another program listens on this port of a loopback address.
    case portInUse(Int)
    /// The system refuses, in its own words.
    case refused(String)
  }

  /// The page's address.
  package var address: String { "http://\(authority)/\(token)/" }

  /// Begins to listen on both loopback addresses, or on 127.0.0.1 alone on a system without IPv6: a browser may try
  /// either for a name below `.localhost`, and another program must not get the request.
  ///
  /// - Parameter port: 0 lets the system choose.
  /// - Parameter host: what leads to this machine: the only host that requests may name.
  /// - Parameter token: what the page's address has in it, and nobody can guess; letters, digits, `-` and
  ///   `_`.
  /// - Parameter idleMilliseconds: how long nobody must have asked for anything before `idleEnd` is over; nil
  ///   for ever.
  package static func listening(
    on port: Int, host: String = "127.0.0.1", token: String, idleMilliseconds: Int?,
    limits: PageLimits = PageLimits(), routes: [PageRoute]
  ) async throws(Fault) -> PageServer {
    let attendance = Attendance(group.next(), idleMilliseconds: idleMilliseconds)
    let bootstrap = bootstrap(attendance, limits) { port in
      Gatekeeper(token: token, authority: authority(host, port), limits: limits, routes: routes)
    }
    do throws(Fault) {
      // A port that the system chose on one address may be in use on the other.
      for _ in 1..<5 where port == 0 {
        do throws(Fault) {
          return try await PageServer(bootstrap, port, host, token, attendance)
        } catch {
          guard case .portInUse = error else { throw error }
        }
      }
      return try await PageServer(bootstrap, port, host, token, attendance)
    } catch {
      attendance.stop()
      throw error
    }
  }

  private init(
    _ bootstrap: ServerBootstrap, _ port: Int, _ host: String, _ token: String, _ attendance: Attendance
  ) async throws(Fault) {
    guard let first = try await Self.bind(bootstrap, "127.0.0.1", port) else {
      throw .refused("the system has no address 127.0.0.1")
    }
    let port = first.localAddress?.port ?? port
    var listeners = [first]
    do throws(Fault) {
      if let second = try await Self.bind(bootstrap, "::1", port) { listeners.append(second) }
    } catch {
      try? await first.close()
      throw error
    }
    (self.port, self.listeners, self.token, self.attendance) = (port, listeners, token, attendance)
    authority = Self.authority(host, port)
  }

  /// Browsers leave out the port that HTTP has anyway.
  private static func authority(_ host: String, _ port: Int) -> String {
    port == 80 ? host : "\(host):\(port)"
  }

  /// - Parameter keeper: made for the port that a connection came to: by then it is known, also where the system
  ///   chose it.
  private static func bootstrap(
    _ attendance: Attendance, _ limits: PageLimits, _ keeper: @escaping @Sendable (Int) -> Gatekeeper
  ) -> ServerBootstrap {
    let room = MemoryGate(capacity: limits.bodyBytesAtOnce)
    return ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(
            HTTPResponseEncoder(),
            ByteToMessageHandler(
              HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits.ofDecoder)),
            NIOHTTPResponseHeadersValidator(),
            Conversation(keeper(channel.localAddress?.port ?? 0), attendance, room))
        }
      }
  }

  /// - Parameter address: by its number: a name would be looked up, which a static file cannot do everywhere.
  /// - Returns: nil if the system does not have this address.
  private static func bind(
    _ bootstrap: ServerBootstrap, _ address: String, _ port: Int
  ) async throws(Fault) -> (any Channel)? {
    do {
      return try await bootstrap.bind(to: SocketAddress(ipAddress: address, port: port)).get()
    } catch {
      guard let error = error as? IOError else { throw .refused("\(error)") }
      switch error.errnoCode {
      case EADDRINUSE: throw .portInUse(port)
      case EADDRNOTAVAIL, EAFNOSUPPORT: return nil
      default: throw .refused(error.localizedDescription)
      }
    }
  }

  /// Returns when nobody has asked for anything for so long, and no event stream is open; or when the server
  /// was stopped.
  package func idleEnd() async { try? await attendance.end.get() }

  /// Ends every connection.
  package func stop() async {
    for listener in listeners { try? await listener.close() }
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
