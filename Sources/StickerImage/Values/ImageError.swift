/// Why a file cannot be decoded.
public enum ImageError: Error, Hashable, Sendable {
  /// The file is broken, or of a kind that is not read.
  case damaged(Damage)
  /// The file asks for more than the budget.
  case exceeded(LimitExceeded)
  /// Nothing here reads this format.
  case noReader(ForeignFormat)
  /// A build with the package trait reads it, and this one is without.
  case unavailable(format: String, trait: String)

  /// Damage at a location.
  ///
  /// - Parameter maxPresentShare: see `Damage.maxPresentShare`.
  static func damaged(
    _ reason: String, at location: ByteLocation, isUnsupported: Bool = false, maxPresentShare: Double? = nil
  ) -> ImageError {
    .damaged(Damage(reason, at: location, isUnsupported: isUnsupported, maxPresentShare: maxPresentShare))
  }

  /// The damage of a broken file; nil for another error.
  public var damage: Damage? { if case .damaged(let damage) = self { damage } else { nil } }
  /// The error as damage, for lists that hold everything that is wrong with a file.
  var asDamage: Damage { damage ?? Damage("\(self)", at: ByteLocation(offset: 0)) }
  /// The limit that a file exceeds; nil for another error.
  public var exceeded: LimitExceeded? { if case .exceeded(let limit) = self { limit } else { nil } }
}

extension ImageError: CustomStringConvertible {
  /// `this build cannot decode HEIC: build it with the package trait HEIF`.
  public var description: String {
    switch self {
    case .noReader(let format): "nothing here decodes \(format.name ?? "a file of an unknown format")"
    case .unavailable(let format, let trait):
      "this build cannot decode \(format): build it with the package trait \(trait)"
    case .damaged(let damage): "\(damage.reason) (\(damage.location))"
    case .exceeded(let limit):
      "\(limit.measured) \(limit.unit) exceed the limit \(limit.name) of \(limit.limit)"
    }
  }
}
