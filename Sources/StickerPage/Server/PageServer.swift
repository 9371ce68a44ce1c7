import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import StickerEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A small HTTP/1.1 server for a page on this machine. A request must have the token, come from this machine, and not
/// from another site. Others are refused before a route is called.
package final class PageServer: Sendable {
  /// The port that the server listens on.
  let port: Int
  /// The one spelling of host and port that requests may have.
  let authority: String
  private let token: String
  /// One for each loopback address.
  private let listeners: [any Channel]
  private let tracker: ConnectionTracker
  /// One thread for all connections: it only moves bytes, the work is done elsewhere. Never shut down, since
  /// answers may come after their connection is gone.
  private static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)

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
  static func listening(
    on port: Int, host: String = "127.0.0.1", token: String, idleMilliseconds: Int?,
    limits: PageLimits = PageLimits(), routes: [PageRoute]
  ) async throws -> PageServer {
    let tracker = ConnectionTracker(group.next(), idleMilliseconds: idleMilliseconds)
    let bootstrap = bootstrap(tracker, limits) { port in
      RequestValidator(token: token, authority: authority(host, port), limits: limits, routes: routes)
    }
    do {
      // A port that the system chose on one address may be in use on the other.
      for _ in 1..<5 where port == 0 {
        do { return try await PageServer(bootstrap, port, host, token, tracker) } catch is UsageError {}
      }
      return try await PageServer(bootstrap, port, host, token, tracker)
    } catch {
      tracker.stop()
      throw error
    }
  }

  private init(
    _ bootstrap: ServerBootstrap, _ port: Int, _ host: String, _ token: String, _ tracker: ConnectionTracker
  ) async throws {
    guard let first = try await Self.bind(bootstrap, "127.0.0.1", port) else {
      throw Diagnostic("the system has no address 127.0.0.1")
    }
    let port = first.localAddress?.port ?? port
    var listeners = [first]
    do {
      if let second = try await Self.bind(bootstrap, "::1", port) { listeners.append(second) }
    } catch {
      try? await first.close()
      throw error
    }
    self.port = port
    self.listeners = listeners
    self.token = token
    self.tracker = tracker
    authority = Self.authority(host, port)
  }

  /// Browsers leave out the port that HTTP has anyway.
  private static func authority(_ host: String, _ port: Int) -> String {
    port == 80 ? host : "\(host):\(port)"
  }

  /// - Parameter validator: made for the port that a connection came to: by then it is known, also where the system
  ///   chose it.
  private static func bootstrap(
    _ tracker: ConnectionTracker, _ limits: PageLimits,
    _ validator: @escaping @Sendable (Int) -> RequestValidator
  ) -> ServerBootstrap {
    let bodyMemory = MemoryGate(capacity: limits.bodyBytesAtOnce)
    return ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 64)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(
            HTTPResponseEncoder(),
            ByteToMessageHandler(
              HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: limits.decoderLimits)),
            NIOHTTPResponseHeadersValidator(),
            HTTPConnectionHandler(validator(channel.localAddress?.port ?? 0), tracker, bodyMemory))
        }
      }
  }

  /// - Parameter address: by its number: a name would be looked up, which a static file cannot do everywhere.
  /// - Returns: nil if the system does not have this address.
  /// - Throws: `UsageError` if another program listens on this port; a `Diagnostic` if the system refuses, in its
  ///   own words.
  private static func bind(
    _ bootstrap: ServerBootstrap, _ address: String, _ port: Int
  ) async throws -> (any Channel)? {
    do {
      return try await bootstrap.bind(to: SocketAddress(ipAddress: address, port: port)).get()
    } catch {
      guard let error = error as? IOError else { throw Diagnostic("\(error)") }
      switch error.errnoCode {
      case EADDRINUSE: throw UsageError.portInUse(port)
      case EADDRNOTAVAIL, EAFNOSUPPORT: return nil
      default: throw Diagnostic("\(error.localizedDescription)")
      }
    }
  }

  /// Returns when no request came for the idle time and no event stream is open, or when the server was stopped.
  package func idleEnd() async { try? await tracker.end.get() }

  /// Ends every connection.
  package func stop() async {
    for listener in listeners { try? await listener.close() }
    for connection in tracker.stop() { try? await connection.close() }
  }
}

extension UsageError {
  /// Another program listens on this port of a loopback address.
  static func portInUse(_ port: Int) -> UsageError {
    UsageError("port \(port) is in use: name \(.port), or leave it out to have one chosen")
  }
}

extension PageLimits {
  /// More than we take, so that the answer can say how much that is; never much more.
  fileprivate var decoderLimits: NIOHTTPDecoderLimitConfiguration {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderListSize = 2 * (headerBytes + targetBytes)
    limits.maxHeaderFieldSize = limits.maxHeaderListSize
    limits.maxHeaderFieldCount = 2 * headerCount
    return limits
  }
}

/// What the server takes and how long it waits; tests have smaller ones.
struct PageLimits: Sendable {
  /// Connections at once; a browser has six.
  var connections = 64
  /// Bytes of all header fields of a request.
  var headerBytes = 16 << 10
  /// Header fields of a request.
  var headerCount = 64
  /// Bytes of a request's target: the longest path, each byte as three, and a token.
  var targetBytes = 4 << 10
  /// A body of at most so many bytes never waits for others: all connections together hold 16 MiB of these.
  var smallBodyBytes = 256 << 10
  /// Bytes of all larger bodies that are being received; others wait.
  var bodyBytesAtOnce = 64 << 20
  /// How long a connection may take to its first request.
  var firstHeadMilliseconds = 10_000
  /// How long a connection may take to each further request.
  var nextHeadMilliseconds = 60_000
  /// The longest pause between two pieces of a body, or of an answer that is taken.
  var stallMilliseconds = 30_000
  /// How long a whole body may take: whoever sends a byte now and then does not stay.
  var bodyMilliseconds = 300_000
  /// How long what still comes after a refusal is thrown away, so that the refusal is read.
  var lingerMilliseconds = 5_000
  /// The time between two signs of life of an event stream.
  var heartbeatMilliseconds = 15_000

  init() {}
}

/// Tracks the open connections and event streams, and whether the server may end because no request came for a
/// while.
final class ConnectionTracker: Sendable {
  /// What a connection is used for, in the order in which connections are closed when there are too many.
  enum Use: Int {
    /// It ends with the answer that was sent.
    case closing
    /// It has not sent a request with the key yet.
    case unauthenticated
    /// It waits for the next request after one with the key.
    case idle
    /// It sends events.
    case events
    /// A request with the key is read or answered: never closed for another connection.
    case request
  }

  private struct Connection {
    let channel: any Channel
    var use = Use.unauthenticated
    /// Counts up: the lower, the longer it is used for this.
    var since: Int
  }

  private struct State {
    var connections: [ObjectIdentifier: Connection] = [:]
    var uses = 0
    var isStopped = false
    var end: Scheduled<Void>?
  }

  private let state = NIOLockedValueBox(State())
  private let eventLoop: any EventLoop
  private let idle: TimeAmount?
  private let ended: EventLoopPromise<Void>

  /// - Parameter idleMilliseconds: the time without a request after which it ends; nil for never.
  init(_ eventLoop: any EventLoop, idleMilliseconds: Int?) {
    self.eventLoop = eventLoop
    idle = idleMilliseconds.map { .milliseconds(Int64($0)) }
    ended = eventLoop.makePromise()
    touch()
  }

  /// Completes when no request came for the idle time, or when the server was stopped.
  var end: EventLoopFuture<Void> { ended.futureResult }

  /// Notes a request. The idle time starts again.
  func touch() {
    guard let idle else { return }
    let next = eventLoop.scheduleTask(in: idle) { [weak self] () -> Void in self?.endIfUnused() }
    state.withLockedValue { state in
      state.end?.cancel()
      state.end = next
    }
  }

  /// - Returns: the connections that are still open.
  @discardableResult
  func stop() -> [any Channel] {
    let connections = state.withLockedValue { state in
      state.end?.cancel()
      state.isStopped = true
      return state.connections.values.map(\.channel)
    }
    ended.succeed()
    return connections
  }

  /// Adds a connection. If there are too many, closes the least important other one.
  ///
  /// - Returns: false if there are too many connections.
  func connect(_ channel: any Channel, atMost most: Int) -> Bool {
    let (hasRoom, closing) = state.withLockedValue { state -> (Bool, Connection?) in
      state.uses += 1
      let others = state.connections.values.filter { $0.use != .request }
      state.connections[ObjectIdentifier(channel)] = Connection(channel: channel, since: state.uses)
      guard !state.isStopped else { return (false, nil) }
      guard state.connections.count > most else { return (true, nil) }
      let closing = others.min { ($0.use.rawValue, $0.since) < ($1.use.rawValue, $1.since) }
      if let closing { state.connections[ObjectIdentifier(closing.channel)] = nil }
      // What is refused is not counted.
      if closing == nil { state.connections[ObjectIdentifier(channel)] = nil }
      return (closing != nil, closing)
    }
    if let closing { close(closing) }
    return hasRoom
  }

  /// Notes what a connection is used for from now on.
  func note(_ channel: any Channel, _ use: Use) {
    state.withLockedValue { state in
      state.uses += 1
      state.connections[ObjectIdentifier(channel)]?.use = use
      state.connections[ObjectIdentifier(channel)]?.since = state.uses
    }
  }

  func disconnect(_ channel: any Channel) {
    let connection = state.withLockedValue { $0.connections.removeValue(forKey: ObjectIdentifier(channel)) }
    if connection?.use == .events { touch() }
  }

  /// A page whose events end asks for them again: later than usual, or many pages would take turns without end.
  ///
  /// - Source: HTML Living Standard, 9.2.6 Interpreting an event stream.
  private func close(_ connection: Connection) {
    if connection.use == .events {
      let later = ByteBuffer(string: "retry: 60000\n\n")
      connection.channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(later)), promise: nil)
      touch()
    }
    connection.channel.close(promise: nil)
  }

  private func endIfUnused() {
    let streams = state.withLockedValue { $0.connections.values.contains { $0.use == .events } }
    if !streams { ended.succeed() }
  }
}
