package import StickerModel

extension Profile {
  /// What LINE takes of a set of emoji.
  package static let lineEmoji = Profile(
    "line-emoji", "What LINE takes of a set of emoji.",
    """
    export: line
    sources:
      - "creator.line.me, guidelines: sizes, bytes, frames, stickers of a set"
      - "creator.line.me, guidelines: lengths of texts, in which a CJK character counts as two"
      - "creator.line.me, gologolog.com: files are called 001.png and on"
    rules:
    \(withoutApple)
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
