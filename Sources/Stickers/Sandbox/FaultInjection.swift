#if DEBUG || Poison
  /// Misdeeds that a build for tests does in a worker when a file asks for them: the decoder that a
  /// stranger's file got the better of.
  enum FaultInjection: String, CaseIterable {
    /// It stops with a signal.
    case abort
    /// It never comes to an end.
    case hang
    /// It asks for more and more memory.
    case grow
    /// It tries to do what workers cannot: where it can, it crashes.
    case escape

    /// What is being done to a file as it strikes, in the word that stands before the misdeed.
    enum Stage: String {
      /// It is looked at, or a pack of a record is built of it.
      case analyzing = ""
      case fixing = "fixing-"
      case joining = "joining-"
      case drawing = "drawing-"
      case viewing = "viewing-"
      case building = "building-"
    }

    /// What marks a file, with the occasion and the misdeed behind it.
    static let mark = Array("stickerlint-test-poison:".utf8)

    /// What a file asks for; nil for an honest one.
    init?(in bytes: [UInt8], _ stage: Stage = .analyzing) {
      guard bytes.count < 1 << 20, let start = bytes.firstRange(of: Self.mark)?.upperBound,
        let fault = Self.allCases.first(where: {
          bytes[start...].starts(with: (stage.rawValue + $0.rawValue).utf8)
        })
      else { return nil }
      self = fault
    }

    func trigger() {
      switch self {
      case .abort: crash()
      case .hang: while true { _ = [UInt8](repeating: 1, count: 4096).max() }
      case .escape: if attemptSandboxEscape() != nil { crash() }
      case .grow:
        var held: [[UInt8]] = []
        while true { held.append([UInt8](repeating: 1, count: 16 << 20)) }
      }
    }
  }
#endif
