import Foundation
import LeanFoundation
import Testing

/// What the release has in Foundation's place writes what Foundation writes.
@Suite struct LeanFoundationTests {
  private struct Command: Encodable {
    var name = "lint"
    var abstract: String?
    var words = ["a/b", "\"quoted\" \\ \u{1} \u{1F}\n\t\r\u{8}\u{C}", "ä 👋 \u{2028}\u{7F}"]
    var isHidden = false
    var numbers: [Int] = [-1, 0, Int.max]
    var share = 0.25
    var whole = 3.0
    var small: Float = 0.1
    var byte: UInt8? = 255
    var nothing: [String] = []
    var empty: [String: Int] = [:]
    var gaps: [Int?] = [nil, 2]
    var kind = Kind.option
    var children: [Command] = []
    var byName: [String: Command] = [:]
  }

  private enum Kind: String, Encodable {
    case option
  }

  @Test("lines, indents, keys, escapes, numbers and what is empty", arguments: [true, false])
  func same(isPretty: Bool) throws {
    var command = Command()
    command.children = [Command(name: "b", abstract: "of \"b\""), Command(name: "c")]
    command.byName = ["z": Command(name: "z"), "A": Command(), "a": Command(name: "e")]
    let (lean, whole) = (LeanFoundation.JSONEncoder(), Foundation.JSONEncoder())
    lean.outputFormatting = isPretty ? [.prettyPrinted, .sortedKeys] : [.sortedKeys]
    whole.outputFormatting = isPretty ? [.prettyPrinted, .sortedKeys] : [.sortedKeys]
    let ours = try String(data: lean.encode(command), encoding: .utf8)
    let theirs = try String(data: whole.encode(command), encoding: .utf8)
    #expect(ours == theirs)
  }

  @Test("a number that JSON does not have is an error")
  func infinite() {
    #expect(throws: EncodingError.self) { try LeanFoundation.JSONEncoder().encode([Double.infinity]) }
  }
}
