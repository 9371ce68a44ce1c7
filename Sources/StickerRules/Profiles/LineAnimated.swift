package import StickerModel

extension Profile {
  /// What LINE takes of a set of animated stickers.
  package static let lineAnimated = Profile(
    "line-animated", "What LINE takes of a set of animated stickers.",
    """
    export: line
    sources:
      - "creator.line.me, guidelines: sizes, bytes, frames, stickers of a set"
      - "creator.line.me, guidelines: lengths of texts, in which a CJK character counts as two"
    rules:
    \(withoutApple)
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
