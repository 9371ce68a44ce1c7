import Foundation
import Testing

@testable import StickerEngine
@testable import StickerImage
@testable import StickerPage
@testable import Stickers

/// Requests to write files, from another site or from a page that misbehaves.
@Suite("hostile save requests") struct HostileSaveTests {
  private static let tag = String(repeating: "0", count: 64)
  private static let key = "Stickerlint-Token: TOKEN"
  private static let fresh = "If-None-Match: *"

  private static func save(
    _ what: String, _ status: Int, _ fields: [String], _ body: String = "", _ target: String = "save"
  ) -> HostileRequest {
    HostileRequest(
      what, status, "POST /TOKEN/\(target) HTTP/1.1",
      ["Host: HOST", "Origin: ORIGIN", "Content-Length: \(body.utf8.count)"] + fields, body)
  }

  private static let all: [HostileRequest] = [
    save("without the token in a header", 403, [fresh]),
    save("with an empty token", 403, ["Stickerlint-Token: ", fresh]),
    save("with another token", 403, ["Stickerlint-Token: \(String(TestServer.token.reversed()))", fresh]),
    save("with the token twice", 403, [key, key, fresh]),
    save("with the start of the token", 403, ["Stickerlint-Token: 0123456789", fresh]),
    save("with the token in a cookie", 403, ["Cookie: stickerlint-token=TOKEN", fresh]),
    save("without a precondition", 428, [key]),
    save("with a wildcard as the tag", 428, [key, "If-Match: *"]),
    save("with a weak tag", 428, [key, "If-Match: W/\"\(tag)\""]),
    save("with a tag without quotes", 428, [key, "If-Match: \(tag)"]),
    save("with an empty tag", 428, [key, "If-Match: \"\""]),
    save("with two tags", 428, [key, "If-Match: \"\(tag)\", \"\(tag)\""]),
    save("with two If-Match headers", 428, [key, "If-Match: \"\(tag)\"", "If-Match: \"\(tag)\""]),
    save("with a tag that is a path", 428, [key, "If-Match: \"../../etc/passwd\""]),
    save("with two contradictory preconditions", 428, [key, "If-Match: \"\(tag)\"", fresh]),
    save("with a tag in If-None-Match", 428, [key, "If-None-Match: \"\(tag)\""]),
    save("with the precondition that the file does not exist, although it does", 412, [key, fresh]),
    save("with the tag of a different file", 412, [key, "If-Match: \"\(tag)\""]),
    save("with a body", 413, [key, fresh], "name: Owned\n"),
    save("to a path", 404, [key, fresh], "", "save/../../etc/passwd".replacing("../", with: "x/")),
    save("to a path in the parent folder", 400, [key, fresh], "", "save/../../etc/passwd"),
    save("to a number", 404, [key, fresh], "", "save/1"),
    save("with Sec-Fetch-Site: cross-site", 403, [key, fresh, "Sec-Fetch-Site: cross-site"]),
    HostileRequest(
      "from another origin", 403, "POST /TOKEN/save HTTP/1.1",
      ["Host: HOST", "Origin: http://evil.example", "Content-Length: 0", key, fresh]),
    HostileRequest(
      "without an origin, as a command-line client would send", 403, "POST /TOKEN/save HTTP/1.1",
      ["Host: HOST", "Content-Length: 0", key, fresh]),
    HostileRequest(
      "as a preflight request from another site", 405, "OPTIONS /TOKEN/save HTTP/1.1",
      ["Host: HOST", "Origin: http://evil.example", "Access-Control-Request-Headers: stickerlint-token"]),
    HostileRequest(
      "as a PUT", 405, "PUT /TOKEN/save HTTP/1.1",
      ["Host: HOST", "Origin: ORIGIN", "Content-Length: 0", key, fresh]),
    .get("as a GET, which an image on another page could send", 405, "/TOKEN/save", [key, fresh]),
    .get("with the token only in a header", 403, "/save", [key, fresh]),
    .get("a reload as a GET", 405, "/TOKEN/reread"),
    save("the list of files to save as a POST", 405, [key, fresh], "", "saved"),
  ]

  @Test("each is rejected, and the folder stays unchanged") func refused() async throws {
    let folder = URL(fileURLWithPath: "/tmp").appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let place = Path(folder.resolvingSymlinksInPath().path)
    let art = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/Art/pack/ghost.png")
    let yml = "name: Ghosts\nstickers:\n  - file: ghost.png\n"
    try Data(contentsOf: art).write(to: folder.appendingPathComponent("ghost.png"))
    try Data(yml.utf8).write(to: folder.appendingPathComponent("stickerpack.yml"))
    var search = try pageSearch()
    let collection = DropPageModel(search, in: place, jobs: 1, savingTo: try ConfinedFolderAccess(place))
    _ = await collection.addFile(fromFolder: Path("ghost.png"), [UInt8](try Data(contentsOf: art)))
    _ = await collection.addFile(fromFolder: Path("stickerpack.yml"), Array(yml.utf8))
    while await !collection.isEverythingEvaluated { try await Task.sleep(for: .milliseconds(10)) }
    #expect(await collection.editPackFile([.name("Mine")]) == nil)
    let configuration = try ConfigurationMap([], packs: [Path(".")], &search).configuration(at: Path("."))
    let page = try await TestServer(routes: pageRoutes(collection, title: "Ghosts", configuration))
    let host = page.authority
    func files() throws -> [String: String] {
      var files: [String: String] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
        files[name] = try Data(contentsOf: folder.appendingPathComponent(name)).base64EncodedString()
      }
      return files
    }
    let before = try files()
    for hostile in Self.all {
      let message = hostile.message.replacing("ORIGIN", with: "http://HOST").replacing("HOST", with: host)
        .replacing("TOKEN", with: TestServer.token)
      let heard = try await page.response(to: Array(message.utf8))
      #expect(heard.status == hostile.status, "\(hostile): \(heard.text.prefix(400))")
      #expect(!heard.text.contains(TestServer.token), "\(hostile)")
      #expect(!heard.text.lowercased().contains("access-control-"), "\(hostile)")
      #expect(try files() == before, "\(hostile)")
    }
    // Requests from the page itself succeed.
    let known = SHA256.hexDigest(of: Array(yml.utf8))
    let saved = try await page.response(
      to: page.postRequest("save", "", ["stickerlint-token: \(TestServer.token)", "If-Match: \"\(known)\""]))
    #expect(saved.status == 200 && saved.body == "{\"files\":[\"stickerpack.yml\"]}\n")
    let now = try String(contentsOf: folder.appendingPathComponent("stickerpack.yml"), encoding: .utf8)
    #expect(now == yml.replacing("Ghosts", with: "Mine"))
    await page.server.stop()
  }
}
