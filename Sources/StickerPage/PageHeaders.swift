import NIOHTTP1

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
