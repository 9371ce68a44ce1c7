/// The higher of two in each lane. The library's `pointwiseMax` is called instead of inlined, which in a loop
/// costs more than what it does.
@inline(__always)
func higher<Lanes: SIMD>(_ one: Lanes, _ other: Lanes) -> Lanes where Lanes.Scalar: Comparable {
  var highest = one
  for lane in one.indices { highest[lane] = max(one[lane], other[lane]) }
  return highest
}

/// The lower of two in each lane.
@inline(__always)
func lower<Lanes: SIMD>(_ one: Lanes, _ other: Lanes) -> Lanes where Lanes.Scalar: Comparable {
  var lowest = one
  for lane in one.indices { lowest[lane] = min(one[lane], other[lane]) }
  return lowest
}
