/// What somebody does with a pack that was downloaded, with pictures drawn here.
let nextInXcode: HTML = """
  <details id="pack-next" class="pack-next"><summary>Next, in Xcode: four steps</summary>
  <ol>
  <li>\(picture(unzipped))<p><b>Unzip it.</b> Double-click the file that was downloaded.</p></li>
  <li>\(picture(opened))<p><b>Open the project.</b> Double-click what ends in <i>.xcodeproj</i>: your \
  stickers are there, in their order.</p></li>
  <li>\(picture(signed))<p><b>Say who you are.</b> Click the project at the top left, then <i>Signing &amp; \
  Capabilities</i>, and choose your team.</p></li>
  <li>\(picture(run))<p><b>Try it, and send it.</b> Choose an iPhone at the top and press <i>Run</i>: the \
  pack is in Messages. For the store: <i>Product, Archive</i>.</p></li>
  </ol></details>

  """

private func picture(_ shapes: HTML) -> HTML {
  "<svg viewBox=\"0 0 64 48\" aria-hidden=\"true\">\(shapes)</svg>"
}

/// A file with a zipper, and a folder that comes out of it.
private let unzipped: HTML = """
  <path d="M4 8h14l5 5v27H4z"/><path d="M11 10v3m0 3v3m0 3v3" class="accent"/>\
  <path d="M27 24h7m-3-3l3 3l-3 3" class="accent"/><path d="M39 14h8l3 4h11v22H39z"/>
  """

/// A window with its list, and stickers.
private let opened: HTML = """
  <rect x="6" y="6" width="52" height="36" rx="4"/><path d="M6 14h52M22 14v28M10 20h8m-8 5h8m-8 5h6"/>\
  <circle cx="33" cy="23" r="4" class="accent"/><circle cx="47" cy="23" r="4" class="accent"/>\
  <circle cx="33" cy="35" r="4" class="accent"/><circle cx="47" cy="35" r="4" class="accent"/>
  """

/// A window with a person in it.
private let signed: HTML = """
  <rect x="6" y="6" width="52" height="36" rx="4"/><path d="M6 14h52M22 14v28M10 20h8"/>\
  <circle cx="40" cy="23" r="4" class="accent"/><path d="M32 37c0-9 16-9 16 0" class="accent"/>
  """

/// The sign of Run, and a phone with a sticker in it.
private let run: HTML = """
  <path d="M8 15v18l15-9z" class="accent"/><rect x="34" y="4" width="22" height="40" rx="4"/>\
  <path d="M42 8h6"/><circle cx="45" cy="26" r="6" class="accent"/>
  """
