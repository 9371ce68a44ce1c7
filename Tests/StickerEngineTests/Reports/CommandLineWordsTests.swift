import Testing

@testable import StickerEngine

@Suite struct CommandLineWordsTests {
  private let sentence: UserMessage = "out is no folder: choose another \(.outputFolder), or \(.inPlace)"

  @Test("a sentence says a choice by its flag to whoever runs the program, and without to a library")
  func words() {
    #expect(sentence.commandLineText == "out is no folder: choose another --output, or use --in-place")
    #expect(sentence.text == "out is no folder: choose another output, or change it in place")
    #expect("\(sentence)" == sentence.text)
  }

  @Test("a sentence in another one keeps its choices")
  func parts() {
    let whole: UserMessage = "a: \(sentence)"
    #expect(whole.commandLineText == "a: \(sentence.commandLineText)")
    #expect([sentence, "b"].joinedWithSemicolons.commandLineText == "\(sentence.commandLineText); b")
    #expect(["a", "b" + " c"].joinedWithSemicolons == "a; b c" && [].joinedWithSemicolons == "")
  }

  @Test("what a process ran out of is raised by an option, which only the program names")
  func losses() {
    for (loss, option) in [
      (WorkerFailure.outOfTime(seconds: 9), "--worker-seconds"),
      (.outOfMemory(bytes: 1 << 30), "--worker-memory"),
    ] {
      #expect(loss.unreadableFileMessage.commandLineText.contains("\(option) NUMBER"))
      #expect(!loss.unreadableFileMessage.text.contains("--"), "\(loss.unreadableFileMessage)")
    }
  }

  @Test("a failure says everything that is wrong, a line each")
  func failure() {
    let failure = UsageError(lines: [sentence, "and so on"])
    #expect(failure.commandLineText == [sentence.commandLineText, "and so on"])
    #expect(failure.message == "\(sentence.text)\nand so on")
    #expect(
      UsageError(TwoLines()).lines == ["a", "b"] && UsageError(failure as any Error) == failure)
  }
}

private struct TwoLines: Error, CustomStringConvertible {
  let description = "a\nb"
}
