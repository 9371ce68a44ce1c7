import Testing

@testable import StickerEngine

@Suite("fixed copies in a pack") struct FixedCopiesTests {
  private func replacements(_ listed: [String], among all: [String]) -> [String: String] {
    let replacements = FixedCopyMatcher(among: (listed + all).map { Path($0) }).listedOriginalsAndCopies(
      in: listed.map { Path($0) })
    return Dictionary(
      uniqueKeysWithValues: all.compactMap { name in
        replacements.listedOriginalOrCopy(for: Path(name)).map { (name, $0.displayText) }
      })
  }

  @Test("if a copy is in the pack, its original and an earlier copy count as included") func copies() {
    let found = replacements(
      ["fixed/cat.png", "fixed/dog-2.png"], among: ["cat.jpg", "dog.png", "fixed/dog.png", "bird.png"])
    #expect(
      found == [
        "cat.jpg": "fixed/cat.png", "dog.png": "fixed/dog-2.png", "fixed/dog.png": "fixed/dog-2.png",
      ])
  }

  @Test("if an original is in the pack, its copy counts as included") func original() {
    #expect(replacements(["cat.png"], among: ["fixed/cat.png"]) == ["fixed/cat.png": "cat.png"])
  }

  @Test("a number that belongs to the name is not a copy's number") func numbers() {
    let all = ["cat.png", "cat-2.png", "cat-1.png", "cat-02.png"]
    #expect(replacements(["fixed/cat-2.png"], among: all) == ["cat-2.png": "fixed/cat-2.png"])
    #expect(replacements(["fixed/cat-1.png"], among: ["cat.png"]).isEmpty)
    #expect(replacements(["fixed/cat-02.png"], among: ["cat.png"]).isEmpty)
    #expect(replacements(["fixed/-2.png"], among: ["cat.png"]).isEmpty)
  }

  @Test("images with one name in different folders are different images") func folders() {
    #expect(replacements(["a/cat.png"], among: ["b/cat.png", "cat.png"]).isEmpty)
  }

  @Test("a copy that may belong to two images counts for neither") func ambiguous() {
    #expect(replacements(["fixed/cat.png"], among: ["happy/cat.png", "sad/cat.png"]).isEmpty)
    #expect(replacements(["fixed/cat.png", "fixed/cat-2.png"], among: ["a/cat.png", "b/cat.png"]).isEmpty)
    #expect(replacements(["fixed/cat.png"], among: ["cat.png", "cat.gif"]).isEmpty)
  }
}
