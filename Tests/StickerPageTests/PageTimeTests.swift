import NIOCore
import StickerPage
import Testing

@Suite("what the page's server waits for", .timeLimit(.minutes(2))) struct PageTimeTests {
  @Test(
    "who sends nothing, or a head without an end, is cut off", arguments: ["", "GET / HTTP/1.1\r\nHost: "])
  func head(_ start: String) async throws {
    var limits = PageLimits.patient
    limits.firstHeadMilliseconds = 50
    let page = try await Page(limits: limits)
    #expect(try await exchange(page.port, [Array(start.utf8)]).bytes == [])
    await page.server.stop()
  }

  @Test("who stops in the middle of a body is told, and leaves its room to others") func body() async throws {
    var limits = PageLimits.patient
    (limits.stallMilliseconds, limits.bodyBytesAtOnce) = (50, 1000)
    let page = try await Page(limits: limits)
    let half = Array(page.post("files", String(repeating: "x", count: 900)).dropLast(400))
    #expect(try await exchange(page.port, [half]).status == 408)
    let whole = page.post("files", String(repeating: "x", count: 1000))
    #expect(try await page.ask(whole).body.hasPrefix("{\"bytes\":1000"))
    await page.server.stop()
  }

  @Test("bodies wait for room, and all are taken in the end") func room() async throws {
    var limits = PageLimits.patient
    limits.bodyBytesAtOnce = 1000
    let page = try await Page(limits: limits)
    let request = page.post("files", String(repeating: "x", count: 900))
    let answers = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 1...20 { group.addTask { try await page.ask(request).status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == [Int?](repeating: 200, count: 20))
    await page.server.stop()
  }

  @Test("who leaves in the middle of a body leaves nothing behind") func lost() async throws {
    var limits = PageLimits.patient
    limits.bodyBytesAtOnce = 1000
    let page = try await Page(limits: limits)
    let half = Array(page.post("files", String(repeating: "x", count: 1000)).dropLast(10))
    let first = page.get("art/7")
    // The first answer says that the second request has been looked at; then the connection ends.
    for _ in 1...5 { _ = try await exchange(page.port, [first + half], until: "picture 7") }
    let whole = page.post("files", String(repeating: "x", count: 1000))
    #expect(try await page.ask(whole).body.hasPrefix("{\"bytes\":1000"))
    await page.server.stop()
  }

  @Test("one connection too many is told so") func connections() async throws {
    var limits = PageLimits.patient
    limits.connections = 1
    let (messages, sender) = AsyncStream.makeStream(of: String.self)
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let events = PageRoute(.get, "events") { _ in
      begin.finish()
      return .events(messages)
    }
    let page = try await Page(limits: limits, routes: [events])
    async let stream = exchange(page.port, [page.get("events")], until: "data: bye")
    for await _ in begins {}
    #expect(try await exchange(page.port, [page.get("events")]).status == 503)
    sender.yield("bye")
    #expect(try await stream.text.contains("data: bye\n\n"))
    await page.server.stop()
  }

  @Test("events are sent as they come, with signs of life in between") func events() async throws {
    var limits = PageLimits.patient
    limits.heartbeatMilliseconds = 20
    let (messages, sender) = AsyncStream.makeStream(of: String.self)
    let page = try await Page(limits: limits, routes: [PageRoute(.get, "events") { _ in .events(messages) }])
    let heard = try await exchange(page.port, [page.get("events")]) { text in
      if text.contains(":\n\n") { sender.yield("{\"type\":\"one\"}") }
      return text.contains("data: {\"type\":\"one\"}\n\n")
    }
    #expect(heard.field("Content-Type") == "text/event-stream")
    await page.server.stop()
  }

  @Test("a stream that nobody reads is cut") func unread() async throws {
    var limits = PageLimits.patient
    (limits.stallMilliseconds, limits.connections) = (200, 1)
    let (messages, sender) = AsyncStream.makeStream(of: String.self)
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let events = PageRoute(.get, "events") { _ in
      begin.finish()
      return .events(messages)
    }
    let page = try await Page(limits: limits, routes: [events] + Page.routes)
    let client = try await deafClient(page.port, page.get("events"))
    for await _ in begins {}
    #expect(try await page.ask(page.get("art/7")).status == 503)
    sender.yield(String(repeating: "x", count: 32 << 20))
    while try await page.ask(page.get("art/7")).status == 503 { try await Task.sleep(for: .milliseconds(20)) }
    try? await client.close()
    await page.server.stop()
  }

  @Test("a server that is stopped ends every connection, also one whose answer is still being made")
  func stopped() async throws {
    let (messages, _) = AsyncStream.makeStream(of: String.self)
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let (end, ends) = AsyncStream.makeStream(of: Void.self)
    let page = try await Page(routes: [
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
    async let stream = exchange(page.port, [page.get("events")])
    async let slow = exchange(page.port, [page.get("slow")])
    for await _ in begins.prefix(2) {}
    await page.server.stop()
    _ = try await stream
    #expect(try await slow.bytes.isEmpty)
    ends.finish()
  }

  @Test("a stream ends when its page is closed") func closed() async throws {
    let (messages, sender) = AsyncStream.makeStream(of: String.self)
    let page = try await Page(routes: [PageRoute(.get, "events") { _ in .events(messages) }])
    sender.yield("hello")
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    sender.onTermination = { _ in end.finish() }
    _ = try await exchange(page.port, [page.get("events")], until: "data: hello")
    for await _ in ends {}
    await page.server.stop()
  }

  @Test("the server ends when nobody has asked for anything, and no sooner") func idle() async throws {
    let (messages, sender) = AsyncStream.makeStream(of: String.self)
    let page = try await Page(
      idleMilliseconds: 150, routes: [PageRoute(.get, "events") { _ in .events(messages) }])
    sender.yield("hello")
    let ended = Task { await page.server.idleEnd() }
    async let stream = exchange(page.port, [page.get("events")], until: "bye")
    try await Task.sleep(for: .milliseconds(400))
    sender.yield("bye")
    #expect(try await stream.text.contains("bye"), "an open page keeps it alive")
    await ended.value
    await page.server.stop()
  }
}
