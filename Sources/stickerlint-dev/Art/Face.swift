extension Picture {
  /// How the eyes of a face are drawn.
  enum Eyes {
    /// Eyes that are open by a share, from 0 (a line) to 1.
    case open(Double)
    /// Eyes that are closed and laugh.
    case laughing
  }

  /// Adds a face: two eyes, a smile and rosy cheeks.
  ///
  /// - Parameter center: between the eyes, units.
  /// - Parameter size: 1 puts the eyes 32 units apart.
  /// - Parameter smiles: false where the mouth is drawn apart.
  mutating func face(
    _ center: Point, _ size: Double, eyes: Eyes = .open(1), cheeks: UInt32 = 0xFF8FA3, smiles: Bool = true
  ) {
    for side in [-1.0, 1.0] {
      let cheek = Shape.ellipse(center + Point(side * 26, 11) * size, 12 * size, 7.6 * size)
      detail(cheek, .flat(Ink(hex: cheeks).faded(0.75)))
      eye(center + Point(side * 16, 0) * size, size, eyes)
    }
    guard smiles else { return }
    let smile = [Point(-6.4, 7), Point(-3.6, 10.6), Point(0, 11.8), Point(3.6, 10.6), Point(6.4, 7)]
    detail(.stroke(smile.map { center + $0 * size }, width: 3 * size), .house)
  }

  private mutating func eye(_ center: Point, _ size: Double, _ eyes: Eyes) {
    switch eyes {
    case .laughing:
      let arc = [Point(-5, 2), Point(-3, -1.6), Point(0, -3), Point(3, -1.6), Point(5, 2)]
      detail(.stroke(arc.map { center + $0 * size }, width: 3 * size), .house)
    case .open(let share) where share < 0.3:
      let line = [Point(-5, 0), Point(-2.6, 1.8), Point(0, 2.4), Point(2.6, 1.8), Point(5, 0)]
      detail(.stroke(line.map { center + $0 * size }, width: 3 * size), .house)
    case .open(let share):
      detail(.ellipse(center, 9.4 * size, 11.4 * size * share), .house)
      guard share > 0.6 else { return }
      let glint = center + Point(-1.6, -2.3 * share) * size
      detail(.ellipse(glint, 3.6 * size, 3.8 * size * share), .hex(0xFFFFFF))
      detail(.circle(center + Point(1.7, 2.4 * share) * size, 0.9 * size * share), .flat(Ink(1, 1, 1, 0.8)))
    }
  }
}
