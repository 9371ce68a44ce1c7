import StickerImage
import StickerModel

/// Which stickers are shown; the script counts, and fills in the rules that fired.
let filters: HTML = """
  <form id="filters" class="bar" role="search" aria-label="Which stickers are shown">
  <fieldset><legend>Show</legend>
  \(filterButtons)</fieldset>
  <label class="rule">with <select id="rule"><option value="">any finding or none</option></select></label>
  </form>

  """

private let filterButtons: [HTML] =
  [("all", "All", nil)]
  .map(filterButton)
  + [
    ("error", "Not ready", Verdict.error), ("warning", "Look again", .warning), ("ready", "Ready", .fine),
  ].map(filterButton)

private func filterButton(_ value: String, _ words: String, _ verdict: Verdict?) -> HTML {
  """
  <label\(verdict.map(title))><input type="radio" name="verdict" \
  value="\(value)"\(value == "all" ? checked : nil)>\
  <span>\(verdict?.badge)\(words) <b data-count="\(value)"></b></span></label>

  """
}

private func title(_ verdict: Verdict) -> HTML { " title=\"\(verdict.meaning)\"" }

private let checked: HTML = " checked"

/// What the art lies on: the backgrounds that `low-contrast` judges it on, and one's own.
let grounds: HTML = """
  <form id="grounds" class="bar" aria-label="What the stickers lie on">
  <fieldset><legend>Background</legend>
  <label title="Shows what is transparent"><input type="radio" name="ground" value="checkerboard" checked>\
  <span class="swatch" data-ground="checkerboard"></span><span class="words">checkerboard</span></label>
  \(TestBackground.all.map(groundChoice))\
  <label><input type="radio" name="ground" value="own"><input type="color" id="own" value="#3478f6" \
  aria-label="Your own background color"><span class="words">your own</span></label>
  </fieldset>
  <label><input type="checkbox" id="marks" checked> mark what was found</label>
  <label><input type="checkbox" id="motion" checked> let animations play</label>
  </form>

  """

private func meaning(_ verdict: Verdict) -> HTML {
  "<li>\(verdict.badge)<span><b>\(verdict.words)</b> \(verdict.meaning)</span></li>\n"
}

private func groundChoice(_ background: TestBackground) -> HTML {
  """
  <label><input type="radio" name="ground" value="\(background.name)">\
  <span class="swatch" data-ground="\(background.name)"\(tile(background))></span>\
  <span class="words">\(background.name)</span></label>

  """
}

/// A background of many colors as a small picture, which a browser spreads as softly as the rule does.
private func tile(_ background: TestBackground) -> HTML? {
  guard !background.isFlat,
    let bytes = try? background.bitmap(PixelSize(96, 96)).encodedTruecolorPNG()
  else { return nil }
  return " data-tile=\"\(PictureAddress(holding: bytes, "image/png"))\""
}

/// Where files are dropped, and what can be done with all of them.
func dropPart(_ limits: StickerLimits) -> HTML {
  """
  <div id="drop" class="drop">
  <p><b>Drop stickers here</b>, single files or whole folders, or \
  <label class="button">choose files<input type="file" id="files" multiple></label> \
  <label class="button">choose a folder<input type="file" id="folder" webkitdirectory multiple></label></p>
  <p class="calm">They stay on this machine, and the originals are never changed.</p>
  <p id="progress" class="progress" role="status"></p>
  <ul id="notices" class="refused" aria-live="polite"></ul>
  <ul id="refused" class="refused" aria-live="polite"></ul>
  </div>
  <div id="actions" class="actions" hidden>
  <button type="button" data-do="fix">Fix what nobody will see</button>
  <button type="button" data-do="lossy">Fix all that can be fixed</button>
  <label title="No pixel changes. With either button every PNG gets it, also those that are ready.">\
  <input type="checkbox" id="smallest"> with as few bytes as it takes</label>
  <button type="button" data-do="zip">Download all (zip)</button>
  <button type="button" data-do="pack">Build the pack for Xcode (zip)</button>
  <button type="button" data-do="clear" class="quiet">Start over</button>
  </div>
  <p id="outcome" class="outcome" role="status"></p>
  <div id="intro" class="intro">
  <p>This page checks stickers for iMessage before you upload them: still or animated PNG with a transparent \
  background, each side \(limits.sides.lowerBound) to \(limits.sides.upperBound) px, \
  less than \(size(limits.bytes)). Every sticker gets one of these:</p>
  <ul>
  \([Verdict.error, .warning, .fine].map(meaning))</ul>
  <p>Then you see it as Messages will show it, fix what can be fixed, and take the files or the whole pack \
  along.</p>
  </div>

  """
}

/// `500 KB`: bytes as Apple's pages write them.
private func size(_ bytes: Int) -> String {
  bytes.isMultiple(of: 1000) ? "\(grouped(bytes / 1000)) KB" : "\(grouped(bytes)) bytes"
}
