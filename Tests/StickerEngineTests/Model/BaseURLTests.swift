import Testing

@testable import StickerEngine

@Suite("base URLs") struct BaseURLTests {
  @Test(
    "https, a host, an optional port and a path are accepted (RFC 3986, 3)",
    arguments: [
      "https://example.com", "https://example.com/", "https://example.com/vote", "https://EXAMPLE.com/a/b/",
      "https://example.com:8443/vote", "https://127.0.0.1:65535/x", "https://localhost/", "https://a-b.c1/~x",
      "https://xn--bcher-kva.example/%C3%BC", "https://example.com/a;b=1,2/(x)!$&'*+:@",
      "https://" + String(repeating: "a", count: 63) + ".com/",
      "https://example.com/" + String(repeating: "a", count: 480),
    ])
  func sound(_ text: String) { #expect(fault(ofBaseURL: text) == nil) }

  @Test(
    "everything else is rejected with the reason",
    arguments: [
      ("", "must start with https://"), ("http://example.com", "must start with https://"),
      ("HTTPS://example.com", "must start with https://"), ("example.com/vote", "must start with https://"),
      (" https://example.com", "must start with https://"),
      ("https:/example.com", "must start with https://"),
      ("https://", "must have a host"), ("https:///vote", "must have a host"),
      ("https://:80/", "must have a host"),
      ("https://?a=1", "not have a query"), ("https://example.com?a=1", "not have a query"),
      ("https://example.com/vote?", "not have a query"), ("https://example.com/#", "not have a fragment"),
      ("https://me@example.com/", "not contain a user name"),
      ("https://me:x@example.com/", "not contain a user name"),
      ("https://example..com/", "a host of letters"), ("https://.com/", "a host of letters"),
      ("https://example.com./", "a host of letters"), ("https://-a.com/", "a host of letters"),
      ("https://a_b.com/", "a host of letters"), ("https://[::1]/", "a host of letters"),
      ("https://ex%41mple.com/", "a host of letters"),
      ("https://" + String(repeating: "a", count: 64) + ".com/", "a host of letters"),
      ("https://" + String(repeating: "a.", count: 127) + "com/", "a host of letters"),
      ("https://999.1.2.3/", "four numbers"), ("https://1.2.3/", "four numbers"),
      ("https://1.2.3.04", "four numbers"), ("https://example.1/", "four numbers"),
      ("https://example.com:/", "colon"), ("https://example.com:0/", "colon"),
      ("https://example.com:65536/", "colon"), ("https://example.com:8a/", "colon"),
      ("https://example.com:1:2/", "colon"), ("https://example.com:+1/", "colon"),
      ("https://example.com/a b", "without spaces"), ("https://bücher.example/", "without spaces"),
      ("https://example.com/\u{0}", "without spaces"), ("https://example.com/\n", "without spaces"),
      ("https://example.com/%", "after each %"), ("https://example.com/%4", "after each %"),
      ("https://example.com/%4g", "after each %"), ("https://example.com/a\\b", "not contain \\ in"),
      ("https://example.com/<x>", "not contain < in"), ("https://example.com/{x}", "not contain { in"),
      ("https://example.com/../x", ". or .."), ("https://example.com/.", ". or .."),
      ("https://example.com/" + String(repeating: "a", count: 481), "(limit: 500 characters)"),
    ])
  func unsound(_ text: String, _ reason: String) throws {
    let said = try #require(fault(ofBaseURL: text))
    #expect(said.contains(reason))
  }
}
