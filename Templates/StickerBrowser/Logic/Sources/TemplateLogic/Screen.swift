/// What the extension shows.
public enum Screen: Equatable, Sendable {
  /// The stickers.
  case browser
  /// Making a sticker: words are typed, so only where there is a keyboard.
  case maker
  /// A bubble in the conversation, where nothing can be typed or scrolled.
  case transcript
}

/// How Messages presents the extension.
public enum PresentationStyle: CaseIterable, Equatable, Sendable {
  /// In the place of the keyboard. No keyboard, no horizontal scrolling, no swipes.
  case compact
  /// Nearly the whole screen.
  case expanded
  /// Inside of a bubble.
  case transcript
  /// A style that came after this code.
  case unknown
}

/// Which screen is right. Messages decides about styles: a request may be followed at once, late or never,
/// and the person changes the style at any time.
public struct ScreenFlow: Equatable, Sendable {
  private var style: PresentationStyle
  private var isMaking = false

  /// Starts with the stickers.
  public init(style: PresentationStyle = .compact) {
    self.style = style
  }

  /// The screen to show now.
  public var screen: Screen {
    switch style {
    case .expanded where isMaking: .maker
    case .transcript: .transcript
    // What a new style can do is not known; stickers can be sent from any.
    case .compact, .expanded, .unknown: .browser
    }
  }

  /// The style that Messages is to be asked for after an event.
  public enum Request: Equatable, Sendable {
    /// The style for typing.
    case expanded
    /// The style for choosing.
    case compact
  }

  /// The person wants to make a sticker.
  ///
  /// - Returns: what to ask Messages for; nil if the maker can be shown at once.
  public mutating func add() -> Request? {
    guard style != .transcript else { return nil }
    isMaking = true
    return style == .expanded ? nil : .expanded
  }

  /// The person is done, or has canceled.
  ///
  /// - Returns: what to ask Messages for.
  public mutating func finish() -> Request? {
    isMaking = false
    return style == .expanded ? .compact : nil
  }

  /// Messages presents the extension in a style.
  public mutating func present(_ new: PresentationStyle) {
    // Pulled down by hand, the maker is left as by Cancel: it would come back unasked otherwise.
    if style == .expanded, new != .expanded { isMaking = false }
    style = new
  }

  /// The extension becomes active: in another conversation, where nobody has asked for the maker yet, or
  /// again where the person left it, half a sticker typed.
  public mutating func start(in new: PresentationStyle) {
    if screen != .maker { isMaking = false }
    present(new)
  }
}
