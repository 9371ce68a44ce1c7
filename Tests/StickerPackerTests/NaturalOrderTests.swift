import Testing

@testable import StickerEngine

@Suite struct NaturalOrderTests {
  @Test(
    "files are in natural order",
    arguments: [
      ["img1.png", "img2.png", "img10.png"],
      ["a.png", "B.png", "c.png"],
      ["wave.png", "wave 2.png", "wave 10.png"],
      ["wave@3x.png", "wave 2@3x.png"],
      ["01.png", "1.png", "2.png", "002b.png"],
      ["x99999999999999999999998.png", "x99999999999999999999999.png", "x100000000000000000000000.png"],
      ["cats/10.png", "cats 2/1.png", "dogs/2.png"],
      ["v1.2.png", "v1.10.png"],
      ["a.gif", "a.png"],
      ["A.png", "a.png"],
    ])
  func asPeopleCount(_ names: [String]) {
    let files = names.map { Path($0) }
    #expect(naturallySorted(files.reversed()) == files)
  }

  @Test("the order does not depend on the order of the walk")
  func independentOfWalk() {
    let files = (0..<60).flatMap {
      [Path("Frame \($0).png"), Path("frame 0\($0)@3x.PNG"), Path("f\($0 % 7)/x.png")]
    }
    let expected = naturallySorted(files)
    for shift in 1..<30 {
      #expect(naturallySorted(Array(files[shift...] + files[..<shift]).reversed()) == expected)
    }
  }

  @Test("names with invalid UTF-8 have a fixed position")
  func notUTF8() {
    let files = [
      Path("a.png"), Path(bytes: [0xFE] + Array(".png".utf8)), Path(bytes: [0xFF] + Array(".png".utf8)),
    ]
    #expect(naturallySorted(files.reversed()) == files)
  }
}
