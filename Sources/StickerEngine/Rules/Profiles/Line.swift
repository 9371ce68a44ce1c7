extension MessengerProfile {
  package static let line = MessengerProfile(
    "line", "LINE's limits for sets of still stickers.",
    """
    export: line
    sources:
      - "creator.line.me, guidelines: dimensions, file size, frames, stickers in a set"
      - "creator.line.me, guidelines: text lengths (a CJK character counts as two)"
    rules:
    \(messagesOnlyRulesOffYAML)
      unsupported-format: { apng: no, gif: no, jpeg: no }
      file-size: { max-bytes: 1000000, at-limit: taken }
      pixel-dimensions: { min-pixels: 2, max-pixels: 370, max-width: 370, max-height: 320, even: yes }
      animation-limits: { moves: no }
      sticker-count: { min-stickers: 8, max-stickers: 40, multiple-of: 8 }
      narrow-margin: { min-margin: 10 }
      pack-texts:
        max-title: 40
        max-author: 50
        max-description: 160
        max-copyright: 50
        wide-counts-twice: yes
      pack-weight: { severity: error, max-weight: 20 }
      cover-picture: { width: 240, height: 240, max-bytes: 1000000, tab-width: 96, tab-height: 74 }
    """)
}

extension MessengerProfile {
  static let lineAnimated = MessengerProfile(
    "line-animated", "LINE's limits for sets of animated stickers.",
    """
    export: line
    sources:
      - "creator.line.me, guidelines: dimensions, file size, frames, stickers in a set"
      - "creator.line.me, guidelines: text lengths (a CJK character counts as two)"
    rules:
    \(messagesOnlyRulesOffYAML)
      unsupported-format: { png: no, gif: no, jpeg: no }
      file-size: { max-bytes: 300000, at-limit: taken }
      pixel-dimensions:
        min-pixels: 2
        max-pixels: 320
        max-width: 320
        max-height: 270
        min-longer-side: 270
        even: yes
      animation-limits:
        moves: yes
        min-frames: 5
        max-frames: 20
        min-plays: 1
        max-plays: 4
        max-play-time: 4000
        whole-seconds: yes
        min-frame-time: 1
        differs: yes
      hidden-default-image: error
      sticker-count: { min-stickers: 8, max-stickers: 24, multiple-of: 8 }
      pack-texts:
        max-title: 40
        max-author: 50
        max-description: 160
        max-copyright: 50
        wide-counts-twice: yes
      pack-weight: { severity: error, max-weight: 20 }
      cover-picture: { width: 240, height: 240, max-bytes: 300000, tab-width: 96, tab-height: 74 }
    """)
}

extension MessengerProfile {
  static let lineEmoji = MessengerProfile(
    "line-emoji", "LINE's limits for sets of emoji.",
    """
    export: line
    sources:
      - "creator.line.me, guidelines: dimensions, file size, frames, stickers in a set"
      - "creator.line.me, guidelines: text lengths (a CJK character counts as two)"
      - "creator.line.me, gologolog.com: files are named 001.png, 002.png and so on"
    rules:
    \(messagesOnlyRulesOffYAML)
      unsupported-format: { gif: no, jpeg: no }
      file-size: { max-bytes: 1000000, max-animated-bytes: 300000, at-limit: taken }
      pixel-dimensions: { min-pixels: 180, max-pixels: 180 }
      animation-limits:
        min-frames: 5
        max-frames: 20
        min-plays: 1
        max-plays: 4
        max-play-time: 4000
        whole-seconds: yes
      single-frame-animation: error
      sticker-count: { min-stickers: 8, max-stickers: 40 }
      mixed-animation: { mix: no }
      pack-texts:
        max-title: 40
        max-author: 50
        max-description: 160
        max-copyright: 50
        wide-counts-twice: yes
      pack-weight: { severity: error, max-weight: 20 }
      cover-picture: { max-bytes: 1000000, tab-width: 96, tab-height: 74 }
    """)
}
