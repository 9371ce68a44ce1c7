import Corpus
import Testing

@testable import StickerEngine
@testable import StickerImage

@Suite struct ModelTests {
  @Test(
    "hostile text is shown as one harmless line",
    arguments: [
      ("plain name.png", "plain name.png"), ("Füße 🐵.png", "Füße 🐵.png"), ("a\nb", "a\\u{A}b"),
      ("\u{1B}[31mred", "\\u{1B}[31mred"), ("a\u{202E}gnp.b", "a\\u{202E}gnp.b"), ("\u{7F}", "\\u{7F}"),
      ("a\u{2028}b", "a\\u{2028}b"), ("zero\u{200B}width", "zero\\u{200B}width"), ("\u{FFFE}", "\\u{FFFE}"),
    ])
  func shown(_ raw: String, _ expected: String) { #expect(UntrustedText(raw).displayText == expected) }

  @Test("invalid UTF-8 is shown as byte values")
  func notUTF8() { #expect(Path(bytes: [0x61, 0xFF, 0x62, 0xC3]).displayText == "a\\xFFb\\xC3") }

  @Test("the shortcut for harmless text gives the same text as escaping")
  func shortcutForHarmlessText() {
    let parts = [
      "a", ":", "#", "::", "##", "error", "vso[", "teamcity[", "é", "👋🏽", "\u{200D}", "\u{202E}", "\u{7F}",
      "\n", "\\", " ",
    ]
    var numbers = SeededNumbers(seed: 13)
    for _ in 0..<5000 {
      let count = Int.random(in: 0...6, using: &numbers)
      let text = (0..<count).map { _ in parts.randomElement(using: &numbers) ?? "" }.joined()
      // The invalid byte at the end rules out the shortcut for harmless text.
      let escaped = UntrustedText(bytes: Array(text.utf8) + [0xFF]).displayText
      #expect(Array((UntrustedText(text).displayText + "\\xFF").utf8) == Array(escaped.utf8), "\(text)")
    }
  }

  @Test("sums of durations are exact, or unknown if they overflow")
  func sums() {
    let thirds = [ExactSeconds(1, 3), ExactSeconds(1, 6), ExactSeconds(1, 2)]
    #expect(thirds.total() == ExactSeconds(1, 1))
    // The product of these primes does not fit in 64 bits.
    let primes = [65521, 65519, 65497, 65479, 65449].map { ExactSeconds(1, $0) }
    #expect(primes.total() == nil)
  }

  @Test("20 ms is not shorter than 20 ms, but 1/60 s is")
  func shorter() {
    #expect(!ExactSeconds(2, 100).isShorter(thanMilliseconds: 20))
    #expect(ExactSeconds(1, 60).isShorter(thanMilliseconds: 20))
  }

  @Test("results are in input order, whichever finishes first", arguments: [1, 2, 8])
  func order(_ jobs: Int) async {
    var seen: [Int] = []
    await mapInOrder(Array(0..<200), jobs: jobs) { number -> Int in
      if number % 7 == 0 { try? await Task.sleep(for: .milliseconds(2)) }
      return number * 2
    } deliver: {
      seen.append($0)
    }
    #expect(seen == (0..<200).map { $0 * 2 })
  }

  @Test("memory reservations never exceed the capacity, even if a request is larger")
  func gate() async {
    let gate = MemoryGate(capacity: 100)
    let counter = PeakCounter()
    await withTaskGroup(of: Void.self) { group in
      for bytes in [60, 60, 30, 500, 10, 100, 1] {
        group.addTask {
          let held = await gate.reserve(bytes)
          await counter.add(held)
          try? await Task.sleep(for: .milliseconds(1))
          await counter.add(-held)
          await gate.release(held)
        }
      }
    }
    #expect(await counter.peak <= 100)
    #expect(await counter.now == 0)
  }

  @Test("a mistyped name finds the closest one")
  func nearest() {
    #expect(
      nearestSimilarNames(to: "fil-size", in: ["file-size", "frame-delay", "not-square"]) == ["file-size"])
    #expect(nearestSimilarNames(to: "lnit", in: ["lint", "info", "pack"]) == ["lint"])
    #expect(nearestSimilarNames(to: "", in: ["lint"]) == [])
    #expect(nearestSimilarNames(to: "entirely-other", in: ["lint"]) == [])
  }
}

private actor PeakCounter {
  private(set) var now = 0
  private(set) var peak = 0

  func add(_ bytes: Int) {
    now += bytes
    peak = max(peak, now)
  }
}
