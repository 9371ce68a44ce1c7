/// How long the optimizer looks for fewer bytes.
public enum OptimizingEffort: String, Hashable, Sendable, CaseIterable {
  /// Two ways to filter and a light deflate.
  case fast
  /// The ways that win most often, each judged by a light deflate, and the best of them deflated with care.
  case normal
  /// Every way there is, and the best of them deflated as small as it goes; rows that are not
  /// too long by Zopfli, where it is there.
  case max
}

extension OptimizingEffort {
  /// Ways to filter what has a neighborhood: gray and color.
  var strategies: [FilterStrategy] {
    switch self {
    case .fast: [.fixed(0), .smallestSum]
    case .normal: [.fixed(0), .fixed(1), .entropy, .bigrams]
    case .max: (0..<5).map { .fixed($0) } + [.smallestSum, .entropy, .bigrams, .pairEntropy, .trial]
    }
  }

  /// Ways to filter palette numbers: their neighborhood is the order that they were given.
  var indexStrategies: [FilterStrategy] {
    switch self {
    case .fast: [.fixed(0)]
    case .normal: [.fixed(0), .bigrams]
    case .max: strategies
    }
  }

  /// The deflate level, 1...12, that candidates are compared at: more than 4 to be near the last one's order.
  var trialLevel: Int { self == .fast ? 3 : self == .normal ? 5 : 8 }

  /// The deflate level, 1...12, of what is kept.
  var finalLevel: Int { self == .fast ? 8 : self == .normal ? 11 : 12 }

  /// How many of the candidates that did best in trial are deflated in earnest.
  var finalists: Int { self == .max ? 3 : self == .normal ? 2 : 1 }
}
