import StickerEngine
import StickerImage

/// The header of the page: its title, the summary of all verdicts and, on the drop page, the controls.
func pageHeader(_ preview: Preview, in pageKind: PageKind) -> HTML {
  let title = preview.title.isEmpty ? "Stickers" : UntrustedText(preview.title).displayText
  return """
    <header class="top">\(logoAndWordmark)
    <div class="title"><h1>\(title)</h1>
    <p id="tally" class="tally" role="status">\(verdictSummary(of: preview))</p>\
    \(pageKind.isDropPage ? stepsLeftButton : nil)</div>
    \(pageKind.isDropPage ? addFilesPanel : nil)\(pageKind.isDropPage ? dropPageActions : moreMenu(adding: nil))</header>
    \(pageKind.isDropPage ? statusAndIntroduction(preview.introductionLimits) : nil)
    """
}

/// The wordmark, which the empty page shows.
private let logoAndWordmark: HTML = """
  <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">\
  <path class="back" d="M8 2h16a6 6 0 0 1 6 6v12L20 30H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6z"/>\
  <path class="peel" d="M30 20h-6a4 4 0 0 0-4 4v6z"/>\
  <path class="face" d="M11 11v2m8-2v2M10 18c2 3.500 8 3.500 10 0"/></svg><p class="wordmark">\(Tool.name)</p>
  """

/// The button that goes to the list of missing items. The script sets its text.
private let stepsLeftButton: HTML = """
  <button type="button" id="steps-left" class="steps-left" title="Before you upload" hidden></button>
  """

/// The controls that add files. Files can also be dropped anywhere on the page.
private let addFilesPanel: HTML = """
  <div id="drop" class="drop">
  <div id="fan" class="hero fan" aria-hidden="true"></div>
  <p class="hero headline"><b>Drop stickers here</b></p>
  <p class="hero lead">See them in Messages, fix what is wrong, and download packs for Xcode and for other messengers.</p>
  <p class="choose"><label class="button">Add<span class="wide"> files</span>\
  <input type="file" id="files" aria-label="Add files" multiple></label> \
  <label class="button folder">Add a folder\
  <input type="file" id="folder" webkitdirectory multiple></label></p>
  <p class="hero"><button type="button" data-do="samples" class="plain">Or try it with sample stickers</button></p>
  <p class="hero calm">Everything stays on this machine. Your files are never changed.</p>
  </div>

  """

private let dropPageActions: HTML = """
  <div id="actions" class="actions">
  <button type="button" data-do="fixes">Fix…</button>
  <button type="button" data-do="save" hidden>Save<span class="wide"> to folder</span></button>
  <button type="button" data-do="pack" aria-label="Download pack" \
  aria-describedby="pack-lacks">Download<span class="wide"> pack</span></button>
  \(moreMenu(adding: dropPageMenuItems))</div>

  """

/// The menu of less common controls.
private func moreMenu(adding more: HTML?) -> HTML {
  """
  <details class="menu"><summary aria-label="More">⋯</summary><div>
  <label><input type="checkbox" id="marks" checked> Show markers</label>
  <label><input type="checkbox" id="motion" checked> Play animations</label>
  \(more)</div></details>

  """
}

private let dropPageMenuItems: HTML = """
  <button type="button" data-do="undo" class="plain" disabled>Undo</button>
  <button type="button" data-do="redo" class="plain" disabled>Redo</button>
  <button type="button" data-do="contact-all" class="plain">Contact sheet on six backgrounds</button>
  <button type="button" data-do="contact" class="plain">Contact sheet on this background</button>
  <button type="button" data-do="zip" class="plain">Download all files (zip)</button>
  <button type="button" data-do="clear" class="plain">Start over</button>

  """

/// Progress, notices and messages, and an introduction while the page is empty.
private func statusAndIntroduction(_ limits: MessengerLimits) -> HTML {
  """
  <div id="doing" class="doing" hidden><progress id="done-of" aria-label="Progress"></progress>\
  <p id="progress" role="status"></p><button type="button" id="stop" hidden>Stop</button></div>
  <ul id="notices" class="refused" aria-live="polite"></ul>
  <ul id="refused" class="refused" aria-live="polite"></ul>
  <ul id="notes" class="refused calm" aria-live="polite"></ul>
  <p class="outcome"><span id="outcome" role="status"></span> \
  <button type="button" id="undo" class="plain" hidden>Undo</button>\
  <button type="button" id="offer" class="plain" hidden></button>\
  <button type="button" id="said" class="plain" aria-label="Close this message">×</button></p>
  <p id="session" class="session" hidden><button type="button" id="session-continue" class="filled"></button> \
  <button type="button" id="session-discard" class="plain">Discard</button></p>
  <div id="intro" class="intro">
  <p>A sticker for Messages is a still or animated PNG with a transparent background, \
  \(limits.sidePixels.lowerBound) to \(limits.sidePixels.upperBound) px per side and under \
  \(fileSizeText(limits.minRejectedStillBytes)). Other sizes and formats are converted for you.</p>
  <ul>
  \([StickerVerdict.error, .warning, .fine].map(verdictLegendItem))</ul>
  </div>

  """
}

private func verdictLegendItem(_ verdict: StickerVerdict) -> HTML {
  "<li>\(verdict.circledSymbol)<span><b>\(verdict.readinessLabel)</b> \(verdict.explanation)</span></li>\n"
}

/// The dialog that lists all possible fixes. The script fills it.
let fixesDialog: HTML = """
  <dialog id="sheet" class="sheet" aria-labelledby="sheet-title">
  <header><h2 id="sheet-title">Fixes</h2>
  <label id="sheet-all" hidden><input type="checkbox"> Select all</label>
  <button type="button" data-sheet="close" class="plain" aria-label="Close">×</button></header>
  <div id="sheet-list" class="sheet-list"></div>
  <footer>
  <div class="doing" id="sheet-doing" hidden><progress id="sheet-done" aria-label="Progress"></progress>\
  <span id="sheet-words" class="quiet"></span>\
  <button type="button" data-sheet="stop">Stop</button></div>
  <p id="sheet-sum" role="status"></p>
  <label title="No pixel changes. Applies to every PNG, including those that are ready.">\
  <input type="checkbox" id="smallest"> Minimize the file size of every PNG</label>
  <button type="button" data-sheet="go" class="filled">Fix</button>
  </footer>
  </dialog>

  """

/// The dialog that asks for confirmation before anything is written to the folder. The script fills it.
let saveDialog: HTML = """
  <dialog id="saving" class="asking" aria-labelledby="saving-title" aria-describedby="saving-words">
  <h2 id="saving-title"></h2>
  <p id="saving-words"></p>
  <ul id="saving-files"></ul>
  <p class="answers"><button type="button" data-saving="" class="plain">Cancel</button>
  <button type="button" id="saving-theirs" data-saving="theirs">Use file in folder</button>
  <button type="button" id="saving-yes" data-saving="yes" class="filled"></button></p>
  </dialog>

  """

/// The dialogs and templates of the drop page.
let dropPageDialogsAndTemplates = HTML([
  fixesDialog, saveDialog, allStickerDescriptionsDialog, stickerTextFieldsTemplate,
])

/// Instructions for using the keyboard and for dragging.
let keyboardShortcutsHelp: HTML = """
  <p id="keys">To reorder, drag (touch and hold on a touchscreen), press Alt or ⌥ with an arrow key, or open a sticker \
  and click <i>Move earlier</i>. Enter opens a sticker, Space selects it, Delete takes it out of the pack, and \
  Ctrl+Z or ⌘Z undoes the last action.</p>

  """

let keyboardShortcutsHelpAttribute: HTML = " aria-describedby=\"keys\""

/// The filters. The script fills in the counts and the rules that have findings.
let filterForm: HTML = """
  <form id="filters" class="bar" role="search" aria-label="Filter stickers">
  <fieldset><legend class="unseen">Show</legend>
  \(filterRadioButtons)</fieldset>
  <select id="rule" aria-label="Filter by issue"><option value="">Any issue</option></select>
  </form>

  """

private let filterRadioButtons: [HTML] =
  [("all", "All", nil)]
  .map(filterRadioButton)
  + [
    ("error", StickerVerdict.error.readinessLabel, StickerVerdict.error),
    ("warning", StickerVerdict.warning.readinessLabel, .warning),
    ("ready", "Ready", .fine),
  ].map(filterRadioButton)

private func filterRadioButton(_ value: String, _ words: String, _ verdict: StickerVerdict?) -> HTML {
  """
  <label\(verdict.map(titleAttribute))><input type="radio" name="verdict" \
  value="\(value)"\(value == "all" ? checkedAttribute : nil)>\
  <span>\(verdict?.circledSymbol)\(words) <b data-count="\(value)"></b></span></label>

  """
}

private func titleAttribute(_ verdict: StickerVerdict) -> HTML { " title=\"\(verdict.explanation)\"" }

private let checkedAttribute: HTML = " checked"

/// The background picker for the art: plain and patterned backgrounds, and a custom color.
let backgroundPicker: HTML = """
  <form id="grounds" class="bar" aria-label="Sticker background">
  <fieldset><legend class="unseen">Background</legend>
  <label title="Checkerboard: shows transparency"><input type="radio" name="ground" value="checkerboard" checked>\
  <span class="swatch" data-ground="checkerboard"></span><span class="unseen">checkerboard</span></label>
  \(TestBackground.all.map(backgroundRadioButton))\
  <label title="Custom color"><input type="radio" name="ground" value="own" aria-label="custom">\
  <input type="color" id="own" value="#3478f6" aria-label="Custom background color"></label>
  </fieldset>
  </form>

  """

/// The control for the size of the tiles.
let tileSizeControl: HTML = """
  <label class="tile-size" title="Tile size">\
  <svg viewBox="0 0 16 16" aria-hidden="true"><rect x="4" y="4" width="8" height="8" rx="2"/></svg>\
  <input type="range" id="tile-size" min="80" max="240" step="8" value="160" aria-label="Tile size">\
  <svg viewBox="0 0 16 16" aria-hidden="true"><rect x="1" y="1" width="14" height="14" rx="3"/></svg></label>

  """

private func backgroundRadioButton(_ background: TestBackground) -> HTML {
  """
  <label title="\(background.name)"><input type="radio" name="ground" value="\(background.name)">\
  <span class="swatch" data-ground="\(background.name)"\(backgroundPatternImageAttribute(background))></span>\
  <span class="unseen">\(background.name)</span></label>

  """
}

/// A multicolor background as a small image. The browser enlarges it with interpolation, as
/// `TestBackground.bitmap` does.
private func backgroundPatternImageAttribute(_ background: TestBackground) -> HTML? {
  guard !background.isFlat,
    let bytes = try? background.bitmap(PixelSize(96, 96)).encodedOpaqueTruecolorPNG()
  else { return nil }
  return " data-tile=\"\(ImageAddress(dataURLOf: bytes, mediaType: "image/png"))\""
}

/// The button that shows the controls, which are hidden in a narrow window.
let showControlsButton: HTML = """
  <button type="button" id="fold" class="fold" aria-expanded="false" aria-controls="controls">\
  Filter and background</button>

  """

/// The controls for selected stickers, which replace the other controls.
func selectionActionBar(in pageKind: PageKind) -> HTML? {
  guard pageKind.isDropPage else { return nil }
  return """
    <div id="chosen" class="bar chosen" role="group" aria-label="Selected stickers" hidden>
    <b id="chosen-count" role="status"></b>
    <button type="button" data-do="fixes">Fix…</button>
    <button type="button" data-do="earlier">Move earlier</button>\
    <button type="button" data-do="later">Move later</button>
    <button type="button" data-do="take-out" title="\(removalFromPackNote)">Take out of pack</button>
    <button type="button" data-do="remove" class="plain" title="\(removalFromPageNote)">Remove from this page</button>
    <button type="button" data-do="select-none" class="plain">Deselect all</button>
    </div>

    """
}

/// The buttons that go to the previous and next sticker, and back to the pack.
let stickerNavigationBar: HTML = """
  <div class="pane-bar">
  <button type="button" data-walk="-1" class="plain" aria-label="Previous sticker">‹</button>\
  <span id="walked" class="quiet"></span>\
  <button type="button" data-walk="1" class="plain" aria-label="Next sticker">›</button>
  <button type="button" data-walk="0" class="plain close" aria-label="Close">×</button>
  </div>

  """
