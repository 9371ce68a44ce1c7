/// An option of a rule that a configuration can set: a number or a choice.
package struct RuleOption: Hashable, Sendable {
  /// The unit of a number.
  package enum Unit: String, Hashable, Sendable {
    /// Pixels at @3x.
    case pixels = "px"
    /// Bytes of a file.
    case bytes = "bytes"
    /// Units of 1,048,576 bytes.
    case mebibytes = "MiB"
    /// Units of 1,000,000 bytes.
    case megabytes = "MB"
    case percent = "%"
    case milliseconds = "ms"
    case seconds = "s"
    /// Frames of an animation.
    case frames = "frames"
    case framesPerSecond = "frames/s"
    /// The number of times an animation plays.
    case plays = "plays"
    /// Characters in text.
    case characters = "characters"
    /// A contrast ratio.
    case contrastRatio = ":1"
    /// Steps of an 8-bit sample.
    case eightBitSteps = "of 255"
    /// Bits of a sample or of a hash.
    case bits = "bits"
    /// Metadata fields.
    case metadataFields = "fields"
    /// No unit.
    case unitless = ""

    /// The unit after the number 1.
    var singular: String {
      switch self {
      case .bytes: "byte"
      case .frames: "frame"
      case .framesPerSecond: "frame/s"
      case .plays: "play"
      case .characters: "character"
      case .bits: "bit"
      case .metadataFields: "field"
      default: rawValue
      }
    }
  }

  /// The type of the value, with its default and its allowed values.
  package enum Kind: Hashable, Sendable {
    case whole(standard: Int, range: ClosedRange<Int>)
    case real(standard: Double, range: ClosedRange<Double>)
    /// One of several words.
    case choice(standard: String, words: [String])
  }

  /// The name in kebab case, unique within its rule.
  package let name: String
  package let kind: Kind
  let unit: Unit
  /// The source of the default.
  let defaultSource: Reference
  /// The meaning, as a clause without a period.
  package let meaning: String
  /// The messenger limit that the option sets; nil if only the option's rule uses the value.
  let messengerLimitToSet: LimitKeyPath?

  /// Creates an option that takes a whole number.
  package init(
    _ name: String, _ standard: Int, _ unit: Unit, in range: ClosedRange<Int>, source: Reference,
    _ meaning: String
  ) {
    self.init(name, .whole(standard: standard, range: range), unit, source, meaning)
  }

  /// Creates an option that takes any number.
  init(
    _ name: String, _ standard: Double, _ unit: Unit, in range: ClosedRange<Double>, source: Reference,
    _ meaning: String
  ) {
    self.init(name, .real(standard: standard, range: range), unit, source, meaning)
  }

  /// Creates an option that takes one of several words.
  package init(
    _ name: String, _ standard: String, of words: [String], source: Reference, _ meaning: String
  ) {
    self.init(name, .choice(standard: standard, words: words), .unitless, source, meaning)
  }

  init(
    _ name: String, _ kind: Kind, _ unit: Unit, _ source: Reference, _ meaning: String,
    sets limit: LimitKeyPath? = nil
  ) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.defaultSource = source
    self.meaning = meaning
    self.messengerLimitToSet = limit
  }

  var defaultValue: Value {
    switch kind {
    case .whole(let standard, _): .whole(standard)
    case .real(let standard, _): .real(standard)
    case .choice(let standard, _): .word(standard)
    }
  }

  /// A value of an option.
  package enum Value: Hashable, Sendable {
    case whole(Int)
    case real(Double)
    case word(String)

    var json: JSON {
      switch self {
      case .whole(let number): .integer(number)
      case .real(let number): .integerOrNumber(of: number)
      case .word(let word): .string(word)
      }
    }

    /// The value as written in a configuration: `300`, `1.5`, `regular`.
    package var text: String {
      switch self {
      case .whole(let number): String(number)
      case .real(let number): number == number.rounded() ? String(Int(number)) : String(number)
      case .word(let word): word
      }
    }
  }

  package func allows(_ value: Value) -> Bool {
    switch (kind, value) {
    case (.whole(_, let range), .whole(let number)): range.contains(number)
    case (.real(_, let range), .real(let number)): range.contains(number)
    case (.real(_, let range), .whole(let number)): range.contains(Double(number))
    case (.choice(_, let words), .word(let word)): words.contains(word)
    default: false
    }
  }

  /// The allowed values in human-readable form: `0 to 100%`, `small, regular or large`.
  package var allowedValuesText: String {
    switch kind {
    case .whole(_, let range):
      withUnit("\(numberText(range.lowerBound)) to \(numberText(range.upperBound))")
    case .real(_, let range):
      withUnit("\(Value.real(range.lowerBound).text) to \(Value.real(range.upperBound).text)")
    case .choice(_, let words): listText(words, "or")
    }
  }

  /// Returns a number with the unit: `300 px`, `30%`, `4.5:1`, `1 frame`.
  func withUnit(_ number: String) -> String {
    switch unit {
    case .unitless: number
    case .percent, .contrastRatio: number + unit.rawValue
    default: "\(number) \(number == "1" ? unit.singular : unit.rawValue)"
    }
  }
}

/// The values of one rule's options.
package struct OptionValues: Hashable, Sendable {
  private var explicitValues: [String: RuleOption.Value]
  /// The messenger's limits, from the options of all rules.
  package internal(set) var messengerLimits = MessengerLimits.apple

  /// Creates option values from a dictionary keyed by option name. Other options keep their defaults.
  package init(_ values: [String: RuleOption.Value] = [:]) { self.explicitValues = values }

  /// Sets an option.
  ///
  /// - Precondition: the option allows the value.
  package mutating func set(_ option: RuleOption, to value: RuleOption.Value) {
    precondition(option.allows(value))
    explicitValues[option.name] = value
  }

  /// Returns the value that was set, or the default.
  package func value(of option: RuleOption) -> RuleOption.Value {
    explicitValue(of: option) ?? option.defaultValue
  }

  /// Returns the value that was set; nil if the option has its default.
  package func explicitValue(of option: RuleOption) -> RuleOption.Value? { explicitValues[option.name] }

  /// The value as a whole number. A fractional part is dropped.
  package subscript(option: RuleOption) -> Int {
    switch value(of: option) {
    case .whole(let number): number
    case .real(let number): Int(number)
    case .word: 0
    }
  }

  /// Returns the value as a number.
  package func doubleValue(_ option: RuleOption) -> Double {
    switch value(of: option) {
    case .whole(let number): Double(number)
    case .real(let number): number
    case .word: 0
    }
  }

  /// Returns the value as a word.
  func choice(_ option: RuleOption) -> String { value(of: option).text }
}
