package import StickerImage

/// A place on the art that a rule which fired speaks of. Evidence names one place, for reports; a page that
/// shows the art draws all of them. Nothing keeps marks: they are asked for while the survey is at hand.
package struct Mark: Hashable, Sendable {
  /// The rule's id.
  package let rule: String
  /// The part of the canvas, or of the time, that is marked.
  package let area: Area

  /// A mark of a rule.
  package init(rule: String, _ area: Area) {
    self.rule = rule
    self.area = area
  }

  /// A part of the canvas or of the time.
  package enum Area: Hashable, Sendable {
    /// A rectangle of the canvas, and a frame that has it there; nil: all frames together have.
    case rectangle(PixelRect, frame: Int?)
    /// Single pixels of a frame.
    case points([PixelPoint], frame: Int)
    /// Whole frames, ascending; the first is 0.
    case frames([Int])
  }

  /// The most of one rule: more would hide the art.
  package static let mostOfRule = 200
}

/// Every place on the art that findings speak of: those that their rule knows, else that of their evidence.
///
/// - Parameter findings: of `asset`, under the same configuration. Those about the canvas or the file as a
///   whole have no mark.
/// - Returns: rule by rule in the order of the findings, at most `Mark.mostOfRule` of each.
package func marks(on asset: Asset, _ findings: [Finding], _ configuration: Configuration) -> [Mark] {
  var areas: [(rule: String, areas: [Mark.Area])] = []
  for finding in findings {
    let known = areas.firstIndex { $0.rule == finding.rule }
    let inForce = configuration.inForce(finding.rule)
    if let inForce, let mark = inForce.rule.marks {
      if known == nil { areas.append((finding.rule, mark(asset, inForce.settings))) }
    } else if let area = finding.evidence.place.area {
      if let known { areas[known].areas.append(area) } else { areas.append((finding.rule, [area])) }
    }
  }
  return areas.flatMap { rule, areas in areas.prefix(Mark.mostOfRule).map { Mark(rule: rule, $0) } }
}

extension Place {
  fileprivate var area: Mark.Area? {
    switch self {
    case .region(let rect, let frame): .rectangle(rect, frame: frame)
    case .frame(let frame): .frames([frame])
    case .file, .canvas, .container, .text: nil
    }
  }
}
