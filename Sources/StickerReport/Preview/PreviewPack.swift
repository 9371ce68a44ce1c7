import StickerModel

/// What the pack says of itself, to be changed: name, icon, size and languages, and what is not in it. The
/// script fills it.
let packCard: HTML = """
  <section id="pack-card" class="pack-card" aria-label="Your pack">
  <p id="pack-problem" class="pack-problem" hidden></p>
  <fieldset id="pack-fields">
  <div class="pack-head">
  <button type="button" id="pack-icon" class="pack-icon" aria-expanded="false" aria-controls="pack-icons" \
  data-slot="ios-marketing-1024x1024@1x" data-size="72x72"><span>Add icon</span></button>
  <label class="pack-name"><span>Name in Messages</span>\
  <input type="text" id="pack-name" autocomplete="off" spellcheck="false"></label>
  </div>
  <div id="pack-icons" class="pack-icons" hidden>
  <p id="pack-icon-words" class="quiet"></p>
  <div class="pack-row">
  <label class="button">Choose picture<input type="file" id="pack-icon-file" \
  accept="image/png,image/jpeg"></label>
  <label id="pack-icon-ground" class="pack-ground">Background \
  <input type="color" id="pack-icon-color" value="#ffffff"></label>
  <button type="button" id="pack-no-icon" class="plain">No icon</button>
  </div>
  <div id="pack-icon-sizes" class="pack-sizes">
  \(iconFamilies.map(iconFamily))</div>
  </div>
  <fieldset class="pack-grid"><legend>Size in Messages</legend>
  <div class="pack-choice">
  \(GridSize.allCases.map(gridChoice))</div>
  <p class="quiet"><span id="pack-grid-words"></span> \
  <button type="button" id="pack-grid-none" class="plain">Choose by the art</button> \
  <button type="button" id="pack-one-size" class="plain">Make all one size</button></p>
  </fieldset>
  <div class="pack-languages"><h3 id="pack-languages-title">Languages of the descriptions</h3>
  <div class="pack-row"><ul id="pack-languages" aria-labelledby="pack-languages-title"></ul>
  <select id="pack-language" aria-label="Add a language"><option value="">Add a language…</option></select>
  </div></div>
  <details id="pack-apart" class="pack-apart"><summary>Not in the pack <b id="pack-apart-count"></b></summary>
  <ul id="pack-apart-list"></ul></details>
  </fieldset>
  \(messengersPart)\
  \(nextInXcode)<details class="pack-text"><summary>The pack as a file: <span id="pack-source"></span>\
  <span id="pack-changed" hidden>, changed here</span></summary>
  <p class="quiet">It keeps all that you say here. Drop it with the same art, and everything is back.</p>
  <pre id="pack-text" tabindex="0" aria-label="The text of the file"></pre>
  <button type="button" id="pack-save-text">Download this file</button></details>
  </section>

  """

/// What the pack says of a sticker, copied to the one that is open.
let describeTemplate: HTML = """
  <template id="describe-parts">
  <p class="describe-apart" hidden><span></span> \
  <button type="button" data-describe="add">Add to the pack</button></p>
  <fieldset class="describe-fields">
  <div class="describe-texts"></div>
  <div class="describe-row">
  <label class="field">Keywords<input type="text" data-field="keywords" autocomplete="off" \
  placeholder="hello, wave"></label>
  <label class="field">Emoji<input type="text" data-field="emoji" autocomplete="off" placeholder="👋"></label>
  </div>
  <div class="pack-row"><button type="button" data-describe="icon">Use as the icon</button>
  <button type="button" data-describe="out" class="plain">Take out of the pack</button></div>
  </fieldset>
  </template>
  <template id="describe-text"><label class="field"><span class="language"></span>\
  <textarea rows="2" data-most="\(Settings()[.mostDescription])"></textarea></label>\
  <p class="heard"><span class="voice"></span><span class="count"></span></p></template>

  """

private struct IconFamily {
  let name: String
  let holds: @Sendable (IconSlot) -> Bool
}

/// Icons by where people see them.
private let iconFamilies = [
  IconFamily(name: "Messages") { $0.width != $0.height && $0.idiom != .marketing },
  IconFamily(name: "Settings") { $0.width == 29 },
  IconFamily(name: "App Store") { $0.idiom == .marketing },
]

private func iconFamily(_ family: IconFamily) -> HTML {
  let slots = IconSlot.all.filter(family.holds)
  return "<div><h4>\(family.name)</h4><div class=\"pack-slots\">\(slots.map(slotFigure))</div></div>\n"
}

/// An icon in its real size; those of the store, which are as large as the page, as small as it shows them.
private func slotFigure(_ slot: IconSlot) -> HTML {
  let shown = slot.idiom == .marketing ? (slot.width / 11, slot.height / 11) : (slot.width, slot.height)
  let words = "\(slot.width) × \(slot.height)" + (slot.idiom == .marketing ? "" : " \(slot.scale.suffix)")
  return """
    <figure data-slot="\(slot.name)" data-size="\(shown.0)x\(shown.1)"><figcaption>\
    \(words)</figcaption></figure>
    """
}

private func gridChoice(_ size: GridSize) -> HTML {
  let name = size.rawValue.prefix(1).uppercased() + size.rawValue.dropFirst()
  return """
    <label><input type="radio" name="pack-grid" value="\(size.rawValue)" \
    data-pixels="\(size.pixels)">\
    <span>\(name) <small>\(size.pixels) px</small></span></label>

    """
}
