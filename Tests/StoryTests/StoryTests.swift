import Foundation
import Testing

@Suite struct StoryTests {
  @Test("a story ends as recorded", arguments: Story.all)
  func story(_ story: Story) throws {
    if ProcessInfo.processInfo.environment["STICKERLINT_RECORD"] != nil {
      try story.record()
      Issue.record("recorded, not compared: read what changed below Fixtures/Stories")
      return
    }
    let (found, expected) = (try story.outcome(), try story.expected())
    for path in Set(found.keys).union(expected.keys).sorted() {
      #expect(found[path] == expected[path], "\(path) differs: run `make goldens` and review the diff")
    }
  }
}
