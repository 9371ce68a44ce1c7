import NIOCore
import Testing

@testable import StickerPage

@Suite("the server's timeouts", .timeLimit(.minutes(2))) struct PageServerTimeoutTests {
  @Test(
    "a client that sends nothing, or an endless head, is disconnected",
    arguments: ["", "GET / HTTP/1.1\r\nHost: "])
  func head(_ start: String) async throws {
    var limits = PageServerLimits.withLongTimeouts
    limits.firstRequestTimeoutMilliseconds = 50
    let page = try await TestServer(limits: limits)
    #expect(try await exchange(page.port, [Array(start.utf8)]).bytes == [])
    await page.server.stop()
  }

  @Test("a client that stops sending a body gets status 408, and its memory is freed") func body()
    async throws
  {
    var limits = PageServerLimits.withLongTimeouts
    (limits.maxTransferPauseMilliseconds, limits.maxConcurrentLargeBodyBytes, limits.maxUnreservedBodyBytes) =
      (
        50, 1000, 0
      )
    let page = try await TestServer(limits: limits)
    let half = Array(page.postRequest("files", String(repeating: "x", count: 900)).dropLast(400))
    #expect(try await exchange(page.port, [half]).status == 408)
    let whole = page.postRequest("files", String(repeating: "x", count: 1000))
    #expect(try await page.response(to: whole).body.hasPrefix("{\"bytes\":1000"))
    await page.server.stop()
  }

  @Test("bodies wait for memory, and all are eventually accepted") func room() async throws {
    var limits = PageServerLimits.withLongTimeouts
    (limits.maxConcurrentLargeBodyBytes, limits.maxUnreservedBodyBytes) = (1000, 0)
    let page = try await TestServer(limits: limits)
    let request = page.postRequest("files", String(repeating: "x", count: 900))
    let answers = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 1...20 { group.addTask { try await page.response(to: request).status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == [Int?](repeating: 200, count: 20))
    await page.server.stop()
  }

  @Test("if a client disconnects while it sends a body, its memory is freed for others") func lost()
    async throws
  {
    var limits = PageServerLimits.withLongTimeouts
    (limits.maxConcurrentLargeBodyBytes, limits.maxUnreservedBodyBytes) = (1000, 0)
    let page = try await TestServer(limits: limits)
    let half = Array(page.postRequest("files", String(repeating: "x", count: 1000)).dropLast(10))
    let first = page.getRequest("art/7")
    // The first response shows that the second request has been received. Then the connection ends.
    for _ in 1...5 { _ = try await exchange(page.port, [first + half], until: "picture 7") }
    let whole = page.postRequest("files", String(repeating: "x", count: 1000))
    #expect(try await page.response(to: whole).body.hasPrefix("{\"bytes\":1000"))
    await page.server.stop()
  }

  @Test("a small body does not wait for large ones that stalled") func smallBody() async throws {
    var limits = PageServerLimits.withLongTimeouts
    (limits.maxConcurrentLargeBodyBytes, limits.maxUnreservedBodyBytes) = (1000, 100)
    let page = try await TestServer(limits: limits)
    let half = Array(page.postRequest("files", String(repeating: "x", count: 1000)).dropLast(10))
    let first = try await connectWithoutReading(page.port, half)
    #expect(try await page.response(to: page.postRequest("files", "12345")).body.hasPrefix("{\"bytes\":5"))
    try? await first.close()
    await page.server.stop()
  }

  @Test("a connection above the limit is rejected while all others handle a request with the token")
  func connections() async throws {
    var limits = PageServerLimits.withLongTimeouts
    limits.maxConnections = 1
    let (end, ends) = AsyncStream.makeStream(of: Void.self)
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let slow = PageRoute(.get, "slow") { _ in
      begin.finish()
      for await _ in end {}
      return .text("late", "text/plain")
    }
    let page = try await TestServer(limits: limits, routes: [slow])
    async let answer = exchange(page.port, [page.getRequest("slow", ["Connection: close"])])
    for await _ in begins {}
    #expect(try await exchange(page.port, [page.getRequest("slow")]).status == 503)
    ends.finish()
    #expect(try await answer.body == "late")
    await page.server.stop()
  }

  @Test("idle connections never lock out a client with the token, and the oldest is closed first")
  func silent() async throws {
    var limits = PageServerLimits.withLongTimeouts
    limits.maxConnections = 3
    let page = try await TestServer(limits: limits)
    // This connection of the page waits for its next request. Another request of the page is answered
    // meanwhile.
    let kept = try await connectWithoutReading(page.port, page.getRequest("art/1"))
    _ = try await page.response(to: page.getRequest("art/2"))
    var silent: [any Channel] = []
    for _ in 1...6 { silent.append(try await connectWithoutReading(page.port, [])) }
    for number in 1...20 {
      #expect(try await page.response(to: page.getRequest("art/\(number)")).body == "picture \(number)")
    }
    try await silent[0].closeFuture.get()
    #expect(kept.isActive, "a connection with the token outlives those without one")
    // A connection with a wrong token is less important than one that has sent nothing yet.
    for _ in 1...6 {
      silent.append(
        try await connectWithoutReading(
          page.port, page.message("GET /x/ HTTP/1.1", ["Host: \(page.authority)"])))
      #expect(try await page.response(to: page.getRequest("art/7")).body == "picture 7")
    }
    #expect(kept.isActive, "a connection with the token outlives those with a wrong one")
    for client in silent + [kept] { try? await client.close() }
    await page.server.stop()
  }

  @Test("event streams above the limit are closed with a long retry time, and never lock out other requests")
  func streams()
    async throws
  {
    var limits = PageServerLimits.withLongTimeouts
    limits.maxConnections = 3
    let events = PageRoute(.get, "events") { _ in
      .events(
        AsyncStream {
          try? await Task.sleep(for: .seconds(3600))
          return nil
        })
    }
    let page = try await TestServer(limits: limits, routes: [events] + TestServer.routes)
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    var begun = begins.makeAsyncIterator()
    var streams: [Task<ReceivedData, any Error>] = []
    for _ in 1...5 {
      streams.append(
        Task {
          try await exchange(page.port, [page.getRequest("events")]) { text in
            if text.contains("retry: 1000\n\n") { begin.yield() }
            return false
          }
        })
      await begun.next()
    }
    #expect(try await streams[0].value.text.contains("retry: 60000\n\n"))
    #expect(try await page.response(to: page.getRequest("art/7")).body == "picture 7")
    await page.server.stop()
  }

  @Test("events are sent as they happen, with heartbeats in between") func events() async throws {
    var limits = PageServerLimits.withLongTimeouts
    limits.heartbeatMilliseconds = 20
    let (messages, sender) = AsyncStream.makeStream(of: String.self)
    let page = try await TestServer(
      limits: limits, routes: [PageRoute(.get, "events") { _ in .events(messages) }])
    let heard = try await exchange(page.port, [page.getRequest("events")]) { text in
      if text.contains(":\n\n") { sender.yield("{\"type\":\"one\"}") }
      return text.contains("data: {\"type\":\"one\"}\n\n")
    }
    #expect(heard.field("Content-Type") == "text/event-stream")
    await page.server.stop()
  }

  @Test("a stream is closed if its page stops reading") func unread() async throws {
    var limits = PageServerLimits.withLongTimeouts
    limits.maxTransferPauseMilliseconds = 200
    let (senders, begin) = AsyncStream.makeStream(of: AsyncStream<String>.Continuation.self)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let events = PageRoute(.get, "events") { _ in
      let (messages, sender) = AsyncStream.makeStream(of: String.self)
      sender.onTermination = { _ in end.finish() }
      begin.yield(sender)
      return .events(messages)
    }
    let page = try await TestServer(limits: limits, routes: [events])
    let client = try await connectWithoutReading(page.port, page.getRequest("events"))
    for await sender in senders.prefix(1) { sender.yield(String(repeating: "x", count: 32 << 20)) }
    for await _ in ends {}
    try? await client.close()
    await page.server.stop()
  }

  @Test("stopping the server ends every connection, even one with a pending response")
  func stopped() async throws {
    let (messages, _) = AsyncStream.makeStream(of: String.self)
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let (end, ends) = AsyncStream.makeStream(of: Void.self)
    let page = try await TestServer(routes: [
      PageRoute(.get, "events") { _ in
        begin.yield()
        return .events(messages)
      },
      PageRoute(.get, "slow") { _ in
        begin.yield()
        for await _ in end {}
        return .text("late", "text/plain")
      },
    ])
    async let stream = exchange(page.port, [page.getRequest("events")])
    async let slow = exchange(page.port, [page.getRequest("slow")])
    for await _ in begins.prefix(2) {}
    await page.server.stop()
    _ = try await stream
    #expect(try await slow.bytes.isEmpty)
    ends.finish()
  }

  @Test("a stream ends when its page is closed") func closed() async throws {
    let (messages, sender) = AsyncStream.makeStream(of: String.self)
    let page = try await TestServer(routes: [PageRoute(.get, "events") { _ in .events(messages) }])
    sender.yield("hello")
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    sender.onTermination = { _ in end.finish() }
    _ = try await exchange(page.port, [page.getRequest("events")], until: "data: hello")
    for await _ in ends {}
    await page.server.stop()
  }

  @Test("the server ends after the idle time, but not while a page is open") func idle() async throws {
    let (messages, sender) = AsyncStream.makeStream(of: String.self)
    let page = try await TestServer(
      idleMilliseconds: 150, routes: [PageRoute(.get, "events") { _ in .events(messages) }])
    sender.yield("hello")
    let ended = Task { await page.server.waitUntilIdleOrStopped() }
    async let stream = exchange(page.port, [page.getRequest("events")], until: "bye")
    try await Task.sleep(for: .milliseconds(400))
    sender.yield("bye")
    #expect(try await stream.text.contains("bye"), "an open page keeps the server running")
    await ended.value
    await page.server.stop()
  }
}
