import NIOCore
import NIOPosix
import StickerEngine
import Testing

@testable import StickerPage

@Suite("the page's server") struct PageServerTests {
  @Test("a response has every header that restricts the browser") func page()
    async throws
  {
    let page = try await TestServer()
    let heard = try await page.response(to: page.getRequest("", ["Sec-Fetch-Site: none"]))
    #expect(heard.status == 200)
    #expect(heard.field("Content-Type") == "text/html; charset=utf-8")
    #expect(heard.field("Content-Length") == "15")
    #expect(heard.field("X-Content-Type-Options") == "nosniff")
    #expect(heard.field("Referrer-Policy") == "no-referrer")
    #expect(heard.field("Cross-Origin-Opener-Policy") == "same-origin")
    #expect(heard.field("Cross-Origin-Resource-Policy") == "same-origin")
    #expect(heard.field("Cache-Control") == "no-store")
    #expect(heard.field("X-Frame-Options") == "DENY")
    #expect(
      heard.field("Content-Security-Policy")
        == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
        + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'; trusted-types stickerlint")
    await page.server.stop()
  }

  @Test("HEAD is answered like GET, without the body") func head() async throws {
    let page = try await TestServer()
    let heard = try await page.response(
      to: page.message("HEAD /\(TestServer.token)/ HTTP/1.1", ["Host: \(page.authority)"]))
    #expect(heard.status == 200)
    #expect(heard.field("Content-Length") == "15")
    #expect(heard.body == "")
    await page.server.stop()
  }

  @Test("a body and its decoded path reach the route", arguments: ["Origin", "Sec-Fetch-Site"])
  func body(_ proof: String) async throws {
    let page = try await TestServer()
    let value = proof == "Origin" ? "http://\(page.authority)" : "same-origin"
    let heard = try await page.response(
      to: page.message(
        "POST /\(TestServer.token)/files?path=a%2Fb%20%C3%BC+%2B.png HTTP/1.1",
        ["Host: \(page.authority)", "\(proof): \(value)", "Content-Length: 5"], "12345"))
    #expect(heard.body == "{\"bytes\":5,\"path\":\"a/b ü +.png\"}\n")
    await page.server.stop()
  }

  @Test("pipelined requests are answered in order, whatever their bodies contain")
  func pipelined() async throws {
    let page = try await TestServer()
    let smuggled = "GET /elsewhere HTTP/1.1\r\n\r\n"
    let bytes =
      page.getRequest("art/1") + page.postRequest("files", smuggled) + page.getRequest("art/2")
      + page.getRequest("art/3", ["Connection: close"]) + page.getRequest("art/4")
    let heard = try await exchange(page.port, [bytes])
    let order = ["picture 1", "\"bytes\":\(smuggled.utf8.count)", "picture 2", "picture 3"]
    let places = order.compactMap { heard.text.firstRange(of: $0)?.lowerBound }
    #expect(places.count == 4 && places == places.sorted())
    #expect(!heard.text.contains("picture 4"))
    await page.server.stop()
  }

  @Test("a request that arrives byte by byte is read") func slowly() async throws {
    let page = try await TestServer()
    let bytes = page.postRequest("files", "12345", ["Connection: close"])
    #expect(try await exchange(page.port, bytes.map { [$0] }).body.hasPrefix("{\"bytes\":5"))
    await page.server.stop()
  }

  @Test("Expect: 100-continue is answered") func expected() async throws {
    let page = try await TestServer()
    let heard = try await page.response(to: page.postRequest("files", "12345", ["Expect: 100-continue"]))
    #expect(heard.status == 100)
    #expect(heard.body.hasPrefix("HTTP/1.1 200 OK"))
    await page.server.stop()
  }

  @Test(
    "an Upgrade request gets a normal answer, and the connection closes", arguments: ["websocket", "h2c"])
  func upgrade(_ name: String) async throws {
    let page = try await TestServer()
    let heard = try await exchange(
      page.port,
      [page.getRequest("", ["Connection: Upgrade", "Upgrade: \(name)"]) + page.getRequest("art/1")])
    #expect(heard.status == 200)
    #expect(heard.field("Connection") == "close")
    #expect(!heard.text.contains("picture"), "the data after it is not parsed as a request")
    await page.server.stop()
  }

  @Test("a header value cannot start another header") func said() async throws {
    let page = try await TestServer(routes: [
      PageRoute(.get, "pack") { _ in
        .text("x", "text/plain").withPercentEncodedHeader("ü\r\nX: 1%", for: "Pack-Contents")
      }
    ])
    let heard = try await page.response(to: page.getRequest("pack"))
    #expect(heard.field("Pack-Contents") == "%C3%BC%0D%0AX%3A%201%25")
    await page.server.stop()
  }

  @Test("a file name cannot break the Content-Disposition header") func attachment() async throws {
    let page = try await TestServer(routes: [
      PageRoute(.get, "download") { _ in .bytes([1], "image/png", savedAs: "a\"\r\nX: ü;/.png") }
    ])
    let heard = try await page.response(to: page.getRequest("download"))
    #expect(
      heard.field("Content-Disposition")
        == "attachment; filename=\"a___X_ ____.png\"; filename*=UTF-8''a%22%0D%0AX%3A%20%C3%BC%3B%2F.png")
    await page.server.stop()
  }

  @Test("a client that is still sending receives the rejection") func early() async throws {
    let page = try await TestServer()
    let head = page.message(
      "POST /\(TestServer.token)/files HTTP/1.1",
      ["Host: \(page.authority)", "Origin: http://\(page.authority)", "Content-Length: 200000000"])
    let piece = [UInt8](repeating: 0, count: 1 << 20)
    let heard = try await exchange(page.port, [head] + [[UInt8]](repeating: piece, count: 190))
    #expect(heard.status == 413)
    #expect(heard.body == "{\"error\":\"the body is 200,000,000 bytes long (limit: 1000 bytes)\"}\n")
    await page.server.stop()
  }

  @Test("a port in use is reported") func taken() async throws {
    let page = try await TestServer()
    await #expect(throws: CommandError.portInUse(page.port)) {
      _ = try await PageServer.startListening(
        on: page.port, token: TestServer.token, idleMilliseconds: nil, routes: TestServer.routes)
    }
    await page.server.stop()
  }

  @Test("no other program receives what a browser sends to the second loopback address")
  func bothAddresses() async throws {
    // On a system without IPv6, there is no second address.
    guard let other = try? await listener(at: "::1", port: 0), let port = other.localAddress?.port else {
      return
    }
    await #expect(throws: CommandError.portInUse(port)) {
      _ = try await PageServer.startListening(
        on: port, token: TestServer.token, idleMilliseconds: nil, routes: TestServer.routes)
    }
    // The first address is free again.
    try await listener(at: "127.0.0.1", port: port).close()
    try await other.close()
    let page = try await TestServer()
    let heard = try await exchange(page.port, at: "::1", [page.getRequest("art/7", ["Connection: close"])])
    #expect(heard.body == "picture 7")
    await page.server.stop()
  }

  private func listener(at address: String, port: Int) async throws -> any Channel {
    try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(to: SocketAddress(ipAddress: address, port: port)).get()
  }
}
