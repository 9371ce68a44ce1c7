import NIOConcurrencyHelpers
import NIOCore

/// Who is there: connections, open event streams, and whether nobody has asked for anything for so long that
/// the server may end.
final class Attendance: Sendable {
  private struct State {
    var connections: [ObjectIdentifier: any Channel] = [:]
    var isStopped = false
    var streams = 0
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
      return Array(state.connections.values)
    }
    ended.succeed()
    return connections
  }

  /// - Returns: whether there is room for one more.
  func connect(_ connection: any Channel, atMost most: Int) -> Bool {
    state.withLockedValue { state in
      state.connections[ObjectIdentifier(connection)] = connection
      return !state.isStopped && state.connections.count <= most
    }
  }

  func disconnect(_ connection: any Channel) {
    state.withLockedValue { $0.connections[ObjectIdentifier(connection)] = nil }
  }

  func streamBegins() { state.withLockedValue { $0.streams += 1 } }

  func streamEnds() {
    state.withLockedValue { $0.streams -= 1 }
    touch()
  }

  private func leaveIfAlone() {
    if state.withLockedValue({ $0.streams == 0 }) { ended.succeed() }
  }
}
