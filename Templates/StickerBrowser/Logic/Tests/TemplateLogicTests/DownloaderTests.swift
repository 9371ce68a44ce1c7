import Foundation
import Testing

@testable import TemplateLogic

/// Short timeouts for servers that are slow on purpose. Other servers get as much time as a busy machine
/// needs.
private let quick = Downloader.Timeouts(idle: 1, total: 2)

private func failure(_ url: URL, limit: Int = 1_000, timeouts: Downloader.Timeouts = .standard) async
  -> DownloadError?
{
  do throws(DownloadError) {
    _ = try await Downloader(timeouts: timeouts).data(from: url, limit: limit)
    return nil
  } catch { return error }
}

@Suite(.timeLimit(.minutes(5))) struct DownloaderTests {
  @Test("A file within the limit arrives unchanged")
  func file() async throws {
    let body = sampleBytes("wave", count: 1_000)
    let server = try LoopbackServer(["/wave.png": .file(body)])
    defer { server.stop() }
    #expect(try await Downloader().data(from: server.url("/wave.png"), limit: 1_000) == body)
  }

  @Test("A file one byte over the limit is rejected, with or without a Content-Length")
  func tooLarge() async throws {
    let body = Data(repeating: 0x20, count: 1_001)
    let silent = Data("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8) + body
    let server = try LoopbackServer(["/promised": .file(body), "/silent": .raw(silent)])
    defer { server.stop() }
    #expect(await failure(try server.url("/promised")) == .tooLarge(limit: 1_000))
    #expect(await failure(try server.url("/silent")) == .tooLarge(limit: 1_000))
  }

  @Test("A download of a hundred megabytes is stopped early", arguments: [nil, 500, 100_000_000])
  func endless(_ promised: Int?) async throws {
    let server = try LoopbackServer(["/": .endless(promised: promised)])
    defer { server.stop() }
    let failure = await failure(try server.url("/"), limit: 300)
    #expect(failure == .tooLarge(limit: 300))
    try await Task.sleep(nanoseconds: 1_000_000_000)
    // The server would send all 100 MB. A busy system buffers more before the connection closes.
    #expect(server.sent < 50_000_000)
  }

  @Test("Every status other than 200 is an error", arguments: [201, 204, 206, 304, 400, 404, 500, 503])
  func status(_ status: Int) async throws {
    let body = status == 204 || status == 304 ? Data() : Data("sorry".utf8)
    let server = try LoopbackServer(["/": .status(status, body: body)])
    defer { server.stop() }
    #expect(await failure(try server.url("/")) == .status(status))
  }

  @Test("A download times out if the server stalls, before the first byte or later")
  func stall() async throws {
    let server = try LoopbackServer([
      "/none": .stall(promised: 100, Data()), "/some": .stall(promised: 100, Data("some".utf8)),
    ])
    defer { server.stop() }
    #expect(await failure(try server.url("/none"), timeouts: quick) == .timedOut)
    #expect(await failure(try server.url("/some"), timeouts: quick) == .timedOut)
  }

  @Test("A download that never stalls and never ends times out after the total time")
  func drip() async throws {
    let server = try LoopbackServer(["/": .drip(every: 0.1)])
    defer { server.stop() }
    let timeouts = Downloader.Timeouts(idle: 600, total: 1)
    #expect(await failure(try server.url("/"), timeouts: timeouts) == .timedOut)
  }

  @Test("A download from a silent server times out after the idle time, long before the total time")
  func idle() async throws {
    let server = try LoopbackServer(["/": .stall(promised: 100, Data("some".utf8))])
    defer { server.stop() }
    let timeouts = Downloader.Timeouts(idle: 1, total: 600)
    #expect(await failure(try server.url("/"), timeouts: timeouts) == .timedOut)
  }

  @Test("A truncated file is an error")
  func cut() async throws {
    let server = try LoopbackServer(["/": .cut(promised: 100, Data("some".utf8))])
    defer { server.stop() }
    guard case .connection = await failure(try server.url("/")) else {
      Issue.record("accepted")
      return
    }
  }

  @Test(
    "A response that is not HTTP is an error",
    arguments: ["", "garbage\r\n\r\n", "HTTP/9.9 banana\r\n\r\n", "\u{0}\u{0}"])
  func garbage(_ text: String) async throws {
    let server = try LoopbackServer(["/": .raw(Data(text.utf8))])
    defer { server.stop() }
    #expect(await failure(try server.url("/")) != nil)
  }

  @Test("A connection to a missing server is an error")
  func nobody() async throws {
    let server = try LoopbackServer()
    let url = try server.url("/")
    server.stop()
    guard case .connection = await failure(url) else {
      Issue.record("accepted")
      return
    }
  }

  @Test(
    "A redirect to the same server is followed, with every redirect status", arguments: [301, 302, 307, 308])
  func redirection(_ status: Int) async throws {
    let server = try LoopbackServer([
      "/old": .status(status, fields: ["Location: /new"]), "/new": .file(Data("new".utf8)),
    ])
    defer { server.stop() }
    let data = try await Downloader().data(from: server.url("/old"), limit: 10)
    #expect(data == Data("new".utf8))
  }

  @Test("A redirect to another host, port or scheme is refused, and no request is sent there")
  func elsewhere() async throws {
    let other = try LoopbackServer(["/wave.png": .file(Data("evil".utf8))])
    let server = try LoopbackServer()
    defer {
      server.stop()
      other.stop()
    }
    let targets = [
      (try other.url("/wave.png").absoluteString, "127.0.0.1"),
      (try server.url("/wave.png", host: "localhost").absoluteString, "localhost"),
      ("https://127.0.0.1:\(server.port)/wave.png", "127.0.0.1"),
      ("http://example.invalid/", "example.invalid"),
    ]
    for (target, host) in targets {
      server.answer("/", .status(302, fields: ["Location: \(target)"]))
      #expect(await failure(try server.url("/")) == .redirectRefused(to: host), "\(target)")
    }
    #expect(other.requests.isEmpty)
    #expect(Set(server.paths) == ["/"])
  }

  @Test(
    "A redirect to a URL that is not HTTP is refused",
    arguments: ["file:///etc/hostname", "data:,evil", "ftp://127.0.0.1/"])
  func otherSchemes(_ target: String) async throws {
    let server = try LoopbackServer(["/": .status(302, fields: ["Location: \(target)"])])
    defer { server.stop() }
    #expect(await failure(try server.url("/")) != nil)
  }

  @Test("A redirect loop ends")
  func loop() async throws {
    let server = try LoopbackServer([
      "/a": .status(302, fields: ["Location: /b"]), "/b": .status(302, fields: ["Location: /a"]),
    ])
    defer { server.stop() }
    #expect(await failure(try server.url("/a")) == .tooManyRedirects)
    #expect(server.requests.count <= Transfers.maxRedirects + 1)
  }

  @Test("A canceled download ends immediately, whether or not it has started")
  func cancellation() async throws {
    let server = try LoopbackServer(["/": .stall(promised: 100, Data("some".utf8))])
    defer { server.stop() }
    let url = try server.url("/")
    let running = Task { await failure(url, timeouts: Downloader.Timeouts(idle: 600, total: 600)) }
    while server.requests.isEmpty { try await Task.sleep(nanoseconds: 10_000_000) }
    running.cancel()
    #expect(await running.value == .canceled)
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await failure(url)
    }
    #expect(await late.value == .canceled)
  }

  @Test("A cookie from a server is not sent back, and nothing is cached")
  func traceless() async throws {
    let fields = ["Set-Cookie: who=you; Max-Age=3600", "Cache-Control: max-age=3600", "ETag: \"1\""]
    let server = try LoopbackServer(["/": .status(200, fields: fields, body: Data("a".utf8))])
    defer { server.stop() }
    let downloader = Downloader()
    for _ in 0..<3 { _ = try await downloader.data(from: server.url("/"), limit: 10) }
    #expect(server.requests.count == 3)
    for request in server.requests {
      #expect(!request.lowercased().contains("cookie:"))
      #expect(!request.lowercased().contains("if-none-match:"))
    }
  }
}
