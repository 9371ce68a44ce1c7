import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import StickerEngine
import Stickers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Starts serving a page from a new origin.
///
/// A browser keeps service workers and storage for each origin, which is the combination of scheme, host and
/// port. A service worker that another program registered for the same origin could read the page and send
/// requests on its behalf. The host is therefore a random name under `.localhost`, which no other program can
/// have used. If the system does not resolve such names, the host is 127.0.0.1, and only the port, which the
/// system chooses, is new.
///
/// - Parameters:
///   - port: nil to let the system choose.
///   - keepsRunning: whether the server keeps running while it is idle.
/// - Throws: `CommandError` if the port is in use, or if the system does not allow listening.
package func startServerAtNewOrigin(
  on port: Int?, idleMilliseconds: Int?, routes: [PageRoute],
  keepsRunningWhileIdle keepsRunning: @escaping @Sendable () async -> Bool = { false }
) async throws -> PageServer {
  let name = "stickerlint-\(hexadecimal(randomBytes(10))).localhost"
  do {
    return try await PageServer.startListening(
      on: port ?? 0, host: browsersResolveToLoopback(localhostSubdomain: name) ? name : "127.0.0.1",
      token: hexadecimal(randomBytes(32)),
      idleMilliseconds: idleMilliseconds, routes: routes, keepsRunningWhileIdle: keepsRunning)
  } catch let error as Diagnostic {
    throw CommandError("cannot listen on port \(port ?? 0): \(error.message)")
  }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
  bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
}

/// A small HTTP/1.1 server for a page on this machine. A request must have the token, come from this machine,
/// and not come from another site. Other requests are rejected before a route is called.
package final class PageServer: Sendable {
  /// The port that the server listens on.
  let port: Int
  /// The only host and port that requests may name.
  let authority: String
  private let token: String
  /// The listening sockets, one for each loopback address.
  private let listeners: [any Channel]
  private let tracker: ConnectionTracker
  /// One thread for all connections. It only transfers bytes. Other threads do the rest of the work. It is
  /// never shut down, because responses may complete after their connection has closed.
  private static let eventLoopGroup = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  /// The address of the page.
  package var pageURL: String { "http://\(authority)/\(token)/" }

  /// Starts listening on both loopback addresses, or only on 127.0.0.1 on a system without IPv6. A browser
  /// may try either address for a name under `.localhost`, and another program must not get the request.
  ///
  /// - Parameters:
  ///   - port: 0 to let the system choose.
  ///   - host: a name of this machine, the only host that requests may name.
  ///   - token: a secret in the page's address: letters, digits, `-` and `_`.
  ///   - idleMilliseconds: the time without requests after which `waitUntilIdleOrStopped` returns; nil for
  ///     never.
  ///   - keepsRunning: whether the server keeps running while it is idle.
  static func startListening(
    on port: Int, host: String = "127.0.0.1", token: String, idleMilliseconds: Int?,
    limits: PageServerLimits = PageServerLimits(), routes: [PageRoute],
    keepsRunningWhileIdle keepsRunning: @escaping @Sendable () async -> Bool = { false }
  ) async throws -> PageServer {
    let tracker = ConnectionTracker(
      eventLoopGroup.next(), idleMilliseconds: idleMilliseconds, keepsRunningWhileIdle: keepsRunning)
    let bootstrap = makeServerBootstrap(tracker, limits) { port in
      RequestValidator(
        token: token, authority: authorityOmittingDefaultPort(host, port), limits: limits, routes: routes)
    }
    do {
      // A port that the system chose on one address may be in use on the other.
      for _ in 1..<5 where port == 0 {
        do { return try await PageServer(bootstrap, port, host, token, tracker) } catch is CommandError {}
      }
      return try await PageServer(bootstrap, port, host, token, tracker)
    } catch {
      tracker.endReturningOpenConnections()
      throw error
    }
  }

  private init(
    _ bootstrap: ServerBootstrap, _ port: Int, _ host: String, _ token: String, _ tracker: ConnectionTracker
  ) async throws {
    guard let first = try await Self.bindIfAddressExists(bootstrap, "127.0.0.1", port) else {
      throw Diagnostic("this computer has no loopback address (127.0.0.1)")
    }
    let port = first.localAddress?.port ?? port
    var listeners = [first]
    do {
      if let second = try await Self.bindIfAddressExists(bootstrap, "::1", port) { listeners.append(second) }
    } catch {
      try? await first.close()
      throw error
    }
    self.port = port
    self.listeners = listeners
    self.token = token
    self.tracker = tracker
    authority = Self.authorityOmittingDefaultPort(host, port)
  }

  /// Returns the host and port. Like browsers, it omits the default port of HTTP.
  private static func authorityOmittingDefaultPort(_ host: String, _ port: Int) -> String {
    port == 80 ? host : "\(host):\(port)"
  }

  /// - Parameter validator: creates a validator for the port of a connection. The port is not known before
  ///   the server listens, because the system may choose it.
  private static func makeServerBootstrap(
    _ tracker: ConnectionTracker, _ limits: PageServerLimits,
    _ validator: @escaping @Sendable (Int) -> RequestValidator
  ) -> ServerBootstrap {
    let bodyMemory = MemoryGate(capacity: limits.maxConcurrentLargeBodyBytes)
    return ServerBootstrap(group: eventLoopGroup)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(
            HTTPResponseEncoder(),
            ByteToMessageHandler(
              HTTPRequestDecoder(
                leftOverBytesStrategy: .dropBytes, limitConfiguration: limits.looserDecoderLimits)),
            NIOHTTPResponseHeadersValidator(),
            HTTPConnectionHandler(validator(channel.localAddress?.port ?? 0), tracker, bodyMemory))
        }
      }
  }

  /// - Parameter address: a numeric address, because a statically linked executable cannot resolve names on
  ///   every system.
  /// - Returns: nil if the system does not have this address.
  /// - Throws: `CommandError` if another program listens on this port; a `Diagnostic` with the system's
  ///   message for other errors.
  private static func bindIfAddressExists(
    _ bootstrap: ServerBootstrap, _ address: String, _ port: Int
  ) async throws -> (any Channel)? {
    do {
      return try await bootstrap.bind(to: SocketAddress(ipAddress: address, port: port)).get()
    } catch {
      guard let error = error as? IOError else { throw Diagnostic("\(error)") }
      switch error.errnoCode {
      case EADDRINUSE: throw CommandError.portInUse(port)
      case EADDRNOTAVAIL, EAFNOSUPPORT: return nil
      default: throw Diagnostic("\(error.localizedDescription)")
      }
    }
  }

  /// Returns when no request has arrived during the idle time and no event stream is open, or when the server
  /// is stopped.
  package func waitUntilIdleOrStopped() async { try? await tracker.endFuture.get() }

  /// Stops listening, and closes all connections.
  package func stop() async {
    for listener in listeners { try? await listener.close() }
    for connection in tracker.endReturningOpenConnections() { try? await connection.close() }
  }
}

extension CommandError {
  /// The error for a port that another program listens on.
  static func portInUse(_ port: Int) -> CommandError {
    CommandError("port \(port) is in use. Choose \(.anotherPort), or let the system choose one.")
  }
}

extension PageServerLimits {
  /// The limits of the decoder. They are higher than the server's own limits, so that the server rejects the
  /// request itself and its response can state the limit.
  fileprivate var looserDecoderLimits: NIOHTTPDecoderLimitConfiguration {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderListSize = 2 * (maxHeaderBytes + maxTargetBytes)
    limits.maxHeaderFieldSize = limits.maxHeaderListSize
    limits.maxHeaderFieldCount = 2 * maxHeaderFields
    return limits
  }
}

/// The limits and timeouts of the server. Tests use smaller ones.
struct PageServerLimits: Sendable {
  /// The maximum number of connections. A browser opens at most six.
  var maxConnections = 64
  /// The maximum total size of a request's header fields, in bytes.
  var maxHeaderBytes = 16 << 10
  /// The maximum number of header fields of a request.
  var maxHeaderFields = 64
  /// The maximum size of a request's target, in bytes: the longest path, percent-encoded, and a token.
  var maxTargetBytes = 4 << 10
  /// The size up to which a body never waits for memory. All connections together use at most 16 MiB for such
  /// bodies.
  var maxUnreservedBodyBytes = 256 << 10
  /// The maximum total size of larger bodies that are received at the same time. Other large bodies wait.
  var maxConcurrentLargeBodyBytes = 64 << 20
  /// The time within which a connection must send its first request.
  var firstRequestTimeoutMilliseconds = 10_000
  /// The time within which a connection must send each subsequent request.
  var nextRequestTimeoutMilliseconds = 60_000
  /// The longest pause between two pieces of a body or of a response.
  var maxTransferPauseMilliseconds = 30_000
  /// The maximum time for a whole body, to disconnect clients that send it very slowly.
  var maxBodyMilliseconds = 300_000
  /// How long incoming data is discarded after a rejection, so that the client can read the response.
  var rejectionDiscardMilliseconds = 5_000
  /// The interval between two heartbeats of an event stream.
  var heartbeatMilliseconds = 15_000

  init() {}
}

/// Tracks the open connections and event streams, and whether the server is idle and may stop.
final class ConnectionTracker: Sendable {
  /// The use of a connection, in the order in which connections are closed if there are too many.
  enum Activity: Int {
    /// It closes after the response that was sent.
    case closing
    /// It has not sent a request with the token yet.
    case unauthenticated
    /// It has sent a request with the token, and is waiting for the next one.
    case idle
    /// It is sending events.
    case sendingEvents
    /// A request with the token is being read or answered. It is never closed in favor of another connection.
    case handlingRequest
  }

  private struct Connection {
    let channel: any Channel
    var activity = Activity.unauthenticated
    /// A counter value. The lower it is, the longer the connection has had its current activity.
    var activitySerialNumber: Int
  }

  private struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
    var lastActivitySerialNumber = 0
    var isStopped = false
    var lastScheduledIdleCheck: Scheduled<Void>?
  }

  private let state = NIOLockedValueBox(State())
  private let eventLoop: any EventLoop
  /// The time without requests after which the server ends, unless `keepsRunningWhileIdle` returns true; nil for
  /// never.
  private let idleTimeBeforeEnd: TimeAmount?
  private let endPromise: EventLoopPromise<Void>
  private let keepsRunningWhileIdle: @Sendable () async -> Bool

  /// - Parameter idleMilliseconds: the time without requests after which the server is idle; nil for never.
  init(
    _ eventLoop: any EventLoop, idleMilliseconds: Int?,
    keepsRunningWhileIdle keepsRunning: @escaping @Sendable () async -> Bool = { false }
  ) {
    self.keepsRunningWhileIdle = keepsRunning
    self.eventLoop = eventLoop
    idleTimeBeforeEnd = idleMilliseconds.map { .milliseconds(Int64($0)) }
    endPromise = eventLoop.makePromise()
    rescheduleIdleCheck()
  }

  /// Completes when the server becomes idle or is stopped.
  var endFuture: EventLoopFuture<Void> { endPromise.futureResult }

  /// Records a request, which restarts the idle time.
  func rescheduleIdleCheck() {
    guard let idleTimeBeforeEnd else { return }
    let next = eventLoop.scheduleTask(in: idleTimeBeforeEnd) { [weak self] () -> Void in
      self?.endUnlessKeptRunning()
    }
    state.withLockedValue { state in
      state.lastScheduledIdleCheck?.cancel()
      state.lastScheduledIdleCheck = next
    }
  }

  /// - Returns: the connections that are still open.
  @discardableResult
  func endReturningOpenConnections() -> [any Channel] {
    let connections = state.withLockedValue { state in
      state.lastScheduledIdleCheck?.cancel()
      state.isStopped = true
      return state.connections.values.map(\.channel)
    }
    endPromise.succeed()
    return connections
  }

  /// Adds a connection. If there are too many, closes the least important other one.
  ///
  /// - Returns: false if there are too many connections.
  func addConnectionMakingRoom(_ channel: any Channel, maxConnections most: Int) -> Bool {
    let (hasRoom, closing) = state.withLockedValue { state -> (Bool, Connection?) in
      state.lastActivitySerialNumber += 1
      let others = state.connections.values.filter { $0.activity != .handlingRequest }
      state.connections[ObjectIdentifier(channel)] = Connection(
        channel: channel, activitySerialNumber: state.lastActivitySerialNumber)
      guard !state.isStopped else { return (false, nil) }
      guard state.connections.count > most else { return (true, nil) }
      let closing = others.min {
        ($0.activity.rawValue, $0.activitySerialNumber) < ($1.activity.rawValue, $1.activitySerialNumber)
      }
      if let closing { state.connections[ObjectIdentifier(closing.channel)] = nil }
      // Do not count a rejected connection.
      if closing == nil { state.connections[ObjectIdentifier(channel)] = nil }
      return (closing != nil, closing)
    }
    if let closing { closeDelayingReconnection(closing) }
    return hasRoom
  }

  /// Records the use of a connection.
  func recordActivity(of channel: any Channel, as use: Activity) {
    state.withLockedValue { state in
      state.lastActivitySerialNumber += 1
      state.connections[ObjectIdentifier(channel)]?.activity = use
      state.connections[ObjectIdentifier(channel)]?.activitySerialNumber = state.lastActivitySerialNumber
    }
  }

  func removeConnection(_ channel: any Channel) {
    let connection = state.withLockedValue { $0.connections.removeValue(forKey: ObjectIdentifier(channel)) }
    if connection?.activity == .sendingEvents { rescheduleIdleCheck() }
  }

  /// Closes a connection. A page reconnects when its event stream ends, so the server first asks it to wait
  /// longer. Otherwise, too many open pages would keep displacing each other.
  ///
  /// - Source: HTML Living Standard, 9.2.6 Interpreting an event stream.
  private func closeDelayingReconnection(_ connection: Connection) {
    if connection.activity == .sendingEvents {
      let later = ByteBuffer(string: "retry: 60000\n\n")
      connection.channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(later)), promise: nil)
      rescheduleIdleCheck()
    }
    connection.channel.close(promise: nil)
  }

  private func endUnlessKeptRunning() {
    let streams = state.withLockedValue { $0.connections.values.contains { $0.activity == .sendingEvents } }
    if streams { return }
    Task { await keepsRunningWhileIdle() ? rescheduleIdleCheck() : endPromise.succeed() }
  }
}
