package import StickerModel

extension Profile {
  /// What LINE takes of a set of stickers that do not move.
  package static let line = Profile(
    "line", "What LINE takes of a set of stickers that do not move.",
    """
    export: line
    sources:
      - "creator.line.me, guidelines: sizes, bytes, frames, stickers of a set"
      - "creator.line.me, guidelines: lengths of texts, in which a CJK character counts as two"
    rules:
    \(withoutApple)
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
