import Foundation
import Testing

@Suite struct StoryTests {
  @Test("a story ends as it is told", arguments: Story.all)
  func story(_ story: Story) throws {
    let (found, expected) = (try story.run(), try story.expected())
    for path in Set(found.keys).union(expected.keys).sorted() {
      #expect(found[path] == expected[path], "\(path); `make goldens` writes what is found, for reading")
    }
  }
}
