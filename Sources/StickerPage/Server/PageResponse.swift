import NIOHTTP1
import StickerEngine

/// The security headers of every response. The page loads nothing from elsewhere, and cannot be framed,
/// cached or interpreted as another type. There is no `Access-Control-…` header, so other origins cannot read
/// anything.
private let securityHeaders: [(String, String)] = [
  (
    "Content-Security-Policy",
    """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types stickerlint
    """
  ),
  ("X-Content-Type-Options", "nosniff"),
  ("X-Frame-Options", "DENY"),
  ("Referrer-Policy", "no-referrer"),  // the address contains the token
  ("Cross-Origin-Opener-Policy", "same-origin"),
  ("Cross-Origin-Resource-Policy", "same-origin"),
  ("Cache-Control", "no-store"),
]

/// Returns the head of a response.
///
/// - Parameter closesConnection: whether the connection closes after the response.
func responseHead(_ response: PageResponse, closesConnection: Bool) -> HTTPResponseHead {
  var headers = HTTPHeaders(securityHeaders)
  if response.status != 204 { headers.add(name: "Content-Type", value: response.contentType) }
  if let disposition = response.contentDisposition {
    headers.add(name: "Content-Disposition", value: disposition)
  }
  for field in response.percentEncodedHeaders { headers.add(name: field.name, value: field.value) }
  if case .pieces(let pieces) = response.body, response.status != 204 {
    headers.add(name: "Content-Length", value: String(pieces.reduce(0) { $0 + $1.count }))
  }
  if response.status == 405 { headers.add(name: "Allow", value: "GET, HEAD, POST") }
  if closesConnection { headers.add(name: "Connection", value: "close") }
  return HTTPResponseHead(
    version: .http1_1, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
}

/// The response of a route. The server adds security headers. If a request fails a check, the response that
/// rejects it is thrown as an error.
struct PageResponse: Error, Sendable {
  /// The body of a response.
  enum Body: Sendable {
    /// Pieces, each sent after the previous one is written.
    case pieces([[UInt8]])
    /// Messages of one line each, sent as they arrive.
    case events(AsyncStream<String>)
  }

  let status: Int
  let contentType: String
  let contentDisposition: String?
  /// Additional header fields with percent-encoded values.
  private(set) var percentEncodedHeaders: [(name: String, value: String)] = []
  let body: Body

  /// - Parameter disposition: the value of `Content-Disposition`.
  private init(_ status: Int, _ contentType: String, disposition: String? = nil, _ body: Body) {
    self.status = status
    self.contentType = contentType
    self.contentDisposition = disposition
    self.body = body
  }

  /// Returns a response with bytes.
  ///
  /// - Parameter name: the file name to download the bytes as; nil to display them in the browser.
  static func bytes(_ bytes: [UInt8], _ contentType: String, savedAs name: String? = nil) -> Self {
    .pieces([bytes], contentType, savedAs: name)
  }

  /// Returns a response with bytes in pieces.
  static func pieces(
    _ pieces: [[UInt8]], _ contentType: String, savedAs name: String? = nil
  ) -> Self {
    Self(200, contentType, disposition: name.map(attachmentDisposition), .pieces(pieces))
  }

  /// Returns a copy with a header field for the page's script.
  ///
  /// - Parameter text: any text. It is sent percent-encoded, for `decodeURIComponent`.
  func withPercentEncodedHeader(_ text: String, for field: String) -> Self {
    var response = self
    response.percentEncodedHeaders.append((field, percentEncoded(text)))
    return response
  }

  /// Returns a response with UTF-8 text.
  static func text(_ text: String, _ contentType: String) -> Self {
    Self(200, contentType + "; charset=utf-8", .pieces([Array(text.utf8)]))
  }

  /// Returns a response with JSON on one line.
  static func json(_ json: JSON, status: Int = 200) -> Self {
    Self(status, "application/json", .pieces([json.encoded(onOneLine: true)]))
  }

  /// Returns a JSON response with an error sentence in `error`.
  static func jsonError(_ status: Int, _ sentence: String) -> Self {
    .json(.object(["error": .string(sentence)]), status: status)
  }

  /// Returns a JSON response with an error sentence in `error`, and the reasons in `lines`.
  static func jsonErrorWithReasons(_ status: Int, _ sentence: String, _ failure: CommandError) -> Self {
    .json(
      .object(["error": .string(sentence), "lines": .array(failure.problemMessages.map { .string($0.text) })]
      ),
      status: status)
  }

  /// A successful response without a body.
  static let noContent = Self(204, "text/plain", .pieces([]))

  static let notFound = jsonError(404, "not found")

  /// Returns a response with server-sent events.
  static func events(_ messages: AsyncStream<String>) -> Self {
    Self(200, "text/event-stream", .events(messages))
  }

  /// Returns a plain-text error, for requests whose token has not been verified.
  static func plainTextError(_ status: Int, _ sentence: String) -> Self {
    Self(status, "text/plain; charset=utf-8", .pieces([Array((sentence + "\n").utf8)]))
  }
}

/// Returns the value of `Content-Disposition` for a download: an ASCII name for all browsers, and the exact name
/// for browsers that support it.
///
/// - Source: RFC 6266, 4.3 and appendix D; RFC 8187, 3.2.1 for the characters that are not escaped.
private func attachmentDisposition(_ name: String) -> String {
  let plain = name.utf8.map { byte in
    isUnescapedByte(byte) || byte == UInt8(ascii: " ") ? byte : UInt8(ascii: "_")
  }
  let (plainName, exact) = (String(decoding: plain, as: UTF8.self), percentEncoded(name))
  return "attachment; filename=\"\(plainName)\"; filename*=UTF-8''\(exact)"
}

private func percentEncoded(_ text: String) -> String {
  text.utf8.map { byte -> String in
    if isUnescapedByte(byte) { return String(decoding: [byte], as: UTF8.self) }
    return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }.joined()
}

private func isUnescapedByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
    true
  default: false
  }
}
