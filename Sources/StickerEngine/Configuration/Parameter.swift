/// A figure or a choice of a rule that a configuration can set.
package struct Parameter: Hashable, Sendable {
  /// What a figure counts.
  package enum Unit: String, Hashable, Sendable {
    /// Pixels at @3x.
    case pixels = "px"
    /// Bytes of a file.
    case bytes = "bytes"
    /// 1,048,576 bytes each.
    case mebibytes = "MiB"
    /// 1,000,000 bytes each.
    case megabytes = "MB"
    /// Hundredths of a whole.
    case percent = "%"
    /// Thousandths of a second.
    case milliseconds = "ms"
    /// Seconds.
    case seconds = "s"
    /// Frames of an animation.
    case frames = "frames"
    /// Frames shown in a second.
    case framesPerSecond = "frames/s"
    /// How often an animation plays.
    case plays = "plays"
    /// Characters of a text.
    case characters = "characters"
    /// A contrast of so much to 1.
    case toOne = ":1"
    /// Steps of a sample.
    case of255 = "of 255"
    /// Bits of a sample or of a hash.
    case bits = "bits"
    /// Fields of metadata.
    case fields = "fields"
    /// A plain number.
    case number = ""
  }

  /// What a parameter takes.
  package enum Kind: Hashable, Sendable {
    /// A whole number.
    case whole(standard: Int, range: ClosedRange<Int>)
    /// A number.
    case real(standard: Double, range: ClosedRange<Double>)
    /// One of some words.
    case choice(standard: String, words: [String])
  }

  /// Kebab case, unique within its rule.
  package let name: String
  /// The default, and what the parameter may be.
  package let kind: Kind
  /// What it counts.
  let unit: Unit
  /// Where the default comes from.
  let source: Reference
  /// What it decides, in a clause without a full stop.
  package let meaning: String
  /// The limit of a messenger that it sets; nil if only its rule uses it.
  let limit: MessengerLimit?

  /// A parameter that is a whole number.
  package init(
    _ name: String, _ standard: Int, _ unit: Unit, in range: ClosedRange<Int>, source: Reference,
    _ meaning: String
  ) {
    self.init(name, .whole(standard: standard, range: range), unit, source, meaning)
  }

  /// A parameter that is a number and need not be whole.
  init(
    _ name: String, _ standard: Double, _ unit: Unit, in range: ClosedRange<Double>, source: Reference,
    _ meaning: String
  ) {
    self.init(name, .real(standard: standard, range: range), unit, source, meaning)
  }

  /// A parameter that is one of some words.
  package init(
    _ name: String, _ standard: String, of words: [String], source: Reference, _ meaning: String
  ) {
    self.init(name, .choice(standard: standard, words: words), .number, source, meaning)
  }

  init(
    _ name: String, _ kind: Kind, _ unit: Unit, _ source: Reference, _ meaning: String,
    sets limit: MessengerLimit? = nil
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.source = source
    self.meaning = meaning
    self.limit = limit
  }

  /// The value in force unless a configuration says otherwise.
  var standard: Value {
    switch kind {
    case .whole(let standard, _): .whole(standard)
    case .real(let standard, _): .real(standard)
    case .choice(let standard, _): .word(standard)
    }
  }

  /// A value of a parameter.
  package enum Value: Hashable, Sendable {
    /// A whole number.
    case whole(Int)
    /// A number.
    case real(Double)
    /// One of the words.
    case word(String)

    /// The value in JSON.
    var json: JSON {
      switch self {
      case .whole(let number): .integer(number)
      case .real(let number): .number(of: number)
      case .word(let word): .string(word)
      }
    }

    /// The value as a configuration writes it: `300`, `1.5`, `regular`.
    package var text: String {
      switch self {
      case .whole(let number): String(number)
      case .real(let number): number == number.rounded() ? String(Int(number)) : String(number)
      case .word(let word): word
      }
    }
  }

  /// Whether it may take a value.
  package func allows(_ value: Value) -> Bool {
    switch (kind, value) {
    case (.whole(_, let range), .whole(let number)): range.contains(number)
    case (.real(_, let range), .real(let number)): range.contains(number)
    case (.real(_, let range), .whole(let number)): range.contains(Double(number))
    case (.choice(_, let words), .word(let word)): words.contains(word)
    default: false
    }
  }

  /// What it may be, for people: `0 to 100%`, `small, regular or large`.
  package var allowed: String {
    let unit = unit.rawValue.isEmpty ? "" : " \(unit.rawValue)"
    switch kind {
    case .whole(_, let range):
      return "\(numberText(range.lowerBound)) to \(numberText(range.upperBound))\(unit)"
    case .real(_, let range):
      return "\(Value.real(range.lowerBound).text) to \(Value.real(range.upperBound).text)\(unit)"
    case .choice(_, let words): return listText(words, "or")
    }
  }
}

/// The parameters of one rule that are in force.
package struct Settings: Hashable, Sendable {
  private var values: [String: Parameter.Value]
  /// The messenger's limits, from the parameters of all rules.
  package internal(set) var limits = MessengerLimits.apple

  /// Values by the parameters' names; those left out keep their defaults.
  package init(_ values: [String: Parameter.Value] = [:]) { self.values = values }

  /// Sets a parameter, which must allow the value.
  package mutating func set(_ parameter: Parameter, to value: Parameter.Value) {
    precondition(parameter.allows(value))
    values[parameter.name] = value
  }

  /// The value in force.
  package func value(_ parameter: Parameter) -> Parameter.Value { set(parameter) ?? parameter.standard }

  /// The value that was set; nil where the parameter keeps its default.
  package func set(_ parameter: Parameter) -> Parameter.Value? { values[parameter.name] }

  /// The whole number in force; of a number that need not be whole, what stands before its point.
  package subscript(parameter: Parameter) -> Int {
    switch value(parameter) {
    case .whole(let number): number
    case .real(let number): Int(number)
    case .word: 0
    }
  }

  /// The number in force.
  package func real(_ parameter: Parameter) -> Double {
    switch value(parameter) {
    case .whole(let number): Double(number)
    case .real(let number): number
    case .word: 0
    }
  }

  /// The word in force.
  func choice(_ parameter: Parameter) -> String { value(parameter).text }
}
