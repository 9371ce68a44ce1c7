import Testing

@testable import StickerEngine

@Suite struct CommandLineWordsTests {
  private let sentence: UserMessage =
    "out is no folder: choose another \(.outputFolderOption), or \(.inPlace)"

  @Test("a sentence names an option to users of the program, and none to callers of the library")
  func words() {
    #expect(sentence.commandLineText == "out is no folder: choose another --output, or use --in-place")
    #expect(sentence.text == "out is no folder: choose another output, or change it in place")
    #expect("\(sentence)" == sentence.text)
  }

  @Test("a sentence inside another one keeps both of its wordings")
  func parts() {
    let whole: UserMessage = "a: \(sentence)"
    #expect(whole.commandLineText == "a: \(sentence.commandLineText)")
    #expect([sentence, "b"].joinedWithSemicolons.commandLineText == "\(sentence.commandLineText); b")
    #expect(["a", "b" + " c"].joinedWithSemicolons == "a; b c" && [].joinedWithSemicolons == "")
  }

  @Test("an exhausted resource names the option that raises it only in the program")
  func losses() {
    for (loss, option) in [
      (WorkerFailure.outOfTime(seconds: 9), "--worker-seconds"),
      (.outOfMemory(bytes: 1 << 30), "--worker-memory"),
    ] {
      #expect(loss.unreadableFileMessage.commandLineText.contains("\(option) NUMBER"))
      #expect(!loss.unreadableFileMessage.text.contains("--"), "\(loss.unreadableFileMessage)")
    }
  }

  @Test("an error lists all problems, one line each")
  func failure() {
    let failure = CommandError(messages: [sentence, "and so on"])
    #expect(failure.commandLineText == [sentence.commandLineText, "and so on"])
    #expect(failure.message == "\(sentence.text)\nand so on")
    #expect(
      CommandError(TwoLineError()).problemMessages == ["a", "b"]
        && CommandError(failure as any Error) == failure)
  }
}

private struct TwoLineError: Error, CustomStringConvertible {
  let description = "a\nb"
}
