import StickerEngine

/// The card for editing the pack: name, icon, size, languages, and images that are not in the pack. The
/// script fills it.
let packPanel: HTML = """
  <section id="pack-card" class="pack-card" aria-label="Your pack">
  <p id="pack-problem" class="pack-problem" hidden></p>
  \(missingRequirementsList)\(readySection)  <fieldset id="pack-fields">
  <div class="pack-head">
  <button type="button" id="pack-icon" class="pack-icon" aria-expanded="false" aria-controls="pack-icons" \
  data-slot="ios-marketing-1024x1024@1x" data-size="72x72" aria-label="Icon"><span>+</span></button>
  <label class="pack-name"><span>Name in Messages</span>\
  <input type="text" id="pack-name" autocomplete="off" spellcheck="false"></label>
  </div>
  <div id="pack-icons" class="pack-icons" hidden>
  <p id="pack-icon-words" class="quiet"></p>
  <div class="pack-row">
  <button type="button" id="pack-icon-open" hidden>Check this image</button>
  <label class="button">Choose image<input type="file" id="pack-icon-file" \
  accept="image/png,image/jpeg"></label>
  <label id="pack-icon-ground" class="pack-ground">Background \
  <input type="color" id="pack-icon-color" value="#ffffff"></label>
  <button type="button" id="pack-no-icon" class="plain">No icon</button>
  </div>
  <div id="pack-icon-choices" class="icon-choices" role="group" aria-label="Stickers to draw the icon from"></div>
  <details id="pack-icon-sizes"><summary>All sizes</summary><div class="pack-sizes">
  \(iconUsages.map(iconUsageSection))</div></details>
  </div>
  <fieldset class="pack-grid"><legend>Size in Messages</legend>
  <div class="pack-choice">
  \(GridSize.allCases.map(gridSizeRadioButton))</div>
  <p class="quiet"><span id="pack-grid-words"></span> \
  <button type="button" id="pack-grid-none" class="plain">Use the size of my art</button> \
  <button type="button" id="pack-one-size" class="plain">Make all the same size</button></p>
  </fieldset>
  <div class="pack-languages"><h3 id="pack-languages-title">Languages of the descriptions</h3>
  <div class="pack-row"><ul id="pack-languages" aria-labelledby="pack-languages-title"></ul>
  <select id="pack-language" aria-label="Add a language"><option value="">Add a language…</option></select>
  <button type="button" id="pack-describe-all">Describe all…</button>
  </div></div>
  <div id="pack-run" class="pack-run" hidden><p></p>
  <div class="pack-row"><button type="button" id="pack-join">Make one animation</button>
  <label>at <input type="number" id="pack-rate" min="1" max="60" value="12"> frames per second</label>
  <button type="button" id="pack-separate" class="plain">Keep separate</button></div></div>
  <div id="pack-missing" class="pack-missing" hidden><p></p>
  <button type="button" id="pack-forget">Remove from the pack</button></div>
  <details id="pack-apart" class="pack-apart"><summary>Not in the pack <b id="pack-apart-count"></b></summary>
  <ul id="pack-apart-list"></ul></details>
  </fieldset>
  \(otherMessengersSection)\
  \(xcodeSteps)<details class="pack-text"><summary>Pack file: <span id="pack-source"></span>\
  <span id="pack-changed" hidden>, edited on this page</span></summary>
  <p class="quiet">The pack file contains the order, names, descriptions, emoji and icon. To continue later, or on another machine, drop it here together with your art.</p>
  <pre id="pack-text" tabindex="0" aria-label="The text of the file"></pre>
  <button type="button" id="pack-save-text">Download this file</button></details>
  </section>

  """

/// The template for a sticker's text fields, which the script copies to the open sticker.
let stickerTextFieldsTemplate: HTML = """
  <template id="describe-parts">
  <p class="describe-apart" hidden><span></span> \
  <button type="button" data-describe="add">Add to the pack</button></p>
  <fieldset class="describe-fields">
  <div class="describe-texts"></div>
  <div class="describe-row">
  <label class="field">Keywords<input type="text" data-field="keywords" autocomplete="off" \
  placeholder="hello, wave"></label>
  <label class="field">Emoji<input type="text" data-field="emoji" autocomplete="off" placeholder="Emoji"></label>
  </div>
  <p class="emoji-words" role="status" hidden></p>
  <div class="pack-row"><button type="button" data-describe="icon">Use as icon</button>
  <button type="button" data-describe="earlier">Move earlier</button>\
  <button type="button" data-describe="later">Move later</button></div>
  <p class="own"><button type="button" data-describe="out">Take out of pack</button> \
  <small>\(removalFromPackNote)</small></p>
  </fieldset>
  </template>
  <template id="describe-text"><label class="field"><span class="language"></span>\
  <textarea rows="2" data-most="\(OptionValues()[.maxDescriptionCharacters])"></textarea></label>\
  <p class="heard"><span class="voice"></span><span class="count"></span></p></template>

  """

/// Explanations of the two ways to remove a sticker.
let removalFromPackNote = "It stays on this page, and can be added again."
let removalFromPageNote = "Your file stays where it is."

/// The message that every sticker is ready. The script fills in the conversation.
private let readySection: HTML = """
  <div id="pack-ready" class="pack-ready" hidden><div class="talk" aria-hidden="true"></div>
  <p><b id="pack-ready-words"></b></p>
  <button type="button" id="pack-ready-download" class="filled">Download</button></div>

  """

/// The list of items that a pack needs before it can be uploaded. The script marks the finished ones.
private let missingRequirementsList: HTML = """
  <div id="pack-lacks" class="pack-lacks" role="group" aria-label="Before you upload" hidden>
  <h3>Before you upload</h3>
  <ul>
  <li data-item="errors"><span>Fix or remove <span id="pack-lacks-errors"></span>.</span> \
  <button type="button" data-lack="errors">Fix…</button></li>
  <li data-item="icon" id="iconless"><span>Add an icon. Xcode needs one.</span> \
  <button type="button" data-lack="icon">Add icon</button></li>
  <li data-item="name"><span>Name the pack. People see the name in Messages.</span> \
  <button type="button" data-lack="name">Name it</button></li>
  <li data-item="texts"><span>Describe <span id="pack-lacks-texts"></span> for VoiceOver.</span> \
  <button type="button" data-lack="texts">Describe all…</button></li>
  <li data-item="sizes"><span>Give all stickers the same size.</span> \
  <button type="button" data-lack="sizes">Resize all</button></li>
  </ul></div>

  """

/// The dialog that lists all stickers with their text. The script fills it.
let allStickerDescriptionsDialog: HTML = """
  <dialog id="describing" class="sheet describing" aria-labelledby="describing-title">
  <header><h2 id="describing-title">Describe all</h2>
  <select id="describing-language" aria-label="Language of the descriptions"></select>
  <button type="button" data-describing="close" class="plain" aria-label="Close">×</button>
  <div class="describing-tools"><button type="button" id="describing-guess">Guess from file names</button>
  <form id="describing-fill"><label for="describing-emoji">Stickers without emoji:</label>
  <input id="describing-emoji" type="text" autocomplete="off" placeholder="Emoji"> <button>Add to all</button></form></div>
  <p class="quiet">VoiceOver reads the descriptions. Signal, Telegram and others need the emoji.</p>
  <div class="describing-result"><p id="describing-filled" role="status"></p>\
  <button type="button" id="describing-undo" class="plain" hidden>Undo</button></div></header>
  <ol id="describing-list" class="sheet-list" \
  data-generated="\(generatedNameWords.sorted().joined(separator: " "))" \
  data-generic="\(wordsUninformativeWithNumber.sorted().joined(separator: " "))"></ol>
  <footer><p><span id="describing-sum" role="status"></span> \
  <span class="quiet">Press Enter for the next one.</span></p>
  <button type="button" data-describing="close" class="filled">Done</button></footer>
  </dialog>
  <template id="describing-row"><ol><li><span class="thumb ground"></span>\
  <span class="named"><span class="name"></span><span class="count"></span></span>\
  <input type="text" data-field="text" data-most="\(OptionValues()[.maxDescriptionCharacters])" autocomplete="off" \
  placeholder="What it shows"><input type="text" data-field="emoji" autocomplete="off" \
  placeholder="Emoji"><p class="emoji-words" role="status" hidden></p><p class="text-issue"></p></li></ol></template>

  """

private struct IconUsage {
  let name: String
  let includes: @Sendable (IconSlot) -> Bool
}

/// Icon sizes, grouped by where the icons are shown.
private let iconUsages = [
  IconUsage(name: "Messages") { $0.pointWidth != $0.pointHeight && $0.idiom != .marketing },
  IconUsage(name: "Settings") { $0.pointWidth == 29 },
  IconUsage(name: "App Store") { $0.idiom == .marketing },
]

private func iconUsageSection(_ usage: IconUsage) -> HTML {
  let slots = IconSlot.all.filter(usage.includes)
  return "<div><h4>\(usage.name)</h4><div class=\"pack-slots\">\(slots.map(iconSlotFigure))</div></div>\n"
}

/// An icon at its actual size. Icons for the App Store are reduced to the size at which the App Store shows
/// them.
private func iconSlotFigure(_ slot: IconSlot) -> HTML {
  let shown =
    slot.idiom == .marketing
    ? (slot.pointWidth / 11, slot.pointHeight / 11) : (slot.pointWidth, slot.pointHeight)
  let words =
    "\(slot.pointWidth) × \(slot.pointHeight)" + (slot.idiom == .marketing ? "" : " \(slot.scale.suffix)")
  return """
    <figure data-slot="\(slot.name)" data-size="\(shown.0)x\(shown.1)"><figcaption>\
    \(words)</figcaption></figure>
    """
}

private func gridSizeRadioButton(_ size: GridSize) -> HTML {
  let name = size.rawValue.prefix(1).uppercased() + size.rawValue.dropFirst()
  return """
    <label><input type="radio" name="pack-grid" value="\(size.rawValue)" \
    data-pixels="\(size.sidePixelsAt3x)">\
    <span>\(name) <small>\(size.sidePixelsAt3x) px</small></span></label>

    """
}

/// The next steps after downloading a pack, each with a drawing.
let xcodeSteps: HTML = """
  <details id="pack-next" class="pack-next"><summary>Next, in Xcode: four steps</summary>
  <ol>
  <li>\(stepDrawing(unzipDrawing))<p><b>Unzip it.</b> Double-click the downloaded file.</p></li>
  <li>\(stepDrawing(openProjectDrawing))<p><b>Open the project.</b> Double-click the file that ends in <i>.xcodeproj</i>. Your \
  stickers are there, in the same order.</p></li>
  <li>\(stepDrawing(chooseTeamDrawing))<p><b>Choose your team.</b> Click the project at the top left, then <i>Signing &amp; \
  Capabilities</i>, and choose your team. In the bundle identifiers, replace <i>com.example</i> with your \
  own domain.</p></li>
  <li>\(stepDrawing(xcodeRunStepDrawing))<p><b>Try it, and submit it.</b> Choose an iPhone at the top, and click <i>Run</i>. The \
  pack appears in Messages. For the App Store, choose <i>Product &gt; Archive</i>.</p></li>
  </ol></details>

  """

private func stepDrawing(_ shapes: HTML) -> HTML {
  "<svg viewBox=\"0 0 64 48\" aria-hidden=\"true\">\(shapes)</svg>"
}

/// A zip file that becomes a folder.
private let unzipDrawing: HTML = """
  <path d="M4 8h14l5 5v27H4z"/><path d="M11 10v3m0 3v3m0 3v3" class="accent"/>\
  <path d="M27 24h7m-3-3l3 3l-3 3" class="accent"/><path d="M39 14h8l3 4h11v22H39z"/>
  """

/// A window with a list and stickers.
private let openProjectDrawing: HTML = """
  <rect x="6" y="6" width="52" height="36" rx="4"/><path d="M6 14h52M22 14v28M10 20h8m-8 5h8m-8 5h6"/>\
  <circle cx="33" cy="23" r="4" class="accent"/><circle cx="47" cy="23" r="4" class="accent"/>\
  <circle cx="33" cy="35" r="4" class="accent"/><circle cx="47" cy="35" r="4" class="accent"/>
  """

/// A window with a person.
private let chooseTeamDrawing: HTML = """
  <rect x="6" y="6" width="52" height="36" rx="4"/><path d="M6 14h52M22 14v28M10 20h8"/>\
  <circle cx="40" cy="23" r="4" class="accent"/><path d="M32 37c0-9 16-9 16 0" class="accent"/>
  """

/// A Run button, and a phone with a sticker.
private let xcodeRunStepDrawing: HTML = """
  <path d="M8 15v18l15-9z" class="accent"/><rect x="34" y="4" width="22" height="40" rx="4"/>\
  <path d="M42 8h6"/><circle cx="45" cy="26" r="6" class="accent"/>
  """
