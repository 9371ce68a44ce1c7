import NIOHTTP1

/// Validates the heads of requests. A valid request has the token from the page's address, and does not come
/// from another site.
struct RequestValidator: Sendable {
  let token: String
  /// The only host and port that a request may name.
  let authority: String
  let limits: PageServerLimits
  let routes: [PageRoute]

  /// A valid request, whose body may be read.
  struct ValidatedRequest {
    let route: PageRoute
    let fileNumber: Int?
    let query: [String: String]
    let bodyLength: Int
    let savePrecondition: FileVersionPrecondition?
    let expectsContinue: Bool
    let wantsResponseBody: Bool
    /// Whether the connection closes after the response.
    let closesConnection: Bool
  }

  func validate(_ head: HTTPRequestHead) throws(PageResponse) -> ValidatedRequest {
    try checkHeadSize(head)
    guard head.version == .http1_1 else { throw .plainTextError(505, "only HTTP/1.1 is supported") }
    guard [.GET, .HEAD, .POST].contains(head.method) else {
      throw .plainTextError(405, "only GET, HEAD and POST are supported")
    }
    try checkHostAndOrigin(head)
    let target = try RequestTarget(head.uri)
    guard matchesToken(target.literalPathComponents[0]), target.literalPathComponents.count > 1 else {
      throw .plainTextError(403, "wrong key. Open the address that `stickerlint serve` printed.")
    }
    let (route, number) = try route(to: Array(target.literalPathComponents.dropFirst()), head.method)
    let length = try validatedBodyLength(head, route, PageRequest(number: number, query: target.query))
    // A request to upgrade the protocol is ignored: RFC 9110, 7.8.
    return ValidatedRequest(
      route: route, fileNumber: number, query: target.query, bodyLength: length,
      savePrecondition: route.writesFiles ? try filePreconditionVerifyingToken(of: head) : nil,
      expectsContinue: try expectsContinue(head), wantsResponseBody: head.method != .HEAD,
      closesConnection: !head.isKeepAlive || head.headers.contains(name: "upgrade"))
  }

  private func checkHeadSize(_ head: HTTPRequestHead) throws(PageResponse) {
    guard head.uri.utf8.count <= limits.maxTargetBytes else {
      throw .plainTextError(414, "the address is too long (limit: \(limits.maxTargetBytes) bytes)")
    }
    let bytes = head.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    guard head.headers.count <= limits.maxHeaderFields, bytes <= limits.maxHeaderBytes else {
      throw .plainTextError(
        431,
        "the header is too long (limit: \(limits.maxHeaderFields) fields, \(limits.maxHeaderBytes) bytes)")
    }
  }

  /// Rejects requests from other sites. Another site can make the browser send requests here. That site does
  /// not know the token, and cannot fake its origin. If it uses a host name that resolves to this machine,
  /// the `Host` header reveals that.
  private func checkHostAndOrigin(_ head: HTTPRequestHead) throws(PageResponse) {
    let named = head.headers["host"]
    guard named.count == 1 else { throw .plainTextError(400, "a request needs exactly one Host header") }
    guard named[0] == authority else {
      throw .plainTextError(421, "wrong host. Open the address that `stickerlint serve` printed.")
    }
    let sites = head.headers["sec-fetch-site"]
    // `none` means that the user typed the address, or that another program opened it.
    guard sites.count <= 1, sites.allSatisfy({ ["same-origin", "none"].contains($0) }) else {
      throw .plainTextError(403, "requests from another site are not allowed")
    }
    let origins = head.headers["origin"]
    guard origins.count <= 1, origins.allSatisfy({ $0 == "http://\(authority)" }) else {
      throw .plainTextError(403, "requests from another origin are not allowed")
    }
    guard head.method != .POST || origins.count == 1 || sites == ["same-origin"] else {
      throw .plainTextError(403, "a POST request needs the page's Origin header")
    }
  }

  /// Compares a string with the token in constant time.
  private func matchesToken(_ word: String) -> Bool {
    let (given, wanted) = (Array(word.utf8), Array(token.utf8))
    guard given.count == wanted.count else { return false }
    return zip(given, wanted).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func route(to parts: [String], _ method: HTTPMethod) throws(PageResponse) -> (PageRoute, Int?) {
    let found = routes.compactMap { route in
      route.matchedFileNumber(pathComponents: parts).map { (route, $0) }
    }
    guard !found.isEmpty else { throw .jsonError(404, "not found") }
    let wanted: PageRoute.Method = method == .POST ? .post : .get
    guard let match = found.first(where: { $0.0.method == wanted }) else {
      throw .jsonError(
        405, "this address supports only \(found.map(\.0.method.rawValue).joined(separator: ", "))")
    }
    return match
  }

  private func validatedBodyLength(
    _ head: HTTPRequestHead, _ route: PageRoute, _ request: PageRequest
  ) throws(PageResponse) -> Int {
    guard !head.headers.contains(name: "transfer-encoding") else {
      throw .jsonError(501, "a body needs a Content-Length")
    }
    guard !head.headers.contains(name: "content-encoding") else {
      throw .jsonError(415, "compressed bodies are not supported")
    }
    let lengths = head.headers["content-length"]
    guard lengths.count <= 1 else { throw .jsonError(400, "there is more than one Content-Length") }
    guard let text = lengths.first else {
      if head.method == .POST { throw .jsonError(411, "a POST needs a Content-Length") }
      return 0
    }
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw .jsonError(400, "the Content-Length is not a number")
    }
    let most = head.method == .POST ? route.maxBodyBytes : 0
    // A length that overflows is also too long.
    let length = Int(text) ?? .max
    guard length <= most else { throw route.tooLongBodyResponse(request, length) }
    return length
  }

  /// Returns the precondition of a request that writes. A browser may show or store the address with the
  /// token, so the request must repeat the token in a header that only the page's own script can set.
  private func filePreconditionVerifyingToken(of head: HTTPRequestHead) throws(PageResponse)
    -> FileVersionPrecondition
  {
    let keys = head.headers[tokenHeaderName]
    guard keys.count == 1, matchesToken(keys[0]) else {
      throw .jsonError(403, "only the page itself may write files")
    }
    let (same, none) = (head.headers["if-match"], head.headers["if-none-match"])
    if same.isEmpty, none == ["*"] { return .isMissing }
    // Require exactly one strong tag: RFC 9110, 8.8.3 and 13.1.1.
    guard none.isEmpty, same.count == 1, let tag = unquotedHexEntityTag(same[0]) else {
      throw .jsonError(428, "the request must say which version of the file it replaces")
    }
    return .hasTag(tag)
  }

  private func unquotedHexEntityTag(_ text: String) -> String? {
    let tag = text.dropFirst().dropLast()
    guard text.utf8.count == tag.utf8.count + 2, text.first == "\"", text.last == "\"",
      !tag.isEmpty, tag.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 })
    else { return nil }
    return String(tag)
  }

  private func expectsContinue(_ head: HTTPRequestHead) throws(PageResponse) -> Bool {
    let wishes = head.headers["expect"]
    guard wishes.allSatisfy({ $0.lowercased() == "100-continue" }) else {
      throw .jsonError(417, "only 100-continue is supported in Expect")
    }
    return !wishes.isEmpty
  }
}

/// The header field in which the page's script repeats the token.
private let tokenHeaderName = "stickerlint-token"
