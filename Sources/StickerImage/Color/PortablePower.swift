/// `base` to the power of `exponent`, from square roots and products alone.
///
/// The C library's `pow` differs by machine in its last bits; IEEE square roots and products do not, so that
/// tables made with this are the same everywhere.
///
/// - Parameter base: at least 0.
/// - Parameter exponent: 0...64.
/// - Returns: the power, to about 1 part in 10^14.
func portablePower(_ base: Double, _ exponent: Double) -> Double {
  guard base > 0 else { return exponent == 0 ? 1 : 0 }
  var result = 1.0
  var power = base
  var whole = Int(exponent)
  while whole > 0 {  // x^13 = x^8 · x^4 · x
    if whole & 1 == 1 { result *= power }
    power *= power
    whole >>= 1
  }
  var fraction = exponent - exponent.rounded(.down)
  var root = base
  while fraction > 0 {  // x^0.75 = √x · √√x; at most 52 rounds, as a fraction has no more bits
    root = root.squareRoot()
    fraction *= 2
    if fraction >= 1 {
      result *= root
      fraction -= 1
    }
  }
  return result
}

/// `sin(π · x)` for small `x`, the same on every machine.
///
/// - Returns: the sine, to about 1 part in 10^15; exactly 0 for every whole `x`.
func sineOfPi(times x: Double) -> Double {
  let whole = x.rounded()
  let angle = (x - whole) * Double.pi  // -π/2...π/2
  let square = angle * angle
  var sum = 0.0
  for coefficient in sineCoefficients { sum = sum * square + coefficient }
  return Int(whole).isMultiple(of: 2) ? sum * angle : -sum * angle
}

/// Taylor's, from the one of x^21 down to that of x: what is left out is below 10^-17.
private let sineCoefficients = (0...10).reversed().map { step in
  (1...(2 * step + 1)).reduce(step.isMultiple(of: 2) ? 1.0 : -1.0) { $0 / Double($1) }
}
