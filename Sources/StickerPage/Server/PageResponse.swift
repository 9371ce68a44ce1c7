import NIOHTTP1
import StickerEngine

/// What every answer carries: nothing of the page comes from elsewhere, is shown in another page, is kept, or
/// is taken for something that it is not.
///
/// No header lets another origin read anything: there is no `Access-Control-…` here.
private let protection: [(String, String)] = [
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
  ("Referrer-Policy", "no-referrer"),  // the address is the key
  ("Cross-Origin-Opener-Policy", "same-origin"),
  ("Cross-Origin-Resource-Policy", "same-origin"),
  ("Cache-Control", "no-store"),
]

/// The head of an answer.
///
/// - Parameter isLast: whether the connection ends with it.
func responseHead(_ response: PageResponse, isLast: Bool) -> HTTPResponseHead {
  var headers = HTTPHeaders(protection)
  if response.status != 204 { headers.add(name: "Content-Type", value: response.contentType) }
  if let disposition = response.disposition {
    headers.add(name: "Content-Disposition", value: disposition)
  }
  for field in response.fields { headers.add(name: field.name, value: field.value) }
  if case .pieces(let pieces) = response.body, response.status != 204 {
    headers.add(name: "Content-Length", value: String(pieces.reduce(0) { $0 + $1.count }))
  }
  if response.status == 405 { headers.add(name: "Allow", value: "GET, HEAD, POST") }
  if isLast { headers.add(name: "Connection", value: "close") }
  return HTTPResponseHead(
    version: .http1_1, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
}

/// The response of a route. The server adds headers that keep a browser from doing more than showing it. Checks of a
/// request throw one that refuses it.
struct PageResponse: Error, Sendable {
  /// What is sent as the body.
  enum Body: Sendable {
    /// Pieces one after the other, the next when the one before has left.
    case pieces([[UInt8]])
    /// Messages as they come, each of one line, until the stream or the connection ends.
    case events(AsyncStream<String>)
  }

  let status: Int
  let contentType: String
  let disposition: String?
  /// Further header fields; values percent-encoded.
  private(set) var fields: [(name: String, value: String)] = []
  let body: Body

  /// - Parameter disposition: the value of `Content-Disposition`.
  private init(_ status: Int, _ contentType: String, disposition: String? = nil, _ body: Body) {
    self.status = status
    self.contentType = contentType
    self.disposition = disposition
    self.body = body
  }

  /// An answer of bytes.
  ///
  /// - Parameter savedAs: what a browser that saves it calls the file; nil where it is shown.
  static func bytes(_ bytes: [UInt8], _ contentType: String, savedAs name: String? = nil) -> Self {
    .pieces([bytes], contentType, savedAs: name)
  }

  /// Bytes in pieces, one after the other.
  static func pieces(
    _ pieces: [[UInt8]], _ contentType: String, savedAs name: String? = nil
  ) -> Self {
    Self(200, contentType, disposition: name.map(attachment), .pieces(pieces))
  }

  /// The same with a header field for the page's script.
  ///
  /// - Parameter text: any text; it is sent percent-encoded, as `decodeURIComponent` takes it.
  func withHeader(_ text: String, for field: String) -> Self {
    var response = self
    response.fields.append((field, percentEncoded(text)))
    return response
  }

  /// A text in UTF-8.
  static func text(_ text: String, _ contentType: String) -> Self {
    Self(200, contentType + "; charset=utf-8", .pieces([Array(text.utf8)]))
  }

  /// A JSON value in one line.
  static func json(_ json: JSON, status: Int = 200) -> Self {
    Self(status, "application/json", .pieces([json.encoded(inOneLine: true)]))
  }

  /// What cannot be done, as JSON: one sentence in `error`.
  static func refusal(_ status: Int, _ sentence: String) -> Self {
    .json(.object(["error": .string(sentence)]), status: status)
  }

  /// The same, with the reasons in `lines`.
  static func refusal(_ status: Int, _ sentence: String, _ failure: UsageError) -> Self {
    .json(
      .object(["error": .string(sentence), "lines": .array(failure.lines.map { .string($0.text) })]),
      status: status)
  }

  /// An answer without a body: it is done, and there is nothing to say.
  static let done = Self(204, "text/plain", .pieces([]))

  /// There is nothing at this place.
  static let notFound = refusal(404, "there is nothing here")

  /// Server-sent events: what is put into the stream is sent as it comes.
  static func events(_ messages: AsyncStream<String>) -> Self {
    Self(200, "text/event-stream", .events(messages))
  }

  /// A refusal before anybody is known to have the token.
  static func plain(_ status: Int, _ sentence: String) -> Self {
    Self(status, "text/plain; charset=utf-8", .pieces([Array((sentence + "\n").utf8)]))
  }
}

/// `attachment` with a name that every browser understands, and the real one for those that know it.
///
/// - Source: RFC 6266, 4.3 and appendix D; RFC 8187, 3.2.1 for the characters that stay.
private func attachment(_ name: String) -> String {
  let plain = name.utf8.map { byte in
    isNameCharacter(byte) || byte == UInt8(ascii: " ") ? byte : UInt8(ascii: "_")
  }
  let (plainName, exact) = (String(decoding: plain, as: UTF8.self), percentEncoded(name))
  return "attachment; filename=\"\(plainName)\"; filename*=UTF-8''\(exact)"
}

private func percentEncoded(_ text: String) -> String {
  text.utf8.map { byte -> String in
    if isNameCharacter(byte) { return String(decoding: [byte], as: UTF8.self) }
    return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }.joined()
}

private func isNameCharacter(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
    true
  default: false
  }
}
