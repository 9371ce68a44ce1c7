import StickerModel

/// Text out of a file for a message: one line, harmless, at most 60 characters of it.
package func shortened(_ text: String) -> String {
  let most = 60
  // Characters of a grapheme have no bound, scalars do.
  let scalars = text.unicodeScalars
  let shown = Untrusted(String(String.UnicodeScalarView(scalars.prefix(most)))).shown
  return scalars.count > most ? shown + "…" : shown
}
