import Testing

@testable import TemplateLogic

@Suite struct ScreenTests {
  private let poll = simplePoll()

  private func screen(
    _ presentation: Presentation, _ selection: Selection, hasVoted: Bool = false,
    request: PersonRequest? = nil
  ) -> Screen {
    Situation(presentation: presentation, selection: selection, hasVoted: hasVoted, request: request).screen
  }

  @Test("without a message, compact shows how to begin, and expanded shows a new poll")
  func nothing() {
    #expect(screen(.compact, .none) == .start)
    #expect(screen(.expanded, .none) == .compose)
    #expect(screen(.transcript, .none) == .start)
    #expect(screen(.unknown, .none) == .start)
  }

  @Test("with a poll, people who have not voted can vote, and the others see the result")
  func chosen() {
    #expect(screen(.expanded, .poll(poll)) == .vote(poll))
    #expect(screen(.expanded, .poll(poll), hasVoted: true) == .result(poll))
    #expect(screen(.expanded, .poll(poll), hasVoted: true, request: .vote) == .vote(poll))
    #expect(screen(.expanded, .poll(poll), request: .result) == .result(poll))
    #expect(screen(.expanded, .poll(poll), request: .compose) == .compose)
  }

  @Test("stickers are shown in compact, where the conversation is visible, and remain in expanded")
  func stickers() {
    for selection in [Selection.poll(poll), .none] {
      #expect(screen(.compact, selection, request: .stickers) == .stickers)
      #expect(screen(.expanded, selection, request: .stickers) == .stickers)
    }
    #expect(
      screen(.transcript, .poll(poll), request: .stickers) == .compactResult(poll, isInteractive: false))
    #expect(screen(.unknown, .poll(poll), request: .stickers) == .compactResult(poll, isInteractive: true))
  }

  @Test("in a small space, the result is shown; it is interactive except in the transcript")
  func compactResult() {
    for request in [nil, PersonRequest.vote, .result, .compose] {
      #expect(screen(.compact, .poll(poll), request: request) == .compactResult(poll, isInteractive: true))
      #expect(screen(.unknown, .poll(poll), request: request) == .compactResult(poll, isInteractive: true))
      #expect(
        screen(.transcript, .poll(poll), request: request) == .compactResult(poll, isInteractive: false))
    }
  }

  @Test("for a message that cannot be read, every style shows the reason", arguments: Presentation.allCases)
  func unreadable(_ style: Presentation) {
    for reason in MessageReadError.allCases {
      let expected: Screen = reason == .newerVersion ? .newerVersion : .unreadable
      #expect(screen(style, .unreadable(reason)) == expected)
    }
    #expect(screen(style, .waiting) == .waiting)
    #expect(screen(style, .unavailable) == .unavailable)
  }

  @Test("a new poll can be started from every screen that shows no poll")
  func wayOut() {
    for selection in [Selection.unreadable(.newerVersion), .unreadable(.malformed), .unavailable, .waiting] {
      #expect(screen(.expanded, selection, request: .compose) == .compose)
    }
  }
}

@Suite struct DraftTests {
  @Test("an incomplete draft reports what is missing")
  func problems() {
    var draft = Draft()
    #expect(draft.problem == .noQuestion)
    draft.question = " Dinner? "
    #expect(draft.problem == .tooFewChoices)
    draft.setChoice("Caf\u{E9}", at: 0)
    draft.setChoice("\u{200B} ", at: 1)
    #expect(draft.problem == .tooFewChoices)
    draft.setChoice("cafe\u{301}", at: 1)
    #expect(draft.problem == .sameChoiceTwice)
    draft.setChoice("Home", at: 1)
    #expect(draft.problem == nil)
    #expect(draft.poll(id: .random())?.definition.choices.map(\.string) == ["Caf\u{E9}", "Home"])
  }

  @Test("a new poll must leave room for 32 answers of 100 characters, unless there is a store")
  func room() throws {
    var draft = Draft()
    draft.question = String(repeating: "寿", count: 119)
    draft.setChoice("b", at: 1)
    draft.addChoice()
    draft.addChoice()
    draft.setChoice(String(repeating: "寿", count: 20), at: 2)
    // The address, "?v=1&p=", the identifier, "&q=", nine characters per letter, "&c=" and "&c=b&c=" + "&c=".
    let rest = 5_000 - 3_200 - (24 + 7 + 16 + 3 + 119 * 9 + 3 + 10 + 20 * 9)
    let (wide, narrow) = ((rest - 60) / 9, (rest - 60) % 9)
    draft.setChoice(String(repeating: "x", count: 60), at: 0)
    let fitting = String(repeating: "寿", count: wide) + String(repeating: "a", count: narrow)
    draft.setChoice(fitting, at: 3)
    #expect(fitting.unicodeScalars.count < 60)
    #expect(draft.problem(in: codec) == nil)
    draft.setChoice(fitting + "a", at: 3)
    #expect(draft.problem(in: codec) == .tooLong)
    #expect(draft.problem(in: nil) == nil)
    draft.question = ""
    #expect(draft.problem(in: codec) == .noQuestion)
  }

  @Test("a draft has at most six choices, and changing one that does not exist does nothing")
  func choices() {
    var draft = Draft()
    for _ in 0..<9 { draft.addChoice() }
    #expect(draft.choices.count == 6 && !draft.canAddChoice)
    draft.setChoice("x", at: 6)
    draft.setChoice("x", at: -1)
    #expect(draft.choices == Array(repeating: "", count: 6))
  }
}
