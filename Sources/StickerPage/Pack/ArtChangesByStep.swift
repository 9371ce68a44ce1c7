import StickerEngine

/// Groups changes to art by step, because many stickers need the same steps with other numbers.
///
/// - Parameter lines: one line for each file: `cat.png: scale it to 512 × 512 px (it fills 80%)`.
/// - Returns: one line for each step: `Scale it to 480–512 × 512 px: 12 stickers`.
func changesGroupedByStep(_ lines: [String]) -> [String] {
  let steps = lines.flatMap { line -> [(file: String, runs: [String])] in
    guard let colon = line.firstRange(of: ": ") else { return [] }
    return withoutParentheses(line[colon.upperBound...]).split(separator: ";").map {
      (String(line[..<colon.lowerBound]), runsOfDigitsAndText($0.drop { $0 == " " }))
    }
  }
  let groups = steps.grouped { step in step.runs.map { $0.first?.isNumber == true ? "0" : $0 } }
  return groups.map { group in
    let text = group[0].runs.indices.map { index in
      let values = Set(group.map { $0.runs[index] })
      guard values.count > 1, let least = values.compactMap(Int.init).min(),
        let greatest = values.compactMap(Int.init).max()
      else { return group[0].runs[index] }
      return "\(least)–\(greatest)"
    }.joined()
    let files = group.map(\.file)
    return
      "\(capitalizedMessage(text)): \(files.count > 2 ? countText(files.count, "sticker") : listText(files))"
  }
}

/// Removes parts in parentheses, with the space before them.
private func withoutParentheses(_ text: Substring) -> String {
  var (result, depth) = ("", 0)
  for character in text {
    if character == "(" {
      if depth == 0, result.last == " " { result.removeLast() }
      depth += 1
    } else if character == ")" {
      depth -= 1
    } else if depth == 0 {
      result.append(character)
    }
  }
  return result
}

/// Splits a text so that each part has only digits or no digits.
private func runsOfDigitsAndText(_ text: Substring) -> [String] {
  var runs: [String] = []
  for character in text {
    if let last = runs.last?.last, last.isNumber == character.isNumber {
      runs[runs.count - 1].append(character)
    } else {
      runs.append(String(character))
    }
  }
  return runs
}
