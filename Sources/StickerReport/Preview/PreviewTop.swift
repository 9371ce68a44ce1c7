import StickerImage
import StickerModel

/// The head of the page: its title and the verdict on everything, and on the drop page what can be done with
/// it.
func pageTop(_ preview: Preview, in place: PreviewPlace) -> HTML {
  let title = preview.title.isEmpty ? "Stickers" : Untrusted(preview.title).shown
  return """
    <header class="top">
    <div class="title"><h1>\(title)</h1>
    <p id="tally" class="tally" role="status">\(previewTally(preview))</p></div>
    \(place.isDropPage ? dropPart : nil)\(place.isDropPage ? actions : menu(nil))</header>
    \(place.isDropPage ? said(preview.limits) : nil)
    """
}

/// Where files are chosen; they can be dropped anywhere.
private let dropPart: HTML = """
  <div id="drop" class="drop">
  <p class="hero"><b>Drop stickers here</b></p>
  <p class="choose"><span class="hero">single files or whole folders, or </span>\
  <label class="button">Add files<input type="file" id="files" multiple></label> \
  <label class="button folder">Add a folder\
  <input type="file" id="folder" webkitdirectory multiple></label></p>
  <p class="hero calm">They stay on this machine, and the originals are never changed.</p>
  </div>

  """

private let actions: HTML = """
  <div id="actions" class="actions">
  <button type="button" data-do="pack" class="filled">Download pack</button>
  \(menu(ofDropPage))</div>

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

private let ofDropPage: HTML = """
  <button type="button" data-do="fix" class="plain">Fix what nobody will see</button>
  <button type="button" data-do="lossy" class="plain">Fix all that can be fixed</button>
  <label title="No pixel changes. With either button every PNG gets it, also those that are ready.">\
  <input type="checkbox" id="smallest"> with as few bytes as it takes</label>
  <button type="button" data-do="zip" class="plain">Download all files (zip)</button>
  <button type="button" data-do="clear" class="plain">Start over</button>

  """

/// What the program says of what was dropped, and what the page is for as long as nothing was.
private func said(_ limits: StickerLimits) -> HTML {
  """
  <div id="doing" class="doing" hidden><progress id="done-of" aria-label="How far it is"></progress>\
  <p id="progress" role="status"></p><button type="button" id="stop" hidden>Stop</button></div>
  <ul id="notices" class="refused" aria-live="polite"></ul>
  <ul id="refused" class="refused" aria-live="polite"></ul>
  <p class="outcome"><span id="outcome" role="status"></span> \
  <button type="button" id="undo" class="plain" hidden>Undo</button></p>
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
  bytes.isMultiple(of: 1000) ? "\(grouped(bytes / 1000)) KB" : "\(grouped(bytes)) bytes"
}
