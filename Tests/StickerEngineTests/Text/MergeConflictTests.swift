import Testing

@testable import StickerEngine

@Suite struct MergeConflictTests {
  @Test(
    "a merge conflict is found at the start of a line, whatever the line endings are",
    arguments: ["<<<<<<< HEAD\na", "a\n<<<<<<< HEAD\n", "a\r\n<<<<<<< HEAD\r\n", "a\n\n<<<<<<< HEAD"])
  func conflict(_ text: String) { #expect(Array(text.utf8).hasMergeConflictMarker) }

  @Test(
    "other text has no merge conflict", arguments: ["", "\n", "a <<<<<<< HEAD", "<<<<<<<", "a\n<<<<<< HEAD"])
  func noConflict(_ text: String) { #expect(!Array(text.utf8).hasMergeConflictMarker) }
}
