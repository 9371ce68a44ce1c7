import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPage

/// Requests for fixes, explanations and edits, from another site or from a page that misbehaves.
extension HostileRequest {
  private static func post(
    _ what: String, _ status: Int, target: String, body: String = "", fields: [String] = []
  ) -> HostileRequest {
    HostileRequest(
      what, status, "POST /TOKEN/\(target) HTTP/1.1",
      ["Host: HOST", "Origin: ORIGIN", "Content-Length: \(body.utf8.count)"] + fields, body)
  }

  /// - Parameter edits: the contents of the list.
  private static func edit(_ what: String, _ edits: String) -> HostileRequest {
    post("an edit " + what, 409, target: "edit", body: "{\"edits\":[\(edits)]}")
  }

  private static let fixes: [HostileRequest] = [
    post("a fix without a file number", 404, target: "fix"),
    post("a fix of a file that does not exist", 409, target: "fix/99"),
    post("a fix of an invalid file number", 404, target: "fix/1x"),
    post("a fix of a negative file number", 404, target: "fix/-1"),
    post("a fix for an unknown rule", 400, target: "fix/1?rules=../../etc/passwd"),
    post("a fix for a rule that is markup", 400, target: "fix/1?rules=%3Cscript%3Ealert(1)%3C/script%3E"),
    post("a fix with two lists of rules", 400, target: "fix/1?rules=low-contrast&rules=stray-pixels"),
    post("a fix for a rule that is not UTF-8", 400, target: "fix/1?rules=%C3%28"),
    post(
      "a fix for too many rules", 414, target: "fix/1?rules=" + String(repeating: "low-contrast,", count: 400)
    ),
    post("an outline that is too wide", 400, target: "fix/1?outline=9"),
    post("an outline of a negative width", 400, target: "fix/1?outline=-1"),
    post("an outline that is not a number", 400, target: "fix/1?outline=x"),
    post("a fix with a body", 413, target: "fix/1", body: "rules=low-contrast"),
    post("a trial with a body", 413, target: "try/1", body: "x"),
    post("a trial for an unknown rule", 400, target: "try/1?rules=nothing"),
    .get("a trial as a GET", 405, "/TOKEN/try/1"),
    .get("a fix as a GET, which an image on another page could send", 405, "/TOKEN/fix/1"),
    post("sample stickers as a POST", 405, target: "samples"),
    .get("a contact sheet as a GET", 405, "/TOKEN/contact-sheet"),
    post("a contact sheet that is not JSON", 400, target: "contact-sheet", body: "x"),
    post(
      "a contact sheet that names a sticker twice", 400, target: "contact-sheet",
      body: "{\"stickers\":[1,1]}"),
    post(
      "a contact sheet of stickers that are not numbers", 400, target: "contact-sheet",
      body: "{\"stickers\":[1.5,\"2\"]}"),
    post(
      "a contact sheet on an unknown background", 400, target: "contact-sheet",
      body: "{\"stickers\":[1],\"background\":\"../../etc/passwd\"}"),
    post(
      "a contact sheet of stickers that do not exist", 409, target: "contact-sheet",
      body: "{\"stickers\":[99,-1]}"),
    post(
      "a contact sheet of too many stickers", 413, target: "contact-sheet",
      body: "{\"stickers\":[" + String(repeating: "1,", count: 20_000) + "1]}"),
  ]

  private static let explanations: [HostileRequest] = [
    .get("an explanation of no rule", 404, "/TOKEN/rules/"),
    .get("an explanation of an unknown rule", 404, "/TOKEN/rules/nothing"),
    .get("an explanation of a file in the parent folder", 400, "/TOKEN/rules/../preview.js"),
    .get("an explanation of a file in the parent folder, escaped", 400, "/TOKEN/rules/%2e%2e%2fpreview.js"),
    .get("an explanation with an extra path component", 404, "/TOKEN/rules/low-contrast/1"),
    .get("an explanation without the token", 403, "/rules/low-contrast"),
    post("an explanation as a POST", 405, target: "rules/low-contrast"),
  ]

  private static let edits: [HostileRequest] = [
    .get("an edit as a GET", 405, "/TOKEN/edit"),
    HostileRequest(
      "an edit from a form on another site", 403, "POST /TOKEN/edit HTTP/1.1",
      ["Host: HOST", "Origin: http://evil.example", "Content-Length: 12"], "{\"edits\":[]}"),
    HostileRequest(
      "an edit with Sec-Fetch-Site: cross-site", 403, "POST /TOKEN/edit HTTP/1.1",
      ["Host: HOST", "Origin: ORIGIN", "Sec-Fetch-Site: cross-site", "Content-Length: 0"]),
    post("a compressed edit", 415, target: "edit", body: "x", fields: ["Content-Encoding: br"]),
    post("an edit with an empty body", 409, target: "edit"),
    post("an edit that is not JSON", 409, target: "edit", body: "name=Cats"),
    post("an edit without a list", 409, target: "edit", body: "{\"edits\":1}"),
    post("an edit that is a list", 409, target: "edit", body: "[]"),
    post("a truncated edit", 409, target: "edit", body: "{\"edits\":[{\"set\":\"na"),
    post(
      "an edit with 20,000 nested lists", 409, target: "edit", body: String(repeating: "[", count: 20_000)),
    post(
      "an edit with 500,001 values", 409, target: "edit",
      body: "[" + String(repeating: "1,", count: 500_000) + "1]"),
    post("an edit of 2 MiB", 413, target: "edit", body: String(repeating: " ", count: 2 << 20)),
    edit("of an unknown kind", #"{"set":"path","to":"/etc/passwd"}"#),
    edit("without a kind", #"{"to":"x"}"#),
    edit("of a negative sticker number", #"{"takeOut":-1}"#),
    edit("of a sticker number that is text", #"{"takeOut":"1"}"#),
    edit("of a fractional sticker number", #"{"takeOut":1.5}"#),
    edit("of a sticker number that overflows", #"{"takeOut":99999999999999999999}"#),
    edit("that removes a sticker that does not exist", #"{"takeOut":99}"#),
    edit("that adds an image that does not exist", #"{"add":99}"#),
    edit("that sets a language to a path", #"{"set":"languages","to":["../../en"]}"#),
    edit(
      "that sets a language to YAML", #"{"set":"description","sticker":1,"language":"en: x\nicon","to":"a"}"#),
    edit("that sets an invalid color", #"{"set":"icon","to":{"sticker":1,"background":"url(http://evil)"}}"#),
    edit("that sets an invalid size", #"{"set":"grid","to":"enormous"}"#),
    edit("that sets an icon that does not exist", #"{"set":"icon","to":{"file":99}}"#),
    edit("that sets an emoji to markup", #"{"set":"emoji","sticker":1,"to":["<b>"]}"#),
    edit(
      "that sets a text that is too long",
      #"{"set":"name","to":""# + String(repeating: "x", count: 20_001) + "\"}"),
    edit("that sets an order with unknown stickers", #"{"set":"order","to":[1,99]}"#),
    edit("that is valid, followed by one that is invalid", #"{"set":"name","to":"Owned"},{"takeOut":99}"#),
  ]

  private static let messengers: [HostileRequest] = [
    .get("a pack without a messenger", 404, "/TOKEN/messenger"),
    .get("a pack for an empty messenger name", 404, "/TOKEN/messenger/"),
    .get("a pack for an unknown messenger", 404, "/TOKEN/messenger/icq"),
    .get("a pack for Messages, which has its own route", 404, "/TOKEN/messenger/imessage"),
    .get("a pack for two messengers", 404, "/TOKEN/messenger/signal,line"),
    .get("a pack for the same messenger twice", 404, "/TOKEN/messenger/signal/signal"),
    .get(
      "a pack for a messenger that is markup", 400, "/TOKEN/messenger/%3Cscript%3Ealert(1)%3C%2Fscript%3E"),
    .get("a pack for a profile file", 404, "/TOKEN/messenger/own.yml"),
    .get("a pack for a messenger that is a path", 400, "/TOKEN/messenger/../../etc/passwd"),
    .get("a pack for a messenger that is an escaped path", 400, "/TOKEN/messenger/%2e%2e%2fpreview.js"),
    .get("a pack for a messenger with a capital letter", 404, "/TOKEN/messenger/Signal"),
    .get("a pack with unknown parameters", 409, "/TOKEN/messenger/signal?of=1&of2=%3Cb%3E"),
    .get("a pack with the same parameter twice", 400, "/TOKEN/messenger/signal?of=1&of=2"),
    .get("a pack without an author", 409, "/TOKEN/messenger/signal"),
    .get("a pack without the token", 403, "/messenger/signal"),
    post("a pack as a POST", 405, target: "messenger/signal"),
    .get(
      "a request for verdicts as a GET, which an image on another page could send", 405, "/TOKEN/messengers"),
    post("a request for verdicts with a body", 413, target: "messengers", body: "signal"),
    HostileRequest(
      "a request for verdicts from a form on another site", 403, "POST /TOKEN/messengers HTTP/1.1",
      ["Host: HOST", "Origin: http://evil.example", "Content-Length: 0"]),
    edit("that sets an author to a list", #"{"set":"author","to":["Ada"]}"#),
    edit("that sets a publisher without a value", #"{"set":"publisher"}"#),
  ]

  private static func fromElsewhere(_ what: String, _ target: String) -> HostileRequest {
    HostileRequest(
      what, 403, "POST /TOKEN/\(target) HTTP/1.1",
      ["Host: HOST", "Origin: http://evil.example", "Content-Length: 0"])
  }

  /// Requests about undo, saved sessions, animations of numbered files, and art that is too small.
  private static let history: [HostileRequest] = [
    .get("undo as a GET, which an image on another page could send", 405, "/TOKEN/undo"),
    post("undo with a body", 413, target: "undo", body: "1"),
    post("undo with a number", 404, target: "undo/1"),
    post("undo when there is nothing to undo", 409, target: "undo"),
    post("redo when there is nothing to redo", 409, target: "undo?redo=1"),
    post("undo and redo at once", 400, target: "undo?redo=1&redo=0"),
    fromElsewhere("undo from a form on another site", "undo"),
    .get("undo without the token", 403, "/undo"),
    .get("continuing a session as a GET", 405, "/TOKEN/continue"),
    post("continuing a session that does not exist", 409, target: "continue"),
    post("continuing a session by name", 404, target: "continue/0123456789abcdef.session"),
    post("continuing a session by path", 400, target: "continue/../../etc/passwd"),
    post("continuing a session by escaped path", 400, target: "continue/%2e%2e%2fetc"),
    post("continuing a session with a body", 413, target: "continue", body: "/etc/passwd"),
    fromElsewhere("continuing a session from a form on another site", "continue"),
    .get("continuing a session without the token", 403, "/continue"),
    .get("discarding a session as a GET", 405, "/TOKEN/discard"),
    post("discarding a session by name", 404, target: "discard/x.session"),
    post("discarding a session with a body", 413, target: "discard", body: "*"),
    fromElsewhere("discarding a session from a form on another site", "discard"),
    post("starting over with two action identifiers", 400, target: "clear?action=1&action=2"),
    post("a fix of small art in two ways", 400, target: "fix/1?small=pad&small=enlarge"),
    post("a fix of small art that does not exist", 409, target: "fix/99?small=pad"),
    edit("that joins no files", #"{"set":"frames","to":[],"fps":12}"#),
    edit("that joins files that do not exist", #"{"set":"frames","to":[98,99],"fps":12}"#),
    edit("that joins only one file", #"{"set":"frames","to":[1],"fps":12}"#),
    edit("that joins text instead of file numbers", #"{"set":"frames","to":["*.png"],"fps":12}"#),
    edit("that joins a glob", #"{"set":"frames","to":"../*.png","fps":12}"#),
    edit("that joins files without a speed", #"{"set":"frames","to":[1]}"#),
    edit("that joins files at 0 frames per second", #"{"set":"frames","to":[1],"fps":0}"#),
    edit("that joins files at 61 frames per second", #"{"set":"frames","to":[1],"fps":61}"#),
    edit("that joins files at 0.5 frames per second", #"{"set":"frames","to":[1],"fps":0.5}"#),
    edit("that joins files at a speed that is text", #"{"set":"frames","to":[1],"fps":"12\nicon: x"}"#),
  ]

  static let ofRoutes = fixes + explanations + edits + messengers + history
}

@Suite("hostile requests to the page's own routes") struct HostileRouteTests {
  /// Creates the page as `serve` does, with one sticker on it.
  private func startPage() async throws -> (TestServer, DropPageModel) {
    var search = try pageSearch()
    let collection = DropPageModel(search, in: Path("/Cats"), jobs: 1)
    let art = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/Art/pack/ghost.png")
    _ = await collection.addOrReplaceFile("ghost.png", [UInt8](try Data(contentsOf: art)))
    while await !collection.isEverythingEvaluated { try await Task.sleep(for: .milliseconds(10)) }
    let configuration = try ConfigurationMap([], packs: [Path(".")], &search).configuration(at: Path("."))
    return (try await TestServer(routes: pageRoutes(collection, title: "Cats", configuration)), collection)
  }

  /// All messages that a page receives when it connects.
  private func initialMessages(_ collection: DropPageModel) async -> [String] {
    var lines: [String] = []
    for await line in await collection.connectPage() {
      lines.append(line)
      if line.contains("\"type\":\"description\"") || lines.count == 6 { break }
    }
    return lines
  }

  @Test("each is rejected with a reason, and changes nothing") func refused() async throws {
    let (page, collection) = try await startPage()
    let before = await initialMessages(collection)
    let host = page.authority
    for hostile in HostileRequest.ofRoutes {
      let message = hostile.message.replacing("ORIGIN", with: "http://HOST").replacing("HOST", with: host)
        .replacing("TOKEN", with: TestServer.token)
      let heard = try await page.response(to: Array(message.utf8))
      #expect(heard.status == hostile.status, "\(hostile): \(heard.text.prefix(400))")
      #expect(heard.body.last == "\n" || heard.body.isEmpty, "\(hostile)")
      #expect(!heard.text.contains(TestServer.token) && !heard.text.contains("/Cats/"), "\(hostile)")
      // Whatever a response repeats from the request, no browser interprets it as a page.
      #expect(heard.field("Content-Type") != "text/html; charset=utf-8", "\(hostile)")
      #expect(heard.field("X-Content-Type-Options") == "nosniff", "\(hostile)")
      #expect(await initialMessages(collection) == before, "\(hostile)")
    }
    #expect(before.count > 1)
    await page.server.stop()
  }

  @Test("text written into a pack file stays text") func injected() async throws {
    let (page, collection) = try await startPage()
    let name = "a\\nicon: /etc/passwd\\n\\u202Eb \\\"c\\\" # d: {e} *f &g !h"
    let heard = try await page.response(
      to: page.postRequest("edit", "{\"edits\":[{\"set\":\"name\",\"to\":\"\(name)\"}]}"))
    let told = await initialMessages(collection).joined(separator: "\n")
    if heard.status == 200 {
      #expect(told.contains("\"name\":\"a\\nicon: /etc/passwd\\n"), "\(told.prefix(2000))")
      #expect(told.contains("\"kind\":\"none\""), "the text did not set an icon")
    } else {
      #expect(heard.status == 409)
      #expect(!told.contains("/etc/passwd"))
    }
    await page.server.stop()
  }

  @Test("a HEAD request for a messenger's pack has no body") func head() async throws {
    let (page, collection) = try await startPage()
    let head = "HEAD /\(TestServer.token)/messenger/NAME HTTP/1.1\r\nHost: \(page.authority)\r\n\r\n"
    for (name, status) in [("mastodon", 200), ("signal", 409)] {
      let heard = try await page.response(to: Array(head.replacing("NAME", with: name).utf8))
      #expect(heard.status == status && heard.body.isEmpty, "\(name): \(heard.text.prefix(400))")
    }
    #expect(await collection.messengerState.allBuildsTask == nil)
    await page.server.stop()
  }

  @Test("there are at least 40 hostile requests") func count() {
    #expect(HostileRequest.ofRoutes.count >= 40)
  }
}
