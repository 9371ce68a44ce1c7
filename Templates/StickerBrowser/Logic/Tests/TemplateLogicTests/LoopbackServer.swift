import Foundation

@testable import TemplateLogic

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server on the loopback interface that can answer in every way that a real server might.
final class LoopbackServer: Sendable {
  /// The answers of the server.
  enum Answer: Sendable {
    /// A correct answer.
    case file(Data)
    /// A status with these header fields and a body.
    case status(Int, fields: [String] = [], body: Data = Data())
    /// A header that promises a number of bytes, then fewer bytes, and then the end of the connection.
    case cut(promised: Int, Data)
    /// Some bytes, and then nothing until the client gives up.
    case stall(promised: Int, Data)
    /// A byte from time to time, endlessly.
    case drip(every: TimeInterval)
    /// Bytes until the client hangs up, at most a hundred million. If `promised` is nil, the header has no
    /// length.
    case endless(promised: Int?)
    /// These bytes without a header.
    case raw(Data)
  }

  private struct State: Sendable {
    var answers: [String: Answer] = [:]
    var requests: [String] = []
    var openRequestCount = 0
    var maxOpenRequestCount = 0
    var sent = 0
  }

  private let state = Locked(State())
  private let listener: Int32
  /// The port that the system chose.
  let port: Int

  init(_ answers: [String: Answer] = [:]) throws {
    let socket = socket(AF_INET, streamType, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withSocketAddress(&address) { bind(socket, $0, length) }
    guard socket >= 0, bound == 0, listen(socket, 64) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    _ = withSocketAddress(&address) { getsockname(socket, $0, &length) }
    listener = socket
    port = Int(UInt16(bigEndian: address.sin_port))
    state.withLock { $0.answers = answers }
    Thread.detachNewThread { [self] in acceptConnections() }
  }

  /// Stops the server. Its thread ends with the listening socket.
  func stop() {
    shutdown(listener, shutdownBoth)
    close(listener)
  }

  /// The address of the folder of stickers.
  var folder: StickerServer {
    get throws { StickerServer(trusting: try url("/")) }
  }

  /// Returns an address on this server.
  func url(_ path: String, host: String = "127.0.0.1") throws -> URL {
    guard let url = URL(string: "http://\(host):\(port)\(path)") else { throw POSIXError(.EINVAL) }
    return url
  }

  /// Sets the answer for a path.
  func answer(_ path: String, _ answer: Answer) {
    state.withLock { $0.answers[path] = answer }
  }

  /// The requests so far, with all header fields.
  var requests: [String] { state.withLock { $0.requests } }

  /// The requested paths so far.
  var paths: [String] {
    requests.map { String($0.split(separator: " ", maxSplits: 2).dropFirst().first ?? "") }
  }

  /// The maximum number of requests that were open at once.
  var maxOpenRequestCount: Int { state.withLock { $0.maxOpenRequestCount } }

  /// The number of body bytes that were written.
  var sent: Int { state.withLock { $0.sent } }

  private func acceptConnections() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      Thread.detachNewThread { [self] in
        serve(connection)
        close(connection)
      }
    }
  }

  private func serve(_ connection: Int32) {
    guard let request = readRequest(connection) else { return }
    let path = String(request.split(separator: " ", maxSplits: 2).dropFirst().first ?? "")
    let answer = state.withLock { state in
      state.requests.append(request)
      state.openRequestCount += 1
      state.maxOpenRequestCount = max(state.maxOpenRequestCount, state.openRequestCount)
      return state.answers[path] ?? .status(404)
    }
    defer { state.withLock { $0.openRequestCount -= 1 } }
    send(answer, to: connection)
  }

  private func readRequest(_ connection: Int32) -> String? {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while request.count < 65_536 {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      request += buffer[..<count]
      if request.suffix(4) == Array("\r\n\r\n".utf8) { return String(decoding: request, as: UTF8.self) }
    }
    return nil
  }

  private func send(_ answer: Answer, to connection: Int32) {
    switch answer {
    case .file(let body): send(head(200, body.count) + body, to: connection)
    case .status(let status, let fields, let body):
      send(head(status, body.count, fields) + body, to: connection)
    case .cut(let promised, let body): send(head(200, promised) + body, to: connection)
    case .stall(let promised, let body):
      send(head(200, promised) + body, to: connection)
      waitForEnd(of: connection, seconds: 30)
    case .drip(let pause):
      send(head(200, 1_000), to: connection)
      for _ in 0..<1_000 {
        guard send(Data([0x20]), to: connection) else { return }
        Thread.sleep(forTimeInterval: pause)
      }
    case .endless(let promised):
      send(head(200, promised), to: connection)
      let block = Data(repeating: 0x20, count: 65_536)
      while state.withLock({ $0.sent }) < 100_000_000, send(block, to: connection) {
        state.withLock { $0.sent += block.count }
        // This is the speed of a very fast network. Without the pause, everything would be sent before the client
        // could stop.
        Thread.sleep(forTimeInterval: 0.001)
      }
    case .raw(let bytes): send(bytes, to: connection)
    }
  }

  @discardableResult private func send(_ data: Data, to connection: Int32) -> Bool {
    let bytes = [UInt8](data)
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { buffer -> Int in
        guard let base = buffer.baseAddress else { return -1 }
        return sendBytes(connection, base + start, bytes.count - start)
      }
      guard count > 0 else { return false }
      start += count
    }
    return true
  }
}

private func head(_ status: Int, _ length: Int?, _ fields: [String] = []) -> Data {
  let fields = fields + (length.map { ["Content-Length: \($0)"] } ?? []) + ["Connection: close"]
  return Data("HTTP/1.1 \(status) Status\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n".utf8)
}

/// Waits until the client hangs up.
private func waitForEnd(of connection: Int32, seconds: Int) {
  var time = timeval(tv_sec: seconds, tv_usec: 0)
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  var byte: UInt8 = 0
  _ = recv(connection, &byte, 1, 0)
}

private func withSocketAddress<Result>(
  _ address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
) -> Result {
  withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
  }
}

#if canImport(Darwin)
  private let streamType = SOCK_STREAM
  private let shutdownBoth = SHUT_RDWR

  private func sendBytes(_ connection: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    var on: Int32 = 1
    setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    return send(connection, bytes, count, 0)
  }
#else
  private let streamType = Int32(SOCK_STREAM.rawValue)
  private let shutdownBoth = Int32(SHUT_RDWR)

  private func sendBytes(_ connection: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    send(connection, bytes, count, Int32(MSG_NOSIGNAL))
  }
#endif
