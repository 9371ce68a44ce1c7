/// What people are told of a run. Where they can do something about it by another choice, the sentence holds
/// the choice and not its words: a library has no flags.
package struct Sentence: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case choice(Choice)
  }
  private var parts: [Part] = []

  /// A sentence without a choice. Names of strangers in it are escaped already.
  package init(_ text: String) { add(text) }

  /// The sentence with its choices in somebody's words.
  package func worded(_ words: (Choice) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .choice(let choice): words(choice)
      }
    }.joined()
  }

  /// The sentence in the words of a library.
  package var text: String { worded(\.words) }

  /// Two texts in a row become one, so that equal sentences are equal values.
  private mutating func add(_ text: String) {
    if text.isEmpty { return }
    guard case .text(let before)? = parts.last else { return parts.append(.text(text)) }
    parts[parts.count - 1] = .text(before + text)
  }

  private mutating func add(_ sentence: Sentence) {
    for part in sentence.parts {
      switch part {
      case .text(let text): add(text)
      case .choice: parts.append(part)
      }
    }
  }

  package static func + (first: Sentence, second: Sentence) -> Sentence {
    var both = first
    both.add(second)
    return both
  }
}

extension Sentence: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var sentence = Sentence("")

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { sentence.add(literal) }
    package mutating func appendInterpolation<Value>(_ value: Value) { sentence.add("\(value)") }
    package mutating func appendInterpolation(_ part: Sentence) { sentence.add(part) }
    package mutating func appendInterpolation(_ choice: Choice) { sentence.parts.append(.choice(choice)) }
  }

  package init(stringLiteral text: String) { self.init(text) }
  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sentence }
}

extension Sentence: CustomStringConvertible {
  package var description: String { text }
}

extension [Sentence] {
  /// All of them as one, with semicolons between.
  package var inOneLine: Sentence {
    dropFirst().reduce(first ?? "") { $0 + "; \($1)" }
  }
}
