import StickerEngine
import StickerImage

/// The head of the page: its title and the verdict on everything, and on the drop page what can be done with
/// it.
func pageTop(_ preview: Preview, in place: PreviewDestination) -> HTML {
  let title = preview.title.isEmpty ? "Stickers" : Untrusted(preview.title).displayText
  return """
    <header class="top">
    <div class="title"><h1>\(title)</h1>
    <p id="tally" class="tally" role="status">\(previewTally(preview))</p></div>
    \(place.isDropPage ? dropPart : nil)\(place.isDropPage ? actions : menu(nil))</header>
    \(place.isDropPage ? limitsNote(preview.limits) : nil)
    """
}

/// Where files are chosen; they can be dropped anywhere.
private let dropPart: HTML = """
  <div id="drop" class="drop">
  <p class="hero"><b>Drop stickers here</b></p>
  <p class="choose"><span class="hero">single files or whole folders, or </span>\
  <label class="button">Add<span class="wide"> files</span>\
  <input type="file" id="files" aria-label="Add files" multiple></label> \
  <label class="button folder">Add a folder\
  <input type="file" id="folder" webkitdirectory multiple></label></p>
  <p class="hero calm">They stay on this machine, and the originals are never changed.</p>
  <p class="hero calm">Nothing at hand? \
  <button type="button" data-do="samples" class="plain">Try it with sample stickers</button></p>
  </div>

  """

private let actions: HTML = """
  <div id="actions" class="actions">
  <button type="button" data-do="fixes">Fix…</button>
  <button type="button" data-do="save" hidden>Save<span class="wide"> to folder</span></button>
  <button type="button" data-do="pack" class="filled" aria-label="Download pack" \
  aria-describedby="pack-lacks">Download<span class="wide"> pack</span></button>
  \(menu(dropPageControls))</div>

  """

/// What is rarely wanted.
private func menu(_ more: HTML?) -> HTML {
  """
  <details class="menu"><summary aria-label="More">⋯</summary><div>
  <label><input type="checkbox" id="marks" checked> mark what was found</label>
  <label><input type="checkbox" id="motion" checked> let animations play</label>
  \(more)</div></details>

  """
}

private let dropPageControls: HTML = """
  <button type="button" data-do="contact" class="plain">Contact sheet on this background</button>
  <button type="button" data-do="zip" class="plain">Download all files (zip)</button>
  <button type="button" data-do="clear" class="plain">Start over</button>

  """

/// What the program says of what was dropped, and what the page is for as long as nothing was.
private func limitsNote(_ limits: MessengerLimits) -> HTML {
  """
  <div id="doing" class="doing" hidden><progress id="done-of" aria-label="How far it is"></progress>\
  <p id="progress" role="status"></p><button type="button" id="stop" hidden>Stop</button></div>
  <ul id="notices" class="refused" aria-live="polite"></ul>
  <ul id="refused" class="refused" aria-live="polite"></ul>
  <ul id="notes" class="refused calm" aria-live="polite"></ul>
  <p class="outcome"><span id="outcome" role="status"></span> \
  <button type="button" id="undo" class="plain" hidden>Undo</button>\
  <button type="button" id="said" class="plain" aria-label="Close this message">×</button></p>
  <div id="intro" class="intro">
  <p>This page checks stickers for iMessage before you upload them: still or animated PNG with a transparent \
  background, each side \(limits.sides.lowerBound) to \(limits.sides.upperBound) px, \
  less than \(size(limits.bytes)). It shows each as Messages will, and fixes what can be fixed. Then you \
  name the pack, and download it ready for Xcode.</p>
  <ul>
  \([Verdict.error, .warning, .fine].map(meaning))</ul>
  </div>

  """
}

private func meaning(_ verdict: Verdict) -> HTML {
  "<li>\(verdict.badge)<span><b>\(verdict.words)</b> \(verdict.meaning)</span></li>\n"
}

/// `500 KB`: bytes as Apple's pages write them.
private func size(_ bytes: Int) -> String {
  bytes.isMultiple(of: 1000) ? "\(numberText(bytes / 1000)) KB" : "\(numberText(bytes)) bytes"
}

/// Everything that could be changed, to choose from; the script fills it.
let fixSheet: HTML = """
  <dialog id="sheet" class="sheet" aria-labelledby="sheet-title">
  <header><h2 id="sheet-title">What can be fixed</h2>
  <button type="button" data-sheet="close" class="plain" aria-label="Close">×</button></header>
  <div id="sheet-list" class="sheet-list"></div>
  <footer>
  <div class="doing" id="sheet-doing" hidden><progress id="sheet-done" aria-label="How far it is"></progress>\
  <span id="sheet-words" class="quiet"></span>\
  <button type="button" data-sheet="stop">Stop</button></div>
  <p id="sheet-sum" role="status"></p>
  <label title="No pixel changes. Every PNG gets it, also those that are ready.">\
  <input type="checkbox" id="smallest"> and every PNG with as few bytes as it takes</label>
  <button type="button" data-sheet="go" class="filled">Fix</button>
  </footer>
  </dialog>

  """

/// Asks before anything is written into a folder; the script fills it.
let savingDialog: HTML = """
  <dialog id="saving" class="asking" aria-labelledby="saving-title" aria-describedby="saving-words">
  <h2 id="saving-title"></h2>
  <p id="saving-words"></p>
  <ul id="saving-files"></ul>
  <p class="answers"><button type="button" data-saving="" class="plain">Cancel</button>
  <button type="button" id="saving-theirs" data-saving="theirs">Use the one in the folder</button>
  <button type="button" id="saving-yes" data-saving="yes" class="filled"></button></p>
  </dialog>

  """

/// What is shown when somebody asks for it.
let dropPageParts = HTML([fixSheet, savingDialog, describingDialog, describeTemplate])

/// What the keyboard does on the grid.
let keys: HTML = """
  <p id="keys">Drag stickers into their order (hold one first on a touch screen), move them with Alt and \
  the arrow keys, or open one and press <i>Move earlier</i> or <i>Move later</i>. Enter opens one, Space \
  selects, Delete takes out of the pack what is selected.</p>

  """

let describedByKeys: HTML = " aria-describedby=\"keys\""

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
let backgroundPicker: HTML = """
  <form id="grounds" class="bar" aria-label="What the stickers lie on">
  <fieldset><legend class="unseen">Background</legend>
  <label title="Shows what is transparent"><input type="radio" name="ground" value="checkerboard" checked>\
  <span class="swatch" data-ground="checkerboard"></span><span class="unseen">checkerboard</span></label>
  \(TestBackground.all.map(backgroundOption))\
  <label title="Your own color"><input type="radio" name="ground" value="own" aria-label="your own">\
  <input type="color" id="own" value="#3478f6" aria-label="Your own background color"></label>
  </fieldset>
  </form>

  """

private func backgroundOption(_ background: TestBackground) -> HTML {
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
func selectionBar(in place: PreviewDestination) -> HTML? {
  guard place.isDropPage else { return nil }
  return """
    <div id="chosen" class="bar chosen" role="group" aria-label="What is selected" hidden>
    <b id="chosen-count" role="status"></b>
    <button type="button" data-do="fixes">Fix…</button>
    <button type="button" data-do="earlier">Move earlier</button>\
    <button type="button" data-do="later">Move later</button>
    <button type="button" data-do="take-out" title="\(exclusionNote)">Take out of the pack</button>
    <button type="button" data-do="remove" class="plain" title="\(removalNote)">Take off the page</button>
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
