package import StickerModel

/// One of several packs that the stickers of a pack are divided between.
package struct PackPart: Hashable, Sendable {
  /// Whether its stickers move; nil where the messenger takes both in one pack.
  package let isAnimated: Bool?
  /// Which of the parts of its kind it is, from 1; nil where there is one.
  package let number: Int?
  /// The places of its stickers in the pack.
  package let stickers: [Int]

  /// What files of the part are called behind the messenger's name: `animated-2`; nil for an undivided pack.
  package var suffix: String? {
    let words = [isAnimated.map { $0 ? "animated" : "still" }, number.map(String.init)].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: "-")
  }

  /// The title of the part: `Cats (animated) 2`.
  ///
  /// - Parameter most: the most characters of a title; 0: any number.
  package func title(of pack: String, most: Int) -> String {
    let end = (isAnimated == true ? " (animated)" : "") + (number.map { " \($0)" } ?? "")
    guard most > 0, pack.count + end.count > most else { return pack + end }
    return String(pack.prefix(max(most - end.count, 1))) + end
  }
}

/// Divides the stickers of a pack between as few packs as a messenger takes: stills and animations apart where
/// it does not mix them, and parts of nearly the same size where there are more than one pack holds. The
/// order stays.
///
/// - Parameter isAnimated: whether each sticker moves.
/// - Parameter isLeftOut: whether each is left out of its pack, and counts no longer.
/// - Returns: at least one part; one without a suffix where nothing has to be divided.
package func dividedPack(
  isAnimated: [Bool], isLeftOut: [Bool], _ limits: StickerLimits
) -> [PackPart] {
  let all = Array(isAnimated.indices)
  let moving = all.filter { isAnimated[$0] && !isLeftOut[$0] }.count
  let still = all.filter { !isAnimated[$0] && !isLeftOut[$0] }.count
  guard !limits.says(.mix), moving > 0, still > 0 else { return parts(of: all, nil, isLeftOut, limits) }
  return [false, true].flatMap { kind in
    parts(of: all.filter { isAnimated[$0] == kind }, kind, isLeftOut, limits)
  }
}

private func parts(
  of stickers: [Int], _ isAnimated: Bool?, _ isLeftOut: [Bool], _ limits: StickerLimits
) -> [PackPart] {
  let counts = partCounts(
    of: stickers.count { !isLeftOut[$0] }, most: limits[.mostStickers], step: limits[.stickerStep])
  var (parts, rest) = ([[Int]](), stickers[...])
  for count in counts.dropLast() {
    var (part, kept) = ([Int](), 0)
    while kept < count, let next = rest.popFirst() {
      part.append(next)
      if !isLeftOut[next] { kept += 1 }
    }
    parts.append(part)
  }
  parts.append(Array(rest))
  return parts.enumerated().map { number, stickers in
    PackPart(isAnimated: isAnimated, number: parts.count > 1 ? number + 1 : nil, stickers: stickers)
  }
}

/// How many stickers go into each part: nearly the same number in all of them, each a multiple of `step` as
/// far as their sum allows.
private func partCounts(of count: Int, most: Int, step: Int) -> [Int] {
  guard most > 0, count > most else { return [count] }
  let (parts, step) = ((count + most - 1) / most, max(step, 1))
  let units = count / step
  var counts = (0..<parts).map { (units / parts + ($0 < units % parts ? 1 : 0)) * step }
  counts[parts - 1] += count % step
  return counts
}
