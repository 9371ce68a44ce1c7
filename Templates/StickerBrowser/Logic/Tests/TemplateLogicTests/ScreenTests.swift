import Testing

@testable import TemplateLogic

@Suite struct ScreenTests {
  @Test("Without a request, each style has its own screen")
  func styles() {
    let screens = PresentationStyle.allCases.map { ScreenFlow(style: $0).screen }
    #expect(screens == [.browser, .browser, .transcript, .browser])
  }

  @Test("Adding requests the expanded style and shows the maker; finishing requests the compact style")
  func addAndFinish() {
    var flow = ScreenFlow()
    #expect(flow.startMaking() == .expanded)
    #expect(flow.screen == .browser)
    flow.didChangeStyle(to: .expanded)
    #expect(flow.screen == .maker)
    #expect(flow.finish() == .compact)
    #expect(flow.screen == .browser)
    flow.didChangeStyle(to: .compact)
    #expect(flow.screen == .browser)
    flow.didChangeStyle(to: .expanded)
    #expect(flow.screen == .browser)
  }

  @Test("Adding in the expanded style needs no request")
  func alreadyExpanded() {
    var flow = ScreenFlow(style: .expanded)
    #expect(flow.startMaking() == nil)
    #expect(flow.screen == .maker)
  }

  @Test("Pulling the maker down closes it")
  func pulledDown() {
    var flow = ScreenFlow(style: .expanded)
    _ = flow.startMaking()
    flow.didChangeStyle(to: .compact)
    #expect(flow.screen == .browser)
    flow.didChangeStyle(to: .expanded)
    #expect(flow.screen == .browser)
  }

  @Test("Activation shows the maker again only if it was visible before")
  func activation() {
    var flow = ScreenFlow(style: .expanded)
    _ = flow.startMaking()
    flow.start(in: .expanded)
    #expect(flow.screen == .maker)
    flow.start(in: .compact)
    #expect(flow.startMaking() == .expanded)
    flow.start(in: .expanded)
    #expect(flow.screen == .browser)
  }

  @Test("Without a conversation, there is no bubble, so every style shows the stickers")
  func media() {
    for style in PresentationStyle.allCases {
      #expect(ScreenFlow(style: style, context: .media).screen == .browser)
    }
    var flow = ScreenFlow(style: .compact, context: .media)
    #expect(flow.startMaking() == .expanded)
    flow.didChangeStyle(to: .expanded)
    #expect(flow.screen == .maker, "stickers that a person made can be inserted anywhere")
    flow.start(in: .transcript, context: .messages)
    #expect(flow.screen == .transcript)
  }

  @Test("In a bubble, adding does nothing")
  func bubble() {
    var flow = ScreenFlow()
    flow.start(in: .transcript)
    #expect(flow.startMaking() == nil)
    #expect(flow.screen == .transcript)
  }

  @Test(
    "In any order of events, the maker is shown only where there is a keyboard",
    arguments: 0..<200 as Range<UInt64>)
  func anyOrder(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var flow = ScreenFlow()
    var style = PresentationStyle.compact
    for _ in 0..<50 {
      let next = PresentationStyle.allCases.randomElement(using: &random) ?? .unknown
      switch Int.random(in: 0..<4, using: &random) {
      case 0: _ = flow.startMaking()
      case 1: #expect(flow.finish() != .expanded)
      case 2: (_, style) = (flow.didChangeStyle(to: next), next)
      default: (_, style) = (flow.start(in: next), next)
      }
      #expect(flow.screen != .maker || style == .expanded)
      #expect((flow.screen == .transcript) == (style == .transcript))
    }
  }
}
