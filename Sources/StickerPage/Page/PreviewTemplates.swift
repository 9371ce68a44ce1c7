import StickerEngine

/// The templates of a sticker's views, which the script copies when a sticker opens.
let viewTemplates: HTML = """
  <template id="views">
  <div class="views">
  <div role="tablist" aria-label="Views">
  <button type="button" role="tab" data-view="messages">In Messages</button>\
  <button type="button" role="tab" data-view="looks">Other messengers</button>\
  <button type="button" role="tab" data-view="icon">As icon</button>\
  <button type="button" role="tab" data-view="sizes">Sizes</button>\
  <button type="button" role="tab" data-view="closely">Close-up</button>\
  <button type="button" role="tab" data-view="player">Animation</button>\
  <button type="button" role="tab" data-view="compare">Before and after</button>
  </div>
  <div role="tabpanel" tabindex="0"></div>
  </div>
  </template>
  <template id="messages"><div class="phones">
  \(messagesPhoneFigure("light", "Light"))\(messagesPhoneFigure("dark", "Dark"))</div></template>
  \(stickerAsIconViewTemplate)\(sizesViewTemplate)\(closeUpTemplate)\(animationPlayerTemplate)\(beforeAndAfterTemplate)
  """

/// A conversation in Messages: bubbles from both sides, with the sticker sent alone and peeled onto bubbles.
private func messagesPhoneFigure(_ scheme: HTML, _ title: HTML) -> HTML {
  """
  <figure class="phone" data-scheme="\(scheme)"><div class="talk">
  <p class="bubble theirs">Have you seen the new ones?</p>
  <p class="bubble mine peeled">This is my favorite<span data-put="put corner"></span></p>
  <p class="sent"><span data-put="put"></span></p>
  <p class="bubble theirs peeled">Send me that one, too<span data-put="put corner"></span></p>
  <div class="bubble photo peeled">\(photoDrawing)<span data-put="put corner"></span></div>
  <p class="bubble text peeled">As a text message<span data-put="put corner"></span></p>
  </div><figcaption>\(title) mode: sent alone, and stuck on bubbles and a photo</figcaption></figure>

  """
}

/// A drawing of hills by the sea in the evening.
private let photoDrawing: HTML = """
  <svg viewBox="0 0 240 160" aria-hidden="true"><defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">\
  <stop offset="0" stop-color="#2b5a8c"/><stop offset=".55" stop-color="#e9a178"/>\
  <stop offset="1" stop-color="#f6d9a8"/></linearGradient></defs>\
  <rect width="240" height="160" fill="url(#sky)"/><circle cx="168" cy="78" r="15" fill="#fff3cf"/>\
  <path d="M0 92L38 66l30 22 34-38 46 44 30-18 62 34v60H0z" fill="#5b5f86"/>\
  <path d="M0 108c40-16 74 6 112-4s74-14 128 4v52H0z" fill="#3f6b4f"/>\
  <path d="M0 132c60-14 90 6 140-2s70-8 100 0v30H0z" fill="#2d4d63"/>\
  <path d="M20 142h36M88 138h54M168 146h44" stroke="#cfe3ef" stroke-opacity=".55"/></svg>
  """

/// How iOS masks icons: a rounded square on the home screen, and an oval in the app row of Messages.
private let stickerAsIconViewTemplate: HTML = """
  <template id="icon"><div class="icons">
  <figure><span data-put="put square"></span><figcaption>Home screen and App Store</figcaption></figure>
  <figure><span data-put="put oval"></span><figcaption>App row in Messages</figcaption></figure>
  <figure><span data-put="put tiny"></span><figcaption>Settings and notifications</figcaption></figure>
  </div></template>

  """

private let sizesViewTemplate: HTML = """
  <template id="sizes"><div class="sizes">
  \(stickerBrowserFigure("small", "4 columns"))\(stickerBrowserFigure("regular", "3 columns"))\(stickerBrowserFigure("large", "2 columns"))\
  <figure class="small-still"><canvas data-still></canvas>
  <figcaption>A small still image, as in lists and notifications</figcaption></figure>
  <figure class="scales"><div class="row">
  <div><canvas data-scale="3"></canvas><span>@3x</span></div>\
  <div><canvas data-scale="2"></canvas><span>@2x</span></div>\
  <div><canvas data-scale="1"></canvas><span>@1x</span></div></div>
  <figcaption>The same part of the art at each screen resolution, enlarged</figcaption></figure>
  </div></template>

  """

/// - Source: Xcode, Attributes inspector of a sticker pack: 4, 3 and 2 columns.
private func stickerBrowserFigure(_ size: HTML, _ columns: HTML) -> HTML {
  """
  <figure class="browser" data-size="\(size)"><div class="shelf" data-shelf></div>
  <figcaption>Sticker browser, \(size) (\(columns))</figcaption></figure>

  """
}

private let closeUpTemplate: HTML = """
  <template id="closely"><div class="closely">
  <div class="bar">
  <fieldset><legend class="unseen">Show</legend>
  <label><input type="radio" value="art" data-layer checked><span>Art</span></label>\
  <label><input type="radio" value="alpha" data-layer><span>Opacity only</span></label>\
  <label><input type="radio" value="edge" data-layer><span>Soft edge</span></label>
  </fieldset>
  <label>Zoom <select data-zoom><option value="fit">Fit</option><option value="1">100%</option>\
  <option value="2">200%</option><option value="4">400%</option><option value="8">800%</option>\
  <option value="16">1600%</option></select></label>
  <label data-frames>Frame <input type="number" min="1" value="1" data-frame></label>
  </div>
  <div class="loupe ground" tabindex="0" role="group" \
  aria-label="The art, enlarged: scroll with the arrow keys">\
  <canvas role="img"></canvas></div>
  <p><output data-pixel></output></p>
  <p class="legend" data-legend></p>
  </div></template>

  """

private let animationPlayerTemplate: HTML = """
  <template id="player"><div class="player">
  <div class="loupe ground"><canvas role="img"></canvas></div>
  <div class="bar">
  <button type="button" data-play>Play</button>\
  <button type="button" data-step="-1" aria-label="Previous frame">◀︎|</button>\
  <button type="button" data-step="1" aria-label="Next frame">|▶︎</button>
  <label>Speed <select data-speed><option value="0.1">0.1×</option><option value="0.25">0.25×</option>\
  <option value="0.5">0.5×</option><option value="1" selected>1×</option>\
  <option value="2">2×</option></select></label>
  <label><input type="checkbox" data-clamped> Slow down very short frames, as some Apple devices do</label>
  </div>
  <input type="range" data-frame min="1" value="1" step="1" aria-label="Frame">
  <p data-now aria-live="off"></p>
  <p data-loop></p>
  <ol class="strip" data-strip></ol>
  </div></template>

  """

private let beforeAndAfterTemplate: HTML = """
  <template id="compare"><div class="slider">
  <div class="pair ground"><canvas data-before role="img"></canvas>\
  <canvas data-after role="img"></canvas><i></i></div>
  <label data-frames>Frame <input type="number" min="1" value="1" data-frame></label>
  <label>Before <input type="range" min="0" max="100" value="50" data-split \
  aria-label="Percentage of the width that shows the art before fixing"> After</label>
  </div></template>

  """
