import StickerEngine
import StickerImage

/// The result of a fix: the image, the changes, and the properties before and after.
func fixResultSection(_ sticker: PreviewSticker, _ pageKind: PageKind) -> HTML? {
  guard let change = sticker.fixResult?.change, let art = originalArtWithMarks(sticker, pageKind),
    let after = fixedImage(sticker, pageKind)
  else { return nil }
  // On the drop page, the large image is the fixed one, so this part shows the original.
  let isLarge = sticker.showsFixedInsteadOfOriginal(in: pageKind)
  let number = sticker.number
  let isLossy = change.steps.contains(where: \.isLossy)
  let left = sticker.remainingFindings.count { !pageKind.listsWithPack($0) }
  let verb = pageKind == .file ? "would be left" : "left"
  let words = left == 0 ? "No issues left." : "\(countText(left, "issue")) \(verb)."
  return """
    <section class="fixed" aria-labelledby="fixed-\(number)"\(change.lossyEncodingSimilarity.map(meanSimilarityOnWhiteAttribute))>
    <h4 id="fixed-\(number)">Changes</h4>
    <p>\(isLossy ? "The art may look different." : "Lossless: every visible pixel stays the same.")\(edgeCheckAdviceOrEmpty(change)) \(words)</p>
    <figure><div class="both ground">\(isLarge ? art : after)</div>\
    <figcaption>\(isLarge ? "before fixing" : "after")</figcaption></figure>
    <ul class="steps">
    \(change.steps.map { step -> HTML in
      """
      <li>\(capitalizedMessage(UntrustedText(step.description).displayText))\(step.isLossy ? visibleChangeNote : nil)\(undoButton(step, sticker, pageKind))</li>

      """
    })</ul>
    <table>
    <caption>Properties before and after</caption>
    <thead><tr><td></td><th scope="col">Before</th><th scope="col">After</th></tr></thead>
    <tbody>
    \(changedPropertyRows(change))</tbody>
    </table>
    \(change.lossyEncodingSimilarity.map(similarityText))</section>

    """
}

/// The fixed image; nil if the sticker was not fixed.
func fixedImage(_ sticker: PreviewSticker, _ pageKind: PageKind) -> HTML? {
  guard let change = sticker.fixResult?.change, sticker.image != nil,
    let after = PreviewImage(change.newBytes, ImageContainer(of: change.newBytes, budget: .unlimited))
  else { return nil }
  return """
    <img class="after" \(flashSafeSourceAttributeName(for: sticker))="\(address(of: after, below: "fixed", sticker, pageKind))" \
    width="\(after.parsedContainer.canvas.width)" \
    height="\(after.parsedContainer.canvas.height)" alt="\(sticker.path.name.displayText), fixed" \(playerDataAttributes(of: after)) \
    decoding="async"\(lazyLoadingAttribute(in: pageKind))>
    """
}

/// Removing a background can leave traces at the edge that the properties do not show.
private func edgeCheckAdviceOrEmpty(_ change: FileChange) -> String {
  let isCutOut = change.steps.contains { $0.kind == .removeBackground }
  return isCutOut ? " Check the edge on a dark background before you keep the fix." : ""
}

/// The controls for a white outline, which the drop page shows after a background was removed; nil otherwise.
func whiteOutlineForm(_ sticker: PreviewSticker, _ pageKind: PageKind) -> HTML? {
  guard pageKind.isDropPage, let change = sticker.fixResult?.change,
    change.steps.contains(where: { $0.kind == .removeBackground })
  else { return nil }
  let chosen = sticker.requestedWhiteOutlineWidth
  let widths = FixOptions.whiteOutlineWidths
  let usual = min(Fix.outlineWidth(on: change.statsAfter.canvas), widths.upperBound)
  let options = widths.map { width -> HTML in
    "<option value=\"\(width)\"\(width == chosen ?? usual ? selectedAttribute : nil)>\(width) px</option>"
  }
  let label: HTML =
    chosen == nil
    ? "<button type=\"button\" data-own=\"outline\">Add a white outline</button>"
    : "<span>White outline</span>"
  return """
    <p class="outline">\(label)\
    <select data-outline-width aria-label="Width of the white outline">\(options)</select>\
    \(chosen == nil ? nil : removeOutlineButton)</p>

    """
}

private let selectedAttribute: HTML = " selected"

private let removeOutlineButton: HTML = """
   <button type="button" data-own="outline" data-width="">Remove the outline</button>
  """

/// A button that undoes one step; nil if the rule of the step was not requested.
private func undoButton(_ step: FixStep, _ sticker: PreviewSticker, _ pageKind: PageKind) -> HTML? {
  guard pageKind == .dropPage, sticker.requestedFixRules.contains(step.rule) else { return nil }
  if step.kind == .addOutline, sticker.requestedWhiteOutlineWidth != nil { return removeOutlineButton }
  return """
     <button type="button" data-own="undo" data-rules="\(step.rule)" class="plain" \
    aria-label="Undo: \(UntrustedText(step.description).displayText)">Undo</button>
    """
}

private let visibleChangeNote: HTML = " <em>may look different</em>"

private func changedPropertyRows(_ change: FileChange) -> [HTML] {
  let (old, new) = (change.statsBefore, change.statsAfter)
  var rows = [
    ("File size", fileSizeText(old.byteCount), fileSizeText(new.byteCount)),
    ("Dimensions", "\(old.canvas)", "\(new.canvas)"),
    ("Colors", colorCountNumberText(old.colorCountUpToLimit), colorCountNumberText(new.colorCountUpToLimit)),
  ]
  if old.format != new.format { rows.insert(("Format", old.format, new.format), at: 0) }
  if old.frameCount > 1 || new.frameCount > 1 {
    rows.append(("Frames", numberText(old.frameCount), numberText(new.frameCount)))
  }
  if let one = old.duration, let other = new.duration {
    rows.append(("Duration", secondsText(one), secondsText(other)))
  }
  return rows.filter { $0.0 == "File size" || $0.1 != $0.2 }.map { name, one, other in
    "<tr><th scope=\"row\">\(name)</th><td>\(one)</td><td>\(other)</td></tr>\n"
  }
}

private func similarityText(_ similarity: FrameSimilarity) -> HTML {
  let (mean, worst) = (similarity.mean, similarity.worst)
  let ofWorst = worst == mean ? "" : "; worst frame: \(similarityOnWhiteAndBlackText(worst))"
  return """
    <p class="likeness"><b>Similarity:</b> \(similarityOnWhiteAndBlackText(mean))\(ofWorst). \
    <small>1 is identical (structural similarity, SSIM).</small></p>

    """
}

/// The similarity on white, which the script shows next to the result.
private func meanSimilarityOnWhiteAttribute(_ similarity: FrameSimilarity) -> HTML {
  " data-similarity=\"\(fourDecimalsRoundedDown(similarity.mean.overWhite))\""
}

private func similarityOnWhiteAndBlackText(_ similarity: StructuralSimilarity) -> String {
  "\(fourDecimalsRoundedDown(similarity.overWhite)) on white, \(fourDecimalsRoundedDown(similarity.overBlack)) on black"
}
