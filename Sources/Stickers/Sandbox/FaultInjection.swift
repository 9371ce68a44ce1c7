#if DEBUG || Poison
  /// Faults that a test build triggers in a worker process if a file requests them. They simulate a decoder
  /// that a hostile file has taken over.
  enum FaultInjection: String, CaseIterable {
    /// The process aborts (SIGABRT).
    case abort
    /// The process never ends.
    case hang
    /// The process allocates more and more memory.
    case grow
    /// The process tries everything that workers must not be able to do, and crashes if it succeeds.
    case escape

    /// The stage at which the fault is triggered. The raw value precedes the name of the fault.
    enum Stage: String {
      /// While a file is analyzed, or a record's pack is built.
      case analyzingOrBuildingPack = ""
      case fixing = "fixing-"
      case joiningFrames = "joining-"
      case drawing = "drawing-"
      case decodingFrames = "viewing-"
      case buildingPackFromMemory = "building-"
    }

    /// The marker in a file, followed by the stage and the fault.
    static let fileMarker = Array("stickerlint-test-poison:".utf8)

    /// The fault that a file requests; nil for other files.
    init?(in bytes: [UInt8], _ stage: Stage = .analyzingOrBuildingPack) {
      guard bytes.count < 1 << 20, let start = bytes.firstRange(of: Self.fileMarker)?.upperBound,
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
