import StickerImage
import StickerModel

/// Which stickers are shown; the script counts, and fills in the rules that fired.
let filters: HTML = """
  <form id="filters" class="bar" role="search" aria-label="Which stickers are shown">
  <fieldset><legend class="unseen">Show</legend>
  \(filterButtons)</fieldset>
  <select id="rule" aria-label="Only those with this finding"><option value="">any finding</option></select>
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
  <fieldset><legend class="unseen">Background</legend>
  <label title="Shows what is transparent"><input type="radio" name="ground" value="checkerboard" checked>\
  <span class="swatch" data-ground="checkerboard"></span><span class="unseen">checkerboard</span></label>
  \(TestBackground.all.map(groundChoice))\
  <label title="Your own color"><input type="radio" name="ground" value="own" aria-label="your own">\
  <input type="color" id="own" value="#3478f6" aria-label="Your own background color"></label>
  </fieldset>
  </form>

  """

private func groundChoice(_ background: TestBackground) -> HTML {
  """
  <label title="\(background.name)"><input type="radio" name="ground" value="\(background.name)">\
  <span class="swatch" data-ground="\(background.name)"\(tile(background))></span>\
  <span class="unseen">\(background.name)</span></label>

  """
}

/// A background of many colors as a small picture, which a browser spreads as softly as the rule does.
private func tile(_ background: TestBackground) -> HTML? {
  guard !background.isFlat,
    let bytes = try? background.bitmap(PixelSize(96, 96)).encodedTruecolorPNG()
  else { return nil }
  return " data-tile=\"\(PictureAddress(holding: bytes, "image/png"))\""
}

/// On a narrow window the controls are folded away.
let foldButton: HTML = """
  <button type="button" id="fold" class="fold" aria-expanded="false" aria-controls="controls">\
  Show and background</button>

  """

/// What can be done with stickers that are selected, in place of the controls.
func chosenBar(in place: PreviewPlace) -> HTML? {
  guard place.isDropPage else { return nil }
  return """
    <div id="chosen" class="bar chosen" role="group" aria-label="What is selected" hidden>
    <b id="chosen-count" role="status"></b>
    <button type="button" data-do="fixes">Fix…</button>
    <button type="button" data-do="earlier">Move earlier</button>\
    <button type="button" data-do="later">Move later</button>
    <button type="button" data-do="take-out" title="\(outOfPack)">Take out of the pack</button>
    <button type="button" data-do="remove" class="plain" title="\(offPage)">Take off the page</button>
    <button type="button" data-do="select-none" class="plain">Select none</button>
    </div>

    """
}

/// Leads from sticker to sticker, and back to the pack.
let paneBar: HTML = """
  <div class="pane-bar">
  <button type="button" data-walk="-1" class="plain" aria-label="The sticker before">‹</button>\
  <span id="walked" class="quiet"></span>\
  <button type="button" data-walk="1" class="plain" aria-label="The next sticker">›</button>
  <button type="button" data-walk="0" class="plain close" aria-label="Close">×</button>
  </div>

  """
