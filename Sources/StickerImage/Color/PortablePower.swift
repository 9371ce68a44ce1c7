/// Computes `base` to the power of `exponent`, using only square roots and products.
///
/// The last bits of the C library's `pow` differ between machines. Those of IEEE square roots and products
/// don't, so tables made with this function are the same everywhere.
///
/// - Parameter base: At least 0.
/// - Parameter exponent: 0...64.
/// - Returns: The power, with a relative error of about 10^-14.
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
  while fraction > 0 {  // x^0.75 = √x · √√x; one round for each fractional bit
    root = root.squareRoot()
    fraction *= 2
    if fraction >= 1 {
      result *= root
      fraction -= 1
    }
  }
  return result
}

/// Computes `sin(π · x)` for small `x`, with the same result on every machine.
///
/// - Returns: The sine, with a relative error of about 10^-15. Exactly 0 for integers.
func sineOfPi(times x: Double) -> Double {
  let whole = x.rounded()
  let angle = (x - whole) * Double.pi  // -π/2...π/2
  let square = angle * angle
  var sum = 0.0
  for coefficient in sineTaylorCoefficients { sum = sum * square + coefficient }
  return Int(whole).isMultiple(of: 2) ? sum * angle : -sum * angle
}

/// Taylor coefficients from x^21 down to x. The remainder is below 10^-17.
private let sineTaylorCoefficients = (0...10).reversed().map { step in
  (1...(2 * step + 1)).reduce(step.isMultiple(of: 2) ? 1.0 : -1.0) { $0 / Double($1) }
}
