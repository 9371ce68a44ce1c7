/// Why a file can't be decoded.
public enum ImageError: Error, Hashable, Sendable {
  /// The file is damaged or uses an unsupported feature.
  case damaged(Damage)
  /// The file exceeds a limit of the budget.
  case exceeded(ExceededLimit)
  /// The format isn't supported.
  case unsupportedFormat(ForeignFormat)
  /// This build lacks the package trait that the format requires.
  case missingPackageTrait(format: String, trait: String)

  /// Creates an error for damage at a location.
  ///
  /// - Parameter maxPresentShare: See `Damage.maxPresentFileShare`.
  static func damaged(
    _ reason: String, at location: ByteLocation, isUnsupported: Bool = false,
    maxPresentFileShare maxPresentShare: Double? = nil
  ) -> ImageError {
    .damaged(Damage(reason, at: location, isUnsupported: isUnsupported, maxPresentShare: maxPresentShare))
  }

  /// The damage, or nil for other errors.
  public var damage: Damage? { if case .damaged(let damage) = self { damage } else { nil } }
  /// The error as damage, for lists of everything that is wrong with a file.
  var asDamage: Damage { damage ?? Damage("\(self)", at: ByteLocation(partOffset: 0)) }
  /// The exceeded limit, or nil for other errors.
  public var exceeded: ExceededLimit? { if case .exceeded(let limit) = self { limit } else { nil } }
}

extension ImageError: CustomStringConvertible {
  /// The error in words, such as `this build can't decode HEIC (requires the package trait HEIF)`.
  public var description: String {
    switch self {
    case .unsupportedFormat(let format): "can't decode \(format.name ?? "a file of unknown format")"
    case .missingPackageTrait(let format, let trait):
      "this build can't decode \(format) (requires the package trait \(trait))"
    case .damaged(let damage): "\(damage.reason) (\(damage.location))"
    case .exceeded(let limit):
      "\(limit.measured) \(limit.unit) exceeds the limit \(limit.name) (\(limit.limit))"
    }
  }
}
