/// What libyaml stumbled over, in words that say what to do.
func fault(of problem: YAMLProblem, in text: YAMLText) -> YAMLFault {
  if let tab = text.tab(in: problem.place.line) {
    return YAMLFault("a tab stands in front of the text: indent with spaces", at: tab)
  }
  if let context = problem.context, problem.words == "found unexpected end of stream" {
    return YAMLFault("the text that begins here has no closing quote", at: context.place)
  }
  if let context = problem.context, let reason = unclosed[problem.words] {
    return YAMLFault("\(reason) in line \(context.place.line)", at: problem.place)
  }
  return YAMLFault(wordings[problem.words] ?? "no YAML: \(shortened(problem.words))", at: problem.place)
}

/// Words that begin a sentence about a place; the rest of it is where that began.
private let unclosed: [String: String] = [
  "did not find expected ',' or ']'": "a comma or ] is missing in the list that begins",
  "did not find expected ',' or '}'": "a comma or } is missing in the mapping that begins",
  "did not find expected '-' indicator": "this line does not belong to the list that begins",
  "did not find expected key": "this does not belong to the mapping that begins",
]

private let wordings: [String: String] = [
  "mapping values are not allowed in this context":
    "a colon is too many here: put a text with a colon in quotes, and each key on a line of its own",
  "could not find expected ':'":
    "a colon behind a key, or the space behind that colon, is missing before this",
  "did not find expected <document start>": "something follows the end of the document",
  "found character that cannot start any token":
    "a text cannot begin with this character: put it in quotes",
  "block sequence entries are not allowed in this context":
    "a list begins here that its place does not allow: put it on lines of its own",
  "block mapping entries are not allowed in this context":
    "a mapping begins here that its place does not allow: put it on lines of its own",
  "mapping keys are not allowed in this context": "a ? cannot stand here: put the text in quotes",
  "found unknown escape character":
    "a \\ in double quotes begins an escape: write \\\\, or use single quotes",
  "did not find expected hexdecimal number": "hexadecimal digits are missing behind the \\",
  "found undefined tag handle": "tags (!name) are not read: put the text in quotes",
  "did not find expected node content": "a value is missing before this",
  "did not find expected alphabetic or numeric character":
    "a text that begins with & or * belongs in quotes",
  "found unexpected document indicator": "the document ends inside of a text in quotes",
]
