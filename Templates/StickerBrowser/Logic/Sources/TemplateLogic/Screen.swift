/// The screens of the extension.
public enum Screen: Equatable, Sendable {
  /// The stickers.
  case browser
  /// The sticker maker, which is shown only where there is a keyboard.
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

/// Where the system presents the extension.
public enum PresentationContext: CaseIterable, Equatable, Sendable {
  /// In the list of iMessage apps, with a conversation.
  case messages
  /// In the Stickers app, the emoji keyboard, the camera of Messages, FaceTime and Markup. Only stickers and
  /// images can be inserted there, and there are no messages.
  case media
  /// A context that did not exist when this was written.
  case unknown
}

/// Decides which screen to show. Messages controls the style: it may follow a request immediately, later or never,
/// and the person can change the style at any time.
public struct ScreenFlow: Equatable, Sendable {
  private var style: PresentationStyle
  private var context: PresentationContext
  private var isMaking = false

  /// Starts with the stickers.
  public init(style: PresentationStyle = .compact, context: PresentationContext = .messages) {
    self.style = style
    self.context = context
  }

  /// The screen to show now.
  public var screen: Screen {
    switch style {
    case .expanded where isMaking: .maker
    // Only a conversation has bubbles. Elsewhere, people came to choose a sticker.
    case .transcript where context != .media: .transcript
    // It is unknown what a new style supports, but stickers can be sent from any style.
    case .compact, .expanded, .transcript, .unknown: .browser
    }
  }

  /// The style to request from Messages after an event.
  public enum Request: Equatable, Sendable {
    /// The style for typing.
    case expanded
    /// The style for choosing.
    case compact
  }

  /// Records that the person wants to make a sticker.
  ///
  /// - Returns: the style to request, or nil if the maker can be shown immediately.
  public mutating func startMaking() -> Request? {
    guard style != .transcript else { return nil }
    isMaking = true
    return style == .expanded ? nil : .expanded
  }

  /// Records that the person is done, or has canceled.
  ///
  /// - Returns: the style to request.
  public mutating func finish() -> Request? {
    isMaking = false
    return style == .expanded ? .compact : nil
  }

  /// Records that Messages presents the extension in a style.
  public mutating func didChangeStyle(to new: PresentationStyle) {
    // If the person pulls the maker down, it counts as canceled. Otherwise it would come back later.
    if style == .expanded, new != .expanded { isMaking = false }
    style = new
  }

  /// Records that the extension becomes active: in another conversation, where the maker was not opened, or
  /// in the same conversation, where the person may have left a draft.
  public mutating func start(in new: PresentationStyle, context: PresentationContext = .messages) {
    if screen != .maker { isMaking = false }
    self.context = context
    didChangeStyle(to: new)
  }
}
