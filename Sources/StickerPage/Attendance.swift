import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// Who is there: connections, open event streams, and whether nobody has asked for anything for so long that
/// the server may end.
final class Attendance: Sendable {
  /// What a connection is used for, in the order in which connections are closed when there are too many.
  enum Use: Int {
    /// It ends with the answer that was sent.
    case leaving
    /// It has not sent a request with the key yet.
    case stranger
    /// It waits for the next request after one with the key.
    case idle
    /// It sends events.
    case events
    /// A request with the key is read or answered: never closed for another connection.
    case request
  }

  private struct Connection {
    let channel: any Channel
    var use = Use.stranger
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

  /// - Parameter idleMilliseconds: how long nobody may ask for anything before it ends; nil for never.
  init(_ eventLoop: any EventLoop, idleMilliseconds: Int?) {
    self.eventLoop = eventLoop
    idle = idleMilliseconds.map { .milliseconds(Int64($0)) }
    ended = eventLoop.makePromise()
    touch()
  }

  /// Done when nobody was there for long enough, or the server was stopped.
  var end: EventLoopFuture<Void> { ended.futureResult }

  /// Notes that somebody asked for something: the waiting begins anew.
  func touch() {
    guard let idle else { return }
    let next = eventLoop.scheduleTask(in: idle) { [weak self] () -> Void in self?.leaveIfAlone() }
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

  /// Takes one more connection. If there are too many, the one that is missed least is closed for it.
  ///
  /// - Returns: false if there is no room.
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

  private func leaveIfAlone() {
    let streams = state.withLockedValue { $0.connections.values.contains { $0.use == .events } }
    if !streams { ended.succeed() }
  }
}
