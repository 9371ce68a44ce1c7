package import StickerFix
import StickerModel

/// What looking for the fewest bytes gave, in a line: `1 of 9 PNG files is smaller: 1000 → 900 bytes
/// (-10.0 %)`.
///
/// - Parameter isPlan: whether nothing is written yet.
package func smallestText(_ figures: SmallestFigures, isPlan: Bool) -> String {
  let (before, after) = (figures.bytesBefore, figures.bytesAfter)
  if figures.files == 0 { return "there is no PNG or APNG among the files" }
  let count = figures.smaller == 0 ? "none" : grouped(figures.smaller)
  let verb = isPlan ? "would be" : figures.smaller == 1 || figures.files == 1 ? "is" : "are"
  let text = "\(count) of \(counted(figures.files, "PNG file")) \(verb) smaller: \(grouped(before))"
  if before == after { return "\(text) bytes" }
  return "\(text) → \(grouped(after)) bytes (\(difference(before, after)))"
}

/// `-7.7 %`, rounded towards nothing gained.
private func difference(_ before: Int, _ after: Int) -> String {
  let product = (after - before).magnitude.multipliedReportingOverflow(by: 1000)
  let tenths = (product.overflow ? .max : product.partialValue) / UInt(max(before, 1))
  let sign = after > before ? "+" : "-"
  return tenths == 0 ? "less than 0.1 %" : "\(sign)\(tenths / 10).\(tenths % 10) %"
}
