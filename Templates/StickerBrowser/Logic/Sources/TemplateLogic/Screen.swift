/// The screens of the extension.
public enum Screen: Equatable, Sendable {
  /// The stickers.
  case browser
  /// Making a sticker, only where there is a keyboard.
  case maker
  /// A bubble in the conversation, where nothing can be typed or scrolled.
  case transcript
}

/// The style in which Messages presents the extension.
public enum PresentationStyle: CaseIterable, Equatable, Sendable {
  /// In place of the keyboard: no keyboard, no horizontal scrolling, no swipes.
  case compact
  /// Nearly the whole screen.
  case expanded
  /// Inside a bubble.
  case transcript
  /// A style that did not exist when this was written.
  case unknown
}

/// Decides which screen to show. Messages controls the style: it may follow a request at once, late or never,
/// and the person can change the style at any time.
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
    // A new style has unknown abilities, but stickers can be sent from any style.
    case .compact, .expanded, .unknown: .browser
    }
  }

  /// The style to request from Messages after an event.
  public enum Request: Equatable, Sendable {
    /// The style for typing.
    case expanded
    /// The style for choosing.
    case compact
  }

  /// The person wants to make a sticker.
  ///
  /// - Returns: the style to request, or nil if the maker can be shown at once.
  public mutating func add() -> Request? {
    guard style != .transcript else { return nil }
    isMaking = true
    return style == .expanded ? nil : .expanded
  }

  /// The person is done, or has canceled.
  ///
  /// - Returns: the style to request.
  public mutating func finish() -> Request? {
    isMaking = false
    return style == .expanded ? .compact : nil
  }

  /// Messages presents the extension in a style.
  public mutating func present(_ new: PresentationStyle) {
    // If the person pulls the maker down, it counts as canceled. Otherwise it would come back later.
    if style == .expanded, new != .expanded { isMaking = false }
    style = new
  }

  /// The extension becomes active: in another conversation, where the maker was not opened, or in the same
  /// one, where the person may have left a draft.
  public mutating func start(in new: PresentationStyle) {
    if screen != .maker { isMaking = false }
    present(new)
  }
}
