import NIOCore
import NIOPosix

@testable import StickerEngine
@testable import StickerPage

/// The data received over a connection: the raw bytes, and the parts of the last response.
struct ReceivedData {
  let bytes: [UInt8]
  var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The status of the first response; nil if no response has arrived.
  var status: Int? {
    guard text.hasPrefix("HTTP/1.1 ") else { return nil }
    return Int(text.dropFirst(9).prefix(3))
  }
  /// The text after the first empty line.
  var body: String {
    guard let end = text.firstRange(of: "\r\n\r\n") else { return "" }
    return String(text[end.upperBound...])
  }

  /// The value of a field in the first response.
  func field(_ name: String) -> String? {
    let head = text.prefix(upTo: text.firstRange(of: "\r\n\r\n")?.lowerBound ?? text.endIndex)
    for line in head.split(separator: "\r\n").dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1)
      if halves.count == 2, halves[0].lowercased() == name.lowercased() {
        return String(halves[1].drop { $0 == " " })
      }
    }
    return nil
  }
}

/// Sends bytes unchanged, and reads until the other side ends the connection or the text has arrived.
func exchange(_ port: Int, _ pieces: [[UInt8]], until text: String) async throws -> ReceivedData {
  try await exchange(port, pieces) { $0.contains(text) }
}

/// - Parameter isEnough: called with all received data whenever more has arrived.
func exchange(
  _ port: Int, at address: String = "127.0.0.1", _ pieces: [[UInt8]],
  until isEnough: (String) -> Bool = { _ in false }
) async throws -> ReceivedData {
  let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .channelOption(.autoRead, value: true)
    .connect(host: address, port: port) { channel in
      channel.eventLoop.makeCompletedFuture {
        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
      }
    }
  return try await channel.executeThenClose { inbound, outbound in
    // A server that rejects a request need not read all of it.
    do { for piece in pieces { try await outbound.write(ByteBuffer(bytes: piece)) } } catch {}
    var heard: [UInt8] = []
    do {
      for try await buffer in inbound {
        heard += Array(buffer.readableBytesView)
        if isEnough(String(decoding: heard, as: UTF8.self)) { break }
      }
    } catch {}
    return ReceivedData(bytes: heard)
  }
}

/// Sends bytes, and reads none of the response.
func connectWithoutReading(_ port: Int, _ bytes: [UInt8]) async throws -> any Channel {
  let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
    .channelOption(.autoRead, value: false)
    .connect(host: "127.0.0.1", port: port).get()
  try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
  return channel
}

extension PageServerLimits {
  /// The default limits, adjusted for a busy machine.
  static var withLongTimeouts: PageServerLimits {
    var limits = PageServerLimits()
    (limits.firstRequestTimeoutMilliseconds, limits.maxTransferPauseMilliseconds) = (3_600_000, 3_600_000)
    return limits
  }
}

/// A server with the routes of a test, and functions that create requests to it.
struct TestServer {
  static let token = "0123456789abcdefghijklmnopqrstuvwxyzABCDEF-_"
  let server: PageServer
  var port: Int { server.port }
  /// The host and port that requests must name.
  var authority: String { server.authority }

  init(
    idleMilliseconds: Int? = nil, limits: PageServerLimits = .withLongTimeouts,
    routes: [PageRoute] = TestServer.routes
  ) async throws {
    server = try await PageServer.startListening(
      on: 0, host: "page.localhost", token: TestServer.token, idleMilliseconds: idleMilliseconds,
      limits: limits,
      routes: routes)
  }

  /// A page, an image with a number, and a route that returns the size of the request's body.
  static let routes = [
    PageRoute(.get, "") { _ in .text("<!DOCTYPE html>", "text/html") },
    PageRoute(.get, "art", hasFileNumberInPath: true) { request in
      .bytes(Array("picture \(request.fileNumber ?? 0)".utf8), "image/png")
    },
    PageRoute(.post, "files", maxBodyBytes: 1000) { request in
      .json(.object(["bytes": .integer(request.body.count), "path": .string(request.query["path"] ?? "")]))
    },
  ]

  func getRequest(_ path: String, _ fields: [String] = []) -> [UInt8] {
    message("GET /\(TestServer.token)/\(path) HTTP/1.1", ["Host: \(authority)"] + fields)
  }

  func postRequest(_ path: String, _ body: String, _ fields: [String] = []) -> [UInt8] {
    message(
      "POST /\(TestServer.token)/\(path) HTTP/1.1",
      ["Host: \(authority)", "Origin: http://\(authority)", "Content-Length: \(body.utf8.count)"]
        + fields, body)
  }

  func message(_ line: String, _ fields: [String], _ body: String = "") -> [UInt8] {
    Array(([line] + fields + ["", body]).joined(separator: "\r\n").utf8)
  }

  /// Sends one request, and reads the whole response.
  func response(to request: [UInt8]) async throws -> ReceivedData {
    let closing = String(decoding: request, as: UTF8.self).replacing(
      "HTTP/1.1\r\n", with: "HTTP/1.1\r\nConnection: close\r\n", maxReplacements: 1)
    return try await exchange(port, [Array(closing.utf8)])
  }
}
