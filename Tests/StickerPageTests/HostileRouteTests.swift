import ArgumentParser
import Foundation
import Testing

@testable import StickerEngine
@testable import StickerPage
@testable import stickerlint

/// Requests for fixes, explanations and edits, from another site or from a page that misbehaves.
extension Hostile {
  private static func asked(
    _ what: String, _ status: Int, _ target: String, _ body: String = "", _ fields: [String] = []
  ) -> Hostile {
    Hostile(
      what, status, "POST /TOKEN/\(target) HTTP/1.1",
      ["Host: HOST", "Origin: ORIGIN", "Content-Length: \(body.utf8.count)"] + fields, body)
  }

  /// - Parameter edits: the contents of the list.
  private static func edit(_ what: String, _ edits: String) -> Hostile {
    asked("an edit " + what, 409, "edit", "{\"edits\":[\(edits)]}")
  }

  private static let fixes: [Hostile] = [
    asked("a fix of everything at once", 404, "fix"),
    asked("a fix of nothing", 409, "fix/99"),
    asked("a fix of a number that is none", 404, "fix/1x"),
    asked("a fix of a number below", 404, "fix/-1"),
    asked("a fix by a rule that there is not", 400, "fix/1?rules=../../etc/passwd"),
    asked("a fix by a rule of markup", 400, "fix/1?rules=%3Cscript%3Ealert(1)%3C/script%3E"),
    asked("a fix by rules named twice", 400, "fix/1?rules=low-contrast&rules=stray-pixels"),
    asked("a fix by a rule that is no UTF-8", 400, "fix/1?rules=%C3%28"),
    asked("a fix by very many rules", 414, "fix/1?rules=" + String(repeating: "low-contrast,", count: 400)),
    asked("a fix with a body", 413, "fix/1", "rules=low-contrast"),
    asked("a trial with a body", 413, "try/1", "x"),
    asked("a trial by a rule that there is not", 400, "try/1?rules=nothing"),
    .get("a trial as a GET", 405, "/TOKEN/try/1"),
    .get("a fix as a GET, as a picture of another page would", 405, "/TOKEN/fix/1"),
    asked("sample stickers as a POST", 405, "samples"),
  ]

  private static let explanations: [Hostile] = [
    .get("why of no rule", 404, "/TOKEN/rules/"),
    .get("why of a rule that there is not", 404, "/TOKEN/rules/nothing"),
    .get("why of a file above", 400, "/TOKEN/rules/../preview.js"),
    .get("why of a file above, escaped", 400, "/TOKEN/rules/%2e%2e%2fpreview.js"),
    .get("why of a rule and more", 404, "/TOKEN/rules/low-contrast/1"),
    .get("why without the token", 403, "/rules/low-contrast"),
    asked("why as a POST", 405, "rules/low-contrast"),
  ]

  private static let edits: [Hostile] = [
    .get("an edit as a GET", 405, "/TOKEN/edit"),
    Hostile(
      "an edit of another site's form", 403, "POST /TOKEN/edit HTTP/1.1",
      ["Host: HOST", "Origin: http://evil.example", "Content-Length: 12"], "{\"edits\":[]}"),
    Hostile(
      "an edit by way of another site", 403, "POST /TOKEN/edit HTTP/1.1",
      ["Host: HOST", "Origin: ORIGIN", "Sec-Fetch-Site: cross-site", "Content-Length: 0"]),
    asked("an edit that is packed", 415, "edit", "x", ["Content-Encoding: br"]),
    asked("an edit without a word", 409, "edit"),
    asked("an edit that is no JSON", 409, "edit", "name=Cats"),
    asked("an edit without a list", 409, "edit", "{\"edits\":1}"),
    asked("an edit that is a list", 409, "edit", "[]"),
    asked("an edit that is cut off", 409, "edit", "{\"edits\":[{\"set\":\"na"),
    asked("an edit of 20,000 folds", 409, "edit", String(repeating: "[", count: 20_000)),
    asked("an edit of a million values", 409, "edit", "[" + String(repeating: "1,", count: 500_000) + "1]"),
    asked("an edit of 2 MiB", 413, "edit", String(repeating: " ", count: 2 << 20)),
    edit("of nothing that there is", #"{"set":"path","to":"/etc/passwd"}"#),
    edit("that names no kind", #"{"to":"x"}"#),
    edit("of a sticker below", #"{"takeOut":-1}"#),
    edit("of a sticker that is no number", #"{"takeOut":"1"}"#),
    edit("of half a sticker", #"{"takeOut":1.5}"#),
    edit("of a sticker beyond numbers", #"{"takeOut":99999999999999999999}"#),
    edit("of a sticker that is not there", #"{"takeOut":99}"#),
    edit("that adds what is not there", #"{"add":99}"#),
    edit("to a language that is a path", #"{"set":"languages","to":["../../en"]}"#),
    edit(
      "to a language that is YAML", #"{"set":"description","sticker":1,"language":"en: x\nicon","to":"a"}"#),
    edit("to a color that is none", #"{"set":"icon","to":{"sticker":1,"background":"url(http://evil)"}}"#),
    edit("to a size that is none", #"{"set":"grid","to":"enormous"}"#),
    edit("to an icon that is nowhere", #"{"set":"icon","to":{"file":99}}"#),
    edit("to an emoji that is markup", #"{"set":"emoji","sticker":1,"to":["<b>"]}"#),
    edit("to a very long text", #"{"set":"name","to":""# + String(repeating: "x", count: 20_001) + "\"}"),
    edit("to an order of strangers", #"{"set":"order","to":[1,99]}"#),
    edit("of which the second is bad", #"{"set":"name","to":"Owned"},{"takeOut":99}"#),
  ]

  private static let messengers: [Hostile] = [
    .get("a pack for nobody", 404, "/TOKEN/messenger"),
    .get("a pack for an empty messenger", 404, "/TOKEN/messenger/"),
    .get("a pack for a messenger that there is not", 404, "/TOKEN/messenger/icq"),
    .get("a pack for Messages, which is another place", 404, "/TOKEN/messenger/imessage"),
    .get("a pack for two messengers", 404, "/TOKEN/messenger/signal,line"),
    .get("a pack for a messenger twice", 404, "/TOKEN/messenger/signal/signal"),
    .get("a pack for markup", 400, "/TOKEN/messenger/%3Cscript%3Ealert(1)%3C%2Fscript%3E"),
    .get("a pack for a profile of a stranger's", 404, "/TOKEN/messenger/own.yml"),
    .get("a pack for a path", 400, "/TOKEN/messenger/../../etc/passwd"),
    .get("a pack for a path, escaped", 400, "/TOKEN/messenger/%2e%2e%2fpreview.js"),
    .get("a pack for capitals", 404, "/TOKEN/messenger/Signal"),
    .get("a pack for an older one", 409, "/TOKEN/messenger/signal?of=1&of2=%3Cb%3E"),
    .get("a pack with a word twice", 400, "/TOKEN/messenger/signal?of=1&of=2"),
    .get("a pack that says no author", 409, "/TOKEN/messenger/signal"),
    .get("a pack without the token", 403, "/messenger/signal"),
    asked("a pack as a POST", 405, "messenger/signal"),
    .get("a question as a GET, as a picture of another page would", 405, "/TOKEN/messengers"),
    asked("a question with a body", 413, "messengers", "signal"),
    Hostile(
      "a question of another site's form", 403, "POST /TOKEN/messengers HTTP/1.1",
      ["Host: HOST", "Origin: http://evil.example", "Content-Length: 0"]),
    edit("to an author that is a list", #"{"set":"author","to":["Ada"]}"#),
    edit("to no publisher at all", #"{"set":"publisher"}"#),
  ]

  private static func fromElsewhere(_ what: String, _ target: String) -> Hostile {
    Hostile(
      what, 403, "POST /TOKEN/\(target) HTTP/1.1",
      ["Host: HOST", "Origin: http://evil.example", "Content-Length: 0"])
  }

  /// Undo, saved sessions, animations of numbered files, and art that is too small.
  private static let history: [Hostile] = [
    .get("undo as a GET, as a picture of another page would", 405, "/TOKEN/undo"),
    asked("undo with a body", 413, "undo", "1"),
    asked("undo of a number", 404, "undo/1"),
    asked("undo of nothing", 409, "undo"),
    asked("redo of nothing", 409, "undo?redo=1"),
    asked("undo and redo at once", 400, "undo?redo=1&redo=0"),
    fromElsewhere("undo of another site's form", "undo"),
    .get("undo without the token", 403, "/undo"),
    .get("a session continued as a GET", 405, "/TOKEN/continue"),
    asked("a session continued that there is not", 409, "continue"),
    asked("a session continued by name", 404, "continue/0123456789abcdef.session"),
    asked("a session continued by path", 400, "continue/../../etc/passwd"),
    asked("a session continued by path, escaped", 400, "continue/%2e%2e%2fetc"),
    asked("a session continued with a body", 413, "continue", "/etc/passwd"),
    fromElsewhere("a session continued by another site's form", "continue"),
    .get("a session continued without the token", 403, "/continue"),
    .get("a session discarded as a GET", 405, "/TOKEN/discard"),
    asked("a session discarded by name", 404, "discard/x.session"),
    asked("a session discarded with a body", 413, "discard", "*"),
    fromElsewhere("a session discarded by another site's form", "discard"),
    asked("a start over with two identifiers", 400, "clear?action=1&action=2"),
    asked("a fix of small art in two ways", 400, "fix/1?small=pad&small=enlarge"),
    asked("a fix of small art that is not there", 409, "fix/99?small=pad"),
    edit("to an animation of nothing", #"{"set":"frames","to":[],"fps":12}"#),
    edit("to an animation of strangers", #"{"set":"frames","to":[98,99],"fps":12}"#),
    edit("to an animation of one sticker", #"{"set":"frames","to":[1],"fps":12}"#),
    edit("to an animation of words", #"{"set":"frames","to":["*.png"],"fps":12}"#),
    edit("to an animation that is a glob", #"{"set":"frames","to":"../*.png","fps":12}"#),
    edit("to an animation without a speed", #"{"set":"frames","to":[1]}"#),
    edit("to an animation that stands", #"{"set":"frames","to":[1],"fps":0}"#),
    edit("to an animation that is too fast", #"{"set":"frames","to":[1],"fps":61}"#),
    edit("to an animation at half a frame", #"{"set":"frames","to":[1],"fps":0.5}"#),
    edit("to an animation at a speed of text", #"{"set":"frames","to":[1],"fps":"12\nicon: x"}"#),
  ]

  static let ofRoutes = fixes + explanations + edits + messengers + history
}

@Suite("hostile requests to the page's own routes") struct HostileRouteTests {
  /// Creates the page as `serve` does, with one sticker on it.
  private func served() async throws -> (Page, DroppedFiles) {
    var search = try SettingsOptions.parse(["--no-config"]).configurationSearchForFixes()
    let collection = DroppedFiles(search, in: Path("/Cats"), jobs: 1)
    let art = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/Art/pack/ghost.png")
    _ = await collection.addOrReplace("ghost.png", [UInt8](try Data(contentsOf: art)))
    while await !collection.isIdle { try await Task.sleep(for: .milliseconds(10)) }
    let configuration = try ConfigurationMap([], packs: [Path(".")], &search).configuration(at: Path("."))
    return (try await Page(routes: pageRoutes(collection, title: "Cats", configuration)), collection)
  }

  /// All messages that a page receives when it connects.
  private func told(_ collection: DroppedFiles) async -> [String] {
    var lines: [String] = []
    for await line in await collection.listen() {
      lines.append(line)
      if line.contains("\"type\":\"description\"") || lines.count == 6 { break }
    }
    return lines
  }

  @Test("each is refused with a reason and changes nothing") func refused() async throws {
    let (page, collection) = try await served()
    let before = await told(collection)
    let host = page.authority
    for hostile in Hostile.ofRoutes {
      let message = hostile.message.replacing("ORIGIN", with: "http://HOST").replacing("HOST", with: host)
        .replacing("TOKEN", with: Page.token)
      let heard = try await page.ask(Array(message.utf8))
      #expect(heard.status == hostile.status, "\(hostile): \(heard.text.prefix(400))")
      #expect(heard.body.last == "\n" || heard.body.isEmpty, "\(hostile)")
      #expect(!heard.text.contains(Page.token) && !heard.text.contains("/Cats/"), "\(hostile)")
      // Whatever a response repeats from the request, no browser interprets it as a page.
      #expect(heard.field("Content-Type") != "text/html; charset=utf-8", "\(hostile)")
      #expect(heard.field("X-Content-Type-Options") == "nosniff", "\(hostile)")
      #expect(await told(collection) == before, "\(hostile)")
    }
    #expect(before.count > 1)
    await page.server.stop()
  }

  @Test("text written into a pack file stays text") func injected() async throws {
    let (page, collection) = try await served()
    let name = "a\\nicon: /etc/passwd\\n\\u202Eb \\\"c\\\" # d: {e} *f &g !h"
    let heard = try await page.ask(page.post("edit", "{\"edits\":[{\"set\":\"name\",\"to\":\"\(name)\"}]}"))
    let told = await told(collection).joined(separator: "\n")
    if heard.status == 200 {
      #expect(told.contains("\"name\":\"a\\nicon: /etc/passwd\\n"), "\(told.prefix(2000))")
      #expect(told.contains("\"kind\":\"none\""), "no icon was named by it")
    } else {
      #expect(heard.status == 409)
      #expect(!told.contains("/etc/passwd"))
    }
    await page.server.stop()
  }

  @Test("a HEAD request for a messenger's pack has no body") func head() async throws {
    let (page, collection) = try await served()
    let head = "HEAD /\(Page.token)/messenger/NAME HTTP/1.1\r\nHost: \(page.authority)\r\n\r\n"
    for (name, status) in [("mastodon", 200), ("signal", 409)] {
      let heard = try await page.ask(Array(head.replacing("NAME", with: name).utf8))
      #expect(heard.status == status && heard.body.isEmpty, "\(name): \(heard.text.prefix(400))")
    }
    #expect(await collection.messengerState.evaluationTask == nil)
    await page.server.stop()
  }

  @Test("there are at least forty") func count() { #expect(Hostile.ofRoutes.count >= 40) }
}
