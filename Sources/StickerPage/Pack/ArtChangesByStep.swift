import StickerEngine

/// Groups changes to art by step, because many stickers need the same steps with different numbers.
///
/// - Parameter lines: one line for each file: `cat.png: scale it to 512 × 512 px (it fills 80%)`.
/// - Returns: one line for each step: `Scale it to 480–512 × 512 px: 12 stickers`.
func changeLinesMergedByStep(_ lines: [String]) -> [String] {
  let steps = lines.flatMap { line -> [(file: String, runs: [String])] in
    guard let colon = line.firstRange(of: ": ") else { return [] }
    return withoutParenthesizedParts(line[colon.upperBound...]).split(separator: ";").map {
      (String(line[..<colon.lowerBound]), runsOfNumbersAndText($0.drop { $0 == " " }))
    }
  }
  let groups = steps.grouped { step in step.runs.map { numberIgnoringCommas($0) == nil ? $0 : "0" } }
  return groups.map { group in
    let text = group[0].runs.indices.map { index in
      let values = Set(group.compactMap { numberIgnoringCommas($0.runs[index]) })
      guard values.count > 1, let least = values.min(), let greatest = values.max() else {
        return group[0].runs[index]
      }
      return "\(numberText(least))–\(numberText(greatest))"
    }.joined()
    let files = group.map(\.file)
    return
      "\(capitalizedMessage(text)): \(files.count > 2 ? countText(files.count, "sticker") : listText(files))"
  }
}

/// Removes parts in parentheses, with the space before them.
private func withoutParenthesizedParts(_ text: Substring) -> String {
  var (result, depth) = ("", 0)
  for character in text {
    if character == "(" {
      if depth == 0, result.last == " " { result.removeLast() }
      depth += 1
    } else if character == ")" {
      depth = max(0, depth - 1)
    } else if depth == 0 {
      result.append(character)
    }
  }
  return result
}

/// The number in a text such as `10,500`; nil if the text is no whole number.
private func numberIgnoringCommas(_ text: String) -> Int? { Int(text.filter { $0 != "," }) }

/// Splits a text into numbers, which may contain commas, and the text between them.
private func runsOfNumbersAndText(_ text: Substring) -> [String] {
  var (runs, rest) = ([String](), text)
  while let first = rest.first {
    let run = first.isNumber ? rest.prefix { $0.isNumber || $0 == "," } : rest.prefix { !$0.isNumber }
    runs.append(String(run))
    rest = rest.dropFirst(run.count)
  }
  return runs
}
