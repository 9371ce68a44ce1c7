package import StickerModel

/// One part of a pack that is split into several packs.
package struct PackPart: Hashable, Sendable {
  /// Whether its stickers are animated; nil if the messenger accepts stills and animations in one pack.
  package let isAnimated: Bool?
  /// The number of the part among the parts of its kind, from 1; nil if there is only one.
  package let number: Int?
  /// The indices of its stickers in the pack.
  package let stickers: [Int]

  /// The suffix of the part's file names, for example `animated-2`; nil for a pack that is not split.
  package var suffix: String? {
    let words = [isAnimated.map { $0 ? "animated" : "still" }, number.map(String.init)].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: "-")
  }

  /// The title of the part: `Cats (animated) 2`. The name of the pack is shortened if the title would be longer
  /// than the limits of the rule `pack-texts` allow.
  package func title(of pack: String, _ limits: StickerLimits) -> String {
    let end = (isAnimated == true ? " (animated)" : "") + (number.map { " \($0)" } ?? "")
    let most = [limits[.mostTitle], limits[.mostText]].filter { $0 > 0 }.min() ?? 0
    let isWideDouble = limits.says(.wideCountsTwice)
    guard most > 0, (pack + end).characterCount(isWideDouble: isWideDouble) > most else { return pack + end }
    var room = most - end.characterCount(isWideDouble: isWideDouble)
    var start = ""
    for character in pack {
      room -= String(character).characterCount(isWideDouble: isWideDouble)
      if room < 0, !start.isEmpty { break }
      start.append(character)
    }
    return start + end
  }
}

/// Splits a pack into as few packs as the messenger allows. Separates stills from animations if the messenger
/// does not accept both in one pack. Makes parts of nearly equal size if there are too many stickers. Keeps
/// the order.
///
/// - Parameter isAnimated: whether each sticker is animated.
/// - Parameter isLeftOut: whether each sticker is left out. Stickers that are left out do not count.
/// - Returns: at least one part; a single part without a suffix if the pack is not split.
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

/// Returns the number of stickers in each part. The numbers are nearly equal, and multiples of `step` as far
/// as the total allows. None is larger than `most`.
private func partCounts(of count: Int, most: Int, step: Int) -> [Int] {
  guard most > 0, count > most else { return [count] }
  // A step that no part can hold is ignored.
  let step = (1...most).contains(step) ? step : 1
  let largest = most / step * step
  let parts = (count + largest - 1) / largest
  let units = count / step
  var counts = (0..<parts).map { (units / parts + ($0 < units % parts ? 1 : 0)) * step }
  counts[parts - 1] += count % step
  return counts
}
