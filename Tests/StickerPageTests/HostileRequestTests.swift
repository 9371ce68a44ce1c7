import Testing

@testable import StickerPage

/// A request that must be rejected.
struct HostileRequest: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The status of the response.
  let status: Int
  /// The first line, the fields and the body; `HOST`, `ORIGIN`, `PORT` and `TOKEN` are replaced with the
  /// correct values.
  let message: String

  init(_ what: String, _ status: Int, _ line: String, _ fields: [String], _ body: String = "") {
    (testDescription, self.status) = (what, status)
    message = ([line] + fields + ["", body]).joined(separator: "\r\n")
  }

  static func get(
    _ what: String, _ status: Int, _ target: String, _ fields: [String] = [], host: String? = "HOST"
  ) -> HostileRequest {
    HostileRequest(what, status, "GET \(target) HTTP/1.1", (host.map { ["Host: \($0)"] } ?? []) + fields)
  }

  static func post(_ what: String, _ status: Int, _ fields: [String], _ body: String = "") -> HostileRequest {
    HostileRequest(what, status, "POST /TOKEN/files HTTP/1.1", ["Host: HOST"] + fields, body)
  }

  private static let hosts: [HostileRequest] = [
    .get("no Host header", 400, "/TOKEN/", host: nil),
    .get("two Host headers", 400, "/TOKEN/", ["Host: HOST"]),
    .get("two different Host headers", 400, "/TOKEN/", ["Host: evil.example"]),
    .get("a Host of another site", 421, "/TOKEN/", host: "evil.example"),
    .get("a Host name that resolves to this machine", 421, "/TOKEN/", host: "rebind.evil.example:PORT"),
    .get("a Host with a different port", 421, "/TOKEN/", host: "page.localhost:1"),
    .get("a Host without a port", 421, "/TOKEN/", host: "page.localhost"),
    .get("a Host that starts with the correct one", 421, "/TOKEN/", host: "HOST.evil.example"),
    .get("a Host that ends with the correct one", 421, "/TOKEN/", host: "other.HOST"),
    .get("a Host with a different name of this machine", 421, "/TOKEN/", host: "localhost:PORT"),
    .get("a Host with the loopback address", 421, "/TOKEN/", host: "127.0.0.1:PORT"),
    .get("a Host with user information", 421, "/TOKEN/", host: "HOST@evil.example"),
    .get("a Host with the IPv6 loopback address", 421, "/TOKEN/", host: "[::1]:PORT"),
    .get("a Host with the loopback address as one number", 421, "/TOKEN/", host: "2130706433:PORT"),
    .get("a Host with the wildcard address", 421, "/TOKEN/", host: "0.0.0.0:PORT"),
    .get("an empty Host", 421, "/TOKEN/", host: ""),
  ]

  private static let origins: [HostileRequest] = [
    .get("a different origin", 403, "/TOKEN/", ["Origin: http://evil.example"]),
    .get("an opaque origin", 403, "/TOKEN/", ["Origin: null"]),
    .get("the correct origin, but with https", 403, "/TOKEN/", ["Origin: https://HOST"]),
    .get(
      "the correct origin, but with a different port", 403, "/TOKEN/", ["Origin: http://page.localhost:1"]),
    .get(
      "an origin with a different name of this machine", 403, "/TOKEN/", ["Origin: http://localhost:PORT"]),
    .get("an origin that starts with the correct one", 403, "/TOKEN/", ["Origin: http://HOST.evil.example"]),
    .get("two Origin headers", 403, "/TOKEN/", ["Origin: ORIGIN", "Origin: http://evil.example"]),
    .get("Sec-Fetch-Site: cross-site", 403, "/TOKEN/", ["Sec-Fetch-Site: cross-site"]),
    .get("Sec-Fetch-Site: same-site", 403, "/TOKEN/", ["Sec-Fetch-Site: same-site"]),
    .post("POST without an Origin", 403, ["Content-Length: 0"]),
    .post("POST from a form on another site", 403, ["Origin: http://evil.example", "Content-Length: 0"]),
    .post("POST that no page sent", 403, ["Sec-Fetch-Site: none", "Content-Length: 0"]),
  ]

  private static let targets: [HostileRequest] = [
    .get("no token", 403, "/"),
    .get("a wrong token", 403, "/0123456789abcdefghijklmnopqrstuvwxyzABCDEF-X/"),
    .get("a truncated token", 403, "/0123456789abcdef/"),
    .get("the token with an extra character", 403, "/TOKENx/"),
    .get("the token without a slash after it", 403, "/TOKEN"),
    .get("a path to a parent folder", 400, "/TOKEN/../"),
    .get("a path that contains parent folders", 400, "/TOKEN/art/../../etc/passwd"),
    .get("an escaped path to a parent folder", 400, "/TOKEN/%2e%2e/etc/passwd"),
    .get("a twice-escaped path to a parent folder", 400, "/TOKEN/%252e%252e/"),
    .get("an escaped slash", 400, "/TOKEN%2Fart/1"),
    .get("an escaped null character", 400, "/TOKEN/art/1%00.png"),
    .get("a backslash", 400, "/TOKEN/..\\..\\etc"),
    .get("double slashes", 400, "//TOKEN//art/1"),
    .get("a dot as a path component", 400, "/TOKEN/./art/1"),
    .get("a fragment", 400, "/TOKEN/#x"),
    .get("an absolute URL", 400, "http://evil.example/TOKEN/"),
    .get("bytes that are not ASCII", 400, "/TOKEN/ü"),
    .get("a query that is not UTF-8", 400, "/TOKEN/?a=%FF"),
    .get("a query with the same name twice", 400, "/TOKEN/?a=1&a=2"),
    .get("an incomplete escape", 400, "/TOKEN/?a=%F"),
    .get("an address that is too long", 414, "/TOKEN/?a=" + String(repeating: "x", count: 5000)),
    .get("an address that is far too long", 431, "/TOKEN/?a=" + String(repeating: "x", count: 200_000)),
    .get("a path that does not exist", 404, "/TOKEN/etc/passwd"),
    .get("a number with a sign", 404, "/TOKEN/art/-1"),
    .get("a number with a leading zero", 404, "/TOKEN/art/01"),
    .get("a number that overflows", 404, "/TOKEN/art/99999999999999999999"),
  ]

  private static let bodies: [HostileRequest] = [
    .post("no Content-Length", 411, ["Origin: ORIGIN"]),
    .post(
      "a body of unknown length", 501, ["Origin: ORIGIN", "Transfer-Encoding: chunked"], "0\r\n\r\n"),
    .post(
      "request smuggling: Content-Length, then Transfer-Encoding", 400,
      ["Origin: ORIGIN", "Content-Length: 4", "Transfer-Encoding: chunked"], "0\r\n\r\nGET / HTTP/1.1\r\n\r\n"
    ),
    .post(
      "request smuggling: Transfer-Encoding, then Content-Length", 400,
      ["Origin: ORIGIN", "Transfer-Encoding: chunked", "Content-Length: 4"], "0\r\n\r\n"),
    .post(
      "request smuggling: two Content-Length headers", 400,
      ["Origin: ORIGIN", "Content-Length: 4", "Content-Length: 40"],
      "abcd"),
    .post("a negative Content-Length", 400, ["Origin: ORIGIN", "Content-Length: -1"]),
    .post("a Content-Length with a plus sign", 400, ["Origin: ORIGIN", "Content-Length: +4"], "abcd"),
    .post(
      "a Content-Length that overflows", 400, ["Origin: ORIGIN", "Content-Length: 99999999999999999999"]),
    .post("a body that is too long", 413, ["Origin: ORIGIN", "Content-Length: 1001"], "abc"),
    .post("a body that is far too long", 413, ["Origin: ORIGIN", "Content-Length: 1099511627776"]),
    .post(
      "a compressed body", 415, ["Origin: ORIGIN", "Content-Length: 4", "Content-Encoding: gzip"], "abcd"),
    .post(
      "an unsupported Expect header", 417, ["Origin: ORIGIN", "Content-Length: 4", "Expect: tea"], "abcd"),
    .get("GET with a body", 413, "/TOKEN/", ["Content-Length: 4"]),
  ]

  private static let heads: [HostileRequest] = [
    HostileRequest("DELETE", 405, "DELETE /TOKEN/art/1 HTTP/1.1", ["Host: HOST"]),
    HostileRequest(
      "OPTIONS, as before a POST from another site", 405, "OPTIONS /TOKEN/files HTTP/1.1", ["Host: HOST"]),
    HostileRequest("TRACE", 405, "TRACE /TOKEN/ HTTP/1.1", ["Host: HOST"]),
    HostileRequest("CONNECT", 405, "CONNECT evil.example:443 HTTP/1.1", ["Host: HOST"]),
    HostileRequest("an unknown method", 400, "STEAL /TOKEN/ HTTP/1.1", ["Host: HOST"]),
    HostileRequest("HTTP/1.0", 505, "GET /TOKEN/ HTTP/1.0", ["Host: HOST"]),
    HostileRequest("the start of an HTTP/2 connection", 400, "PRI * HTTP/2.0", ["", "SM"]),
    HostileRequest("HTTP/0.9", 400, "GET /TOKEN/", []),
    HostileRequest("the start of a TLS connection", 400, "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}", []),
    HostileRequest("GET for a POST route", 405, "GET /TOKEN/files HTTP/1.1", ["Host: HOST"]),
    HostileRequest("POST for a GET route", 405, "POST /TOKEN/ HTTP/1.1", ["Host: HOST", "Origin: ORIGIN"]),
    HostileRequest("a header field on two lines", 400, "GET /TOKEN/ HTTP/1.1", ["Host: HOST", "X: a", " b"]),
    HostileRequest(
      "a header field with a space after its name", 400, "GET /TOKEN/ HTTP/1.1", ["Host : HOST"]),
    HostileRequest(
      "a header field without a colon", 400, "GET /TOKEN/ HTTP/1.1", ["Host: HOST", "nonsense"]),
    HostileRequest(
      "a header field with a null character", 400, "GET /TOKEN/ HTTP/1.1", ["Host: HOST", "X: a\u{0}b"]),
    HostileRequest(
      "65 header fields", 431, "GET /TOKEN/ HTTP/1.1", ["Host: HOST"] + (1...64).map { "X-\($0): a" }),
    HostileRequest(
      "1,000 header fields", 431, "GET /TOKEN/ HTTP/1.1", ["Host: HOST"] + (1...1000).map { "X-\($0): a" }),
    HostileRequest(
      "a header field of 17,000 bytes", 431, "GET /TOKEN/ HTTP/1.1",
      ["Host: HOST", "Cookie: " + String(repeating: "a", count: 17_000)]),
    HostileRequest(
      "a header field of 1 MiB", 431, "GET /TOKEN/ HTTP/1.1",
      ["Host: HOST", "Cookie: " + String(repeating: "a", count: 1 << 20)]),
  ]

  static let all = hosts + origins + targets + bodies + heads
}

@Suite("hostile requests") struct HostileRequestTests {
  @Test("each is rejected with a reason, and a valid request works afterward", arguments: HostileRequest.all)
  func refused(_ hostile: HostileRequest) async throws {
    let page = try await TestServer()
    let host = page.authority
    let message = hostile.message.replacing("ORIGIN", with: "http://HOST").replacing("HOST", with: host)
      .replacing("PORT", with: "\(page.port)").replacing("TOKEN", with: TestServer.token)
    let heard = try await exchange(page.port, [Array(message.utf8)])
    #expect(heard.status == hostile.status, "\(heard.text)")
    #expect(heard.text.occurrences(of: "HTTP/1.1 \(hostile.status)") == 1, "exactly one response")
    #expect(!heard.body.isEmpty && heard.body.last == "\n" && heard.body.occurrences(of: "\n") == 1)
    #expect(!heard.text.contains(TestServer.token))
    #expect(heard.field("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true)
    #expect(!heard.text.lowercased().contains("access-control-"))
    #expect(try await page.response(to: page.getRequest("")).body == "<!DOCTYPE html>")
    await page.server.stop()
  }

  @Test("there are at least 40 hostile requests") func count() { #expect(HostileRequest.all.count >= 40) }
}

extension String {
  /// The number of times that a string occurs.
  fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}
