import Testing

@testable import StickerPage

/// A request that must be rejected.
struct Hostile: Sendable, CustomTestStringConvertible {
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
  ) -> Hostile {
    Hostile(what, status, "GET \(target) HTTP/1.1", (host.map { ["Host: \($0)"] } ?? []) + fields)
  }

  static func post(_ what: String, _ status: Int, _ fields: [String], _ body: String = "") -> Hostile {
    Hostile(what, status, "POST /TOKEN/files HTTP/1.1", ["Host: HOST"] + fields, body)
  }

  private static let hosts: [Hostile] = [
    .get("without a Host", 400, "/TOKEN/", host: nil),
    .get("with two Hosts", 400, "/TOKEN/", ["Host: HOST"]),
    .get("with two different Hosts", 400, "/TOKEN/", ["Host: evil.example"]),
    .get("with a Host of elsewhere", 421, "/TOKEN/", host: "evil.example"),
    .get("with a name that leads here", 421, "/TOKEN/", host: "rebind.evil.example:PORT"),
    .get("with another port", 421, "/TOKEN/", host: "page.localhost:1"),
    .get("without a port", 421, "/TOKEN/", host: "page.localhost"),
    .get("with a Host that begins right", 421, "/TOKEN/", host: "HOST.evil.example"),
    .get("with a Host that ends right", 421, "/TOKEN/", host: "other.HOST"),
    .get("with another name of this machine", 421, "/TOKEN/", host: "localhost:PORT"),
    .get("with the address of this machine", 421, "/TOKEN/", host: "127.0.0.1:PORT"),
    .get("with a user in the Host", 421, "/TOKEN/", host: "HOST@evil.example"),
    .get("with the other loopback address", 421, "/TOKEN/", host: "[::1]:PORT"),
    .get("with loopback as a number", 421, "/TOKEN/", host: "2130706433:PORT"),
    .get("with any address", 421, "/TOKEN/", host: "0.0.0.0:PORT"),
    .get("with an empty Host", 421, "/TOKEN/", host: ""),
  ]

  private static let origins: [Hostile] = [
    .get("from another origin", 403, "/TOKEN/", ["Origin: http://evil.example"]),
    .get("from no origin", 403, "/TOKEN/", ["Origin: null"]),
    .get("from our host with TLS", 403, "/TOKEN/", ["Origin: https://HOST"]),
    .get("from another port of this machine", 403, "/TOKEN/", ["Origin: http://page.localhost:1"]),
    .get("from another name of this machine", 403, "/TOKEN/", ["Origin: http://localhost:PORT"]),
    .get("from an origin that begins right", 403, "/TOKEN/", ["Origin: http://HOST.evil.example"]),
    .get("from two origins", 403, "/TOKEN/", ["Origin: ORIGIN", "Origin: http://evil.example"]),
    .get("by way of another site", 403, "/TOKEN/", ["Sec-Fetch-Site: cross-site"]),
    .get("by way of another port", 403, "/TOKEN/", ["Sec-Fetch-Site: same-site"]),
    .post("POST without an Origin", 403, ["Content-Length: 0"]),
    .post("POST of a form elsewhere", 403, ["Origin: http://evil.example", "Content-Length: 0"]),
    .post("POST that nobody's page sent", 403, ["Sec-Fetch-Site: none", "Content-Length: 0"]),
  ]

  private static let targets: [Hostile] = [
    .get("without a token", 403, "/"),
    .get("with another token", 403, "/0123456789abcdefghijklmnopqrstuvwxyzABCDEF-X/"),
    .get("with the token's beginning", 403, "/0123456789abcdef/"),
    .get("with the token and more", 403, "/TOKENx/"),
    .get("with the token and no page", 403, "/TOKEN"),
    .get("for a place above", 400, "/TOKEN/../"),
    .get("for a place above, below", 400, "/TOKEN/art/../../etc/passwd"),
    .get("for a place above, escaped", 400, "/TOKEN/%2e%2e/etc/passwd"),
    .get("for a place above, escaped twice", 400, "/TOKEN/%252e%252e/"),
    .get("with an escaped slash", 400, "/TOKEN%2Fart/1"),
    .get("with an escaped zero", 400, "/TOKEN/art/1%00.png"),
    .get("with a backslash", 400, "/TOKEN/..\\..\\etc"),
    .get("with two slashes", 400, "//TOKEN//art/1"),
    .get("with a dot", 400, "/TOKEN/./art/1"),
    .get("with a fragment", 400, "/TOKEN/#x"),
    .get("for a whole address", 400, "http://evil.example/TOKEN/"),
    .get("with bytes that are no ASCII", 400, "/TOKEN/ü"),
    .get("with a query that is no UTF-8", 400, "/TOKEN/?a=%FF"),
    .get("with a query twice", 400, "/TOKEN/?a=1&a=2"),
    .get("with half an escape", 400, "/TOKEN/?a=%F"),
    .get("for more than is read", 414, "/TOKEN/?a=" + String(repeating: "x", count: 5000)),
    .get("for very much more", 431, "/TOKEN/?a=" + String(repeating: "x", count: 200_000)),
    .get("for what is not there", 404, "/TOKEN/etc/passwd"),
    .get("for a number with a sign", 404, "/TOKEN/art/-1"),
    .get("for a number with a zero", 404, "/TOKEN/art/01"),
    .get("for a number that is none", 404, "/TOKEN/art/99999999999999999999"),
  ]

  private static let bodies: [Hostile] = [
    .post("without a length", 411, ["Origin: ORIGIN"]),
    .post(
      "with a body of unknown length", 501, ["Origin: ORIGIN", "Transfer-Encoding: chunked"], "0\r\n\r\n"),
    .post(
      "smuggling, by length and pieces", 400,
      ["Origin: ORIGIN", "Content-Length: 4", "Transfer-Encoding: chunked"], "0\r\n\r\nGET / HTTP/1.1\r\n\r\n"
    ),
    .post(
      "smuggling, by pieces and length", 400,
      ["Origin: ORIGIN", "Transfer-Encoding: chunked", "Content-Length: 4"], "0\r\n\r\n"),
    .post(
      "smuggling, by two lengths", 400, ["Origin: ORIGIN", "Content-Length: 4", "Content-Length: 40"],
      "abcd"),
    .post("with a negative length", 400, ["Origin: ORIGIN", "Content-Length: -1"]),
    .post("with a length with a sign", 400, ["Origin: ORIGIN", "Content-Length: +4"], "abcd"),
    .post("with a length beyond numbers", 400, ["Origin: ORIGIN", "Content-Length: 99999999999999999999"]),
    .post("with more than is taken", 413, ["Origin: ORIGIN", "Content-Length: 1001"], "abc"),
    .post("with far more than is taken", 413, ["Origin: ORIGIN", "Content-Length: 1099511627776"]),
    .post("packed", 415, ["Origin: ORIGIN", "Content-Length: 4", "Content-Encoding: gzip"], "abcd"),
    .post("with another wish", 417, ["Origin: ORIGIN", "Content-Length: 4", "Expect: tea"], "abcd"),
    .get("with a body", 413, "/TOKEN/", ["Content-Length: 4"]),
  ]

  private static let heads: [Hostile] = [
    Hostile("DELETE", 405, "DELETE /TOKEN/art/1 HTTP/1.1", ["Host: HOST"]),
    Hostile("OPTIONS before another site's POST", 405, "OPTIONS /TOKEN/files HTTP/1.1", ["Host: HOST"]),
    Hostile("TRACE", 405, "TRACE /TOKEN/ HTTP/1.1", ["Host: HOST"]),
    Hostile("CONNECT", 405, "CONNECT evil.example:443 HTTP/1.1", ["Host: HOST"]),
    Hostile("a method that is none", 400, "STEAL /TOKEN/ HTTP/1.1", ["Host: HOST"]),
    Hostile("HTTP/1.0", 505, "GET /TOKEN/ HTTP/1.0", ["Host: HOST"]),
    Hostile("HTTP/2 as it begins", 400, "PRI * HTTP/2.0", ["", "SM"]),
    Hostile("HTTP/0.9", 400, "GET /TOKEN/", []),
    Hostile("TLS", 400, "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}", []),
    Hostile("a GET of what is posted", 405, "GET /TOKEN/files HTTP/1.1", ["Host: HOST"]),
    Hostile("a POST of the page", 405, "POST /TOKEN/ HTTP/1.1", ["Host: HOST", "Origin: ORIGIN"]),
    Hostile("a field on two lines", 400, "GET /TOKEN/ HTTP/1.1", ["Host: HOST", "X: a", " b"]),
    Hostile("a field with a space in its name", 400, "GET /TOKEN/ HTTP/1.1", ["Host : HOST"]),
    Hostile("a field without a colon", 400, "GET /TOKEN/ HTTP/1.1", ["Host: HOST", "nonsense"]),
    Hostile("a field with a zero in it", 400, "GET /TOKEN/ HTTP/1.1", ["Host: HOST", "X: a\u{0}b"]),
    Hostile(
      "65 fields", 431, "GET /TOKEN/ HTTP/1.1", ["Host: HOST"] + (1...64).map { "X-\($0): a" }),
    Hostile(
      "a thousand fields", 431, "GET /TOKEN/ HTTP/1.1", ["Host: HOST"] + (1...1000).map { "X-\($0): a" }),
    Hostile(
      "a field of 17,000 bytes", 431, "GET /TOKEN/ HTTP/1.1",
      ["Host: HOST", "Cookie: " + String(repeating: "a", count: 17_000)]),
    Hostile(
      "a field of a megabyte", 431, "GET /TOKEN/ HTTP/1.1",
      ["Host: HOST", "Cookie: " + String(repeating: "a", count: 1 << 20)]),
  ]

  static let all = hosts + origins + targets + bodies + heads
}

@Suite("hostile requests") struct HostileRequestTests {
  @Test("each is refused with a reason, and a valid request works afterward", arguments: Hostile.all)
  func refused(_ hostile: Hostile) async throws {
    let page = try await Page()
    let host = page.authority
    let message = hostile.message.replacing("ORIGIN", with: "http://HOST").replacing("HOST", with: host)
      .replacing("PORT", with: "\(page.port)").replacing("TOKEN", with: Page.token)
    let heard = try await exchange(page.port, [Array(message.utf8)])
    #expect(heard.status == hostile.status, "\(heard.text)")
    #expect(heard.text.components(of: "HTTP/1.1 \(hostile.status)") == 1, "one answer, and then nothing")
    #expect(!heard.body.isEmpty && heard.body.last == "\n" && heard.body.components(of: "\n") == 1)
    #expect(!heard.text.contains(Page.token))
    #expect(heard.field("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true)
    #expect(!heard.text.lowercased().contains("access-control-"))
    #expect(try await page.ask(page.get("")).body == "<!DOCTYPE html>")
    await page.server.stop()
  }

  @Test("there are at least forty") func count() { #expect(Hostile.all.count >= 40) }
}

extension String {
  /// The number of times that a string occurs.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
